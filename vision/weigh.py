"""What the picture says of a face laid over it: pips where they must be, plain body elsewhere, an end to the body."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.pips import LAYOUTS, Face
from vision.spots import Floats, Spots, sample

GRID = np.array([(u, v) for v in (-1, 0, 1) for u in (-1, 0, 1)], dtype=float)  # where any face has its pips
STOPS = (-1.4, -1.0, -0.5, 0.0, 0.5, 1.0, 1.4)
BODY = np.array([(u, v) for u in STOPS for v in STOPS if abs(u) + abs(v) < 2.5])  # without the rounded corners
TURN = np.arange(32) * (2 * np.pi / 32)
DISC = np.array([(d * np.cos(a), d * np.sin(a)) for d in (0.9, 1.25, 1.55) for a in TURN[::2]])  # an ace's plain body
FAR = np.arange(1.5, 3.31, 0.15)
EDGE = np.array([(d * np.cos(a), d * np.sin(a)) for a in TURN for d in FAR])  # where a body may end
SQUARE = np.maximum(np.abs(np.cos(TURN)), np.abs(np.sin(TURN)))  # a square's edge is at 1 / this
RAYS = np.arange(48) * (2 * np.pi / 48)
REACH = np.arange(1.6, 10.01, 0.2)  # pip radii from an ace's centre
AROUND = np.array([(d * np.cos(a), d * np.sin(a)) for a in RAYS for d in REACH])
LEANS = np.arange(15)[:, None] * (np.pi / 2 / 15)
TOWARDS = np.maximum(np.abs(np.cos(RAYS - LEANS)), np.abs(np.sin(RAYS - LEANS)))  # a square turned by each lean
SIZES = np.array([1.75, 1.9, 2.05, 2.2, 2.35])[:, None]  # units from the centre of a die to its edge


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


def weigh(levels: list[Floats], faces: list[Face]) -> list[Weighed]:
    """Look each face up in the picture, in the same order, at the level where its pips are 2 to 4 pixels in radius."""
    depths = [_depth(levels, f.r) for f in faces]
    out: dict[int, Weighed] = {}
    for depth in sorted(set(depths)):
        rows = [k for k, d in enumerate(depths) if d == depth]
        pips = np.array([(f.x, f.y, f.ax, f.ay, f.bx, f.by) for f in (faces[k] for k in rows)])
        tops = np.array([(f.x, f.y, *f.top) for f in (faces[k] for k in rows)])
        seen = [_look(levels, depth, pips, GRID)] + [_look(levels, depth, tops, at) for at in (BODY, DISC, EDGE)]
        for n, k in enumerate(rows):
            out[k] = _weigh(faces[k], *(s[n].astype(float) for s in seen))
    return [out[k] for k in range(len(faces))]


def body_around(levels: list[Floats], spots: Spots, i: int) -> tuple[float, float]:
    """The side (px) of the square body about one mark, and the share of 48 rays that end where such a square ends."""
    r = float(spots.r[i])
    pose = np.array([(spots.x[i], spots.y[i], r, 0.0, 0.0, r)])
    seen = _look(levels, _depth(levels, r), pose, AROUND)[0].reshape(len(RAYS), len(REACH))
    left = np.abs(seen - np.median(seen[:, :5])) > max(0.15 * float(spots.contrast[i]), 5.0)
    ends = np.where(left.any(axis=1), REACH[np.argmax(left, axis=1)], 1e6)
    sides = 2 * ends * TOWARDS
    side = np.median(sides, axis=1)
    share = np.mean(np.abs(sides / side[:, None] - 1) < 0.14, axis=1) * (side < 1e5)
    best = int(np.argmax(share))
    return float(side[best]) * r, float(share[best])


def _depth(levels: list[Floats], r: float) -> int:
    return int(np.clip(np.floor(np.log2(max(r, 1e-3) / 2.0)), 0, len(levels) - 1))


def _look(levels: list[Floats], depth: int, pose: Floats, at: Floats) -> Floats:
    """Levels at places given in units of each pose (x, y, ax, ay, bx, by): poses × places."""
    x = pose[:, 0:1] + at[:, 0] * pose[:, 2:3] + at[:, 1] * pose[:, 4:5]
    y = pose[:, 1:2] + at[:, 0] * pose[:, 3:4] + at[:, 1] * pose[:, 5:6]
    return sample(levels[depth], (x + 0.5) / 2.0**depth - 0.5, (y + 0.5) / 2.0**depth - 0.5)


def _plane(at: Floats) -> Floats:
    return np.column_stack([np.ones(len(at)), at])


@lru_cache(maxsize=4096)
def _solver(places: bytes) -> Floats:
    """What turns levels at these places (x, y as float64 bytes) into a level and two slopes."""
    return np.asarray(np.linalg.pinv(_plane(np.frombuffer(places).reshape(-1, 2))))


@lru_cache(maxsize=8)
def _taken(value: int) -> tuple[list[int], list[int]]:
    """The rows of GRID where this face has pips, and the others."""
    taken = [GRID.tolist().index([float(u), float(v)]) for u, v in LAYOUTS[value]]
    return taken, [k for k in range(9) if k not in taken]


def _weigh(face: Face, grid: Floats, body: Floats, disc: Floats, edge: Floats) -> Weighed:
    """Compare with a body whose light may change evenly across it."""
    taken, free = _taken(face.value)
    if face.value == 1:
        plain, places, free = disc, DISC, []
    else:
        ax, ay, bx, by = face.top
        narrow = float(np.hypot(face.ax, face.ay) / np.hypot(ax, ay))  # below 1 for most sixes
        pips = GRID[taken] * (narrow, 1.0)
        clear = np.hypot(*(BODY[:, None] - pips).transpose(2, 0, 1)).min(axis=1) > face.r / np.hypot(bx, by) + 0.15
        plain, places = body[clear], BODY[clear]
        if len(plain) < 8:
            return Weighed(face)
    light = _solver(np.ascontiguousarray(places, np.float64).tobytes()) @ plain
    if np.ptp(_plane(places) @ light) > 0.8 * face.contrast:  # no lamp falls off that fast: take the body as even
        light = np.array([np.median(plain), 0.0, 0.0])
    step = (float(np.mean(_plane(GRID[taken]) @ light)) - float(np.median(grid[taken]))) * face.sign
    if step < 3:
        return Weighed(face)
    grid = (_plane(GRID) @ light - grid) * face.sign / step
    plain = (_plane(places) @ light - plain) * face.sign / step
    closed, snug = _outline(edge.reshape(len(TURN), -1) - light[0], max(0.12 * step, 4.0))
    empties = float(np.max(grid[free] if free else plain))
    return Weighed(face, float(grid[taken].min()), empties, _uneven(np.concatenate([grid[free], plain])), closed, snug)


def _outline(change: Floats, enough: float) -> tuple[float, float]:
    """Share of directions in which the body ends at all, and of those in which it ends where one square ends."""
    left = np.abs(change) > enough
    left[SQUARE < 0.97, : int(np.searchsorted(FAR, 1.94))] = False  # there the ray may still be on a corner pip
    ends = np.where(left.any(axis=1), FAR[np.argmax(left, axis=1)], np.inf) * SQUARE
    snug = (np.abs(ends / SIZES - 1) < 0.13).mean(axis=1).max()
    return float(np.mean(left[:, 2:].any(axis=1))), float(snug)


def _uneven(like: Floats) -> float:
    """Root mean square, but for the worst eighth: a glint or a scratch is no pattern."""
    sizes = np.sort(np.minimum(np.abs(like), 1.0))
    return float(np.sqrt(np.mean(sizes[: len(sizes) - len(sizes) // 8] ** 2)))
