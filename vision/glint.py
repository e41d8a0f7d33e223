"""Dice that may have more pips than were read: where one may be, a lamp is mirrored. Knows faces, marks and colours.

What is left of a pip there differs from the body by a tenth of what the others do, or by nothing.
"""

import numpy as np
from numpy.typing import NDArray

from vision.bare import left
from vision.find import Found
from vision.pips import LAYOUTS
from vision.sight import Floats, sample
from vision.tuning import Tuning
from vision.weigh import BODY, Weighed

TOP = 2.0  # units from the middle of a die, beyond which no pip lies
ABOUT = np.array([(0.5 * np.cos(a), 0.5 * np.sin(a)) for a in np.arange(8) * (np.pi / 4)])  # units: beside a pip


def may_have_more(found: Found, tuning: Tuning) -> list[Weighed]:
    """The dice of which a face with more pips is not ruled out, as where that has them one may be hidden."""
    return [w for w in found.dice if _trace(w, found, tuning) or (w.face.sign > 0 and _mirror(w, found, tuning))]


def _trace(w: Weighed, found: Found, tuning: Tuning) -> bool:
    """Whether a mark like a pip lies where another face has one, however faint it is."""
    f, marks = w.face, found.marks[w.face.sign]
    on = np.hypot(marks.x - f.x, marks.y - f.y) < TOP * f.unit
    on[list(f.pips)] = False
    on &= (marks.r > tuning.trace_least * f.r) & (marks.r < tuning.trace_most * f.r)
    if f.value < 2 or not on.any():
        return False
    x, y = marks.x[on], marks.y[on]

    def bare(at: Floats) -> NDArray[np.bool_]:
        u, v = _placed(w, at)
        return np.asarray((np.hypot(u[:, None] - x, v[:, None] - y) > tuning.trace_near * f.unit).all(axis=1))

    return bool(left(f.value, bare))


def _mirror(w: Weighed, found: Found, tuning: Tuning) -> bool:
    """Whether a lamp is mirrored about a place where another face has a pip: a dark one may be gone there."""
    body = _weakest(found, w, BODY[_clear(w)])
    usual = float(np.median(body))
    if body.max() < max(tuning.mirror_level, usual + tuning.mirror_lighter):
        return False

    def bare(at: Floats) -> NDArray[np.bool_]:
        here = _weakest(found, w, (at[:, None] + ABOUT).reshape(-1, 2)).reshape(-1, len(ABOUT)).mean(axis=1)
        return np.asarray((here < tuning.mirror_level) | (here < usual + tuning.mirror_lighter))

    return bool(left(w.face.value, bare))


def _clear(w: Weighed) -> NDArray[np.bool_]:
    """Which places of BODY lie off the pips."""
    off = BODY[:, None] - np.array(LAYOUTS[w.face.value], float)
    return np.asarray(np.hypot(off[..., 0], off[..., 1]).min(axis=1) > w.face.r / w.face.unit + 0.15)


def _weakest(found: Found, w: Weighed, at: Floats) -> Floats:
    """The level of the weakest colour at places of the face, in its units."""
    x, y = _placed(w, at)
    return np.asarray(sample(found.sight.colours[0], x[None], y[None])[0].min(axis=1), float)


def _placed(w: Weighed, at: Floats) -> tuple[Floats, Floats]:
    f = w.face
    return f.x + at[:, 0] * f.ax + at[:, 1] * f.bx, f.y + at[:, 0] * f.ay + at[:, 1] * f.by
