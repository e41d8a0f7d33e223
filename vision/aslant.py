"""Which tops look another way than where they lie makes expect. Knows places and looks, no picture and no net.

The top of a die that lies flat looks past the lens by as much as its place is off the one below the lens. Where that
is and how fast it grows are told by the other dice, as far as they are; a camera hangs about straight, in the middle.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    off, usual = _surprises(one, others, np.ones((1, len(others.usual)), np.bool_))
    return float(off[0]), float(usual[0])


def surprises(looks: Looks) -> tuple[Floats, Floats]:
    """The same for each of n tops beside the n − 1 others."""
    return _surprises(looks, looks, ~np.eye(len(looks.usual), dtype=np.bool_))


def _surprises(some: Looks, others: Looks, beside: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The same for each of some tops, told by those of the others that count beside it: some × others."""
    part = _part(others.places)
    weighed = part.transpose(0, 2, 1) * (1 / (others.usual**2 + NOISE**2))[:, None, None]
    known, pull = np.diag((ASLANT**-2, ASLANT**-2, RATES**-2)), np.array([(0,), (0,), (RATE * RATES**-2,)])
    ways = weighed @ others.looks[..., None]
    for counts, one, way in zip(beside.T[:, :, None, None], weighed @ part, ways, strict=True):
        known, pull = known + counts * one, pull + counts * way
    part, spread = _part(some.places), np.linalg.inv(known)
    off = some.looks - (part @ spread @ pull)[..., 0]
    unsure = np.trace(part @ spread @ part.transpose(0, 2, 1), axis1=1, axis2=2) / 2
    return np.hypot(*off.T), np.sqrt(unsure + some.usual**2 + NOISE**2)


def _part(places: Floats) -> Floats:
    part = np.zeros((len(places), 2, 3))
    part[:, 0, 0] = part[:, 1, 1] = 1
    part[:, :, 2] = places
    return part
