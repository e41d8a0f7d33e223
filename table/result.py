"""Dice in the middle of a turn, and how they came to lie so. Knows no house and no box."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from table.dice import Dice, turned


@dataclass(frozen=True, slots=True)
class Result:
    """What lies in this turn.

    thrown: the faces as they fell.  throw: which throw of the turn, from 1.  rerolled: how many were in the cup for
    it.  flips: the faces that were turned since, each as it was before.
    """

    thrown: Dice
    throw: int = 1
    rerolled: int = 5
    flips: tuple[int, ...] = ()

    @property
    def dice(self) -> Dice:
        """The faces now."""
        return turned(self.thrown, self.flips)

    @property
    def unturned(self) -> Dice:
        """The faces of the dice that may still be turned over, sorted; none turns twice (§2.3)."""
        left = sorted(self.thrown)
        for face in self.flips:
            left.remove(face)
        return tuple(left)

    @property
    def all_five(self) -> bool:
        """Whether all five dice were in the cup."""
        return self.rerolled == 5

    def flipped(self, faces: Iterable[int]) -> "Result":
        """This result after one more die of each of these faces is turned; none turns twice (ValueError)."""
        result = replace(self, flips=(*self.flips, *faces))
        turned(result.thrown, result.flips)
        return result

    @property
    def plain(self) -> "Result":
        """The same result with dice and flips sorted: all that rules ever look at."""
        thrown, flips = tuple(sorted(self.thrown)), tuple(sorted(self.flips))
        return (
            self if (thrown, flips) == (self.thrown, self.flips) else Result(thrown, self.throw, self.rerolled, flips)
        )
