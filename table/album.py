"""What evidence belongs to: which event wrote which box, which still count, whose doing they were. Pure; no files."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from table.card import Box
from table.events import Corrected, Event, Started, Written
from table.state import State, evolve, fold

Place = tuple[int, int, Box, int]
"""A box of a card: match, side, box, and which of two grandes."""


class By(StrEnum):
    """What made an event happen: dice the camera saw, a press at the table, a tap on a phone."""

    EYE = "eye"
    BUTTON = "button"
    PHONE = "phone"


class Doer(NamedTuple):
    """Who did it. phone: the number of the host's phone; 0 where it has none or it was no phone."""

    by: By
    phone: int = 0

    def __str__(self) -> str:
        return f"{self.by} {self.phone}" if self.phone else str(self.by)


def placed(state: State, events: Iterable[Event]) -> Mapping[Place, int]:
    """The number of the event that wrote each box, for events that followed on `state`.

    >>> placed(State(), [])
    {}
    """
    found: dict[Place, int] = {}
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, Written) and before.sides:
            which = len(before.side.card[event.box])
            found[before.match, before.turn, event.box, which] = state.version
    return found


def last_match(history: Sequence[Event]) -> tuple[Sequence[Event], int]:
    """All that happened in a history's last match, and the number of its first event; nothing when there was none."""
    begins = next((i for i in range(len(history) - 1, -1, -1) if isinstance(history[i], Started)), len(history))
    return history[begins:], begins + 1


def counting(match: Sequence[Event], first: int) -> tuple[int, ...]:
    """The numbers of a match's events that still count, in the order of `State.events`. first: that of its first.

    What a correction only told once more keeps the number of when it happened.
    """
    state, numbers = State(), tuple[int, ...]()
    before = list[tuple[Event, int]]()  # the correction: what followed on it, as it was
    for number, event in enumerate(match, first):
        told = list(zip(state.events, numbers, strict=True))
        state = evolve(state, event)
        if isinstance(event, Corrected):
            before = told[len(state.events) :]
        if len(state.events) <= len(told):
            numbers = numbers[: len(state.events)]
            continue
        again = next((i for i, (old, _number) in enumerate(before) if _same(old, event)), None)
        numbers += (number if again is None else before[again][1],)
        if again is not None:
            del before[: again + 1]
    return numbers


def album(history: Sequence[Event]) -> Mapping[Place, int]:
    """The number of the event that wrote each box of the last match, when it first did.

    >>> album([])
    {}
    """
    match, first = last_match(history)
    numbers, now = counting(match, first), State(match=sum(isinstance(event, Started) for event in history) - 1)
    found: dict[Place, int] = {}
    for number, event in zip(numbers, fold(match).events, strict=True):
        found |= dict.fromkeys(placed(now, [event]), number)
        now = evolve(now, event)
    return found


def _same(old: Event, again: Event) -> bool:
    """Whether a play was only told once more; a box is the same with other points, and marked as corrected."""
    if isinstance(old, Written) and isinstance(again, Written):
        return old.box is again.box
    return old == again
