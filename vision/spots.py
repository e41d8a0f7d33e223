"""Round marks, dark or light, of any size: where, how wide, how round, how strong. Knows nothing of dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.near import within_reach
from vision.sight import Floats, median, middle, read
from vision.tuning import Tuning

COLUMNS = ("sign", "x", "y", "r", "aspect", "tilt", "contrast", "outside", "ragged", "clean")
TURNS = np.arange(16) * (2 * np.pi / 16)
COS, SIN = np.cos(TURNS).astype(np.float32), np.sin(TURNS).astype(np.float32)
RIM = np.stack([np.ones(16), COS, SIN, np.cos(2 * TURNS), np.sin(2 * TURNS)], axis=1).astype(np.float32)  # an ellipse
PRODUCTS = (RIM[:, :, None] * RIM[:, None, :]).reshape(16, 25)
LITTLE = np.float32(1e-3) * np.eye(5, dtype=np.float32)
STEP = np.float32(0.15)
STEPS = (0.2 + STEP * np.arange(17)).astype(np.float32)  # along a ray, in expected radii: from within to well outside
WITHIN = 0.55  # expected radii: what lies nearer is the mark itself
BEYOND = 1.45  # radii: there lies what surrounds it, and not yet a neighbour
INNER = int((STEPS < WITHIN).sum())  # of them within the mark
WIDTHS = 1.25  # of a blur: the radius of the marks that differ most between it and the next narrower one
AROUND = np.array([(v, u) for v in (-1, 0, 1) for u in (-1, 0, 1)])  # rows and columns away
NEIGHBOURS = np.ones((3, 3), np.uint8)
TOGETHER = 512  # places measured at once: more of them, and memory is fetched and given back all the time
SIGMAS = (1.1, 1.6, 2.3)  # pixels; marks of 3 to 8 pixels across are found on each level of the pyramid


class Peaks(NamedTuple):
    """Where a level of the pyramid is darkest (sign +1) or lightest (−1) at one width.

    r: expected radius, and width: of the level, pixels. places: counted row by row. near: what differs there and at
    the eight places around, in the order of AROUND.
    """

    depth: int
    sign: int
    r: float
    width: int
    places: NDArray[np.intp]
    near: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Round marks as columns of one table, all of the same length, in pixels of the plane.

    sign: +1 darker, −1 lighter than their surroundings. x, y: centres. r: mean radius. aspect: long over short axis,
    ≥ 1. tilt: direction of the long axis, radians. contrast: levels between the mark and what surrounds it, > 0.
    outside: level around it. ragged: scatter of the rim, in radii. clean: share of 16 rays that meet one clear rim.
    """

    sign: NDArray[np.intp]
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
        lighter = self.outside + np.where(self.sign < 0, self.contrast, np.float32(0))
        return np.asarray(self.contrast / np.maximum(lighter, 1.0))

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Spots":
        """The rows `which`, in that order."""
        return Spots(*(getattr(self, name)[which] for name in COLUMNS))

    def like(self, size: float, strength: float) -> NDArray[np.bool_]:
        """Which of them are alike, in radius and in contrast within these factors: n × n."""
        radius, contrast = np.log(self.r), np.log(self.contrast)
        close = np.abs(radius[:, None] - radius) < np.log(size)
        close &= np.abs(contrast[:, None] - contrast) < np.log(strength)
        return np.asarray(close)

    def and_then(self, others: "Spots") -> "Spots":
        """These rows and then those."""
        return Spots(*(np.concatenate([getattr(self, name), getattr(others, name)]) for name in COLUMNS))


NO_SPOTS = Spots(np.zeros(0, np.intp), *(np.zeros(0, np.float32) for _ in COLUMNS[1:]))
Marks = dict[int, Spots]
"""Of either polarity: +1 dark, −1 light."""


def find_spots(levels: list[Floats], tuning: Tuning, signs: Sequence[int] = (1, -1)) -> Marks:
    """Find the marks of both polarities and of all sizes: {+1: dark ones, −1: light ones}, in pixels of levels[0].

    Each level of the pyramid looks for the same sizes in its own pixels, so all sizes together cost a third more than
    the smallest. Only the strongest are kept (Tuning.weakest_share, most_marks). signs: polarities that are looked for.
    """
    found = [some for k, level in enumerate(levels) for some in _peaks(level, k, signs, tuning)]
    if not found:
        return {1: NO_SPOTS, -1: NO_SPOTS}
    depth, peaks = _round_ones(found, tuning)
    parts = [
        _measure(levels, depth[k : k + TOGETHER], peaks[:, k : k + TOGETHER], tuning)
        for k in range(0, max(len(depth), 1), TOGETHER)
    ]
    columns, sign = (np.concatenate(some, axis=-1) for some in zip(*parts, strict=True))
    return {
        which: _strongest(_one_each(Spots(sign[sign == which], *columns[:, sign == which]), tuning), tuning)
        for which in (1, -1)
    }


