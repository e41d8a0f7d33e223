"""A match as readable lines, and such lines checked against the rules. Knows folds; not where dice came from."""

from collections.abc import Iterable
from pathlib import Path

from table.events import Event, Started
from table.fault import TableFault
from table.game import decide
from table.journal import read_history
from table.notation import line, parse
from table.refusal import Refusal
from table.state import State, fold
from table.telling import wish_of


def match_events(events: Iterable[Event], number: int | None = None) -> list[Event]:
    """The events of one match, counted from 1; the last one when no number is given. LookupError when there is none."""
    matches: list[list[Event]] = []
    for event in events:
        if isinstance(event, Started):
            matches.append([])
        if matches:
            matches[-1].append(event)
    if not matches or (number is not None and not 1 <= number <= len(matches)):
        count = len(matches)
        raise LookupError(
            "none has begun yet" if not count else "only one has begun" if count == 1 else f"{count} have begun"
        )
    return matches[-1 if number is None else number - 1]


def match_lines(folder: Path, number: int | None = None) -> list[str]:
    """A match from the journal in this folder, then how it stands. Raises TableFault when there is none."""
    try:
        events = match_events(read_history(folder), number)
    except LookupError as error:
        raise TableFault(f"There is no match {number or ''} in {folder}: {error}.".replace("  ", " ")) from error
    return [*map(line, events), "", *standing(fold(events))]


def standing(state: State) -> list[str]:
    """The cards in a line a side, the winners marked."""
    return [
        f"# {side.name}: {side.card.total}{' — wins' if index in state.winners else ''}"
        + (f" ({state.won})" if state.won and index in state.winners else "")
        for index, side in enumerate(state.sides)
    ]


def check_lines(path: Path) -> str:
    """Play the lines of a file through the rules; a sentence that all is well, or a TableFault at the first one not."""
    try:
        texts = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise TableFault(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise TableFault(f"{path} holds no lines of a match: it is no text in UTF-8.") from error
    state, owed = State(), list[Event]()
    for number, text in enumerate(texts, start=1):
        if not text.strip() or text.startswith("#"):
            continue
        try:
            event = parse(text)
        except ValueError as error:
            raise TableFault(f"{path}, line {number}: {error}") from error
        if not owed:
            decided = decide(state, wish_of(event))
            if isinstance(decided, Refusal):
                raise TableFault(f"{path}, line {number}: {text!r} is not allowed. {decided.words}")
            owed = list(decided)
        if event != (due := owed.pop(0)):
            raise TableFault(f"{path}, line {number}: {text!r} stands where the rules give {line(due)!r}.")
        state = fold([event], state)
    if not state.match:
        raise TableFault(f"{path} holds no match: a match begins with a line like: match cochabamba sides …")
    if owed:
        raise TableFault(f"{path} ends where the rules give {line(owed[0])!r}.")
    return "\n".join([f"{path}: every line agrees with the rules.", *standing(state)])
