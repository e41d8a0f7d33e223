"""Where the dice are: which faces laid over the marks stand, each on a body of its own. Knows nothing of doubts."""

from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.family import apart, families
from vision.laid import Laid, Rows, aces
from vision.laying import lay, lone
from vision.quality import bare, judged, plausible, standing, without_bodies
from vision.sight import Floats, Sight
from vision.spots import Marks, Spots, find_spots
from vision.tuning import Tuning
from vision.weigh import Weighed, bodies_around, weigh


@dataclass(frozen=True, eq=False)
class Found:
    """All that was seen: what was looked at, the marks, the faces that stand as dice, and those too pale to be some.

    bare: where there are no dice, the fours to sixes that nearly are some: too weak to prove that dice are there, or
    without a body that is seen.
    """

    sight: Sight
    marks: Marks
    dice: list[Weighed]
    pale: list[Weighed]
    bare: list[Weighed]

    @cached_property
    def typical(self) -> tuple[float, float, float]:
        """Unit (px), pip radius (px) and depth of the dice in the middle of all; only where there are dice."""
        unit, r, depth = map(median, zip(*((w.face.unit, w.face.r, w.face.depth) for w in self.dice), strict=True))
        return unit, r, depth

    @cached_property
    def away(self) -> dict[int, Floats]:
        """How far the marks of either polarity lie from the middle of each die, in its units: dice × marks."""
        x, y, unit = np.array([(w.face.x, w.face.y, w.face.unit) for w in self.dice]).reshape(-1, 3).T[:, :, None]
        return {sign: np.hypot(s.x - x, s.y - y) / unit for sign, s in self.marks.items()}


def find_dice(sight: Sight, tuning: Tuning) -> Found:
    """Find the faces that stand as dice, in pixels of the sight."""
    marks = find_spots(sight.levels, tuning)
    both = marks[1].and_then(marks[-1])
    if not len(both):
        return Found(sight, marks, [], [], [])
    laid = lay(both, tuning)
    laid = laid.take(plausible(laid, both, sight, tuning))
    alone = _lone_aces(sight, both, laid.pips[laid.value > 3], tuning)  # but for pips of what else may be a die
    laid = laid.and_then(alone.take(plausible(alone, both, sight, tuning)))
    weighed = weigh(sight, laid.of_light_ones(len(marks[1])).faces(), tuning)
    good = without_bodies(standing(weighed, marks, tuning), marks, tuning)
    found = Found(sight, marks, families(good, tuning), [], [])
    if not found.dice:
        weak = [w for w in good if w.face.value > 3]
        return replace(found, bare=[*weak, *bare(weighed, marks, tuning)])
    found = replace(found, dice=found.dice + _aces(found, tuning))
    return replace(found, pale=[w for w in good if _pale(w, found, tuning)])


def held(marks: Marks, sign: int, tuning: Tuning) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of a body (row of marks[sign]) and a pip well inside it (row of marks[−sign]), bodies in order."""
    s, pips = marks[sign], marks[-sign]
    whole = (s.clean > tuning.clean_rim) & (s.ragged < tuning.held_ragged) & (s.aspect < tuning.held_long)
    body = np.flatnonzero(whole & (s.contrast > tuning.held_contrast))[:, None]
    d = np.hypot(pips.x - s.x[body], pips.y - s.y[body]) / s.r[body]
    size = pips.r / s.r[body]
    pip = (size > tuning.held_least) & (size < tuning.held_most) & (pips.ragged < tuning.held_pip_ragged)
    pip &= (d < tuning.held_inside) & (pips.contrast > tuning.held_deep * s.contrast[body])
    k, inner = np.nonzero(pip)
    return body[k, 0], inner


def _lone_aces(sight: Sight, spots: Spots, others: Rows, tuning: Tuning) -> Laid:
    """Single marks in the middle of a square body, whose size is then the die's. others: marks that are none."""
    round_ = (spots.aspect < tuning.ace_long) & (spots.ragged < tuning.ace_ragged) & (spots.clean > tuning.clean_rim)
    round_[others[others >= 0]] = False
    round_ones = np.flatnonzero(round_)
    side, share = bodies_around(sight, spots, round_ones, tuning)
    r = spots.r[round_ones]
    good = (share > tuning.ace_square) & (tuning.ace_fattest * r < side) & (side < tuning.ace_thinnest * r)
    return aces(spots, round_ones[good], side[good].astype(float) / 4)


def _pale(w: Weighed, found: Found, tuning: Tuning) -> bool:
    """Whether a face would be a die among those found, had its pips their strength: a glare takes it."""
    unit = found.typical[0]
    sized = unit / tuning.same_size < w.face.unit < unit * tuning.same_size
    return sized and w.face.value > 2 and w.quality > tuning.member and apart(w.face, found.dice, tuning)


def _aces(found: Found, tuning: Tuning) -> list[Weighed]:
    """Single pips of the size, strength and body of the dice already found."""
    unit, r, depth = found.typical
    out: list[Weighed] = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        sized = (s.r > tuning.ace_small * r) & (s.r < tuning.ace_large * r)
        rows = np.flatnonzero(sized & (s.aspect < tuning.ace_among_long) & (s.ragged < tuning.ace_among_ragged))
        laid = aces(s, rows, np.full(len(rows), unit))
        alone = (laid.depth > tuning.ace_pale * depth) & (laid.depth < tuning.ace_deep * depth)
        alone[alone] = lone(laid.take(alone), s)
        faces = [f for f in laid.take(alone).faces() if found.sight.inside(f.x, f.y, tuning.ace_from_edge * unit)]
        faces = [f for f in faces if apart(f, found.dice, tuning)]
        weighed = judged(weigh(found.sight, faces, tuning), s, tuning)
        for w in sorted(weighed, key=lambda w: (w.patchy, w.face.x, w.face.y)):
            strong = w.face.depth > tuning.ace_strong * depth
            sure = w.quality > (tuning.ace_worth if strong else tuning.ace_worth_pale)
            plain = w.patchy < tuning.ace_patchy and w.empties < tuning.ace_empty and w.closed > tuning.closed
            if sure and plain and apart(w.face, found.dice + out, tuning):
                out.append(w)
    return out
