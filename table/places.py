"""Which die is which, by where it lies. Knows distances between dice; not throws, flips or turns."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from math import hypot

from vision.reading import Die

IN_PLACE = 0.5
"""Sides of a die. Two dice cannot lie nearer than one side, so within half of one there is only one candidate."""


def distance(a: Die, b: Die) -> float:
    """How far apart two dice lie, in sides of a die."""
    return hypot(a.x - b.x, a.y - b.y) / max(a.size, b.size, 1.0)


def in_place(old: Die, new: Die) -> bool:
    """Whether the new die lies where the old one did, whatever it shows."""
    return distance(old, new) <= IN_PLACE


def stayed(old: Iterable[Die], new: Iterable[Die]) -> int:
    """How many of the old dice still lie in their place and show their face."""
    seen = tuple(new)
    return sum(any(in_place(die, other) and die.value == other.value for other in seen) for die in old)


def same(old: Sequence[Die], new: Sequence[Die]) -> bool:
    """Whether nothing changed: as many dice, each in its place with its face."""
    return len(old) == len(new) == stayed(old, new)


def faces(dice: Iterable[Die]) -> Counter[int]:
    """How many dice show each face."""
    return Counter(die.value for die in dice)


def partners(old: Sequence[Die], new: Sequence[Die]) -> tuple[int, ...]:
    """For each new die, the index of the old die that it is. Both hold equally many, at most six.

    Dice that lie in place, as they were or turned over, are themselves. Among the others, which were moved or changed
    places, the pairing is taken that needs the fewest faces no turn explains, then the shortest way.
    """
    found: dict[int, int] = {}
    for j, die in enumerate(new):
        near = [i for i, other in enumerate(old) if _itself(other, die) and i not in found.values()]
        if near:
            found[j] = min(near, key=lambda i: (distance(old[i], die), i))
    left_old = [i for i in range(len(old)) if i not in found.values()]
    left_new = [j for j in range(len(new)) if j not in found]

    def cost(order: tuple[int, ...]) -> tuple[int, float]:
        pairs = [(old[i], new[j]) for i, j in zip(order, left_new, strict=True)]
        odd = sum(not _explained(a, b) for a, b in pairs)
        return odd, sum(distance(a, b) for a, b in pairs)

    best = min(permutations(left_old), key=cost)
    found.update(zip(left_new, best, strict=True))
    return tuple(found[j] for j in range(len(new)))


def _explained(old: Die, new: Die) -> bool:
    """Whether the die shows its face, or the other side of it."""
    return new.value in (old.value, 7 - old.value)


def _itself(old: Die, new: Die) -> bool:
    return in_place(old, new) and _explained(old, new)


def moved(old: Sequence[Die], new: Sequence[Die]) -> int:
    """How many of the new dice lie where no old one did."""
    return sum(not any(in_place(other, die) for other in old) for die in new)
