"""Things of a die's size that stand out from the table, and no die read on them. Knows colours and sizes, no pips.

Dice of another colour, or in a glare, have not the colour of those that were read; but they are not the table either.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.pips import Face
from vision.sight import Sight, halved, middle
from vision.tuning import Tuning

LIGHTER = (1, 2, 3, 4, 6)  # times what stands out least: an outline shows where it is above what lies about it
ONE_THING = 0.25  # sides within which two outlines are of one
SMALLEST_SIDE = 9  # pixels: looked at in the first size in which dice are less than twice this wide


Places = list[tuple[float, float]]


def standing_out(sight: Sight, faces: Sequence[Face], tuning: Tuning) -> tuple[Places, Places]:
    """Their middles, px of the sight, and those of what stands out less, or in part: a glare may look like it.

    None where the table is full of such things.
    """
    unit = median(f.unit for f in faces)
    depth = int(np.clip(np.floor(np.log2(4 * unit / SMALLEST_SIDE)), 0, len(sight.colours) - 1))
    scale = 2.0**depth
    side = 4 * unit / scale
    picture = sight.colours[depth]
    table = _table(picture, side)
    apart, otherwise = _differ(picture, table), _most(cv2.split(cv2.absdiff(picture, table)))
    least = int(max(tuning.loose_least, tuning.loose_grain * _usual(apart)))
    beside = np.zeros_like(apart)
    for f in faces:
        at = round((f.x + 0.5) / scale - 0.5), round((f.y + 0.5) / scale - 0.5)
        cv2.circle(beside, at, round(tuning.room_beside * f.unit / scale), 1, -1)
        for plane in (apart, otherwise):
            cv2.circle(plane, at, round(tuning.die_reach * f.unit / scale), 0, -1)
    things = [thing for k in (1, 2, 4) for thing in _die_sized(apart, k * least, side, tuning)]
    if things:  # nor is the table in a corner, beyond a rim, one of them; that is dear to tell
        main = np.median(table.reshape(-1, 3), axis=0).astype(np.uint8)
        plain = _differ(picture, np.broadcast_to(main, picture.shape)) < least
        things = [thing for thing in things if plain[thing.box][thing.inner].mean() <= tuning.loose_plain]
    out = {thing.at for thing in things}
    fainter = [*_faint(apart, least / 2, side, tuning)]
    for k in LIGHTER:  # a mirrored lamp lightens the table about a die, too
        fainter += _faint(otherwise, k * least / 2, side, tuning)
    faint = _one_each(fainter, ONE_THING * side)
    found = (
        out if len(out) <= tuning.loose_most else set(),
        set(faint if len(faint) <= tuning.faint_most else ()) | _room(apart, beside, least / 2, side, tuning),
    )
    places, fainter = ([((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in sorted(some)] for some in found)
    return places, fainter


def _one_each(places: Places, reach: float) -> Places:
    """Those of them that lie further than this from all before."""
    out: Places = []
    for x, y in places:
        if all(hypot(x - a, y - b) > reach for a, b in out):
            out.append((x, y))
    return out


def _usual(apart: NDArray[np.uint8]) -> float:
    """The median of all; by counting, as these are few levels."""
    fewer = np.cumsum(np.bincount(apart.ravel(), minlength=256))
    return float(np.searchsorted(fewer, ((apart.size + 1) // 2, apart.size // 2 + 1)).mean())


def _room(
    apart: NDArray[np.uint8], beside: NDArray[np.uint8], least: float, side: float, tuning: Tuning
) -> set[tuple[float, float]]:
    """Where a whole die has room in what differs from the table beside the dice that were read: the roomiest places.

    One that touches them has no outline of its own by which it could be noticed.
    """
    room = np.asarray(cv2.distanceTransform((apart > least).astype(np.uint8), cv2.DIST_L2, 5), np.float32)
    found: set[tuple[float, float]] = set()
    while len(found) < tuning.room_most:
        _, most, _, (x, y) = cv2.minMaxLoc(room, beside)
        if most < tuning.room_least * side:
            break
        found.add((float(x), float(y)))
        cv2.circle(room, (x, y), round(tuning.room_apart * side), 0, -1)
    return found


def _faint(apart: NDArray[np.uint8], least: float, side: float, tuning: Tuning) -> Places:
    """Middles of the outlines that have about the size of a die, whatever is within."""
    mask = cv2.morphologyEx((apart > least).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    found = set()
    for piece in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        (x, y), box, _ = cv2.minAreaRect(piece)
        long, short = max(box) + 1, min(box) + 1
        area = cv2.contourArea(piece) + (long + short)
        sized = tuning.body_cut * side**2 < area < tuning.body_most * side**2
        if sized and area > tuning.faint_full * long * short and short > 0.55 * side and long < 2.2 * side:
            found.add((float(x), float(y)))
    return sorted(found)


def _table(picture: Picture, side: float) -> Picture:
    """The usual colour around each place."""
    usual = cv2.medianBlur(halved(halved(picture)), min(255, 2 * round(0.4 * side) + 1))
    return np.asarray(cv2.resize(usual, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _differ(picture: Picture, table: Picture) -> NDArray[np.uint8]:
    """How far each place is from the table's colour there, however that is lit: levels of the channel that differs
    most. Shadows, wear and grain differ in light alone."""
    (a, b, c), (d, e, f) = (cv2.split(p.astype(np.float32)) for p in (picture, table))
    light = (a * d + b * e + c * f) / np.maximum(d * d + e * e + f * f, 1)
    return _most([np.abs(here - light * usual) for here, usual in ((a, d), (b, e), (c, f))])


def _most(planes: "Sequence[cv2.typing.MatLike]") -> NDArray[np.uint8]:
    return np.asarray(np.maximum(np.maximum(planes[0], planes[1]), planes[2]), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """at: its middle, px. box: the rows and columns about it. inner: what of them is it."""

    at: tuple[float, float]
    box: tuple[slice, slice]
    inner: NDArray[np.bool_]


def _die_sized(apart: NDArray[np.uint8], least: int, side: float, tuning: Tuning) -> Iterator[_Thing]:
    """The pieces that differ by so much, have about the size of a die, fill their box and end sharply."""
    mask = cv2.morphologyEx((apart > least).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    pieces, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    height, width = mask.shape
    for piece in pieces:
        left, top, w, h = cv2.boundingRect(piece)
        if left <= 1 or top <= 1 or left + w >= width - 1 or top + h >= height - 1:
            continue  # other things reach in from outside, too
        (x, y), sides, _ = cv2.minAreaRect(piece)
        long, short = max(sides) + 1, min(sides) + 1
        area = cv2.contourArea(piece) + (long + short)
        sized = tuning.body_cut * side**2 < area < tuning.body_most * side**2
        if sized and area > tuning.loose_full * long * short and short > 0.55 * side and long < 2.2 * side:
            box = slice(top - 1, top + h + 1), slice(left - 1, left + w + 1)
            near = apart[box].astype(np.float32)
            inner = np.zeros(near.shape, np.uint8)
            cv2.drawContours(inner, [piece], -1, 1, cv2.FILLED, offset=(1 - left, 1 - top))
            outer = cv2.dilate(inner, np.ones((3, 3), np.uint8))
            rim, beyond = inner - cv2.erode(inner, np.ones((3, 3), np.uint8)), outer - inner
            step = middle(near[rim > 0]) - middle(near[beyond > 0])
            if step > tuning.loose_sharp * middle(near[inner > 0]):
                yield _Thing((float(x), float(y)), box, inner > 0)
