"""Which dice lean: by their pips, their layout, and the side they show. Knows nothing of what else may be wrong."""

import numpy as np
from numpy.typing import NDArray

from vision.bodies import Likeness, offsets
from vision.find import Found
from vision.quality import shapes
from vision.sight import Floats, median
from vision.tuning import Tuning
from vision.weigh import Weighed


def leaning(found: Found, seen: Likeness, tuning: Tuning) -> list[tuple[Weighed, bool]]:
    """The dice that lean: drawn out in another way than the others, or showing a side that the others do not show.

    With each, whether its side tells it, which is the same in whatever plane pips are looked for.
    """
    shape = shapes([w.face for w in found.dice], found.marks).astype(float)
    drawn = unusual(np.hypot(*(shape - median(shape.T)).T), tuning)
    shown = _showing_a_side(seen, tuning)
    out = []
    for w, d, side in zip(found.dice, drawn.tolist(), shown.tolist(), strict=True):
        both = side > tuning.side_nearly and np.hypot(side, _share_drawn(w, d, tuning)) > tuning.side_and_drawn
        if side > 1 or both or _drawn_out(w, d, 0 <= side < tuning.side_none, tuning):
            out.append((w, bool(side > 1 or both)))
    return out


def unusual(drawn: Floats, tuning: Tuning) -> Floats:
    """How far the pips of each are drawn out beyond what is usual among the others, of which three can tell that."""
    if len(drawn) < 4:
        return drawn
    others = np.array([np.delete(drawn, k) for k in range(len(drawn))])
    return np.asarray(np.maximum(drawn - tuning.drawn_usual * median(others), 0.0))


def _share_drawn(w: Weighed, drawn: float, tuning: Tuning) -> float:
    """How far pips and layout are drawn out, as a share of what a lean takes; where there are both, both count."""
    most = {1: 0.22, 2: 0.17, 3: tuning.cocked}  # a glint draws a single pip out as much as a slight lean does
    if w.face.value in most:
        return drawn / most[w.face.value]
    return (drawn + float(np.log(w.face.stretch))) / (2 * tuning.cocked)


def _drawn_out(w: Weighed, drawn: float, upright: bool, tuning: Tuning) -> bool:
    """Whether pips and layout are drawn out as by a lean. upright: that no side shows which a lean would turn up."""
    few = w.face.value < 4
    too_slanted = not few and w.face.stretch > (1.12 if w.face.value == 6 else tuning.slanted)
    return too_slanted or _share_drawn(w, drawn, tuning) > (tuning.drawn_upright if few and upright else 1)


def _showing_a_side(seen: Likeness, tuning: Tuning) -> Floats:
    """How much further each body reaches to one side than the others make expect, 1 where that is a lean.

    Below 0 where that is not known.
    A flat die shows its sides to the camera by where it lies: evenly more the further it is from below the lens. The
    place below the lens and the rate come from the other dice, and so does how well that can be told.
    """
    offset = offsets(seen, tuning)
    alone = np.flatnonzero(~np.isnan(offset[:, 0]))
    place = seen.at[:, :2] / median(seen.at[:, 2])
    out = np.full(len(offset), -1.0)
    if len(alone) < 4:
        return _beside(offset, place, alone, tuning)
    for k in alone:
        others = alone[alone != k]
        at, theirs = place[others], offset[others]
        middle, mean = at.mean(axis=0), theirs.mean(axis=0)
        rate = ((at - middle) * (theirs - mean)).sum() / max(((at - middle) ** 2).sum(), 1e-9)
        usual = float(np.sqrt(((theirs - mean - rate * (at - middle)) ** 2).sum() / (2 * len(others) - 3)))
        off = float(np.hypot(*(offset[k] - mean - rate * (place[k] - middle))))
        few = 1 + tuning.side_few / (len(others) - 2)
        out[k] = off / max(tuning.side_shown * few, tuning.side_unusual * usual)
    return out


def _beside(offset: Floats, place: Floats, alone: NDArray[np.intp], tuning: Tuning) -> Floats:
    """The same where there are too few dice to know the place below the lens: only how they differ can be told.

    Where there are more and not told from the table, those that are may be told wrongly, too.
    """
    out = np.full(len(offset), -1.0)
    for k in alone if 1 < len(alone) == len(offset) else ():
        others = alone[alone != k]
        between = place[k] - place[others]
        differ = np.hypot(*(offset[k] - offset[others] + tuning.side_rate * between).T)
        usual = tuning.side_rate * np.hypot(*between.T)  # the camera may be twice as near, or far
        out[k] = max(tuning.side_none, float(((differ - usual) / tuning.side_beside).min()))
    return out
