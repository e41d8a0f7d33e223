"""Round marks, dark or light, of any size: where, how wide, how round, how strong. Knows nothing of dice."""

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.tuning import Tuning

Floats = NDArray[np.float32]
ANGLES = np.arange(16) * (2 * np.pi / 16)
RADII = (0.2 + 0.15 * np.arange(17)).astype(np.float32)  # of the expected radius: from inside the mark to well outside


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Round marks as columns of one table, all of the same length; pixels are those of the picture.

    x, y: centres. r: mean radius. aspect: long over short axis, ≥ 1. tilt: direction of the long axis, radians.
    contrast: grey levels from the mark to what surrounds it, always positive. outside: grey level around it.
    ragged: scatter of the rim, in radii. clean: share of 16 rays that meet one clear rim.
    """

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

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Spots":
        """The rows `which`, in that order."""
        return Spots(*(getattr(self, f.name)[which] for f in fields(self)))


def shade(picture: Picture) -> Floats:
    """One plane in which pips stand out: the mean of brightness and of the weakest colour.

    Brightness alone loses white pips on yellow and pale dice; the weakest colour alone loses black pips on them.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    weakest = cv2.min(cv2.min(picture[..., 0], picture[..., 1]), picture[..., 2])
    return cv2.addWeighted(grey, 0.5, weakest, 0.5, 0.0, dtype=cv2.CV_32F)