def _peaks(level: Floats, depth: int, signs: Sequence[int], tuning: Tuning) -> Iterator[Peaks]:
    """Where the level is darkest or lightest against its surroundings at some width, but for its border."""
    outer, spare, most = cv2.GaussianBlur(level, (0, 0), SIGMAS[0]), np.empty_like(level), np.empty_like(level)
    w = level.shape[1]
    for sigma in SIGMAS[1:]:
        inner, outer = outer, cv2.GaussianBlur(level, (0, 0), sigma, dst=spare)
        darker = np.asarray(cv2.subtract(outer, inner, dst=inner), np.float32)
        least = tuning.sure_peak
        if tuning.least_peak < least:
            grain = middle(np.abs(darker[2:-2:4, 2:-2:4]))
            least = min(max(tuning.least_peak, tuning.above_grain * grain), least)
        flat = darker.ravel()
        lightest, darkest = cv2.minMaxLoc(darker)[:2]
        for sign, spread, strongest in ((1, cv2.dilate, darkest), (-1, cv2.erode, -lightest)):
            if sign not in signs or not strongest > least:
                continue  # as in most colours of a plain table
            extreme = spread(darker, NEIGHBOURS, dst=most) == darker
            extreme &= darker > least if sign > 0 else darker < -least
            places = extreme[2:-2].ravel().nonzero()[0] + 2 * w
            column = places % w
            places = places[(column > 1) & (column < w - 2)]
            if len(places):
                near = flat.take(places + (AROUND[:, :1] * w + AROUND[:, 1:]))
                yield Peaks(depth, sign, WIDTHS * sigma, w, places, near)
        spare = darker


def _round_ones(peaks: Sequence[Peaks], tuning: Tuning) -> tuple[NDArray[np.intp], Floats]:
    """The strongest of each of these peaks, without those that are ridges: levels, and rows x, y, expected r, sign."""
    many = [len(p.places) for p in peaks]
    kind = np.arange(len(peaks)).repeat(many)
    depth, sign, r, width = (
        np.array(column) for column in zip(*((p.depth, p.sign, p.r, p.width) for p in peaks), strict=True)
    )
    near = np.concatenate([p.near for p in peaks], axis=1) * sign.astype(np.float32)[kind]
    at = near[4]
    xx, yy = near[5] + near[3] - 2 * at, near[7] + near[1] - 2 * at
    xy = (near[8] + near[0] - near[2] - near[6]) / 4
    round_ = (xx * yy - xy * xy > tuning.ridge * (xx + yy) ** 2).nonzero()[0]
    for polarity in (1, -1):
        own = np.sort(at[round_[sign[kind[round_]] == polarity]])[-11:]
        if len(own):
            weak = (sign[kind[round_]] == polarity) & (at[round_] <= tuning.weak_peak * own[0])
            round_ = round_[~weak]
    order = round_[np.lexsort((-at[round_], kind[round_]))]
    first = kind[order].searchsorted(np.arange(len(peaks)))
    order = order[np.arange(len(order)) - first[kind[order]] < tuning.most_peaks]
    kind = kind[order]
    y, x = np.divmod(np.concatenate([p.places for p in peaks])[order], width[kind])
    return depth[kind], np.stack([x, y, r[kind], sign[kind]]).astype(np.float32)


def _measure(
    levels: list[Floats], depth: NDArray[np.intp], peaks: Floats, tuning: Tuning
) -> tuple[Floats, NDArray[np.intp]]:
    """Send 16 rays from each place, lay an ellipse through the steepest points, twice, and keep the round ones.

    Returns the columns of Spots, in pixels of levels[0], and each one's sign.
    """
    x, y, r, sign = peaks
    for last in (False, True):
        start = r
        rays = _rays(levels, depth, x, y, r)
        rays *= np.repeat(sign, 16)
        fit, weight, off = _ellipse(*_rims(rays), tuning)
        mean = np.clip(fit[:, 0], 0.3, 2.4)
        x, y, r = x + r * np.clip(fit[:, 1], -1, 1), y + r * np.clip(fit[:, 2], -1, 1), r * mean
        if not last:
            hopeful = weight.mean(axis=1) > tuning.hopeful
            x, y, r, sign, depth = (column[hopeful] for column in (x, y, r, sign, depth))
    # the levels below are read off the last rays, cast before the last small shift
    within = rays[STEPS < WITHIN].reshape(INNER, len(x), 16).transpose(1, 0, 2)
    inner = median(within.reshape(len(x), 16 * INNER))
    beyond = np.clip(np.round((BEYOND * (fit @ RIM.T) - STEPS[0]) / STEP).astype(int), 0, len(STEPS) - 1)
    outer = rays.take(beyond.ravel() * rays.shape[1] + np.arange(rays.shape[1])).reshape(len(x), 16)
    around = median(outer)
    uneven = median(np.abs(outer - around[:, None]))
    longer = np.minimum(np.hypot(fit[:, 3], fit[:, 4]) / mean, 0.6)
    clean, contrast = weight.mean(axis=1), around - inner
    ragged = np.sqrt((weight * off**2).sum(axis=1) / np.maximum(weight.sum(axis=1), 1)) / mean
    # Copied, for numpy 1 rounds columns it steps through in one way or another, by where in memory they lie.
    aspect, tilt = (1 + longer) / (1 - longer), 0.5 * np.arctan2(fit[:, 4].copy(), fit[:, 3].copy())
    good = (
        (clean >= tuning.clean) & (contrast > tuning.faintest) & (uneven < tuning.uneven * contrast)
        & (aspect < tuning.longest_mark) & (mean > tuning.narrowest) & (mean < tuning.widest)
        & (np.hypot(fit[:, 1], fit[:, 2]) < tuning.moved) & (start > tuning.smallest_mark)
    )  # fmt: skip
    f = (2.0**depth).astype(np.float32)
    x, y, r = (x + 0.5) * f - 0.5, (y + 0.5) * f - 0.5, r * f
    return np.stack([x, y, r, aspect, tilt, contrast, around * sign, ragged, clean])[:, good], sign[good].astype(int)


