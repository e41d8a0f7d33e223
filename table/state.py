"""Everything that is known, as the fold of what happened. Knows how events add up; not whether they were allowed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import assert_never

from table.card import Card, Entry
from table.events import Event, Flipped, GivenUp, Started, TakenBack, Thrown, Won, Written
from table.house import COCHABAMBA, HOUSES, House
from table.rules import Result


class Phase(StrEnum):
    """How far the match is."""

    NO_MATCH = "no_match"
    PLAYING = "playing"
    OVER = "over"
    GIVEN_UP = "given_up"


EMPTY = Card()


@dataclass(frozen=True, slots=True)
class Side:
    """A person or a pair, and their card."""

    name: str
    card: Card = EMPTY


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    version: how many events it took.  match: the match's number, from 1.  first: index of the side
    that began.  turn: index of the side whose turn it is.
    result: what lies in this turn, None before the first throw.  before: the state a `back` returns to.
    """

    version: int = 0
    match: int = 0
    house: House = COCHABAMBA
    phase: Phase = Phase.NO_MATCH
    sides: tuple[Side, ...] = ()
    first: int = 0
    turn: int = 0
    result: Result | None = None
    won: str | None = None
    before: "State | None" = None

    @property
    def side(self) -> Side:
        """The side whose turn it is; IndexError before any match."""
        return self.sides[self.turn]

    @property
    def round(self) -> int:
        """Which box of their card the side in turn is filling, from 1."""
        return len(self.side.card) + 1

    @property
    def rounds(self) -> int:
        """How many boxes a card has."""
        return 9 + self.house.grandes

    @property
    def winners(self) -> tuple[int, ...]:
        """Indices of the sides that won: one, or several that tie; none before the end."""
        if self.phase is not Phase.OVER:
            return ()
        if self.won:
            return (self.turn,)
        best = max(side.card.total for side in self.sides)
        return tuple(index for index, side in enumerate(self.sides) if side.card.total == best)


def evolve(state: State, event: Event) -> State:
    """The state after an event. Total: it judges nothing, so an old history always folds."""
    after = _after(state, event)
    return replace(after, version=state.version + 1)


def fold(events: Iterable[Event], start: State | None = None) -> State:
    """The state after all of these events."""
    return reduce(evolve, events, start or State())


def _after(state: State, event: Event) -> State:
    match event:
        case Started(house, sides, first):
            names = tuple(Side(name) for name in sides)
            return State(0, state.match + 1, HOUSES[house], Phase.PLAYING, names, first, first)
        case Thrown(dice, rerolled):
            throw = state.result.throw + 1 if state.result else 1
            # What was written before can't be taken back once the next throw lies: the chain is cut here.
            return replace(state, result=Result(dice, throw, rerolled), before=replace(state, before=None))
        case Flipped(faces):
            assert state.result is not None
            return replace(state, result=state.result.flipped(faces), before=state)
        case Written(box, points, sign):
            return _written(state, state.side.card.plus(box, Entry(points, sign)))
        case Won(how):
            before = state.before if state.result is None else state
            turn = state.turn if state.result else (state.turn - 1) % len(state.sides)
            return replace(state, phase=Phase.OVER, won=how, turn=turn, result=None, before=before)
        case TakenBack():
            assert state.before is not None
            return state.before
        case GivenUp():
            return replace(state, phase=Phase.GIVEN_UP, result=None, before=state)
        case _:
            assert_never(event)


def _written(state: State, card: Card) -> State:
    sides = tuple(replace(side, card=card) if i == state.turn else side for i, side in enumerate(state.sides))
    done = all(len(side.card) == state.rounds for side in sides)
    return replace(
        state,
        sides=sides,
        phase=Phase.OVER if done else Phase.PLAYING,
        turn=(state.turn + 1) % len(sides),
        result=None,
        before=state,
    )
