"""The value of every card at the start of a turn, exactly, for any house. Knows numbers; what is legal the rules say.

Backwards from the full card: the value of a place is the mean over its 252 first throws of the best that can be done
with each. What a throw may write comes from `rules.terms`; here the same is only chosen from for many cards at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from table import rules
from table.card import Box
from table.dice import FACES, THROWS, Dice
from table.house import Crossing, House, Rethrow, SecondFlip
from table.ledger import CROSSED, Ledger, Place, Play, Purse
from table.result import Result
from table.worth import is_dormida

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]

NEVER = -np.inf
AT_ONCE = 128
"""Places worked on together: more is no faster and takes memory, some 1 MB each for the largest arrays of 16."""

KEEPS: tuple[Dice, ...] = tuple(k for n in range(5) for k in combinations_with_replacement(FACES, n))
"""All 210 ways to keep none to four dice, sorted faces; the first is to keep none."""


def ways(dice: Sequence[int]) -> int:
    """In how many orders these faces can fall."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in FACES)


@dataclass(frozen=True)
class Turn:
    """What a turn is worth at each of some places (first axis), as it goes on.

    first: by first throw.  keeps: for each throw that may follow, by kept dice, before it is thrown.
    """

    first: Floats
    keeps: tuple[Floats, ...]

    @property
    def value(self) -> Floats:
        """Before the first throw."""
        return np.asarray(self.first @ CHANCES[0], dtype=np.float64)


class Odds:
    """Everything about a house that does not depend on the card: what each throw may become, as numbers of plays."""

    def __init__(self, house: House):
        self.house = house
        self._rows: dict[tuple[object, ...], int] = {}
        self._plays: dict[Play, int] = {(box, CROSSED): number for number, box in enumerate(Box)}
        """The ten crosses come first, so that the number of a box is the number of its cross."""
        self._found: list[list[int]] = []
        self._forced: list[list[bool]] = []
        self._final: list[bool] = []
        self.first = np.array([self._row(Result(dice)) for dice in THROWS])
        self.later = np.array([[self._endings(Result(dice, 2, cup)) for dice in THROWS] for cup in (5, 1)])
        self.dormida = np.array(
            [
                [is_dormida(house, Result(dice, throw, cup)) for dice in THROWS]
                for throw, cup in ((1, 5), (2, 5), (2, 1))
            ]
        )
        self.rows: Whole = np.array(self._found)
        self.forced: Truths = np.array(self._forced)
        self.final: Truths = np.array(self._final)

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """Every play there can be, the ten crosses first."""
        return tuple(self._plays)

    @cached_property
    def points(self) -> Floats:
        """What each play writes."""
        return np.array([entry.points for _, entry in self.plays], dtype=np.float64)

    def _endings(self, result: Result) -> list[int]:
        """Rows of the dice as they lie, of turning each one, and of turning each two, as far as dice may be turned."""
        found = [self._row(result)]
        for count in (1, 2):
            for faces in combinations(result.thrown, count):
                allowed = count <= self.house.flips
                found.append(self._row(result.flipped(faces)) if allowed else found[0])
        return found

    def _row(self, result: Result) -> int:
        said = rules.terms(self.house, result)
        plays = [
            self._plays.setdefault((b, said.entries[b]), len(self._plays)) if b in said.entries else -1 for b in Box
        ]
        key = (tuple(plays), said.forced, said.final)
        if key not in self._rows:
            self._rows[key] = len(self._rows)
            self._found.append(plays)
            self._forced.append([b in said.forced or (bool(said.forced) and b is Box.GRANDE) for b in Box])
            self._final.append(said.final)
        return self._rows[key]


