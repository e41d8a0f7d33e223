"""Which other colours are worth a look: those that may settle every doubt. Knows nothing of how looks are put together.

A doubt that lies on none of the dice that were read goes only where another look finds a die in that place. So before
a whole picture is looked at again, the doubted places alone are, in each colour.
"""

from collections.abc import Iterator
from itertools import islice
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.laid import Mask, aces
from vision.laying import lay
from vision.quality import plausible, standing
from vision.reading import DoubtKind, Reading
from vision.sight import Sight, sight, tints
from vision.spots import find_spots
from vision.tuning import Tuning
from vision.weigh import weigh

PLANES = 3  # that `tints` shows
WEAKEST = 1  # of them, the weakest colour: how pips are drawn out shows as in brightness, but for a glint on them
Box = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels of the sight; the last two are no part of it."""
Places = NDArray[np.float64]
"""n × 2, pixels of the sight."""


def smaller(seen: Reading, looked: Sight, scale: float, tuning: Tuning) -> tuple[Sight, float]:
    """What was looked at in the smallest size in which dice as wide as those of a reading can be told, as for known
    ones; and its scale: pixels of the frame for one of it. The same where only ones and twos were read.
    """
    if seen.beyond_specks:
        side = median(die.size for die in seen.dice)
        while side / scale >= 2 * tuning.least_side and len(looked.levels) > 1:
            looked, scale = looked.half(), 2 * scale
    return looked, scale


def worth(seen: Reading, looked: Sight, scale: float, tuning: Tuning) -> Iterator[bool]:
    """For each plane of `tints` whether it shows a die on a doubted place; none, where no plane does on one of them.

    Looks only as far as it is asked and must: the next plane is for a place on which those before showed none.
    scale: pixels of the frame for one of the sight that was looked at. Every plane is worth it where too little was
    read to know the size of a die, where a doubt has no place, and where the doubted places are most of the picture.
    """
    places = [(doubt.x, doubt.y) for doubt in seen.doubts if doubt.x is not None and doubt.y is not None]
    if len(places) < len(seen.doubts) or not seen.beyond_specks:
        yield from [True] * PLANES
        return
    side = median(die.size for die in seen.dice) / scale
    at, (x, y, size) = np.array(places), np.array([(die.x, die.y, die.size) for die in seen.dice]).T
    upon = (np.hypot(at[:, :1] - x, at[:, 1:] - y) < tuning.doubt_upon * size).any(axis=1)
    at = (at[~upon] + 0.5) / scale - 0.5  # the others go where that die is seen without them
    boxes = _boxes(at, tuning.worth_reach * side, looked.shape)
    h, w = looked.shape
    if sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) > tuning.worth_most * h * w:
        yield from [True] * PLANES
        return
    leans = [doubt.kind is DoubtKind.COCKED for doubt, own in zip(seen.doubts, upon.tolist(), strict=True) if own]
    told: list[tuple[list[Mask], Iterator[Mask]]] = []  # for each box what was seen of its places, and what is not yet
    for box in boxes:
        within = at[[box[0] <= px < box[2] and box[1] <= py < box[3] for px, py in at.tolist()]]
        planes: list[Mask] = []
        left_over = _shown(looked, box, within, side, tuning)
        while not planes or not np.any(planes, axis=0).all():
            if len(planes) == PLANES:
                yield from [False] * PLANES
                return
            planes.append(next(left_over))
        told.append((planes, left_over))
    for k in range(PLANES):
        for planes, left_over in told:
            planes += islice(left_over, max(0, k + 1 - len(planes)))
        yield (bool(leans) and (k == WEAKEST or not all(leans))) or any(planes[k].any() for planes, _ in told)


def _boxes(at: Places, reach: float, shape: tuple[int, int]) -> list[Box]:
    """What lies within reach of these places, those that overlap as one."""
    out: list[Box] = []
    h, w = shape
    for x, y in at.tolist():
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        box = left, top, min(w, int(x + reach) + 1), min(h, int(y + reach) + 1)
        while met := [o for o in out if box[0] < o[2] and o[0] < box[2] and box[1] < o[3] and o[1] < box[3]]:
            out = [o for o in out if o not in met]
            sides = list(zip(box, *met, strict=True))
            box = min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])
        out.append(box)
    return out


def _shown(looked: Sight, box: Box, places: Places, side: float, tuning: Tuning) -> Iterator[Mask]:
    """In one plane after the other on which places something like a die of about this side lies."""
    left, top, right, bottom = box
    part = np.ascontiguousarray(looked.colours[0][top:bottom, left:right])
    own = places - (left, top)
    return (_stands(sight(plane, part, looked.side), own, side, tuning) for plane in tints(part))


def _stands(part: Sight, places: Places, side: float, tuning: Tuning) -> Mask:
    """On which of these places a face stands."""
    marks = find_spots(part.levels, tuning)
    both = marks[1].and_then(marks[-1])
    if not len(both):
        return np.zeros(len(places), np.bool_)
    unit = side / 4
    pip = (both.r > tuning.worth_pip_least * unit) & (both.r < tuning.worth_pip_most * unit)
    alone = np.flatnonzero(pip & (both.aspect < tuning.ace_among_long) & (both.ragged < tuning.ace_among_ragged))
    laid = lay(both, tuning).and_then(aces(both, alone, np.full(len(alone), unit)))
    off = np.hypot(laid.x[:, None] - places[:, 0], laid.y[:, None] - places[:, 1])
    near = (off < 4 * tuning.doubt_upon * laid.unit[:, None]).any(axis=1)
    near &= np.abs(np.log(np.maximum(laid.unit, 1e-6) / unit)) < np.log(tuning.one_game)
    laid = laid.take(near)
    laid = laid.take(plausible(laid, both, part, tuning))
    faces = laid.of_light_ones(len(marks[1])).faces()
    out = np.zeros(len(places), np.bool_)
    for w in standing(weigh(part, faces, tuning), marks, tuning):
        out |= np.hypot(places[:, 0] - w.face.x, places[:, 1] - w.face.y) < 4 * tuning.doubt_upon * w.face.unit
    return out
