"""Marks like the pips of the dice that were read, and no die to explain them. Knows marks and dice, no colours."""

from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.find import Found
from vision.laid import aces
from vision.spots import Spots
from vision.tuning import Tuning
from vision.weigh import weigh


def strays(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Their places: pips of dice that were not understood, or of another colour, or drawn out by a lean."""
    kinds = (_leftover, _of_other_colour, _together, _three_together, _on_a_body, _of_a_two)
    return list(dict.fromkeys(place for kind in kinds for place in kind(found, tuning)))


def _leftover(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Marks that look like the pips found but belong to no die and to no die's side."""
    unit, r, depth = found.typical
    at = np.array([(w.face.x, w.face.y) for w in found.dice]).T
    out = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        used = _used(found, sign)
        deep = s.depth / depth
        akin = (deep > tuning.akin_depth) & (s.r > tuning.akin_least * r) & (s.r < tuning.akin_most * r)
        akin &= (s.aspect < tuning.akin_long) & (s.ragged < tuning.akin_ragged)
        ragged = s.ragged < tuning.single_as_ragged * _raggedest(found, sign)
        twin = (np.abs(np.log(deep)) < tuning.twin) & (np.abs(np.log(s.r / np.float32(r))) < tuning.twin)
        twin &= (s.clean > tuning.cleanest_rim) & (s.aspect < tuning.twin_long) & ragged
        as_clean = twin | (ragged & (s.aspect < tuning.single_long) & (deep < tuning.far_deepest))
        kind = (s.aspect < tuning.kind_long) & (s.ragged < tuning.kind_ragged) | as_clean
        kind &= (deep > tuning.akin_depth) & (s.r > tuning.kind_least * r) & (s.r < tuning.kind_most * r)
        kind &= s.clean > tuning.clean_rim
        clean = (s.ragged < tuning.far_ragged) | as_clean
        free = kind | akin
        free[used] = False
        for i in free.nonzero()[0].tolist():
            x, y = float(s.x[i]), float(s.y[i])
            apart = [float(d) for d in np.hypot(x - at[0], y - at[1]) / unit]
            d = min(apart)
            pale = d < tuning.own_body and s.contrast[i] < tuning.side_pale * found.dice[apart.index(d)].face.contrast
            slanted = s.aspect[i] > tuning.side_long or s.r[i] < tuning.side_small * r or pale
            beside = tuning.on_top < d < tuning.own_side and slanted  # a pip of a visible side face
            # within a die anything like a pip counts; far from all dice only what is one in every respect
            alike = deep[i] > tuning.far_depth and clean[i]
            counts = d < tuning.on_top or (kind[i] and (d < tuning.far_off or alike))
            if counts and not beside and found.sight.inside(x, y, tuning.stray_from_edge * unit):
                out.append((x, y))
    return out


def _of_other_colour(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Four marks together, light where the pips found are dark or dark where they are light: a black die among white
    ones."""
    unit, r, _ = found.typical
    out = []
    for sign in {1, -1} - {w.face.sign for w in found.dice}:
        s = found.marks[sign]
        like = (s.r > tuning.akin_least * r) & (s.r < tuning.akin_most * r) & (s.depth > tuning.other_deep)
        like &= (s.aspect < tuning.other_long) & (s.ragged < tuning.other_ragged) & _away(found, sign, tuning.own_body)
        out += _crowd(s, like, tuning.other_near * unit, 3)
    return out


def _used(found: Found, sign: int) -> list[int]:
    """The marks of this polarity that are pips of the dice read."""
    return [i for w in found.dice if w.face.sign == sign for i in w.face.pips]


def _away(found: Found, sign: int, units: float) -> NDArray[np.bool_]:
    """Which marks of this polarity lie further than this many units from the middle of every die."""
    return np.asarray((found.away[sign] > units).all(axis=0), np.bool_)


def _in_view(found: Found, sign: int, px: float) -> NDArray[np.bool_]:
    """Which marks of this polarity lie further than this from the edge of the picture."""
    s, (h, w) = found.marks[sign], found.sight.shape
    return np.asarray((np.minimum(s.x, w - s.x) > px) & (np.minimum(s.y, h - s.y) > px), np.bool_)


def _pip_sized(found: Found, sign: int, tuning: Tuning) -> NDArray[np.bool_]:
    """Which marks of this polarity are about as large as the pips found, perhaps drawn out, and on none of the dice."""
    s, (_, r, _) = found.marks[sign], found.typical
    sized = (s.r > tuning.stray_least * r) & (s.r < tuning.stray_most * r) & (s.aspect < tuning.stray_long)
    return np.asarray(sized & _away(found, sign, tuning.stray_away), np.bool_)


def _crowd(s: Spots, like: NDArray[np.bool_], reach: float, others: int) -> list[tuple[float, float]]:
    """Those of these marks that have at least so many others of them within reach (px)."""
    x, y = s.x[like], s.y[like]
    if len(x) <= others:
        return []
    many = (np.hypot(x[:, None] - x, y[:, None] - y) < reach).sum(axis=1) > others
    return list(zip(x[many].tolist(), y[many].tolist(), strict=True))


def _together(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Two marks or more side by side, as strong as pips though drawn out: a die that leans."""
    unit, _, depth = found.typical
    out = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        like = (
            _pip_sized(found, sign, tuning) & (s.depth > tuning.stray_depth * depth) & (s.clean > tuning.cleanest_rim)
        )
        like &= s.ragged < max(tuning.stray_ragged, tuning.as_ragged * _raggedest(found, sign))
        like &= s.outside > tuning.stray_lit * median(s.outside[_used(found, sign)].tolist())
        out += _crowd(s, like, tuning.stray_near * unit, 1)
    return out


def _three_together(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Three marks or more side by side, as strong as pips, however ragged a blurred picture makes all of them."""
    unit, _, depth = found.typical
    out = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        like = _pip_sized(found, sign, tuning) & (s.depth > tuning.three_depth * depth)
        like &= s.ragged < max(tuning.kind_ragged, tuning.three_ragged * _raggedest(found, sign))
        out += _crowd(s, like, tuning.other_near * unit, 2)
    return out


def _raggedest(found: Found, sign: int) -> float:
    """The most that the rim of a pip scatters of the dice read, in radii."""
    return float(found.marks[sign].ragged[_used(found, sign)].max())


def _on_a_body(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Single marks of a pip's size in the middle of a plain body that ends where a die would: an ace in a glare."""
    unit, r, depth = found.typical
    out = []
    own = {w.face.sign for w in found.dice}
    for sign in (1, -1):
        s = found.marks[sign]
        least = tuning.stray_pale * depth if sign in own else tuning.stray_other
        like = (s.depth > least) & (s.r > tuning.kind_least * r) & (s.r < tuning.ace_large * r)
        like &= (s.aspect < tuning.single_long) & (s.ragged < tuning.single_ragged) & (s.clean > tuning.cleanest_rim)
        like &= _away(found, sign, tuning.stray_away)
        like &= _in_view(found, sign, tuning.single_from_edge * unit)
        rows = like.nonzero()[0]
        if len(rows):
            single = aces(s, rows, np.full(len(rows), unit)).faces()
            weighed = weigh(found.sight, single, tuning, tuning.stray_patchy, tuning.stray_empty)
            out += [(w.face.x, w.face.y) for w in weighed if w.closed > tuning.single_closed]
    return out


def faint(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Marks on none of the dice that may be what a glare has left of few pips; of many those most like pips."""
    unit, r, depth = found.typical
    out: list[tuple[float, float, float]] = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        like = (s.depth > tuning.faint_depth * depth) & (s.r > tuning.faint_small * r) & (s.r < tuning.ace_large * r)
        like &= (s.aspect < tuning.faint_long) & _away(found, sign, tuning.stray_away)
        like &= _in_view(found, sign, tuning.single_from_edge * unit)
        unlike = np.abs(np.log(s.depth / np.float32(depth))) + np.abs(np.log(s.r / np.float32(r)))
        out += zip(unlike[like].tolist(), s.x[like].tolist(), s.y[like].tolist(), strict=True)
    return [(x, y) for _, x, y in sorted(out)[: tuning.faint_most]]


def _of_a_two(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Marks like an ace that was read, as far from it as the pips of a two: one of the two may pass for an ace."""
    out: list[tuple[float, float]] = []
    for k, f in enumerate(w.face for w in found.dice):
        if f.value == 1:
            s, away = found.marks[f.sign], found.away[f.sign][k]
            like = (away > tuning.two_least) & (away < tuning.two_most) & (s.r > tuning.two_size * f.r)
            like &= (s.depth > tuning.two_depth * f.depth) & (s.contrast > tuning.two_contrast * f.contrast)
            like &= s.aspect < tuning.twin_long
            like[_used(found, f.sign)] = False
            out += zip(s.x[like].tolist(), s.y[like].tolist(), strict=True)
    return out
