"""Which dice lean: those that look another way than all the others make expect. Knows how tops look, and no picture."""

import numpy as np
from numpy.typing import NDArray

from vision.aslant import Looks, surprise, surprises
from vision.sight import Floats
from vision.tuning import Tuning


def may_lean(tops: Looks, tuning: Tuning) -> list[int]:
    """Which dice may lean, so that they are worth a better look."""
    some = _surprising(tops, tuning.lean_perhaps * tuning.lean_unusual, tuning).tolist()
    return [*some, *sorted(_plainly(tops, tuning) - set(some))]


def leaning(tops: Looks, tuning: Tuning) -> set[int]:
    """Which dice lean: those that plainly do, the most surprising, then the most surprising of the others, which these
    have misled no longer."""
    out = _plainly(tops, tuning)
    left = [k for k in range(len(tops.usual)) if k not in out]
    while left and (most := _most(tops.of(left), tuning)) is not None:
        out.add(left.pop(most))
    return out


def lying(tops: Looks, tuning: Tuning) -> set[int]:
    """Which dice surely lie flat: each is seen well, and looks as the others make expect. None where these are few."""
    if len(tops.usual) <= tuning.lean_tellers:
        return set()
    off, _usual = surprises(tops)
    flat = (off < tuning.flat_looks) & (tops.usual < tuning.flat_usual) & (tops.leans < tuning.flat_leans)
    return set(np.flatnonzero(flat).tolist())


def _plainly(tops: Looks, tuning: Tuning) -> set[int]:
    """Which dice show by themselves that they lean, by two sides at once, a gap, a shadow, and most others do not.

    Where all seem to, the camera looks aslant.
    """
    sure = np.flatnonzero(tops.leans > tuning.lean_plainly).tolist() if len(tops.usual) > 1 else []
    return {k for k in sure if float(np.median(np.delete(tops.leans, k))) < tuning.lean_others}


def _most(tops: Looks, tuning: Tuning) -> int | None:
    surprising = _surprising(tops, tuning.lean_unusual, tuning).tolist()
    return next((k for k in surprising if _also_without(tops, k, tuning)), None)


def _surprising(tops: Looks, least: float, tuning: Tuning) -> NDArray[np.intp]:
    """Which dice show more of a lean than this, the one that shows most of it first.

    That a lone one seems to lean by itself tells nothing more: it may, or the camera is held aslant.
    """
    leans = tops.leans if len(tops.usual) > 1 else np.full(1, 0.5)
    far = _far(*surprises(tops), leans, tuning)
    order = np.argsort(-far, kind="stable")
    return np.asarray(order[far[order] > least])


def _far(off: Floats, usual: Floats, leans: Floats, tuning: Tuning) -> Floats:
    """How much dice show of a lean that look so far another way, where so much is usual, and may lean by themselves."""
    sure = np.log(leans + 1e-4) - np.log(1 - leans + 1e-4)
    return np.asarray(np.where(off > tuning.lean_looks, off / usual + tuning.lean_shows * sure, 0))


def _also_without(tops: Looks, k: int, tuning: Tuning) -> bool:
    """Whether it shows a lean whichever of the others is left out, or more of one where that would leave too few."""
    others = [j for j in range(len(tops.usual)) if j != k]
    if len(others) < tuning.lean_tellers:
        return k in _surprising(tops, tuning.lean_few, tuning)
    one = tops.of([k])
    told = [surprise(one, tops.of([j for j in others if j != out])) for out in others]
    off, usual = np.array(told).T
    return bool((_far(off, usual, one.leans, tuning) > tuning.lean_without).all())