def sample(plane: Floats, x: Floats, y: Floats) -> Floats:
    """Read `plane` between its pixels; x and y: arrays of one 2-D shape. Outside, the border repeats."""
    if x.size == 0:
        return np.zeros(x.shape, np.float32)
    return cv2.remap(plane, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def pyramid(plane: Floats) -> list[Floats]:
    """`plane`, its half, its quarter, … while at least 24 pixels are left a side."""
    levels = [plane]
    while min(levels[-1].shape) >= 48:
        h, w = levels[-1].shape
        levels.append(cv2.resize(levels[-1][: h // 2 * 2, : w // 2 * 2], (w // 2, h // 2), interpolation=cv2.INTER_AREA))
    return levels


def find_spots(levels: list[Floats], sign: int, tuning: Tuning) -> Spots:
    """Find the marks darker (`sign` +1) or lighter (−1) than what is around them, of all sizes.

    Each level of the pyramid looks for marks of 2½ to 9 of its own pixels, so the whole costs a third more than its first level.
    """
    found = []
    for depth, level in enumerate(levels):
        x, y, r = _peaks(level, sign, depth == 0)
        spots = _measure(level, sign, x, y, r, tuning)
        f = np.float32(2**depth)
        found.append(
            Spots((spots.x + 0.5) * f - 0.5, (spots.y + 0.5) * f - 0.5, spots.r * f, spots.aspect, spots.tilt,
                  spots.contrast, spots.outside, spots.ragged, spots.clean)
        )  # fmt: skip
    return _one_each(Spots(*(np.concatenate([getattr(s, f.name) for s in found]) for f in fields(Spots))))


SIGMAS = (0.7, 1.1, 1.6, 2.3)


def _peaks(level: Floats, sign: int, first: bool) -> tuple[Floats, Floats, Floats]:
    """Where the level is darkest (lightest) against its surroundings at some width: x, y and the expected radius."""
    blurred = [cv2.GaussianBlur(level, (0, 0), s) for s in SIGMAS]
    xs, ys, rs = [], [], []
    for k in range(0 if first else 1, len(SIGMAS) - 1):
        response = (blurred[k + 1] - blurred[k]) * sign
        top = cv2.dilate(response, np.ones((3, 3), np.uint8))
        mask = (response >= top) & (response > 1.2)
        mask[:2], mask[-2:], mask[:, :2], mask[:, -2:] = False, False, False, False
        y, x = np.nonzero(mask)
        at = response[y, x]
        xx = response[y, x + 1] + response[y, x - 1] - 2 * at
        yy = response[y + 1, x] + response[y - 1, x] - 2 * at
        xy = (response[y + 1, x + 1] + response[y - 1, x - 1] - response[y + 1, x - 1] - response[y - 1, x + 1]) / 4
        round_enough = xx * yy - xy * xy > 0.12 * (xx + yy) ** 2
        order = np.lexsort((x, y, -at))
        order = order[round_enough[order]][:600]
        if len(order):
            order = order[at[order] > 0.1 * at[order[min(10, len(order) - 1)]]]
        xs.append(x[order]), ys.append(y[order]), rs.append(np.full(len(order), 1.25 * SIGMAS[k + 1]))
    return (np.concatenate(xs).astype(np.float32), np.concatenate(ys).astype(np.float32), np.concatenate(rs).astype(np.float32))


def _measure(level: Floats, sign: int, x: Floats, y: Floats, r: Floats, tuning: Tuning) -> Spots:
    """Send 16 rays from each place and keep those whose rays meet one round rim."""
    if len(x) == 0:
        return Spots(*[np.zeros(0, np.float32)] * 9)
    cos, sin = np.cos(ANGLES).astype(np.float32), np.sin(ANGLES).astype(np.float32)
    basis = np.stack([np.ones(16), cos, sin, np.cos(2 * ANGLES), np.sin(2 * ANGLES)], axis=1).astype(np.float32)
    products = (basis[:, :, None] * basis[:, None, :]).reshape(16, 25)
    for _ in range(2):
        reach = r[:, None, None] * RADII[None, None, :]
        px = x[:, None, None] + reach * cos[None, :, None]
        py = y[:, None, None] + reach * sin[None, :, None]
        n = len(x)
        rays = sample(level, px.reshape(n, -1), py.reshape(n, -1)).reshape(n, 16, len(RADII)) * sign
        slope = rays[:, :, 2:] - rays[:, :, :-2]
        slope = slope[:, :, :-1]
        j = np.argmax(slope, axis=2)
        i = np.clip(j, 1, slope.shape[2] - 2)
        before, here, after = (np.take_along_axis(slope, (i + d)[:, :, None], 2)[:, :, 0] for d in (-1, 0, 1))
        bend = before - 2 * here + after
        shift = np.where(bend < -1e-6, np.clip(0.5 * (before - after) / np.minimum(bend, np.float32(-1e-6)), -0.5, 0.5), np.float32(0.0))
        rim = RADII[i + 1] + np.float32(0.15) * np.where(i == j, shift, np.float32(0.0))  # in expected radii
        weight = (np.abs(rim - np.median(rim, axis=1, keepdims=True)) < 0.45) & (here > 0)
        w = weight.astype(np.float32)
        for _ in range(2):
            normal = (w @ products).reshape(-1, 5, 5) + np.float32(1e-3) * np.eye(5, dtype=np.float32)
            right = (w * rim) @ basis
            fit = np.linalg.solve(normal, right[..., None])[..., 0]
            off = np.abs(rim - fit @ basis.T)
            w = (off < 0.22).astype(np.float32) * (here > 0)
        mean = np.clip(fit[:, 0], 0.3, 2.4)
        x = x + (r * np.clip(fit[:, 1], -1, 1)).astype(np.float32)
        y = y + (r * np.clip(fit[:, 2], -1, 1)).astype(np.float32)
        grown = (r * mean).astype(np.float32)
        scale = r
        r = grown
    # the last rays were cast with the radius `scale` about the centre before the last small shift
    inner = np.median(rays[:, :, RADII < 0.55].reshape(n, -1), axis=1)
    rim_px = fit @ basis.T  # in `scale`
    beyond = np.clip(np.round((1.45 * rim_px - 0.2) / 0.15).astype(int), 0, len(RADII) - 1)
    outer = np.take_along_axis(rays, beyond[:, :, None], 2)[:, :, 0]
    around = np.median(outer, axis=1)
    contrast = around - inner
    uneven = np.median(np.abs(outer - around[:, None]), axis=1)
    long = np.hypot(fit[:, 3], fit[:, 4]) / np.maximum(mean, 1e-6)
    aspect = (1 + np.minimum(long, 0.6)) / (1 - np.minimum(long, 0.6))
    tilt = 0.5 * np.arctan2(fit[:, 4], fit[:, 3])
    clean = w.mean(axis=1)
    ragged = np.sqrt((w * off**2).sum(axis=1) / np.maximum(w.sum(axis=1), 1)) / np.maximum(mean, 1e-6)
    good = (clean >= 0.7) & (contrast > 6) & (uneven < 0.25 * contrast) & (aspect < 2.6) & (mean > 0.4) & (mean < 2.0) & (np.hypot(fit[:, 1], fit[:, 2]) < 0.5) & (scale > 0.9)
    f32 = np.float32
    return Spots(x, y, r, aspect.astype(f32), tilt.astype(f32), contrast.astype(f32), (around * sign).astype(f32), ragged.astype(f32), clean.astype(f32)).take(good)


def _one_each(spots: Spots) -> Spots:
    """Keep the best of the marks that were found more than once, in order of goodness, then place."""
    goodness = np.round(spots.contrast * spots.clean * (1 - 4 * np.minimum(spots.ragged, 0.2)), 2)
    spots = spots.take(np.lexsort((spots.y, spots.x, -spots.r, -goodness)))
    x, y, r = spots.x, spots.y, spots.r
    again = np.zeros(len(spots), dtype=bool)
    for i in range(len(spots)):
        if not again[i]:
            big, small = np.maximum(r[i + 1 :], r[i]), np.minimum(r[i + 1 :], r[i])
            again[i + 1 :] |= (np.hypot(x[i + 1 :] - x[i], y[i + 1 :] - y[i]) < 0.9 * big) & (big < 2 * small)
    return spots.take(~again)
