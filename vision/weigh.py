"""What the picture says of faces laid over it: pips where they must be, plain body elsewhere, an end to the body.

All faces are looked up together, as rows of arrays: one by one they would take most of the time of a reading.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.pips import LAYOUTS, Face
from vision.sight import Floats, Sight, median, sample
from vision.spots import Spots
from vision.tuning import Tuning

GRID = np.array([(u, v) for v in (-1, 0, 1) for u in (-1, 0, 1)], dtype=float)  # where any face has its pips
TAKEN = np.array([[tuple(at) in LAYOUTS.get(n, ()) for at in GRID.astype(int).tolist()] for n in range(7)])
STOPS = (-1.4, -1.0, -0.5, 0.0, 0.5, 1.0, 1.4)
BODY = np.array([(u, v) for u in STOPS for v in STOPS if abs(u) + abs(v) < 2.5])  # without the rounded corners
TURN = np.arange(32) * (2 * np.pi / 32)
DISC = np.array([(d * np.cos(a), d * np.sin(a)) for d in (0.9, 1.25, 1.55) for a in TURN[::2]])  # an ace's plain body
PLAIN = np.concatenate([BODY, DISC])
FAR = np.arange(1.5, 3.31, 0.15)
EDGE = np.array([(d * np.cos(a), d * np.sin(a)) for a in TURN for d in FAR])  # where a body may end
PLAIN_AND_EDGE = np.concatenate([PLAIN, EDGE])
SQUARE = np.maximum(np.abs(np.cos(TURN)), np.abs(np.sin(TURN)))  # a square's edge is at 1 / this
RAYS = np.arange(48) * (2 * np.pi / 48)
REACH = np.arange(1.6, 10.01, 0.2)  # pip radii from an ace's centre
BODIES = 5  # of them, the nearest, on the body of any ace
AROUND = np.array([[(d * np.cos(a), d * np.sin(a)) for d in REACH] for a in RAYS])
ONE_SQUARE = 0.14  # share of a square's side by which a ray may end off it
LEANS = np.arange(15)[:, None] * (np.pi / 2 / 15)
TOWARDS = np.maximum(np.abs(np.cos(RAYS - LEANS)), np.abs(np.sin(RAYS - LEANS)))  # a square turned by each lean
LIGHT_AT, LIGHT_ON_PIPS = (np.column_stack([np.ones(len(at)), at]) for at in (PLAIN, GRID))
LIGHT_SQUARES = (LIGHT_AT[:, :, None] * LIGHT_AT[:, None, :]).reshape(-1, 9)
LITTLE = 1e-6 * np.eye(3)
SIZES = np.array([1.75, 1.9, 2.05, 2.2, 2.35])[:, None]  # units from the centre of a die to its edge

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A face with what the picture says of it, as shares of the step from body to pip.

    pips: the weakest pip, 1 when like the others. empties: the most pip-like of the layout's empty places, 0 when body.
    patchy: unevenness of the body. closed: share of directions in which the body ends at all; snug: in which it ends
    where one square does. quality: 0 to 1, how much like a real face it looks in all.
    """

    face: Face
    pips: float = 0.0
    empties: float = 1.0
    patchy: float = 1.0
    closed: float = 0.0
    snug: float = 0.0
    quality: float = 0.0


