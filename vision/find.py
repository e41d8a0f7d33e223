"""Where the dice are: which faces laid over the marks stand, each on a body of its own. Knows nothing of doubts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.laying import Laid, aces, lay, lone, middle_of, of_pips, row_sum, rows_of
from vision.pips import Face
from vision.sight import Floats, Sight
from vision.spots import Spots, find_spots
from vision.tuning import Tuning
from vision.weigh import Weighed, bodies_around, weigh

Marks = dict[int, Spots]  # of either polarity: +1 dark, −1 light


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """All that was seen: what was looked at, the marks, the faces that stand as dice, and those too pale to be some."""

    sight: Sight
    marks: Marks
    dice: list[Weighed]
    pale: list[Weighed]

    def typical(self) -> tuple[float, float, float]:
        """Unit (px), pip radius (px) and depth of the dice in the middle of all; only where there are dice."""
        unit, r, depth = map(median, zip(*((w.face.unit, w.face.r, w.face.depth) for w in self.dice), strict=True))
        return unit, r, depth


def find_dice(sight: Sight, tuning: Tuning) -> Found:
    """Find the faces that stand as dice, in pixels of the sight."""
    marks = find_spots(sight.levels, tuning)
    both = marks[1].and_then(marks[-1])
    laid = lay(both, tuning).and_then(_lone_aces(sight, both, tuning))
    faces = laid.of_light_ones(len(marks[1])).faces(_plausible(laid, both, sight, tuning))
    standing = _without_bodies(_standing(weigh(sight, faces, tuning), marks, tuning), marks)
    found = Found(sight, marks, _families(standing, tuning), [])
    if not found.dice:
        return found
    found = replace(found, dice=found.dice + _aces(found, tuning))
    return replace(found, pale=[w for w in standing if _pale(w, found, tuning)])


def shape(f: Face, spots: Spots) -> tuple[float, float, float]:
    """The mean shape of its pips, as logs of how much they are drawn out along two axes, and how far they differ."""
    along, across, scatter = _shapes([f], spots)
    return float(along[0]), float(across[0]), float(scatter[0])


def _shapes(faces: Sequence[Face], spots: Spots) -> tuple[Floats, Floats, Floats]:
    """The `shape` of each of these faces on marks of one polarity."""
    pips, n = rows_of(faces), np.array([f.value for f in faces], np.float32)
    length, turn = np.log(spots.aspect), 2 * spots.tilt
    means, spread = [], np.zeros(len(faces), np.float32)
    for drawn in (length * np.cos(turn), length * np.sin(turn)):
        mean = row_sum(of_pips(drawn, pips, 0.0)) / n
        off = np.where(pips >= 0, of_pips(drawn, pips, 0.0) - mean[:, None], np.float32(0))
        means.append(mean)
        spread += row_sum(off * off) / n
    return means[0], means[1], np.sqrt(spread)


def held(marks: Marks, sign: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of a body (row of marks[sign]) and a pip well inside it (row of marks[−sign]), bodies in order."""
    s, pips = marks[sign], marks[-sign]
    body = np.flatnonzero((s.clean > 0.85) & (s.ragged < 0.12) & (s.contrast > 25) & (s.aspect < 1.9))[:, None]
    d = np.hypot(pips.x - s.x[body], pips.y - s.y[body]) / s.r[body]
    size = pips.r / s.r[body]
    k, inner = np.nonzero(
        (d < 0.75) & (size > 0.1) & (size < 0.4) & (pips.contrast > 0.3 * s.contrast[body]) & (pips.ragged < 0.08)
    )
    return body[k, 0], inner


