"""A match told play by play in words, and how each box came about. Pure; knows events and words, no phone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from table.album import By, counting, last_match
from table.card import Box
from table.events import (
    Conceded,
    Corrected,
    Event,
    Flipped,
    GivenUp,
    LotCast,
    Passed,
    Started,
    Thrown,
    Won,
    Written,
)
from table.state import State, evolve
from web.names import BOXES, aloud
from web.plays import told


@dataclass(frozen=True, slots=True)
class Step:
    """One play that counts. number: as corrections name it.  side: index of whose it was, None for the match's own."""

    number: int
    side: int | None
    event: Event


@dataclass(frozen=True, slots=True)
class Traces:
    """What the plays alone do not tell. by: whose doing a play was, by its number in the match.

    before: what corrected plays said, by side and the how manieth of its turns they were in.
    """

    by: Mapping[int, By]
    before: Mapping[tuple[int, int], tuple[Event, ...]]


NONE = Traces({}, {})
BY: dict[By, str] = {
    By.EYE: "seen by the camera",
    By.BUTTON: "by a press at the table",
    By.PHONE: "by a tap on a phone",
}
"""Whose doing a play was; keys of the catalogues."""


def steps(state: State) -> Iterator[Step]:
    """What happened in the match and still counts, oldest first, each with the side that did it."""
    now = State(match=state.match - 1, home=state.home)
    for number, event in enumerate(state.events, start=1):
        own = isinstance(event, Started | GivenUp)
        side = None if own else event.side if isinstance(event, Conceded) else now.turn
        if isinstance(event, Won) and now.before is not None and now.result is None:
            side = now.before.turn  # comes with the box just written, when the turn had passed on
        yield Step(number, side, event)
        now = evolve(now, event)


def turn_of(state: State, side: int, box: Box, which: int) -> list[Step]:
    """The plays that led to an entry of a card, itself the last; none while that box is open."""
    made = [turn for turn in _turns(state) if (last := turn[-1]).side == side and _writes(last.event, box)]
    return made[which] if which < len(made) else []


def turn_now(state: State) -> list[Step]:
    """The plays of the turn that is not at its end yet."""
    last = next(reversed(list(_turns(state))), [])
    return [] if not last or isinstance(last[-1].event, Written | Passed) or last[-1].side != state.turn else last


def _turns(state: State) -> Iterator[list[Step]]:
    """The plays of each turn; a lot is none, and a pair's two attempts are two unless the first was left sobre."""
    plays: list[Step] = []
    for step in steps(state):
        if isinstance(step.event, Started | LotCast | Conceded | GivenUp) or (plays and plays[-1].side != step.side):
            if plays:
                yield plays
            plays = []
        if not isinstance(step.event, Started | LotCast | Conceded | GivenUp):
            plays.append(step)
        if isinstance(step.event, Written | Passed):
            yield plays
            plays = []
    if plays:
        yield plays


def _writes(event: Event, box: Box) -> bool:
    return isinstance(event, Written) and event.box is box


def evidence(
    state: State, side: int, box: Box, which: int, t: NullTranslations, traces: Traces = NONE
) -> dict[str, Any] | None:
    """How an entry came about, for the page; None while the box is open."""
    plays = turn_of(state, side, box, which)
    if not plays:
        return None
    entry = state.sides[side].card[box][which]
    title = f"{state.sides[side].name} · {aloud(box, entry, t)}"
    return _shown(state, side, title, plays, t, traces) | {"corrected": entry.corrected}


def present(state: State, t: NullTranslations, traces: Traces = NONE) -> dict[str, Any]:
    """The turn as far as it has come, for the page."""
    side = state.turn if state.sides else 0
    title = state.sides[side].name if state.sides else ""
    return _shown(state, side, title, turn_now(state), t, traces) | {"corrected": False}


def traces(history: Sequence[Event], whose: Callable[[int], By | None]) -> Traces:
    """What a history with all that was taken back and corrected tells of its last match's plays.

    whose: whose doing the event with a number of the journal was.
    """
    by = {n: found for n, number in enumerate(counting(history), 1) if (found := whose(number))}
    now, before = State(), dict[tuple[int, int], list[Event]]()
    for event in history[last_match(history) :]:
        if isinstance(event, Corrected) and (where := _where(now, event.at)):
            before.setdefault(where, []).append(now.events[event.at - 1])
        now = evolve(now, event)
    return Traces(by, {where: tuple(events) for where, events in before.items()})


def _where(state: State, number: int) -> tuple[int, int] | None:
    """The side that made a play, and the how manieth of its turns that was in."""
    turns = [turn for turn in _turns(state) if turn[0].side is not None]
    found = next((turn for turn in turns if any(step.number == number for step in turn)), None)
    if found is None or found[0].side is None:
        return None
    return found[0].side, [turn for turn in turns if turn[0].side == found[0].side].index(found)


def _shown(
    state: State, side: int, title: str, plays: list[Step], t: NullTranslations, traces: Traces
) -> dict[str, Any]:
    where = _where(state, plays[0].number) if plays else None
    before = traces.before.get(where, ()) if where else ()
    _, names = t.gettext, tuple(other.name for other in state.sides)
    written = [step.event.box for step in plays if isinstance(step.event, Written)]
    left = state.sides[side].card.open_boxes(state.house.grandes) if state.sides else ()
    boxes = dict.fromkeys([*written, *left])
    return {
        "title": title,
        "boxes": [{"box": box.value, "name": BOXES[box]} for box in boxes],
        "dormida": state.house.dormida,
        "plays": [
            {
                "number": step.number,
                "words": told(step.event, names, t),
                "by": t.gettext(BY[traces.by[step.number]]) if step.number in traces.by else "",
                **_facts(step.event),
            }
            for step in plays
        ],
        "before": [_("Before it was corrected: {words}").format(words=told(event, names, t)) for event in before],
    }


def _facts(event: Event) -> dict[str, Any]:
    """What a correction of this play starts from; nothing for plays that cannot be corrected."""
    match event:
        case Thrown(dice, rerolled):
            return {"kind": "thrown", "dice": list(dice), "rerolled": rerolled}
        case Flipped(faces):
            return {"kind": "flipped", "faces": list(faces)}
        case Written(box, points, sign, sobre):
            return {"kind": "written", "box": box.value, "points": points, "sign": sign.value, "sobre": sobre}
        case _:
            return {"kind": "other"}
