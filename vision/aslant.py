"""Which tops look another way than where they lie makes expect. Knows places and looks, no picture and no net.

The top of a die that lies flat looks past the lens by as much as its place is off the one below the lens. Where that
is and how fast it grows are told by the other dice, as far as they are; a camera hangs about straight, in the middle.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.sight import Floats

ASLANT = 0.25
"""Sine by which the camera usually hangs aslant, right or down: 14°."""
RATE, RATES = 1.0, 0.8
"""Sine by which tops look further out from one end of the picture to the other, and how much that differs: a camera of
62° has 1.2, a wide one 2, a part cut out of a picture less than a half."""
NOISE = 0.03
"""Sine by which a look is told wrongly at least, on a picture unlike those the net has learnt from."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """How n tops look.

    places: from the middle of the picture, right and down, in its longer sides, n × 2. looks: sines, right and down,
    n × 2. usual: how far off these usually are, n. leans: how likely each lies slanted by what shows of it alone, n.
    """

    places: Floats
    looks: Floats
    usual: Floats
    leans: Floats

    def of(self, some: Sequence[int]) -> "Looks":
        """Those of some of them."""
        which = np.array(some, np.intp)
        return Looks(self.places[which], self.looks[which], self.usual[which], self.leans[which])


def surprise(one: Looks, others: Looks) -> tuple[float, float]:
    """How far one top looks another way than the others make expect, and how far it usually would: sines."""
    known = np.diag((ASLANT**-2, ASLANT**-2, RATES**-2))
    pull = np.array((0, 0, RATE * RATES**-2))
    for place, looks, usual in zip(others.places, others.looks, others.usual, strict=True):
        part, weight = _part(place), 1 / (usual**2 + NOISE**2)
        known = known + weight * part.T @ part
        pull = pull + weight * part.T @ looks
    part, spread = _part(one.places[0]), np.linalg.inv(known)
    off = one.looks[0] - part @ spread @ pull
    return float(np.hypot(*off)), float(np.sqrt(np.trace(part @ spread @ part.T) / 2 + one.usual[0] ** 2 + NOISE**2))


def surprises(looks: Looks) -> tuple[Floats, Floats]:
    """The same for each of n tops beside the n − 1 others."""
    every = range(len(looks.usual))
    told = [surprise(looks.of([k]), looks.of([j for j in every if j != k])) for k in every]
    off, usual = zip(*told, strict=True)
    return np.array(off), np.array(usual)


def _part(place: Floats) -> Floats:
    return np.array([(1, 0, place[0]), (0, 1, place[1])])
