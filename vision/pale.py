"""Pips that differ less from the dice than the dice from the table: a plane without the table. Knows marks, no faces.

White pips on ivory over dark felt, black ones on dark blue over a white cloth: a pip close to the body's end runs
together with that end. Where the table is held back at the level of the dice, only pips are left to stand out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.sight import Floats, Sight, middle
from vision.spots import Spots, find_spots
from vision.tuning import Tuning

Place = tuple[float, float]


def held_back(sight: Sight, doubted: Sequence[Place], tuning: Tuning) -> Iterator[Floats]:
    """The plane of the sight, nowhere darker than the light bodies it shows, then nowhere lighter than the dark ones.

    Each body is held at its own level, all else at that of them all. Only where there are two bodies alike, and all
    places that are doubted (px of the sight) lie on some. They are looked for in half the size, which shows them too.
    """
    at = np.array(doubted).reshape(-1, 2)
    for sign, marks in find_spots(sight.levels[1:], tuning).items() if len(at) else ():
        bodies = _bodies(marks, tuning)
        on = np.hypot(bodies.x - at[:, :1], bodies.y - at[:, 1:]) < tuning.pale_reach * bodies.r
        if on.any(axis=1).all():
            levels = bodies.outside - sign * bodies.contrast
            held = np.full(sight.shape, middle(levels), np.float32)
            for x, y, r, level in np.stack([bodies.x, bodies.y, tuning.pale_reach * bodies.r, levels], axis=1).tolist():
                held[max(0, round(y - r)) : max(0, round(y + r)), max(0, round(x - r)) : max(0, round(x + r))] = level
            yield np.asarray((np.minimum if sign > 0 else np.maximum)(sight.levels[0], held))


def _bodies(marks: Spots, tuning: Tuning) -> Spots:
    """The marks that are as round, as large and as strong as another one, without those on them: dice, and no pips.

    marks: in pixels of half the size; what is returned, in those of the whole.
    """
    whole = (marks.clean > tuning.clean_rim) & (marks.aspect < tuning.round_long) & (marks.r > tuning.pale_px)
    marks = marks.take(whole & (marks.contrast > tuning.pale_contrast))
    off = np.hypot(marks.x[:, None] - marks.x, marks.y[:, None] - marks.y)
    inner = ((off < marks.r) & (tuning.pale_size * marks.r[:, None] < marks.r)).any(axis=1)
    alike = marks.like(tuning.pale_size, tuning.pale_strength) & (off > marks.r)
    found = marks.take(np.flatnonzero(alike.any(axis=1) & ~inner))
    return replace(found, x=2 * found.x + 0.5, y=2 * found.y + 0.5, r=2 * found.r)
