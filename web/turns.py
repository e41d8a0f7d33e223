"""Which plays of a match count, whose they were, and which make a turn. Pure; knows events, no words."""

from collections.abc import Iterator
from dataclasses import dataclass

from table.card import Box
from table.events import (
    Conceded,
    Event,
    GivenUp,
    LotCast,
    Passed,
    Started,
    Won,
    Written,
)
from table.state import State, evolve


@dataclass(frozen=True, slots=True)
class Step:
    """One play that counts. number: as corrections name it.  side: index of whose it was, None for the match's own."""

    number: int
    side: int | None
    event: Event


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
    made = [turn for turn in turns(state) if (last := turn[-1]).side == side and _writes(last.event, box)]
    return made[which] if which < len(made) else []


def turn_now(state: State) -> list[Step]:
    """The plays of the turn that is not at its end yet."""
    last = next(reversed(list(turns(state))), [])
    return [] if not last or isinstance(last[-1].event, Written | Passed) or last[-1].side != state.turn else last


def turns(state: State) -> Iterator[list[Step]]:
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


def where(state: State, number: int) -> tuple[int, int] | None:
    """The side that made a play, and the how manieth of its turns that was in."""
    own = [turn for turn in turns(state) if turn[0].side is not None]
    found = next((turn for turn in own if any(step.number == number for step in turn)), None)
    if found is None or found[0].side is None:
        return None
    return found[0].side, [turn for turn in own if turn[0].side == found[0].side].index(found)
