"""Which tops look another way than where they lie makes expect. Knows places and looks, no picture and no net.

The top of a die that lies flat looks past the lens by as much as its place is off the one below the lens. Where that
is and how fast it grows are told by the other dice, as far as they are; a camera hangs about straight, in the middle.
"""

import numpy as np

from vision.sight import Floats

ASLANT = 0.25
"""Sine by which the camera usually hangs aslant, right or down: 14°."""
RATE, RATES = 0.03, 0.04
"""Sine by which tops look further out for each side further from the middle, and how much that differs: the view has 33
sides, or 20, or 100."""
NOISE = 0.07
"""Sine by which a look is usually told wrongly."""


def surprise(looks: Floats, places: Floats, others: Floats, theirs: Floats) -> tuple[Floats, Floats]:
    """How far looks (sines right and down, n × 2) at places are from what other dice make expect, and the usual error.

    places: n × 2, sides from the middle of the picture; others, theirs: places and looks of the dice that tell, m × 2.
    """
    known = np.linalg.inv(
        np.diag((ASLANT**-2, ASLANT**-2, RATES**-2)) + sum(p.T @ p for p in map(_parts, others)) / NOISE**2
    )
    pull = (
        np.array((0, 0, RATE * RATES**-2))
        + sum(_parts(p).T @ v for p, v in zip(others, theirs, strict=True)) / NOISE**2
    )
    fit = known @ pull
    off = np.array([v - _parts(p) @ fit for p, v in zip(places, looks, strict=True)])
    usual = np.array([np.trace(_parts(p) @ known @ _parts(p).T) / 2 + NOISE**2 for p in places])
    return np.hypot(off[:, 0], off[:, 1]), np.sqrt(usual)


def surprises(looks: Floats, places: Floats) -> tuple[Floats, Floats]:
    """The same for each of n dice beside the n − 1 others."""
    one_by_one = [
        surprise(looks[k : k + 1], places[k : k + 1], np.delete(places, k, 0), np.delete(looks, k, 0))
        for k in range(len(looks))
    ]
    off, usual = (np.concatenate(column) for column in zip(*one_by_one, strict=True))
    return off, usual


def _parts(place: Floats) -> Floats:
    return np.array([(1, 0, place[0]), (0, 1, place[1])])
