"""Bodies like those of the dice that were read, and no die read on them. Knows colours and places, no pips.

Dice of one game look alike. What has their colour and not the table's, and about their size, may be a die whose pips
are lost in a glare, hidden, turned away or out of the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.pips import Face
from vision.reading import DoubtKind
from vision.sight import Floats, Sight, median, middle, sample
from vision.tuning import Tuning

FINE = 5  # of a step of colour: with these whole numbers no sum is rounded
LIGHTNESS_LESS = np.array((3, 5, 5), np.float32)  # of these: light is uneven, paint is not
SAME_COLOUR = 5.0  # steps of colour: dice of one set under one lamp
SHADES = (1.0, 0.45)  # of the light: tops, sides turned from the lamp, and shadows
SMALLEST_SIDE = 8  # pixels: dice are looked at in the first size in which they are less than twice this wide
RING = np.array([(np.cos(a), np.sin(a)) for a in np.arange(16) * (np.pi / 8)])
ON_TOP = 1.7  # units from a die's middle: its top, between the pips and the edge
ROUND = 4.3  # units from a die's middle: beyond a die that lies flat, with its sides
ROUND_ABOUT = 0.25  # share of what lies round a body and is no part of it, at most, that may be like it
AWAY = 5.6  # units from a die's middle that its body never reaches, also when it leans
ALONE = 6.0  # units from a die's middle to that of the next for its sides to be its own
ON_TABLE = 5.2  # units from a die's middle: the table beside it, beyond what a side shows


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Where a reduced picture has the colours of the dice that were read.

    like: 2 where certainly, 1 where nearer to theirs than to the table's, 0 elsewhere. at: middle and unit of each die,
    n × 3, in pixels of the reduced picture. scale: pixels of the sight for one of these.
    """

    like: NDArray[np.uint8]
    at: Floats
    scale: float

    def shown(self, x: float, y: float) -> float:
        """The share of what lies within a unit of a place (px of the sight) that is nearer to the dice's colours."""
        reach = max(1, round(middle(self.at[:, 2])))
        column, row = int((x + 0.5) / self.scale), int((y + 0.5) / self.scale)
        near = self.like[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
        return np.count_nonzero(near) / max(near.size, 1)


def likeness(sight: Sight, faces: Sequence[Face], tuning: Tuning) -> Likeness:
    """Tell the dice from the table by the colours of their tops and of what lies beside them."""
    unit = middle(np.array([f.unit for f in faces]))
    depth = int(np.clip(np.floor(np.log2(4 * unit / SMALLEST_SIDE)), 0, len(sight.colours) - 1))
    scale = 2.0**depth
    picture = sight.colours[depth]
    at = np.array([((f.x + 0.5) / scale - 0.5, (f.y + 0.5) / scale - 0.5, f.unit / scale) for f in faces])
    dice = _shaded(_colours(picture, at, ON_TOP))
    table = _shaded(np.concatenate([_colours(picture, at, ON_TABLE), _border(picture)]))
    return Likeness(_like(_lab(picture), _distinct(dice), _distinct(table), tuning), at, scale)


def alike(seen: Likeness, tuning: Tuning) -> list[tuple[DoubtKind, float, float]]:
    """The middles (px of the sight) of bodies like the dice but away from them all, and what keeps them from being
    read: the edge of the picture, or what lies over half of them, where they are less than a die.

    None where the table has the colour of the dice.
    """
    like = seen.like.copy()
    for x, y, u in seen.at:
        cv2.circle(like, (round(x), round(y)), round(tuning.die_reach * u), 0, -1)
    pieces = _die_sized(like, seen.at, tuning)
    if len(pieces) > tuning.loose_most:  # a cloth with squares of the dice's colour
        return []
    return [(kind, (x + 0.5) * seen.scale - 0.5, (y + 0.5) * seen.scale - 0.5) for kind, x, y in pieces]


def offsets(seen: Likeness, tuning: Tuning) -> Floats:
    """How far the middle of each die's body, sides and all, is from the middle of its top, in units: n × 2.

    Not a number where a body is not told apart: another die is near, or what is like it runs away from it.
    """
    out = np.full((len(seen.at), 2), np.nan)
    for k, (x, y, u) in enumerate(seen.at):
        apart = np.hypot(seen.at[:, 0] - x, seen.at[:, 1] - y) / u
        apart[k] = np.inf
        if (apart * 2 * u / (u + seen.at[:, 2])).min() < ALONE:
            continue
        reach = AWAY * u
        left, top = max(0, round(x - reach)), max(0, round(y - reach))
        like = (seen.like[top : round(y + reach) + 1, left : round(x + reach) + 1] > 0).astype(np.uint8)
        v, h = np.ogrid[top : top + like.shape[0], left : left + like.shape[1]]
        for other_x, other_y, other_u in seen.at[apart < 10.0]:
            like[np.hypot(h - other_x, v - other_y) < tuning.die_reach * other_u] = 0
        far = np.hypot(h - x, v - y) / u
        pieces = cv2.connectedComponents(like, connectivity=4)[1]
        own = np.bincount(pieces[far < 1.5], minlength=2)
        own[0] = 0
        body = pieces == int(np.argmax(own))
        around = (like > 0)[(far > ROUND) & (far < AWAY) & ~body]
        if own.any() and np.count_nonzero(around) <= ROUND_ABOUT * around.size and _a_body(body, u, tuning):
            n = np.count_nonzero(body)
            out[k] = ((body.sum(axis=0) @ h[0]) / n - x) / u, ((body.sum(axis=1) @ v[:, 0]) / n - y) / u
    return out


def _a_body(piece: NDArray[np.bool_], unit: float, tuning: Tuning) -> bool:
    """Whether a piece about a die's top has the size of a die with its sides, and no tongue of shadow or glare."""
    outline = max(cv2.findContours(piece.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    hull = cv2.contourArea(cv2.convexHull(outline))
    sized = tuning.body_least_whole < hull / (4 * unit) ** 2 < tuning.body_whole
    return sized and cv2.contourArea(outline) > tuning.body_convex * hull


def _lab(picture: Picture) -> Floats:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32) * LIGHTNESS_LESS)


def _shaded(colours: Floats) -> Floats:
    """These colours (blue, green, red; n × 3) and what they are in the shade, as steps of colour: 2n × 3."""
    all_ = np.concatenate([shade * colours for shade in SHADES])
    return np.asarray(_lab(np.round(all_).astype(np.uint8)[None])[0])


def _colours(picture: Picture, at: Floats, reach: float) -> Floats:
    """The usual colour of each ring around the dice: n × 3."""
    x, y = (at[:, k, None] + reach * at[:, 2, None] * RING[:, k] for k in (0, 1))
    seen = sample(picture, x, y).astype(np.float32)
    return median(seen.transpose(0, 2, 1)).astype(float)


def _border(picture: Picture) -> Floats:
    """The usual colours along the picture's edges, in thirds, where a tray has its rim: n × 3."""
    height, width = (side // 3 for side in picture.shape[:2])
    rows = np.stack([picture[:4, : 3 * width], picture[-4:, : 3 * width]]).reshape(2, 4, 3, width, 3)
    columns = np.stack([picture[: 3 * height, :4], picture[: 3 * height, -4:]]).reshape(2, 3, height, 4, 3)
    thirds = rows.transpose(0, 2, 4, 1, 3).reshape(18, -1), columns.transpose(0, 1, 4, 2, 3).reshape(18, -1)
    return np.concatenate([median(part.astype(np.float32)).reshape(6, 3) for part in thirds]).astype(float)


def _distinct(colours: Floats) -> Floats:
    """The colours without those that are nearly the same as one before."""
    far = ((colours[:, None] - colours) ** 2).sum(axis=2) > (FINE * SAME_COLOUR) ** 2
    kept, left = [], np.ones(len(colours), np.bool_)
    while left.any():
        kept.append(int(left.argmax()))
        left &= far[kept[-1]]
    return np.asarray(colours[kept])


def _like(lab: Floats, dice: Floats, table: Floats, tuning: Tuning) -> NDArray[np.uint8]:
    """Where the picture has a colour of the dice and not of the table: 2 for certain, 1 where nearer to theirs.

    How far two colours are apart is told by their squares and product, which are whole numbers and so the same wherever
    they are multiplied.
    """

    planes = np.ascontiguousarray(lab.reshape(-1, 3).T)
    square = planes[0] * planes[0] + planes[1] * planes[1] + planes[2] * planes[2]

    def nearest(colours: Floats) -> Floats:
        squares = (colours * colours).sum(axis=1)[:, None] - (2 * colours) @ planes
        return np.asarray(squares.min(axis=0) + square)

    own, other = nearest(dice), nearest(table)
    certain = (own < (FINE * tuning.body_colour) ** 2) & (4 * own < other)
    return np.asarray((own < other).astype(np.uint8) + certain, np.uint8).reshape(lab.shape[:2])


def _die_sized(like: NDArray[np.uint8], at: Floats, tuning: Tuning) -> list[tuple[DoubtKind, float, float]]:
    """Middles of the pieces that have about the size of a die and fill their box, and whether the border cuts them."""
    certain = cv2.morphologyEx((like == 2).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    pieces, _ = cv2.findContours(certain, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    height, width = like.shape
    side = 4 * middle(at[:, 2])
    found = []
    for piece in pieces:
        left, top, w, h = cv2.boundingRect(piece)
        if not tuning.body_least * side**2 < w * h < 2 * tuning.body_most * side**2:
            continue
        (x, y), box, _ = cv2.minAreaRect(piece)
        long, short = max(box) + 1, min(box) + 1  # corners of a contour lie in the middles of pixels
        area = cv2.contourArea(piece) + (long + short)
        beside = np.hypot(at[:, 0] - x, at[:, 1] - y).min() < 1.4 * side  # where a side that is seen may reach
        cut = left == 0 or top == 0 or left + w == width or top + h == height
        least = tuning.body_beside if beside else tuning.body_cut if cut else tuning.body_least
        sized = least * side**2 < area < tuning.body_most * side**2
        if sized and area > tuning.body_full * long * short and long < 2.2 * side and short > 0.45 * side:
            reach = round(0.4 * side)
            around = like[max(top - reach, 0) : top + h + reach, max(left - reach, 0) : left + w + reach]
            sharp = np.count_nonzero(around) < tuning.body_sharp * area
            solid = np.count_nonzero(like[top : top + h, left : left + w] == 2) > tuning.body_solid * area
            if sharp and solid:
                part = DoubtKind.COVERED if area < tuning.body_part * side**2 and not beside else DoubtKind.UNCLEAR
                found.append((DoubtKind.CUT_OFF if cut else part, float(x), float(y)))
    return sorted(found)