class Solver:
    """Values of the places of a purse, at first all 0; `solve` works them out."""

    def __init__(self, house: House, purse: Purse):
        self.house = house
        self.odds = Odds(house)
        self.ledger = Ledger(purse, self.odds.plays)
        self.values: Floats = np.zeros(len(self.ledger.places) + 1)
        """By number of the place; the last one, nowhere, stays 0."""

    def solve(self) -> "Solver":
        """Work out every value, those with fewest open boxes first; this solver again."""
        places = self.ledger.places
        start = sum(place.left == 0 for place in places)
        while start < len(places):
            left = places[start].left
            some = [place for place in places[start : start + AT_ONCE] if place.left == left]
            self.values[start : start + len(some)] = self.turn(some).value
            start += len(some)
        return self

    def value(self, place: Place) -> float:
        """The value of a place at the start of a turn."""
        return float(self.values[self.ledger.number[place]])

    def gain(self, place: Place, play: Play) -> float:
        """What a play is worth at a place, what follows included."""
        earned, there = self.ledger.purse.after(place, play)
        return earned + (0.0 if there is None else self.value(there))

    def worth(self, places: Sequence[Place]) -> Floats:
        """What each play is worth at each place, what follows included; `NEVER` where its box is used."""
        rows = [[(NEVER, -1) if to is None else to for to in self.ledger.row(place)] for place in places]
        both = np.array(rows)
        gains, there = both[..., 0], both[..., 1].astype(np.int64)
        return np.asarray(gains + self.values[there], dtype=np.float64)

    def turn(self, places: Sequence[Place]) -> Turn:
        """What a turn is worth at places that have equally many boxes open."""
        odds, worth = self.odds, self.worth(places)
        never = np.full((len(places), 1), NEVER)
        by_box = np.concatenate([worth, never], axis=1)[:, odds.rows]  # a row's missing boxes point at the last, never
        open_rows: Truths = np.asarray(by_box > NEVER)
        held: Truths = np.asarray(
            (odds.forced & open_rows)[..., :9].any(axis=2)
        )  # a combination de mano must be written
        by_box = np.where(held[..., None] & ~odds.forced, NEVER, by_box)
        wrote = by_box.max(axis=2)
        crossed = worth[:, : len(Box)].max(axis=1)
        best = np.where(open_rows, np.append(odds.points, 0.0)[odds.rows], 0.0).max(axis=2)
        after = [self._ended(number, wrote, crossed, best, held) for number in range(2)]
        keeps: list[Floats] = []
        for throw in range(self.house.throws, 1, -1):
            keeps.append(_before(after))
            if throw > 2:
                held_as_thrown = [held[:, odds.later[number, :, 0]] | odds.dormida[1 + number] for number in range(2)]
                best_keep = self._best_keep(keeps[-1])
                after = [
                    np.where(stop, a, np.maximum(a, best_keep)) for stop, a in zip(held_as_thrown, after, strict=True)
                ]
        first = wrote[:, odds.first]
        stop = held[:, odds.first] | odds.dormida[0]
        first = np.where(odds.dormida[0], 1.0, np.where(stop, first, np.maximum(first, self._best_keep(keeps[-1]))))
        return Turn(first, tuple(reversed(keeps)))

    def _ended(self, number: int, wrote: Floats, crossed: Floats, best: Floats, held: Truths) -> Floats:
        """By later throw, what ending the turn with it is worth, flips included. number: 0 for a throw of all five."""
        odds, house = self.odds, self.house
        rows = odds.later[number]
        value: Floats = wrote[:, rows]
        scores: Truths = np.asarray(value > NEVER)
        legal = np.ones_like(scores)
        if house.second_flip is SecondFlip.ONLY_IF_BETTER:
            points = best[:, rows]
            singles = np.array(list(combinations(range(1, 6), 2)))
            legal[..., 6:] = points[..., 6:] > np.minimum(points[..., singles[:, 0]], points[..., singles[:, 1]])
        final = odds.final[rows] & legal
        if house.crossing is Crossing.FREE:
            may_cross = final
        elif house.crossing is Crossing.FINAL_DICE:
            may_cross = final & ~scores
        else:
            may_cross = final & ~(scores & legal).any(axis=2, keepdims=True)
        value = np.where(may_cross, np.maximum(value, crossed[:, None, None]), np.where(legal, value, NEVER))
        value = np.where(held[:, rows[:, 0]], value[..., 0], value.max(axis=2))
        return np.where(odds.dormida[1 + number], 1.0, value)

    def _best_keep(self, keeps: Floats) -> Floats:
        """By throw, the best of its keeps."""
        if self.house.rethrow is Rethrow.ALL_FIVE_ONLY:
            return keeps[:, :1]
        return np.asarray(keeps[:, KEPT_OF].max(axis=2), dtype=np.float64)


def _before(after: list[Floats]) -> Floats:
    """By kept dice, the mean over what may fall."""
    return np.concatenate([after[0] @ CHANCES[:1].T, after[1] @ CHANCES[1:].T], axis=1)


def _chances() -> Floats:
    number = {dice: index for index, dice in enumerate(THROWS)}
    table = np.zeros((len(KEEPS), len(THROWS)))
    for row, kept in enumerate(KEEPS):
        for fell in combinations_with_replacement(FACES, 5 - len(kept)):
            table[row, number[tuple(sorted((*kept, *fell)))]] += ways(fell) / 6 ** len(fell)
    return table


def _kept_of() -> Whole:
    number = {kept: index for index, kept in enumerate(KEEPS)}
    table = np.zeros((len(THROWS), 31), dtype=np.int64)
    for row, dice in enumerate(THROWS):
        kept = [number[some] for n in range(5) for some in combinations(dice, n)]
        table[row, : len(kept)] = kept
    return table


CHANCES = _chances()
"""By kept dice and by throw, the chance of that throw."""

KEPT_OF = _kept_of()
"""By throw, the numbers of its 31 keeps."""
