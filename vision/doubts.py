"""Why a reading may be wrong: pips and bodies left over, dice that lean. Knows no thresholds of what a die is."""

import numpy as np
from numpy.typing import NDArray

from vision.bodies import alike, likeness
from vision.find import Found, held
from vision.leaning import leaning
from vision.loose import standing_out
from vision.reading import DoubtKind
from vision.sight import Floats
from vision.strays import strays
from vision.tuning import Tuning

Reason = tuple[DoubtKind, float, float]  # with its place, in pixels of the plane


def reasons(found: Found, tuning: Tuning) -> list[Reason]:
    """Every reason not to trust what was found, each with its place, in a fixed order."""
    out: list[Reason] = []
    places = _unread(found, tuning)
    places += [(w.face.x, w.face.y) for w in found.pale]
    if found.dice:
        seen = likeness(found.sight, [w.face for w in found.dice], tuning)
        out += [(DoubtKind.COCKED, w.face.x, w.face.y) for w in leaning(found, seen, tuning)]
        out += [(DoubtKind.NO_FACE, x, y) for x, y in strays(found, tuning)]
        places += standing_out(found.sight, [w.face for w in found.dice], tuning)
        out += alike(seen, tuning)
    if all(w.face.value < 3 for w in found.dice):  # two specks make a two: such a reading must explain all there is
        places += _salient(found, tuning)
        places += [(w.face.x, w.face.y) for w in found.dice if w.face.value == 2 and w.snug < tuning.snug_alone]
    return out + [(DoubtKind.UNCLEAR, x, y) for x, y in sorted(set(places))]


def _unread(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Bodies with something like a pip on them that were not read."""
    out = set()
    for sign, s in found.marks.items():
        pips = found.marks[-sign]
        for i, k in zip(*held(found.marks, sign, tuning), strict=True):
            sized = bool(_sized(found, s.r[i], tuning))
            away = [np.hypot(pips.x[k] - w.face.x, pips.y[k] - w.face.y) / w.face.unit for w in found.dice]
            if sized and all(d > tuning.own_body for d in away):
                out.add((float(s.x[i]), float(s.y[i])))
        out |= _empty_bodies(found, sign, tuning)
    return sorted(out)


def _sized(found: Found, r: Floats, tuning: Tuning) -> NDArray[np.bool_]:
    """Whether a round mark of this radius has the size of a body, as far as the dice found tell."""
    fits = [(r > tuning.round_least * w.face.unit) & (r < tuning.round_most * w.face.unit) for w in found.dice]
    return np.asarray(np.all(fits, axis=0) if fits else r > 0)


def _empty_bodies(found: Found, sign: int, tuning: Tuning) -> set[tuple[float, float]]:
    """Round marks like the bodies of the dice that were read, without a die: its pips may be lost in a glare."""
    s = found.marks[sign]
    if not len(s) or not found.dice:
        return set()
    whole = (s.ragged < tuning.round_ragged) & (s.clean > tuning.clean_rim) & (s.aspect < tuning.round_long)
    sized = whole & _sized(found, s.r, tuning)
    d = np.array([np.hypot(s.x - w.face.x, s.y - w.face.y) / w.face.unit for w in found.dice])
    pips = float(np.median([w.face.contrast for w in found.dice]))
    away = (d > tuning.own_body).all(axis=0)
    bright = sized & away & (s.contrast > pips) & (s.clean > tuning.cleanest_rim) & (s.aspect < tuning.bright_long)
    out = {(float(s.x[i]), float(s.y[i])) for i in np.flatnonzero(bright)}  # as strong as pips: a glare on a whole face
    bodies = np.flatnonzero(sized & (d < tuning.round_middle).any(axis=0))
    if not len(bodies):
        return out
    like = whole & away & (np.abs(np.log(s.r / np.median(s.r[bodies]))) < tuning.round_alike)
    alone = np.flatnonzero(like & (s.contrast > tuning.round_pale * float(np.median(s.contrast[bodies]))))
    return out | {(float(s.x[i]), float(s.y[i])) for i in alone}


def _salient(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Where little was read: round things that stand out, but not so many that they are the table's weave."""
    out = []
    for s in found.marks.values():
        strong = (s.contrast > tuning.salient) & (s.r > tuning.salient_px) & (s.depth > tuning.salient_deep)
        strong &= (s.clean > tuning.clean_rim) & (s.ragged < tuning.round_ragged) & (s.aspect < tuning.salient_long)
        for w in found.dice:
            strong &= np.hypot(s.x - w.face.x, s.y - w.face.y) > tuning.salient_away * w.face.unit
        out += [(float(s.x[i]), float(s.y[i])) for i in np.flatnonzero(strong)]
    return out if len(out) <= tuning.most_salient else []