def _plausible(laid: Laid, spots: Spots, sight: Sight, tuning: Tuning) -> NDArray[np.bool_]:
    """Which faces are worth looking up in the picture, by their marks alone."""
    unit = laid.unit
    fat = laid.r / unit
    fattest = np.where(laid.value < 4, tuning.fattest_pip - 0.07, tuning.fattest_pip)
    good = (laid.misfit < tuning.misfit) & (laid.stretch < tuning.stretch)
    good &= (laid.value == 1) | ((tuning.thinnest_pip < fat) & (fat < fattest))
    h, w = sight.shape
    good &= (laid.x > 1.6 * unit) & (laid.x < w - 1.6 * unit) & (laid.y > 1.6 * unit) & (laid.y < h - 1.6 * unit)
    size = np.log(spots.r)
    spread = of_pips(size, laid.pips, -np.inf).max(axis=1) - of_pips(size, laid.pips, np.inf).min(axis=1)
    good &= (spread < 0.3) & (middle_of(spots.ragged, laid.pips, laid.value) < 0.1)
    good[good] = lone(laid.take(good), spots)
    return good


def _standing(weighed: Sequence[Weighed], marks: Marks, tuning: Tuning) -> list[Weighed]:
    """The faces that are good enough to be dice by their own looks, with their quality."""
    out: list[Weighed] = []
    for sign, spots in marks.items():
        closed = [w for w in weighed if w.face.sign == sign and w.closed >= tuning.closed]
        bodies = [w for w in closed if w.face.value != 2 or w.snug >= tuning.snug]
        out += [w for w in _judged(bodies, spots) if w.quality > tuning.worth]
    return out


def _judged(weighed: Sequence[Weighed], spots: Spots) -> list[Weighed]:
    """Say how much like a real face each looks, 0 to 1: smooth rims, pips of one shape, even body, fitting layout."""
    if not weighed:
        return []
    faces = [w.face for w in weighed]
    along, across, scatter = (column.astype(float) for column in _shapes(faces, spots))
    ragged = middle_of(spots.ragged, rows_of(faces), np.array([f.value for f in faces])).astype(float)
    patchy, misfit = np.array([(w.patchy, w.face.misfit) for w in weighed]).T
    faults = (ragged / 0.07, scatter / 0.25, patchy / 0.1, misfit / 0.05, np.hypot(along, across) / 0.4)
    qualities = np.exp(-0.5 * sum(f * f for f in faults))
    return [replace(w, quality=good) for w, good in zip(weighed, qualities.tolist(), strict=True)]


def _lone_aces(sight: Sight, spots: Spots, tuning: Tuning) -> Laid:
    """Single marks in the middle of a square body, whose size is then the die's."""
    round_ones = np.flatnonzero((spots.aspect < 1.5) & (spots.ragged < 0.08) & (spots.clean > 0.85))
    side, share = bodies_around(sight, spots, round_ones)
    r = spots.r[round_ones]
    good = (share > tuning.ace_square) & (5 * r < side) & (side < 14 * r)
    return aces(spots, round_ones[good], side[good].astype(float) / 4)


def _without_bodies(standing: list[Weighed], marks: Marks) -> list[Weighed]:
    """Leave out faces whose "pips" are themselves dice: a dark die on a light table is a round dark mark too."""
    good = [w.face for w in standing if w.quality > 0.3]

    def on_a_pip(g: Face, f: Face) -> bool:
        s, k = marks[f.sign], list(f.pips)
        return g.unit < f.r and bool((np.hypot(s.x[k] - g.x, s.y[k] - g.y) < 0.7 * s.r[k]).any())

    return [w for w in standing if not any(on_a_pip(g, w.face) for g in good)]


def _convincing(w: Weighed) -> bool:
    """Whether a face proves by itself that dice are there; the few pips of a two need to be the blacker for it."""
    if w.face.value >= 3:
        return w.quality > 0.2
    return w.quality > 0.45 or (w.quality > 0.2 and w.face.depth > 0.45)


def _families(standing: list[Weighed], tuning: Tuning) -> list[Weighed]:
    """All dice: those of one size that together explain most, then odd ones that leave no doubt of their own."""
    dice = _family(standing, tuning)
    sure = [w.face for w in dice if _convincing(w)]
    if not sure:
        return []
    depth, unit = median(f.depth for f in sure), median(f.unit for f in sure)

    def good(w: Weighed, six: float, two: float, least: float, most: float) -> bool:
        return w.quality > (six if w.face.value > 2 else two) and least * depth < w.face.depth < most * depth

    dice = [
        w
        for w in dice
        if good(w, tuning.member, tuning.member_two, 0.55, 1.8)
        or (w.face.value > 4 and good(w, tuning.member, 1.0, tuning.palest, 1.8))  # of five or six no pips are lost
    ]
    for w in sorted(standing, key=_by_pips):
        odd = good(w, tuning.loner, tuning.loner_two, 0.5, 2.0) and 0.5 * unit < w.face.unit < 2 * unit
        odd = odd and not (
            w.face.value in (2, 3) and 0.63 < w.face.unit / unit < 0.79
        )  # a row of a half hidden six or four
        if odd and _apart(w.face, dice, tuning):
            dice.append(w)
    return dice


