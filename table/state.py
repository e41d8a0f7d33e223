"""Everything that is known, as the fold of what happened. Knows how events add up; not whether they were allowed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import assert_never

from table.card import Card, Entry
from table.events import (
    Conceded,
    Corrected,
    Event,
    Flipped,
    GivenUp,
    LeftSobre,
    LotCast,
    Passed,
    Started,
    TakenBack,
    Thrown,
    Voided,
    Won,
    Written,
)
from table.house import House, Tie
from table.houses import COCHABAMBA
from table.lot import Lot
from table.result import Result


class Phase(StrEnum):
    """How far the match is."""

    NO_MATCH = "no_match"
    DRAWING = "drawing"
    PLAYING = "playing"
    PLAYOFF = "playoff"
    OVER = "over"
    GIVEN_UP = "given_up"


EMPTY = Card()


@dataclass(frozen=True, slots=True)
class Side:
    """A person or a pair, and their card. out: whether they conceded."""

    name: str
    card: Card = EMPTY
    out: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    version: how many events it took.  match: the match's number, from 1.  home: the house this table plays by when
    nobody says otherwise; house: the one of this match.  first: index of the side that began.  turn: index of the side
    whose turn it is, or that won at once.
    result: what lies in this turn, None before the first throw.  void: a throw that has to be made again.
    attempt: 1, or 2 for the second of a pair.  sobre: what a pair left on hold.
    lot: one die each, for who starts or in a play-off.  wins: sides that won at once, and how.
    champion: index of the side that won the play-off.
    before: the state a `back` returns to.  events: what happened in this match and still counts.
    """

    version: int = 0
    match: int = 0
    house: House = COCHABAMBA
    phase: Phase = Phase.NO_MATCH
    sides: tuple[Side, ...] = ()
    first: int = 0
    turn: int = 0
    result: Result | None = None
    void: Voided | None = None
    attempt: int = 1
    sobre: Result | None = None
    lot: Lot | None = None
    wins: tuple[tuple[int, str], ...] = ()
    champion: int | None = None
    before: "State | None" = None
    events: tuple[Event, ...] = ()
    home: House = COCHABAMBA

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
    def won(self) -> str | None:
        """How the match was won at once: by the first that did, or None."""
        return self.wins[0][1] if self.wins else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Indices of the sides that won: one, or several that tie; none before the end."""
        return self.leaders if self.phase is Phase.OVER else ()

    @property
    def leaders(self) -> tuple[int, ...]:
        """Indices of the sides that would win as things stand: by play-off, at once, or by total if not out."""
        if self.champion is not None:
            return (self.champion,)
        if self.wins:
            return tuple(index for index, _ in self.wins)
        best = max((side.card.total for side in self.sides if not side.out), default=0)
        return tuple(i for i, side in enumerate(self.sides) if not side.out and side.card.total == best)


def evolve(state: State, event: Event) -> State:
    """The state after an event. Total: it judges nothing, so an old history always folds."""
    after = _after(state, event)
    retold = isinstance(event, Started | TakenBack | Corrected)
    events = after.events if retold else (*state.events, event)
    return replace(after, version=state.version + 1, events=events)


def fold(events: Iterable[Event], start: State | None = None) -> State:
    """The state after all of these events."""
    return reduce(evolve, events, start or State())


def up_to(state: State, at: int) -> State:
    """The match as it was before its event number `at`, from 1."""
    return fold(state.events[: at - 1], State(match=state.match - 1, home=state.home))


def last_box(state: State) -> int:
    """Which event of the match wrote the last box, from 1; 0 when none did, or somebody left the match since."""
    for number in range(len(state.events), 0, -1):
        match state.events[number - 1]:
            case Written():
                return number
            case Conceded() | GivenUp():
                return 0
    return 0


def _after(state: State, event: Event) -> State:
    match event:
        case Started():
            return _started(state, event)
        case LotCast(face):
            return _cast(state, face)
        case Thrown(dice, rerolled):
            throw = state.result.throw + 1 if state.result else 1
            # What was written before can't be taken back once the next throw lies: the chain is cut here.
            return replace(state, result=Result(dice, throw, rerolled), void=None, before=replace(state, before=None))
        case Voided():
            return replace(state, void=event, before=replace(state, before=None))
        case Flipped(faces):
            assert state.result is not None
            return replace(state, result=state.result.flipped(faces), before=state)
        case Written(box, points, sign, _, corrected):
            card = state.side.card.plus(box, Entry(points, sign, corrected))
            return _attempted(_with_side(state, replace(state.side, card=card)), state)
        case LeftSobre():
            return replace(state, attempt=2, sobre=state.result, result=None, before=state)
        case Passed():
            return _next(replace(state, before=state))
        case Won(how):
            return _won(state, how)
        case TakenBack(box=True):
            return up_to(state, last_box(state))
        case TakenBack():
            assert state.before is not None
            return state.before
        case Conceded(index):
            sides = tuple(replace(side, out=side.out or i == index) for i, side in enumerate(state.sides))
            left = sum(not side.out for side in sides)
            after = replace(state, sides=sides, before=state)
            return _ended(after) if left < 2 else _next(after) if index == state.turn else after
        case GivenUp():
            return replace(state, phase=Phase.GIVEN_UP, result=None, void=None, lot=None, before=state)
        case Corrected(at):
            return up_to(state, at)
        case _:  # pragma: no cover
            assert_never(event)


def _started(state: State, event: Started) -> State:
    return State(
        match=state.match + 1,
        house=event.house,
        phase=Phase.DRAWING if event.first is None else Phase.PLAYING,
        sides=tuple(Side(name) for name in event.sides),
        first=event.first or 0,
        turn=event.first or 0,
        lot=Lot(tuple(range(len(event.sides)))) if event.first is None else None,
        events=(event,),
        home=state.home,
    )


def _cast(state: State, face: int) -> State:
    assert state.lot is not None
    lot = state.lot.plus(face)
    if lot.winner is None:
        return replace(state, lot=lot, turn=lot.turn, before=state)
    if state.phase is Phase.DRAWING:
        return replace(state, phase=Phase.PLAYING, lot=None, first=lot.winner, turn=lot.winner, before=state)
    return replace(state, phase=Phase.OVER, lot=None, champion=lot.winner, turn=lot.winner, before=state)


def _with_side(state: State, side: Side) -> State:
    return replace(state, sides=tuple(side if i == state.turn else other for i, other in enumerate(state.sides)))


def _attempted(state: State, before: State) -> State:
    """After a play: a pair that wrote on its first attempt has another while its card has room."""
    state = replace(state, result=None, sobre=None, before=before)
    if state.house.pairs and state.attempt == 1 and len(state.side.card) < state.rounds:
        return replace(state, attempt=2)
    return _next(state)


def _next(state: State) -> State:
    """The next side clockwise that is in the match and has a box open; the end when none is, or the round is won."""
    state = replace(state, result=None, void=None, sobre=None, attempt=1)
    count = len(state.sides)
    for step in range(1, count + 1):
        turn = (state.turn + step) % count
        side = state.sides[turn]
        if not side.out and len(side.card) < state.rounds:
            new_round = (turn - state.first) % count <= (state.turn - state.first) % count
            return _ended(state) if state.wins and new_round else replace(state, turn=turn)
    return _ended(replace(state, turn=(state.turn + 1) % count))


def _ended(state: State) -> State:
    state = replace(state, phase=Phase.OVER, result=None, void=None, sobre=None)
    leaders = state.leaders
    if len(leaders) > 1 and state.house.tie is Tie.PLAYOFF:
        return replace(state, phase=Phase.PLAYOFF, lot=Lot(leaders), turn=leaders[0])
    return state


def _won(state: State, how: str) -> State:
    """A dormida wins as it lies; the other wins come with the box just written, and are taken back with it."""
    lying = state.result is not None or state.before is None
    before = state if lying else state.before
    assert before is not None
    wins = (*state.wins, (before.turn, how))
    after = replace(state, phase=Phase.PLAYING, turn=before.turn, lot=None, wins=wins, before=before)
    if state.house.finish_round:
        return _next(after)
    return replace(after, phase=Phase.OVER, result=None, sobre=None, attempt=1)