def _rays(levels: list[Floats], depth: NDArray[np.intp], x: Floats, y: Floats, r: Floats) -> Floats:
    """Levels along 16 rays from each place, out to 2.6 expected radii, each in its own level: 17 × 16 n.

    Step by step and not ray by ray, since what is done with them goes along each ray.
    """
    n, fine = len(r), np.float32(32)
    py = STEPS[:, None] * np.repeat(fine * r, 16)
    px = py * np.tile(COS, n)
    py *= np.tile(SIN, n)
    for p, middle_ in ((px, x), (py, y)):
        p += np.repeat(fine * middle_, 16)
        np.rint(p, out=p)  # as `sample` does it
        p /= fine
    ends = 16 * np.searchsorted(depth, np.arange(len(levels) + 1))  # depths come in order
    parts = [read(level, px[:, a:b], py[:, a:b]) for level, a, b in zip(levels, ends, ends[1:], strict=False) if a < b]
    return parts[0] if len(parts) == 1 else np.concatenate(parts or [px], axis=1)


def _rims(rays: Floats) -> tuple[Floats, Floats]:
    """Where each ray rises most steeply, in expected radii and finer than its steps, and by how much: n × 16 each."""
    slope = rays[2:-1] - rays[:-3]
    n = len(slope)
    left = np.arange(n, 0, -1, dtype=np.uint8)[:, None]
    steepest = n - ((slope == slope.max(axis=0)) * left).max(axis=0).astype(np.intp)  # the first: sooner than argmax
    i = np.clip(steepest, 1, n - 2)
    at = i * slope.shape[1] + np.arange(slope.shape[1])
    before, here, after = slope.take(at - slope.shape[1]), slope.take(at), slope.take(at + slope.shape[1])
    bend = np.minimum(before - 2 * here + after, np.float32(-1e-6))
    shift = np.clip(np.float32(0.5) * (before - after) / bend, -0.5, 0.5)
    rim = STEPS[i + 1] + STEP * np.where(i == steepest, shift, np.float32(0))
    return rim.reshape(-1, 16), here.reshape(-1, 16)


def _ellipse(rim: Floats, rise: Floats, tuning: Tuning) -> tuple[Floats, Floats, Floats]:
    """Lay r + dx cos + dy sin + a cos2 + b sin2 through each mark's rim, without the rays that do not meet it."""
    weight = ((np.abs(rim - median(rim)[:, None]) < tuning.rim_astray) & (rise > 0)).astype(np.float32)
    for _ in range(2):
        normal = (weight @ PRODUCTS).reshape(-1, 5, 5) + LITTLE
        fit = np.linalg.solve(normal, ((weight * rim) @ RIM)[..., None])[..., 0]
        off = np.abs(rim - fit @ RIM.T)
        weight = ((off < tuning.rim_off) & (rise > 0)).astype(np.float32)
    return fit, weight, off


def _one_each(spots: Spots, tuning: Tuning) -> Spots:
    """Keep the best of the marks found more than once, in order of goodness, then size, then place."""
    goodness = np.round(spots.contrast * spots.clean * (1 - 4 * np.minimum(spots.ragged, 0.2)), 2)
    spots = spots.take(np.lexsort((spots.y, spots.x, -spots.r, -goodness)))
    i, j = within_reach(spots.x, spots.x, tuning.same_place * tuning.same_mark * spots.r)
    i, j = i[i < j], j[i < j]
    apart = np.hypot(spots.x[i] - spots.x[j], spots.y[i] - spots.y[j])
    large, small = np.maximum(spots.r[i], spots.r[j]), np.minimum(spots.r[i], spots.r[j])
    same = (apart < tuning.same_place * large) & (large < tuning.same_mark * small)
    first = [True] * len(spots)
    for better, one in zip(i[same].tolist(), j[same].tolist(), strict=True):
        if first[better]:
            first[one] = False
    return spots.take(np.array(first, np.bool_))


def _strongest(spots: Spots, tuning: Tuning) -> Spots:
    order = np.lexsort((spots.x, spots.y, -spots.contrast))
    if len(order):
        least = tuning.weakest_share * spots.contrast[order[min(5, len(order) - 1)]]
        order = order[(spots.contrast[order] > least) | (np.arange(len(order)) < tuning.few_marks)]
    return spots.take(np.sort(order[: tuning.most_marks]))