def _family(standing: list[Weighed], tuning: Tuning) -> list[Weighed]:
    """The dice of one size that together explain most: from the seed whose relatives are strongest."""

    def strength(w: Weighed) -> float:
        return (w.face.value - 0.5) * w.face.contrast * w.quality

    order = sorted(standing, key=lambda w: (-strength(w), w.face.x, w.face.y, w.face.value))[:60]
    best: list[Weighed] = []
    most = 0.0
    for seed in order[:12]:
        dice: list[Weighed] = []
        for w in sorted(order, key=_by_pips):
            if _related(seed.face, w.face, tuning) and _apart(w.face, dice, tuning):
                dice.append(w)
        total = sum(strength(w) ** 2 for w in dice)  # squares: many weak ones are a pattern, not dice
        if total > most * (1 + 1e-9):
            best, most = dice, total
    return best


def _pale(w: Weighed, found: Found, tuning: Tuning) -> bool:
    """Whether a face would be a die among those found, had its pips their strength: a glare takes it."""
    unit = found.typical()[0]
    sized = unit / tuning.same_size < w.face.unit < unit * tuning.same_size
    return sized and w.face.value > 2 and w.quality > tuning.member and _apart(w.face, found.dice, tuning)


def _by_pips(w: Weighed) -> tuple[float, ...]:
    """More pips explain more; then the better fit; then the place, so that the order is the same for ever."""
    return (-w.face.value, w.face.misfit, w.face.x, w.face.y)


def _related(f: Face, g: Face, tuning: Tuning) -> bool:
    """Whether two faces could be of dice of one size."""

    def ratio(a: float, b: float) -> float:
        return max(a, b) / min(a, b)

    larger = 2.0 if 1 in (f.value, g.value) else 1.6  # some dice have a larger ace
    return (
        ratio(f.unit, g.unit) < tuning.same_size
        and ratio(f.r, g.r) < larger
        and ratio(f.contrast, g.contrast) < 4
        and ratio(f.depth, g.depth) < 2
    )


def _apart(f: Face, dice: list[Weighed], tuning: Tuning) -> bool:
    """Whether a die here would not lie within one of the others."""
    return all(np.hypot(f.x - w.face.x, f.y - w.face.y) > tuning.apart * 2 * (f.unit + w.face.unit) for w in dice)


def _aces(found: Found, tuning: Tuning) -> list[Weighed]:
    """Single pips of the size, strength and body of the dice already found."""
    unit, r, depth = found.typical()
    out: list[Weighed] = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        rows = np.flatnonzero((s.r > 0.7 * r) & (s.r < 1.8 * r) & (s.aspect < 1.6) & (s.ragged < 0.1))
        laid = aces(s, rows, np.full(len(rows), unit))
        alone = (laid.depth > 0.4 * depth) & (laid.depth < 1.5 * depth)
        alone[alone] = lone(laid.take(alone), s)
        faces = [f for f in laid.faces(alone) if found.sight.inside(f.x, f.y, 1.5 * unit)]
        faces = [f for f in faces if _apart(f, found.dice, tuning)]
        weighed = _judged(weigh(found.sight, faces, tuning), s)
        for w in sorted(weighed, key=lambda w: (w.patchy, w.face.x, w.face.y)):
            sure = w.quality > (
                0.3 if w.face.depth > 0.65 * depth else 0.6
            )  # a paler one, under a glare, must be perfect
            plain = w.patchy < 0.12 and w.empties < 0.4 and w.closed > tuning.closed
            if sure and plain and _apart(w.face, found.dice + out, tuning):
                out.append(w)
    return out