def weigh(
    sight: Sight, faces: list[Face], tuning: Tuning, patchy: float | None = None, empty_place: float | None = None
) -> list[Weighed]:
    """Look each face up at the level where its pips are 2 to 4 pixels in radius; those that may be dice, in order.

    The light on a body may change evenly across it. patchy, empty_place: where other limits than those of Tuning count.
    """
    if not faces:
        return []
    value, sign = (np.array(column) for column in zip(*((f.value, f.sign) for f in faces), strict=True))
    r, contrast = (np.array(column) for column in zip(*((f.r, f.contrast) for f in faces), strict=True))
    pips = np.array([(f.x, f.y, f.ax, f.ay, f.bx, f.by) for f in faces])
    tops = np.array([(f.x, f.y, *f.top) for f in faces])
    depths = _depth(sight, r)
    grid, plain = np.split(_look(sight.levels, depths, (pips, GRID), (tops, PLAIN)), [len(GRID)], axis=1)
    taken, free = TAKEN[value], ~TAKEN[value] & (value > 1)[:, None]
    bare = _bare(value, r, pips, tops)

    light = _light(plain, bare)
    slopes = LIGHT_AT @ light.T
    steep = np.ptp(np.where(bare.T, slopes, light[:, 0]), axis=0) > 0.8 * contrast
    light[steep] = 0.0  # no lamp falls off that fast: take the body as even
    light[steep, 0] = _middle(plain[steep], bare[steep])
    body = light @ LIGHT_ON_PIPS.T
    step = sign * ((body * taken).sum(axis=1) / taken.sum(axis=1) - _middle(grid, taken))
    good = (step >= 3) & (bare.sum(axis=1) >= 8)
    share = (sign / np.maximum(step, 3))[:, None]
    grid = (body - grid) * share
    plain = (light @ LIGHT_AT.T - plain) * share
    weakest = np.where(taken, grid, np.inf).min(axis=1)
    empties = np.where(value > 1, np.where(free, grid, -np.inf).max(axis=1), np.where(bare, plain, -np.inf).max(axis=1))
    uneven = _uneven(np.concatenate([grid, plain], axis=1), np.concatenate([free, bare], axis=1))
    good &= (weakest >= tuning.weak_pip) & (empties <= (empty_place or tuning.empty_place))
    good &= uneven <= (patchy or tuning.patchy)
    may = np.flatnonzero(good)
    change = _change(sight, depths[may], tops[may], plain_at=bare[may])  # the dearest look, so the last
    closed, snug = _outline(change, np.maximum(0.12 * step[may], 4.0))
    rows = np.stack([weakest[may], empties[may], uneven[may], closed, snug], axis=1).tolist()
    return [Weighed(faces[k], *row) for k, row in zip(may.tolist(), rows, strict=True)]


def bodies_around(sight: Sight, spots: Spots, which: NDArray[np.intp], tuning: Tuning) -> tuple[Floats, Floats]:
    """The side (px) of the square body about each of these marks, and the share of 48 rays that end where it ends.

    Both 0 where too many rays end nearer than the least body does; they need not be followed further.
    """
    sides, shares = np.zeros(len(which)), np.zeros(len(which))
    if not len(which):
        return sides, shares
    r, nothing = spots.r[which].astype(float), np.zeros(len(which))
    pose = np.stack([spots.x[which], spots.y[which], r, nothing, nothing, r], axis=1)
    depth, enough = _depth(sight, r), np.maximum(0.15 * spots.contrast[which], 5.0)[:, None, None]
    near = _look(sight.levels, depth, (pose, AROUND[:, :BODIES].reshape(-1, 2))).reshape(-1, len(RAYS), BODIES)
    body = median(near.reshape(len(which), -1))[:, None, None]
    soon = REACH[:BODIES] < (1 - ONE_SQUARE) * tuning.ace_fattest / 2
    short = (np.abs(near[:, :, soon] - body) > enough).any(axis=2).mean(axis=1)
    rows = np.flatnonzero(1 - short > tuning.ace_square)
    far = _look(sight.levels, depth[rows], (pose[rows], AROUND[:, BODIES:].reshape(-1, 2)))
    seen = np.concatenate([near[rows], far.reshape(-1, len(RAYS), len(REACH) - BODIES)], axis=2)
    left = np.abs(seen - body[rows]) > enough[rows]
    ends = np.where(left.any(axis=2), REACH[left.argmax(axis=2)], 1e6)
    across = 2 * ends[:, None, :] * TOWARDS
    side = median(across)
    share = (np.abs(across / side[..., None] - 1) < ONE_SQUARE).mean(axis=2) * (side < 1e5)
    each, best = np.arange(len(rows)), share.argmax(axis=1)
    sides[rows], shares[rows] = side[each, best] * r[rows], share[each, best]
    return sides, shares


def _depth(sight: Sight, r: Floats) -> NDArray[np.intp]:
    return np.clip(np.floor(np.log2(np.maximum(r, 1e-3) / 2.0)), 0, len(sight.levels) - 1).astype(int)


