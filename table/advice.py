"""The best play for any state, and what each other one is worth. Knows values; what is legal the choices say.

A value is the expected number of points from here to the end of one's own card, this turn included, with no early end:
five equal from the cup count as a plain grande, and each attempt of a pair as a turn of its own.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from table.choices import choices
from table.events import Flip, Write
from table.house import DormidaOn, House
from table.ledger import Chance, Place, Points
from table.result import Result
from table.solving import KEEPS, Solver
from table.state import Phase, State


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep dice with these faces and throw the others again."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Something that may be done now. value: expected points to the end of the card."""

    what: Keep | Flip | Write
    value: float


def advise(state: State) -> tuple[Alternative, ...]:
    """Everything that may be done with the dice that lie, best first; nothing when none lie or the match is won."""
    if state.phase is not Phase.PLAYING or state.result is None or state.void or choices(state).dormida:
        return ()
    result, state = state.result, replace(state, house=_without_ends(state.house), attempt=1, sobre=None)
    solver = points_of(state.house)
    place = solver.ledger.purse.place(state.side.card)
    found = [*_keeps(state, result, solver, place), *_endings(state, result, solver, place)]
    return tuple(sorted(found, key=lambda known: -known.value))


def expected_total(house: House) -> float:
    """The points that the best play of one empty card brings on average."""
    return float(points_of(house).values[-2])


def win_chance(house: House) -> float:
    """The chance of winning at once within one's own turns, when nothing else is played for."""
    return float(chance_of(house).values[-2])


@lru_cache(8)
def points_of(house: House) -> Solver:
    """The solved points of a house, remembered."""
    own = _without_ends(house)
    return Solver(own, Points(own)).solve() if own == house else points_of(own)


@lru_cache(8)
def chance_of(house: House) -> Solver:
    """The solved chance of winning at once in a house, remembered."""
    own = replace(house, pairs=False)
    return Solver(own, Chance(own)).solve() if own == house else chance_of(own)


def _without_ends(house: House) -> House:
    return replace(house, name="", dormida=False, dormida_on=DormidaOn.ANY_ALL_FIVE, pairs=False)


def _keeps(state: State, result: Result, solver: Solver, place: Place) -> list[Alternative]:
    throws = choices(state).throws
    if not throws:
        return []
    worth = solver.turn([place]).keeps[result.throw - 1][0]
    dice = tuple(sorted(result.dice))
    kept = {some for count in throws for some in combinations(dice, 5 - count)}
    return [Alternative(Keep(faces), float(worth[KEEPS.index(faces)])) for faces in kept]


def _endings(state: State, result: Result, solver: Solver, place: Place) -> list[Alternative]:
    now = choices(replace(state, result=result))
    found = [Alternative(choice.wish, solver.gain(place, (choice.box, choice.entry))) for choice in now.boxes]
    for faces in now.turnings:
        after = _endings(state, result.flipped(faces), solver, place)
        found.append(Alternative(Flip(faces), max(way.value for way in after)))
    return found
