"""Marks like the pips of the dice that were read, and no die to explain them. Knows marks and dice, no colours."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.find import Found
from vision.laying import aces
from vision.spots import Spots
from vision.tuning import Tuning
from vision.weigh import weigh


def strays(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Their places: pips of dice that were not understood, or of another colour, or drawn out by a lean."""
    return _leftover(found) + _of_other_colour(found) + _together(found, tuning) + _on_a_body(found, tuning)


def _leftover(found: Found) -> list[tuple[float, float]]:
    """Marks that look like the pips found but belong to no die and to no die's side."""
    unit, r, depth = found.typical()
    out = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        used = _used(found, sign)
        deep = s.depth / depth
        akin = (deep > 0.5) & (s.r > 0.6 * r) & (s.r < 1.6 * r) & (s.aspect < 2.2) & (s.ragged < 0.12)
        kind = (deep > 0.5) & (s.r > 0.75 * r) & (s.r < 1.4 * r) & (s.aspect < 1.4) & (s.ragged < 0.08)
        kind &= s.clean > 0.85
        free = kind | akin
        free[used] = False
        for i in np.flatnonzero(free):
            x, y = float(s.x[i]), float(s.y[i])
            d, nearest = min(
                ((float(np.hypot(x - w.face.x, y - w.face.y)) / unit), k) for k, w in enumerate(found.dice)
            )
            pale = d < 3.2 and s.contrast[i] < 0.5 * found.dice[nearest].face.contrast  # a side is lit less than a top
            beside = 1.9 < d < 4.0 and (s.aspect[i] > 1.25 or s.r[i] < 0.8 * r or pale)  # a pip of a visible side face
            # within a die anything like a pip counts; far from all dice only what is one in every respect
            counts = d < 1.9 or (kind[i] and (d < 5 or (deep[i] > 0.65 and s.ragged[i] < 0.065)))
            if counts and not beside and found.sight.inside(x, y, 1.2 * unit):
                out.append((x, y))
    return out


def _of_other_colour(found: Found) -> list[tuple[float, float]]:
    """Four marks together, light where the pips found are dark or dark where they are light: a black die among white
    ones."""
    unit, r, _ = found.typical()
    out = []
    for sign in {1, -1} - {w.face.sign for w in found.dice}:
        s = found.marks[sign]
        like = (s.r > 0.6 * r) & (s.r < 1.6 * r) & (s.aspect < 1.6) & (s.ragged < 0.1) & (s.depth > 0.6)
        for w in found.dice:
            like &= np.hypot(s.x - w.face.x, s.y - w.face.y) > 3.2 * w.face.unit
        x, y = s.x[like], s.y[like]
        together = (np.hypot(x[:, None] - x, y[:, None] - y) < 3 * unit).sum(axis=1) > 3  # itself and three more
        out += [(float(a), float(b)) for a, b in zip(x[together], y[together], strict=True)]
    return out


def _used(found: Found, sign: int) -> list[int]:
    """The marks of this polarity that are pips of the dice read."""
    return [i for w in found.dice if w.face.sign == sign for i in w.face.pips]


def _away(found: Found, s: Spots, units: float) -> NDArray[np.bool_]:
    """Which marks lie further than this many units from the middle of every die."""
    far = [np.hypot(s.x - w.face.x, s.y - w.face.y) > units * w.face.unit for w in found.dice]
    return np.asarray(np.all(far, axis=0), np.bool_)


def _together(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Two marks or more side by side, as strong as pips though drawn out: a die that leans."""
    unit, r, depth = found.typical()
    out = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        like = (s.depth > tuning.stray_depth * depth) & (s.r > 0.7 * r) & (s.r < 1.4 * r)
        like &= (s.aspect < 1.75) & (s.ragged < 0.065) & (s.clean > 0.9) & _away(found, s, tuning.stray_away)
        like &= s.outside > tuning.stray_lit * float(np.median([s.outside[i] for i in _used(found, sign)]))
        x, y = s.x[like], s.y[like]
        near = np.hypot(x[:, None] - x, y[:, None] - y) < tuning.stray_near * unit
        many = near.sum(axis=1) > 1  # itself and one more
        out += [(float(a), float(b)) for a, b in zip(x[many], y[many], strict=True)]
    return out


def _on_a_body(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Single marks of a pip's size in the middle of a plain body that ends where a die would: an ace in a glare."""
    unit, r, depth = found.typical()
    out = []
    own = {w.face.sign for w in found.dice}
    uneven = replace(tuning, patchy=0.25, empty_place=0.5)
    for sign in (1, -1):
        s = found.marks[sign]
        least = tuning.stray_pale * depth if sign in own else tuning.stray_other
        like = (s.depth > least) & (s.r > 0.75 * r) & (s.r < 1.8 * r) & (s.aspect < 1.3)
        like &= (s.ragged < 0.06) & (s.clean > 0.9) & _away(found, s, tuning.stray_away)
        h, w = found.sight.shape
        like &= (np.minimum(s.x, w - s.x) > 1.5 * unit) & (np.minimum(s.y, h - s.y) > 1.5 * unit)
        rows = np.flatnonzero(like)
        single = aces(s, rows, np.full(len(rows), unit)).faces(np.ones(len(rows), np.bool_))
        out += [(w.face.x, w.face.y) for w in weigh(found.sight, single, uneven) if w.closed > 0.8]
    return out
