"""How much like the face of a die what was laid looks, by its marks and its body. Knows no other dice beside it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.laid import Laid, middle_of, of_pips, row_sum, rows_of
from vision.laying import lone
from vision.pips import Face
from vision.sight import Floats, Sight
from vision.spots import Marks, Spots
from vision.tuning import Tuning
from vision.weigh import Weighed


def plausible(laid: Laid, spots: Spots, sight: Sight, tuning: Tuning) -> NDArray[np.bool_]:
    """Which faces are worth looking up in the picture, by their marks alone."""
    unit = laid.unit
    fat = laid.r / unit
    fattest = np.where(laid.value < 4, tuning.fattest_pip_few, tuning.fattest_pip)
    good = (laid.misfit < tuning.misfit) & (laid.stretch < tuning.stretch)
    good &= (laid.value == 1) | ((tuning.thinnest_pip < fat) & (fat < fattest))
    h, w = sight.shape
    rim = tuning.from_edge * unit
    good &= (laid.x > rim) & (laid.x < w - rim) & (laid.y > rim) & (laid.y < h - rim)
    size = np.log(spots.r)
    spread = of_pips(size, laid.pips, -np.inf).max(axis=1) - of_pips(size, laid.pips, np.inf).min(axis=1)
    good &= (spread < tuning.pips_spread) & (middle_of(spots.ragged, laid.pips, laid.value) < tuning.pips_ragged)
    good[good] = lone(laid.take(good), spots)
    return good


def standing(weighed: Sequence[Weighed], marks: Marks, tuning: Tuning) -> list[Weighed]:
    """The faces that are good enough to be dice by their own looks, with their quality."""
    out: list[Weighed] = []
    for sign, spots in marks.items():
        closed = [w for w in weighed if w.face.sign == sign and w.closed >= tuning.closed]
        bodies = [w for w in closed if w.face.value != 2 or w.snug >= tuning.snug]
        out += [w for w in judged(bodies, spots, tuning) if w.quality > tuning.worth]
    return out


def bare(weighed: Sequence[Weighed], marks: Marks, tuning: Tuning) -> list[Weighed]:
    """The fours to sixes that look like real faces but for a body, which is not told from the table."""
    out: list[Weighed] = []
    for sign, spots in marks.items():
        on_table = [w for w in weighed if w.face.sign == sign and w.face.value > 3 and w.closed < tuning.closed]
        out += [w for w in judged(on_table, spots, tuning) if w.quality > tuning.bare]
    return out


def judged(weighed: Sequence[Weighed], spots: Spots, tuning: Tuning) -> list[Weighed]:
    """Say how much like a real face each looks, 0 to 1: smooth rims, pips of one shape, even body, fitting layout."""
    if not weighed:
        return []
    faces = [w.face for w in weighed]
    along, across, scatter = (column.astype(float) for column in _shapes(faces, spots))
    ragged = middle_of(spots.ragged, rows_of(faces), np.array([f.value for f in faces])).astype(float)
    patchy, misfit = np.array([(w.patchy, w.face.misfit) for w in weighed]).T
    faults = (
        ragged / tuning.fault_ragged, scatter / tuning.fault_scatter, patchy / tuning.fault_patchy,
        misfit / tuning.fault_misfit, np.hypot(along, across) / tuning.fault_drawn,
    )  # fmt: skip
    qualities = np.exp(-0.5 * sum(f * f for f in faults))
    return [replace(w, quality=good) for w, good in zip(weighed, qualities.tolist(), strict=True)]


def without_bodies(standing: list[Weighed], marks: Marks, tuning: Tuning) -> list[Weighed]:
    """Leave out faces whose "pips" are themselves dice: a dark die on a light table is a round dark mark too."""
    good = [w.face for w in standing if w.quality > tuning.on_a_pip]

    def on_a_pip(g: Face, f: Face) -> bool:
        s, k = marks[f.sign], list(f.pips)
        return g.unit < f.r and bool((np.hypot(s.x[k] - g.x, s.y[k] - g.y) < tuning.within_a_pip * s.r[k]).any())

    return [w for w in standing if not any(on_a_pip(g, w.face) for g in good)]


def shapes(faces: Sequence[Face], marks: Marks) -> Floats:
    """How each of these faces' pips are drawn out in the mean, as logs along two axes: n × 2."""
    out = np.zeros((len(faces), 2), np.float32)
    for sign, spots in marks.items():
        rows = [k for k, f in enumerate(faces) if f.sign == sign]
        if rows:
            out[rows] = np.stack(_shapes([faces[k] for k in rows], spots)[:2], axis=1)
    return out


def _shapes(faces: Sequence[Face], spots: Spots) -> tuple[Floats, Floats, Floats]:
    """The same on marks of one polarity, along and across, and how far their shapes differ."""
    pips, n = rows_of(faces), np.array([f.value for f in faces], np.float32)
    length, turn = np.log(spots.aspect), 2 * spots.tilt
    means, spread = [], np.zeros(len(faces), np.float32)
    for drawn in (length * np.cos(turn), length * np.sin(turn)):
        mean = row_sum(of_pips(drawn, pips, 0.0)) / n
        off = np.where(pips >= 0, of_pips(drawn, pips, 0.0) - mean[:, None], np.float32(0))
        means.append(mean)
        spread += row_sum(off * off) / n
    return means[0], means[1], np.sqrt(spread)
