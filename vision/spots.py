"""Round marks, dark or light, of any size: where, how wide, how round, how strong. Knows nothing of dice."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.tuning import Tuning

Floats = NDArray[np.floating]
COLUMNS = ("x", "y", "r", "aspect", "tilt", "contrast", "outside", "ragged", "clean")
TURNS = np.arange(16) * (2 * np.pi / 16)
COS, SIN = np.cos(TURNS).astype(np.float32), np.sin(TURNS).astype(np.float32)
RIM = np.stack([np.ones(16), COS, SIN, np.cos(2 * TURNS), np.sin(2 * TURNS)], axis=1).astype(np.float32)  # an ellipse
STEP = np.float32(0.15)
STEPS = (0.2 + STEP * np.arange(17)).astype(np.float32)  # along a ray, in expected radii: from within to well outside
SIGMAS = (1.1, 1.6, 2.3)  # pixels; marks of 3 to 8 pixels across are found on each level of the pyramid


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Round marks of one polarity as columns of one table, all of the same length, in pixels of the plane.

    sign: +1 darker, −1 lighter than their surroundings. x, y: centres. r: mean radius. aspect: long over short axis,
    ≥ 1. tilt: direction of the long axis, radians. contrast: levels between the mark and what surrounds it, > 0.
    outside: level around it. ragged: scatter of the rim, in radii. clean: share of 16 rays that meet one clear rim.
    """

    sign: int
    x: Floats
    y: Floats
    r: Floats
    aspect: Floats
    tilt: Floats
    contrast: Floats
    outside: Floats
    ragged: Floats
    clean: Floats

    def __len__(self) -> int:
        return len(self.x)

    @property
    def depth(self) -> Floats:
        """Contrast as a share of the lighter of mark and surroundings, 0 to 1: the same in light and in shade."""
        lighter = self.outside + (self.contrast if self.sign < 0 else 0.0)
        return np.asarray(self.contrast / np.maximum(lighter, 1.0))

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Spots":
        """The rows `which`, in that order."""
        return Spots(self.sign, *(getattr(self, name)[which] for name in COLUMNS))


