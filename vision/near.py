"""Which of many places lie near which others, without asking each about each. Knows numbers alone."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Rows = NDArray[np.intp]


def within_reach(places: Floats, at: Floats, reach: Floats) -> tuple[Rows, Rows]:
    """Every pair of a row of `at` and a row of `places` no further apart than the first's reach, and a few more.

    One coordinate only: who needs two looks at the other himself. Pairs come in the order of `at`.

    >>> within_reach(np.array([5.0, 1.0]), np.array([1.5, 9.0]), np.array([1.0, 1.0]))
    (array([0]), array([1]))
    """
    order = np.argsort(places, kind="stable")
    far = reach * 1.0001 + 1e-3  # single precision: no pair at the very edge may be lost
    ordered = places[order]
    first = ordered.searchsorted(at - far, "left")
    count = ordered.searchsorted(at + far, "right") - first
    which = np.arange(len(at)).repeat(count)
    nth = np.arange(len(which)) - (count.cumsum() - count)[which]
    return which, order[first[which] + nth]


def nearest(which: Rows, place: Rows, distance: Floats, n: int) -> Rows:
    """For each of n the place with the least distance among its pairs, the lower of two as near; −1 where it has none.

    >>> nearest(np.array([1, 1]), np.array([7, 8]), np.array([0.5, 0.2]), 3)
    array([-1,  8, -1])
    """
    order = np.lexsort((place, distance, which))
    ordered = which[order]
    begins = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    first = order[begins]
    out = np.full(n, -1, dtype=np.intp)
    out[which[first]] = place[first]
    return out