def _look(levels: Sequence[Floats | Picture], depths: NDArray[np.intp], *where: tuple[Floats, Floats]) -> Floats:
    """Levels at places given in units of poses (x, y, ax, ay, bx, by), each in its own level: poses × all places."""
    f = 2.0 ** depths[:, None]

    def placed(k: int) -> Floats:
        parts = [p[:, k, None] + at[:, 0] * p[:, k + 2, None] + at[:, 1] * p[:, k + 4, None] for p, at in where]
        return np.asarray(((np.concatenate(parts, axis=1) if len(parts) > 1 else parts[0]) + 0.5) / f - 0.5)

    x, y = placed(0), placed(1)
    least, most = (int(depths.min()), int(depths.max())) if len(depths) else (0, 0)
    if least == most:
        return np.asarray(sample(levels[least], x, y), np.float64)
    out = np.zeros((*x.shape, *levels[0].shape[2:]))
    for depth in range(least, most + 1):
        rows = depths == depth
        out[rows] = sample(levels[depth], x[rows], y[rows])
    return out


def _bare(value: NDArray[np.intp], r: Floats, pips: Floats, tops: Floats) -> Mask:
    """Which of PLAIN must be plain body on each face: for an ace a ring about it, else what is clear of all pips."""
    up = np.hypot(tops[:, 4], tops[:, 5])
    narrow = np.hypot(pips[:, 2], pips[:, 3]) / np.hypot(tops[:, 2], tops[:, 3])  # below 1 for most sixes
    dx = BODY[:, 0, None] - GRID[:, 0] * narrow[:, None, None]
    far = np.where(TAKEN[value][:, None, :], np.hypot(dx, BODY[:, 1, None] - GRID[:, 1]), np.inf).min(axis=2)
    clear = (far > (r / up + 0.15)[:, None]) & (value > 1)[:, None]
    return np.concatenate([clear, np.repeat((value == 1)[:, None], len(DISC), axis=1)], axis=1)


def _light(plain: Floats, bare: Mask) -> Floats:
    """Level and two slopes of the light on each body, by least squares: n × 3."""
    normal = (bare @ LIGHT_SQUARES).reshape(-1, 3, 3) + LITTLE
    sums = (plain * bare) @ LIGHT_AT
    return np.asarray(np.linalg.solve(normal, sums[..., None])[..., 0])


def _middle(rows: Floats, which: Mask) -> Floats:
    """The median of those in each row that count; 0 where none does."""
    n = which.sum(axis=1)
    ordered = np.where(which, rows, np.inf)
    ordered.sort(axis=1)
    at = np.arange(len(n))
    both = ordered[at, np.maximum(n - 1, 0) // 2] + ordered[at, n // 2]
    return np.asarray(np.where(n > 0, both / 2, 0.0))


def _change(sight: Sight, depths: NDArray[np.intp], tops: Floats, plain_at: Mask) -> Floats:
    """How far each place of EDGE is from the body in the colour that tells it best: n × 32 × 13."""
    seen = _look(sight.colours, depths, (tops, PLAIN_AND_EDGE))
    colours = seen[:, : len(PLAIN)].transpose(0, 2, 1).reshape(-1, len(PLAIN))
    body = _middle(colours, plain_at.repeat(3, axis=0)).reshape(-1, 1, 3)
    off = np.abs(seen[:, len(PLAIN) :] - body)
    most = np.maximum(np.maximum(off[:, :, 0], off[:, :, 1]), off[:, :, 2])  # sooner than along so short an axis
    return np.asarray(most).reshape(-1, len(TURN), len(FAR))


def _outline(change: Floats, enough: Floats) -> tuple[Floats, Floats]:
    """Share of directions in which the body ends at all, and of those in which it ends where one square ends."""
    left = change > enough[:, None, None]
    left[:, SQUARE < 0.97, : int(np.searchsorted(FAR, 1.94))] = False  # there the ray may still be on a corner pip
    ends = np.where(left.any(axis=2), FAR[np.argmax(left, axis=2)], np.inf) * SQUARE
    snug = (np.abs(ends[:, None, :] / SIZES - 1) < 0.13).mean(axis=2).max(axis=1)
    return left[:, :, 2:].any(axis=2).mean(axis=1), snug


def _uneven(like: Floats, which: Mask) -> Floats:
    """Root mean square of those that count, but for the worst eighth: a glint or a scratch is no pattern."""
    sizes = np.sort(np.where(which, np.minimum(np.abs(like), 1.0), np.inf), axis=1)
    n = which.sum(axis=1)
    kept = n - n // 8
    sizes = np.where(np.arange(sizes.shape[1]) < kept[:, None], sizes, 0.0)
    return np.asarray(np.sqrt((sizes**2).sum(axis=1) / np.maximum(kept, 1)))