def shade(picture: Picture) -> Floats:
    """One plane in which pips stand out: the mean of brightness and of the weakest colour.

    Brightness alone loses white pips on yellow and pale dice; the weakest colour alone loses black pips on them.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    weakest = cv2.min(cv2.min(picture[..., 0], picture[..., 1]), picture[..., 2])
    return np.asarray(cv2.addWeighted(grey, 0.5, weakest, 0.5, 0.0, dtype=cv2.CV_32F))


def sample(plane: Floats, x: Floats, y: Floats) -> Floats:
    """Read `plane` between its pixels; x and y: arrays of one 2-D shape. Outside, the border repeats."""
    if x.size == 0:
        return np.zeros(x.shape, np.float32)
    x, y = x.astype(np.float32), y.astype(np.float32)
    return np.asarray(cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def pyramid(plane: Floats) -> list[Floats]:
    """`plane`, its half, its quarter, … while at least 24 pixels are left a side."""
    levels = [plane]
    while min(levels[-1].shape) >= 48:
        h, w = levels[-1].shape
        even = levels[-1][: h // 2 * 2, : w // 2 * 2]
        levels.append(np.asarray(cv2.resize(even, (w // 2, h // 2), interpolation=cv2.INTER_AREA)))
    return levels


def find_spots(levels: list[Floats], tuning: Tuning) -> dict[int, Spots]:
    """Find the marks of both polarities and of all sizes: {+1: dark ones, −1: light ones}, in pixels of levels[0].

    Each level of the pyramid looks for the same sizes in its own pixels, so all sizes together cost a third more than
    the smallest. Only the strongest are kept (Tuning.weakest_share, most_marks).
    """
    found: dict[int, list[Spots]] = {1: [], -1: []}
    for depth, level in enumerate(levels):
        f = np.float32(2**depth)
        for sign, (x, y, r) in _peaks(level).items():
            s = _measure(level, sign, x, y, r, tuning)
            moved = ((s.x + 0.5) * f - 0.5, (s.y + 0.5) * f - 0.5, s.r * f)
            found[sign].append(Spots(sign, *moved, *(getattr(s, name) for name in COLUMNS[3:])))
    return {sign: _strongest(_one_each(_joined(parts, sign)), tuning) for sign, parts in found.items()}


def _joined(parts: list[Spots], sign: int) -> Spots:
    return Spots(sign, *(np.concatenate([getattr(s, name) for s in parts]) for name in COLUMNS))


def _peaks(level: Floats) -> dict[int, tuple[Floats, Floats, Floats]]:
    """Where the level is darkest and lightest against its surroundings at some width: x, y and expected radius."""
    blurred = [cv2.GaussianBlur(level, (0, 0), s) for s in SIGMAS]
    found: dict[int, list[Floats]] = {1: [], -1: []}
    for inner, outer, sigma in zip(blurred, blurred[1:], SIGMAS[1:], strict=False):
        difference = outer - inner
        for sign in found:
            response = difference if sign > 0 else -difference
            mask = (response >= cv2.dilate(response, np.ones((3, 3), np.uint8))) & (response > 1.2)
            mask[:2], mask[-2:], mask[:, :2], mask[:, -2:] = False, False, False, False
            y, x = np.nonzero(mask)
            at = response[y, x]
            xx = response[y, x + 1] + response[y, x - 1] - 2 * at
            yy = response[y + 1, x] + response[y - 1, x] - 2 * at
            xy = (
                response[y + 1, x + 1] + response[y - 1, x - 1] - response[y + 1, x - 1] - response[y - 1, x + 1]
            ) / 4
            order = np.lexsort((x, y, -at))
            order = order[(xx * yy - xy * xy > 0.12 * (xx + yy) ** 2)[order]][:600]  # ridges are no marks
            if len(order):
                order = order[at[order] > 0.1 * at[order[min(10, len(order) - 1)]]]
            found[sign].append(np.stack([x[order], y[order], np.full(len(order), 1.25 * sigma)]).astype(np.float32))
    joined = {sign: np.concatenate(parts, axis=1) for sign, parts in found.items()}
    return {sign: (table[0], table[1], table[2]) for sign, table in joined.items()}


def _measure(level: Floats, sign: int, x: Floats, y: Floats, r: Floats, tuning: Tuning) -> Spots:
    """Send 16 rays from each place, lay an ellipse through the steepest points, twice, and keep the round ones."""
    n = len(x)
    if n == 0:
        return Spots(sign, *[np.zeros(0, np.float32)] * 9)
    for _ in range(2):
        start = r
        px = x[:, None, None] + r[:, None, None] * STEPS * COS[:, None]
        py = y[:, None, None] + r[:, None, None] * STEPS * SIN[:, None]
        rays = sample(level, px.reshape(n, -1), py.reshape(n, -1)).reshape(n, 16, len(STEPS)) * sign
        fit, weight, off = _ellipse(*_rims(rays))
        mean = np.clip(fit[:, 0], 0.3, 2.4)
        x, y, r = x + r * np.clip(fit[:, 1], -1, 1), y + r * np.clip(fit[:, 2], -1, 1), r * mean
    # the levels below are read off the last rays, cast before the last small shift
    inner = np.median(rays[:, :, STEPS < 0.55].reshape(n, -1), axis=1)
    beyond = np.clip(np.round((1.45 * (fit @ RIM.T) - STEPS[0]) / STEP).astype(int), 0, len(STEPS) - 1)
    outer = np.take_along_axis(rays, beyond[:, :, None], 2)[:, :, 0]
    around = np.median(outer, axis=1)
    uneven = np.median(np.abs(outer - around[:, None]), axis=1)
    longer = np.minimum(np.hypot(fit[:, 3], fit[:, 4]) / mean, 0.6)
    clean = weight.mean(axis=1)
    ragged = np.sqrt((weight * off**2).sum(axis=1) / np.maximum(weight.sum(axis=1), 1)) / mean
    aspect, tilt = (1 + longer) / (1 - longer), 0.5 * np.arctan2(fit[:, 4], fit[:, 3])
    spots = Spots(sign, x, y, r, aspect, tilt, around - inner, around * sign, ragged, clean)
    return spots.take(
        (clean >= tuning.clean) & (spots.contrast > tuning.faintest) & (uneven < 0.25 * spots.contrast)
        & (aspect < tuning.longest_mark) & (mean > 0.4) & (mean < 2.0) & (np.hypot(fit[:, 1], fit[:, 2]) < 0.5)
        & (start > 0.9)
    )  # fmt: skip


def _rims(rays: Floats) -> tuple[Floats, Floats]:
    """Where each ray rises most steeply, in expected radii and finer than its steps, and by how much."""
    slope = (rays[:, :, 2:] - rays[:, :, :-2])[:, :, :-1]
    steepest = np.argmax(slope, axis=2)
    i = np.clip(steepest, 1, slope.shape[2] - 2)
    before, here, after = (np.take_along_axis(slope, (i + d)[:, :, None], 2)[:, :, 0] for d in (-1, 0, 1))
    bend = np.minimum(before - 2 * here + after, np.float32(-1e-6))
    shift = np.clip(np.float32(0.5) * (before - after) / bend, -0.5, 0.5)
    return STEPS[i + 1] + STEP * np.where(i == steepest, shift, np.float32(0)), here


def _ellipse(rim: Floats, rise: Floats) -> tuple[Floats, Floats, Floats]:
    """Lay r + dx cos + dy sin + a cos2 + b sin2 through each mark's rim, without the rays that do not meet it."""
    products = (RIM[:, :, None] * RIM[:, None, :]).reshape(16, 25)
    weight = ((np.abs(rim - np.median(rim, axis=1, keepdims=True)) < 0.45) & (rise > 0)).astype(np.float32)
    for _ in range(2):
        normal = (weight @ products).reshape(-1, 5, 5) + np.float32(1e-3) * np.eye(5, dtype=np.float32)
        fit = np.linalg.solve(normal, ((weight * rim) @ RIM)[..., None])[..., 0]
        off = np.abs(rim - fit @ RIM.T)
        weight = ((off < 0.22) & (rise > 0)).astype(np.float32)
    return fit, weight, off


def _one_each(spots: Spots) -> Spots:
    """Keep the best of the marks found more than once, in order of goodness, then size, then place."""
    goodness = np.round(spots.contrast * spots.clean * (1 - 4 * np.minimum(spots.ragged, 0.2)), 2)
    spots = spots.take(np.lexsort((spots.y, spots.x, -spots.r, -goodness)))
    x, y, r = spots.x, spots.y, spots.r
    again = np.zeros(len(spots), dtype=bool)
    for i in range(len(spots)):
        if not again[i]:
            large, small = np.maximum(r[i + 1 :], r[i]), np.minimum(r[i + 1 :], r[i])
            # a body and the pip at its middle are two marks
            again[i + 1 :] |= (np.hypot(x[i + 1 :] - x[i], y[i + 1 :] - y[i]) < 0.9 * large) & (large < 2 * small)
    return spots.take(~again)


def _strongest(spots: Spots, tuning: Tuning) -> Spots:
    order = np.lexsort((spots.x, spots.y, -spots.contrast))
    if len(order):
        least = tuning.weakest_share * spots.contrast[order[min(5, len(order) - 1)]]
        order = order[spots.contrast[order] > least]
    return spots.take(np.sort(order[: tuning.most_marks]))
