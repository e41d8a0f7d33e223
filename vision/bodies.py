"""Bodies like those of the dice that were read, and no die read on them. Knows colours and places, no pips.

Dice of one game look alike. What has their colour and not the table's, and about their size, may be a die whose pips
are lost in a glare, hidden, turned away or out of the picture.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pips import Face
from vision.sight import Floats, Sight, sample
from vision.tuning import Tuning

LIGHTNESS_LESS = np.array((0.6, 1, 1), np.float32)  # light is uneven, paint is not
SMALLEST_SIDE = 8  # pixels: dice are looked at in the first size in which they are less than twice this wide
RING = np.array([(np.cos(a), np.sin(a)) for a in np.arange(16) * (np.pi / 8)])
ON_TOP = 1.7  # units from a die's middle: its top, between the pips and the edge
ON_TABLE = 5.2  # units from a die's middle: the table beside it, beyond what a side shows


def alike(sight: Sight, faces: Sequence[Face], tuning: Tuning) -> list[tuple[float, float, bool]]:
    """The middles (px) of bodies like those of these faces but away from them all, and whether the picture cuts them.

    None where the table has the colour of the dice.
    """
    unit = float(np.median([f.unit for f in faces]))
    depth = int(np.clip(np.floor(np.log2(4 * unit / SMALLEST_SIDE)), 0, len(sight.colours) - 1))
    scale = 2.0**depth
    lab = cv2.cvtColor(sight.colours[depth], cv2.COLOR_BGR2LAB).astype(np.float32) * LIGHTNESS_LESS
    at = np.array([((f.x + 0.5) / scale - 0.5, (f.y + 0.5) / scale - 0.5, f.unit / scale) for f in faces])
    table = np.concatenate([_colours(lab, at, ON_TABLE), _border(lab)])
    like = _like(lab, _colours(lab, at, ON_TOP), table, tuning)
    for x, y, u in at:
        cv2.circle(like, (round(x), round(y)), round(tuning.die_reach * u), 0, -1)
    return [((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, cut) for x, y, cut in _die_sized(like, at, tuning)]


def _colours(lab: Floats, at: Floats, reach: float) -> Floats:
    """The usual colour of each ring around the dice: n × 3."""
    x, y = (at[:, k, None] + reach * at[:, 2, None] * RING[:, k] for k in (0, 1))
    return np.asarray(np.median(sample(lab, x, y), axis=1))


def _border(lab: Floats) -> Floats:
    """The usual colours along the picture's edges, in thirds, where a tray has its rim: n × 3."""
    edges = (lab[:4].transpose(1, 0, 2), lab[-4:].transpose(1, 0, 2), lab[:, :4], lab[:, -4:])
    thirds = (part for edge in edges for part in np.array_split(edge, 3))
    return np.stack([np.median(part, axis=(0, 1)) for part in thirds])


def _like(lab: Floats, dice: Floats, table: Floats, tuning: Tuning) -> NDArray[np.uint8]:
    """Where the picture has a colour of the dice and not of the table: 2 for certain, 1 where nearer to theirs."""

    def nearest(colours: Floats) -> Floats:
        far = [cv2.transform(lab, np.hstack([np.eye(3), -c[:, None]]).astype(np.float32)) for c in colours]
        return np.asarray(np.min([np.einsum("ijk,ijk->ij", f, f) for f in far], axis=0))

    own, other = nearest(dice), nearest(table)
    certain = (own < tuning.body_colour**2) & (own < 0.25 * other)
    return np.asarray((own < other).astype(np.uint8) + certain, np.uint8)


def _die_sized(like: NDArray[np.uint8], at: Floats, tuning: Tuning) -> list[tuple[float, float, bool]]:
    """Middles of the pieces that have about the size of a die and fill their box, and whether the border cuts them."""
    certain = cv2.morphologyEx((like == 2).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    pieces, _ = cv2.findContours(certain, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    height, width = like.shape
    side = 4 * float(np.median(at[:, 2]))
    found = []
    for piece in pieces:
        left, top, w, h = cv2.boundingRect(piece)
        if not tuning.body_least * side**2 < w * h < 2 * tuning.body_most * side**2:
            continue
        (x, y), box, _ = cv2.minAreaRect(piece)
        long, short = max(box) + 1, min(box) + 1  # corners of a contour lie in the middles of pixels
        area = cv2.contourArea(piece) + (long + short)
        beside = np.hypot(at[:, 0] - x, at[:, 1] - y).min() < 1.4 * side  # where a side that is seen may reach
        least = tuning.body_beside if beside else tuning.body_least
        sized = least * side**2 < area < tuning.body_most * side**2
        if sized and area > tuning.body_full * long * short and long < 2.2 * side and short > 0.45 * side:
            reach = round(0.4 * side)
            around = like[max(top - reach, 0) : top + h + reach, max(left - reach, 0) : left + w + reach]
            if np.count_nonzero(around) < tuning.body_sharp * area:
                found.append((x, y, left == 0 or top == 0 or left + w == width or top + h == height))
    return sorted(found)
