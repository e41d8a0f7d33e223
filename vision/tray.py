"""Whether something that is no die is in view. Knows colours and places, no hands: whatever nothing explains, covers.

The play area, or without calibration the whole picture, must explain itself. A place is explained when it has the
colour of the surface, which is whatever most of it is made of, lit unevenly; or the colour that is usual at its
distance from that edge of it, as a rim's is; or when a die that was found lies there; or when it has looked so from the
first. What remains, in one piece and large, is a hand, a cup, a sleeve, a bottle.
"""

from collections.abc import Sequence
from functools import lru_cache
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.plane import Quad
from vision.reading import Die, Doubt, DoubtKind
from vision.scenery import Floats, Mask, Scenery, distance

WORK_PX = 160  # of the longer side, at which the tray is looked at: a die is still 12 px wide
BAND = 0.16  # of the picture's height: how far in from its edge a rim may reach
SAME = 12.0  # steps of colour, as CIELAB counts them: grain and patches stay below, skin on leather above
GRAIN = (7.0, 5.0)  # on a plain surface less is the same: at least the first, and this many times its usual difference
ROUND_A_DIE = 1.2  # die sides from a die's middle that its sides and its shadow may reach
LARGE = 2.5  # squares of the die's side: more than one die that was not read, with its sides and shadow
LARGE_AT_EDGE = 0.5  # the same for what reaches in from outside, as hands do and dice do not
NO_DIE_SIDE = 0.075  # of the picture's width: stands for a die's side while none is seen


def covered(
    frame: Frame,
    dice: Sequence[Die],
    known: Scenery | None = None,
    area: Quad | None = None,
    side_px: float | None = None,
) -> tuple[tuple[Doubt, ...], Scenery]:
    """One doubt for each thing that is neither surface nor rim nor one of these dice, the largest first.

    dice: as read from this very frame, in its pixels. One that was not read is not explained, but too small to count.
    known: what was returned for the picture before; without it nothing stands about yet, and what covers is told.
    area: the corners of the play area, where they are known: what lies outside covers nothing.
    side_px: how wide dice are, where that is known.
    """
    height, width = frame.picture.shape[:2]
    shrink = WORK_PX / max(width, height)
    size = (max(8, round(width * shrink)), max(8, round(height * shrink)))
    small = cv2.resize(frame.picture, size, interpolation=cv2.INTER_AREA)
    left = top = 0
    ours = np.ones(small.shape[:2], np.uint8)
    if area is not None:
        left, top, ours = _area(small.shape[:2], np.array(area) * shrink)
        small = small[top : top + ours.shape[0], left : left + ours.shape[1]]
    lab = np.asarray(cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
    strange, same, light = _far_from_surface(lab)
    strange &= _far_from_rim(lab, same)
    if known:
        strange, after = known.look(lab, light, same, strange, frame.taken_s)
    else:
        after = Scenery.first(lab, light, strange, frame.taken_s)
    side = shrink * (side_px or (median(die.size for die in dice) if dice else NO_DIE_SIDE * width))
    loose = strange.astype(np.uint8) & ours
    for die in dice:
        at = (round(die.x * shrink) - left, round(die.y * shrink) - top)
        cv2.circle(loose, at, round(ROUND_A_DIE * die.size * shrink), 0, -1)
    solid = cv2.morphologyEx(loose, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    pieces = np.asarray(cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    found = _large(pieces, side, ours)
    return tuple(Doubt(DoubtKind.COVERED, (x + left) / shrink, (y + top) / shrink) for x, y in found), after


def _area(size: tuple[int, ...], corners: NDArray[np.float64]) -> tuple[int, int, NDArray[np.uint8]]:
    """The box round the play area, its left and top, and which of its places are inside; at least 16 each way."""
    ours = np.zeros(size[:2], np.uint8)
    cv2.fillConvexPoly(ours, np.round(corners).astype(np.int32), 1)
    x, y = (int(np.clip(v, 0, most - 16)) for v, most in zip(corners.min(axis=0), (size[1], size[0]), strict=True))
    right, bottom = (int(v) + 1 for v in corners.max(axis=0))
    return x, y, ours[y : max(bottom, y + 16), x : max(right, x + 16)]


def _far_from_surface(lab: Floats) -> tuple[Mask, float, float]:
    """Where the picture has not the colour of the surface, however the lamp lights that.

    Also how much is no difference there, and how light the surface is.
    """
    surface = _most_usual(lab)
    lit = np.ones(lab.shape[:2], np.float32)
    bends = _bends(*lit.shape)
    for _ in range(3):
        near = distance(lab, surface * lit[..., None]) < SAME
        near[::2], near[:, ::2] = False, False  # a quarter of the places is plenty
        at, lightness = bends[near], lab[near][:, 0] / max(float(surface[0]), 1.0)
        if len(at) < 50:
            break
        # Normal equations, not lstsq: six unknowns, well spread, and no threads started for them.
        lit = bends @ np.linalg.solve(at.T @ at + np.eye(6, dtype=np.float32), at.T @ lightness)
    apart = distance(lab, surface * lit[..., None])
    grain = np.median(np.minimum(apart, SAME))
    same = float(np.clip(GRAIN[1] * grain, GRAIN[0], SAME))
    return apart > same, same, float(surface[0])


def _far_from_rim(lab: Floats, same: float) -> Mask:
    """Where the picture has not the colour usual along the nearest edges, at that distance from them."""
    depth = round(BAND * lab.shape[0])
    far = np.ones(lab.shape[:2], np.bool_)
    for turned, out in ((lab, far), (lab.transpose(1, 0, 2), far.T)):
        for band, mark in ((turned[:depth], out[:depth]), (turned[-depth:], out[-depth:])):
            usual = np.median(band, axis=1, keepdims=True)
            mark &= distance(band, usual) > same
    return far


@lru_cache(maxsize=4)
def _bends(height: int, width: int) -> Floats:
    """What uneven light is made of: level, slopes and curvatures; height × width × 6."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def _most_usual(lab: Floats) -> Floats:
    """The colour that most of the picture's inner part has, within SAME."""
    h, w = lab.shape[:2]
    inner = lab[h // 8 : h - h // 8, w // 8 : w - w // 8].reshape(-1, 3)
    tried = inner[np.linspace(0, len(inner) - 1, 120).astype(int)]
    some = inner[::7]
    close = distance(tried[:, None], some[None]) < SAME
    best = int(np.argmax(close.sum(axis=1)))
    alike = some[close[best]] if close[best].any() else tried[best : best + 1]
    return np.asarray(np.median(alike, axis=0), np.float32)


def _large(loose: NDArray[np.uint8], side: float, ours: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """Middles of the pieces that are too large to be a die, the largest first."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(loose, connectivity=8)
    rim = ours - cv2.erode(ours, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    edge = {int(k) for k in np.unique(labels[rim == 1])}
    found = []
    for k in range(1, count):
        area = int(stats[k, cv2.CC_STAT_AREA])
        if area > (LARGE_AT_EDGE if k in edge else LARGE) * side**2:
            found.append((area, float(middles[k][0]), float(middles[k][1])))
    return [(x, y) for _, x, y in sorted(found, reverse=True)]
