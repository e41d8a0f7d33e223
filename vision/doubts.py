"""Why a reading may be wrong: pips and bodies left over, dice that lean. Knows no thresholds of what a die is."""

import numpy as np
from numpy.typing import NDArray

from vision.bodies import alike, likeness
from vision.find import Found, held
from vision.leaning import leaning
from vision.reading import DoubtKind
from vision.sight import Floats
from vision.tuning import Tuning

Reason = tuple[DoubtKind, float, float]  # with its place, in pixels of the plane


def reasons(found: Found, tuning: Tuning) -> list[Reason]:
    """Every reason not to trust what was found, each with its place, in a fixed order."""
    out: list[Reason] = []
    places = _unread(found)
    places += [(w.face.x, w.face.y) for w in found.pale]
    if found.dice:
        seen = likeness(found.sight, [w.face for w in found.dice], tuning)
        out += [(DoubtKind.COCKED, w.face.x, w.face.y) for w in leaning(found, seen, tuning)]
        out += [(DoubtKind.NO_FACE, x, y) for x, y in _leftover(found) + _of_other_colour(found)]
        for x, y, cut in alike(seen, tuning):
            out.append((DoubtKind.CUT_OFF if cut else DoubtKind.UNCLEAR, x, y))
    if all(w.face.value < 3 for w in found.dice):  # two specks make a two: such a reading must explain all there is
        places += _salient(found)
        places += [(w.face.x, w.face.y) for w in found.dice if w.face.value == 2 and w.snug < tuning.snug_alone]
    return out + [(DoubtKind.UNCLEAR, x, y) for x, y in sorted(set(places))]


def _leftover(found: Found) -> list[tuple[float, float]]:
    """Marks that look like the pips found but belong to no die and to no die's side."""
    unit, r, depth = found.typical()
    out = []
    for sign in sorted({w.face.sign for w in found.dice}):
        s = found.marks[sign]
        used = [i for w in found.dice if w.face.sign == sign for i in w.face.pips]
        deep = s.depth / depth
        akin = (deep > 0.5) & (s.r > 0.6 * r) & (s.r < 1.6 * r) & (s.aspect < 2.2) & (s.ragged < 0.12)
        kind = (deep > 0.5) & (s.r > 0.75 * r) & (s.r < 1.4 * r) & (s.aspect < 1.4) & (s.ragged < 0.065)
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
            counts = d < 1.9 or (kind[i] and (d < 5 or deep[i] > 0.65))
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


def _unread(found: Found) -> list[tuple[float, float]]:
    """Bodies with something like a pip on them that were not read."""
    out = set()
    for sign, s in found.marks.items():
        pips = found.marks[-sign]
        for i, k in zip(*held(found.marks, sign), strict=True):
            sized = bool(_sized(found, s.r[i]))
            away = all(np.hypot(pips.x[k] - w.face.x, pips.y[k] - w.face.y) > 3.2 * w.face.unit for w in found.dice)
            if sized and away:
                out.add((float(s.x[i]), float(s.y[i])))
        out |= _empty_bodies(found, sign)
    return sorted(out)


def _sized(found: Found, r: Floats) -> NDArray[np.bool_]:
    """Whether a round mark of this radius has the size of a body, as far as the dice found tell."""
    fits = [(r > 1.4 * w.face.unit) & (r < 3.4 * w.face.unit) for w in found.dice]
    return np.asarray(np.all(fits, axis=0) if fits else r > 0)


def _empty_bodies(found: Found, sign: int) -> set[tuple[float, float]]:
    """Round marks like the bodies of the dice that were read, without a die: its pips may be lost in a glare."""
    s = found.marks[sign]
    if not len(s) or not found.dice:
        return set()
    whole = (s.ragged < 0.1) & (s.clean > 0.85) & (s.aspect < 1.5)
    d = np.array([np.hypot(s.x - w.face.x, s.y - w.face.y) / w.face.unit for w in found.dice])
    pips = float(np.median([w.face.contrast for w in found.dice]))
    bright = (
        whole & (s.contrast > pips) & (s.clean > 0.9) & (s.aspect < 1.3) & _sized(found, s.r) & (d > 3.2).all(axis=0)
    )
    out = {(float(s.x[i]), float(s.y[i])) for i in np.flatnonzero(bright)}  # as strong as pips: a glare on a whole face
    bodies = np.flatnonzero(whole & (d < 1.2).any(axis=0) & _sized(found, s.r))
    if not len(bodies):
        return out
    like = whole & (np.abs(np.log(s.r / np.median(s.r[bodies]))) < 0.3)
    like &= s.contrast > 0.5 * float(np.median(s.contrast[bodies]))
    alone = np.flatnonzero(like & (d > 3.2).all(axis=0))
    return out | {(float(s.x[i]), float(s.y[i])) for i in alone}


def _salient(found: Found) -> list[tuple[float, float]]:
    """Where little was read: round things that stand out, but not so many that they are the table's weave."""
    out = []
    for s in found.marks.values():
        strong = (s.contrast > 65) & (s.depth > 0.5) & (s.r > 3) & (s.clean > 0.85) & (s.ragged < 0.1) & (s.aspect < 2)
        for w in found.dice:
            strong &= np.hypot(s.x - w.face.x, s.y - w.face.y) > 4 * w.face.unit
        out += [(float(s.x[i]), float(s.y[i])) for i in np.flatnonzero(strong)]
    return out if len(out) <= 40 else []
