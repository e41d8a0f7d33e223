"""Where the dice are: which of the fitted faces stand, each on a body of its own. Knows nothing of verdicts."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.pips import LAYOUTS, Face
from vision.spots import Floats, Spots, sample
from vision.tuning import Tuning

GRID = np.array([(u, v) for v in (-1, 0, 1) for u in (-1, 0, 1)], dtype=float)
STOPS = (-1.4, -1.0, -0.5, 0.0, 0.5, 1.0, 1.4)
BODY = np.array([(u, v) for u in STOPS for v in STOPS if abs(u) + abs(v) < 2.5])
TURN = np.arange(32) * (2 * np.pi / 32)
DISC = np.array([(d * np.cos(a), d * np.sin(a)) for d in (0.9, 1.25, 1.55) for a in TURN[::2]])  # an ace's plain body
FAR = np.arange(1.5, 3.31, 0.15)
SQUARE = np.maximum(np.abs(np.cos(TURN)), np.abs(np.sin(TURN)))  # a square's edge is at 1 / this
EDGE = np.array([(d * np.cos(a), d * np.sin(a)) for a in TURN for d in FAR])  # where a body ends


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A face with what the picture says of it, each as a share of the step from body to pip.

    pips: the weakest pip, 1 when like the others. empties: the most pip-like of the layout's empty places, 0 when body.
    patchy: root mean square unevenness of the body. closed: share of directions in which the body ends where a die must end.
    """

    face: Face
    pips: float
    empties: float
    patchy: float
    closed: float
    snug: float = 0.0
    quality: float = 0.0


def weigh(levels: list[Floats], faces: list[Face]) -> list[Weighed]:
    """Look each face up in the picture, at the level where its pips are 2 to 4 pixels in radius."""
    depths = [int(np.clip(np.floor(np.log2(max(f.r, 1e-3) / 2.0)), 0, len(levels) - 1)) for f in faces]
    out: dict[int, Weighed] = {}
    for depth in sorted(set(depths)):
        rows = [k for k, d in enumerate(depths) if d == depth]
        pip_pose = np.array([(faces[k].x, faces[k].y, faces[k].ax, faces[k].ay, faces[k].bx, faces[k].by) for k in rows])
        top_pose = np.array([(faces[k].x, faces[k].y, *faces[k].square) for k in rows])
        scale = 2.0**depth
        seen = [_look(levels[depth], scale, pose, at) for pose, at in ((pip_pose, GRID), (top_pose, BODY), (top_pose, DISC), (top_pose, EDGE))]
        for n, k in enumerate(rows):
            out[k] = _weigh(faces[k], *(s[n] for s in seen))
    return [out[k] for k in range(len(faces))]


def _look(level: Floats, scale: float, pose: Floats, at: Floats) -> Floats:
    x = pose[:, 0:1] + at[None, :, 0] * pose[:, 2:3] + at[None, :, 1] * pose[:, 4:5]
    y = pose[:, 1:2] + at[None, :, 0] * pose[:, 3:4] + at[None, :, 1] * pose[:, 5:6]
    return sample(level, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)


def _slope(at: Floats) -> Floats:
    return np.column_stack([np.ones(len(at)), at])


@lru_cache(maxsize=4096)
def _fit(places: bytes) -> Floats:
    """What turns grey levels at these places (x, y as float64 bytes) into a level and its slopes."""
    return np.linalg.pinv(_slope(np.frombuffer(places).reshape(-1, 2)))


def _weigh(face: Face, grid: Floats, body: Floats, disc: Floats, edge: Floats) -> Weighed:
    """Compare with a body whose light may change evenly across it."""
    taken = [GRID.tolist().index([float(u), float(v)]) for u, v in LAYOUTS[face.value]]
    free = [k for k in range(9) if k not in taken]
    if face.value == 1:
        plain, places = disc, DISC
    else:
        wide = 1.0 if face.value < 6 else float(np.hypot(face.ax, face.ay) / np.hypot(*face.square[:2]))
        pips = GRID[taken] * (wide, 1.0)
        size = float(np.hypot(*face.square[2:]))
        clear = np.hypot(*(BODY[:, None] - pips[None]).transpose(2, 0, 1)).min(axis=1) > face.r / size + 0.15
        plain, places = body[clear], BODY[clear]
        if len(plain) < 8:
            return Weighed(face, 0.0, 1.0, 1.0, 0.0)
    light = _fit(np.ascontiguousarray(places, np.float64).tobytes()) @ plain
    if np.ptp(_slope(places) @ light) > 0.8 * face.contrast:  # no lamp falls off that fast: take the body as even
        light = np.array([np.median(plain), 0.0, 0.0])
    height = (float(np.mean(_slope(GRID[taken]) @ light)) - float(np.median(grid[taken]))) * face.sign
    if height < 3:
        return Weighed(face, 0.0, 1.0, 1.0, 0.0)
    like_grid = (_slope(GRID) @ light - grid) * face.sign / height
    like_plain = (_slope(places) @ light - plain) * face.sign / height
    empties = float(np.max(like_plain)) if face.value == 1 else float(np.max(like_grid[free]))
    both = like_plain if face.value == 1 else np.concatenate([like_grid[free], like_plain])
    closed, snug = _outline(edge.reshape(len(TURN), -1) - light[0], max(0.12 * height, 4.0))
    return Weighed(face, float(like_grid[taken].min()), empties, _uneven(both), closed, snug)


def _outline(step: Floats, enough: float) -> tuple[float, float]:
    """Share of directions in which the body ends at all, and of those in which it ends where one square ends."""
    left = np.abs(step) > enough
    left[SQUARE < 0.97, : int(np.searchsorted(FAR, 1.94))] = False  # there the ray may still be on a corner pip
    ends = np.where(left.any(axis=1), FAR[np.argmax(left, axis=1)], np.inf)
    sides = ends * SQUARE
    snug = max(float(np.mean(np.abs(sides / k - 1) < 0.13)) for k in (1.75, 1.9, 2.05, 2.2, 2.35))
    return float(np.mean(left[:, 2:].any(axis=1))), snug


def _uneven(like: Floats) -> float:
    """Root mean square, but for the worst eighth: a glint or a scratch is no pattern."""
    sizes = np.sort(np.minimum(np.abs(like), 1.0))
    return float(np.sqrt(np.mean(sizes[: len(sizes) - len(sizes) // 8] ** 2)))


def plausible(f: Face, spots: Spots) -> bool:
    """Whether a face is worth looking up in the picture, by its marks alone."""
    if f.misfit > 0.08 or f.stretch > 1.6 or (f.value > 1 and not 0.22 < f.r / f.unit < (0.55 if f.value < 4 else 0.62)):
        return False
    k = list(f.pips)
    alike = np.ptp(np.log(spots.r[k])) < 0.3 and np.median(spots.ragged[k]) < 0.1
    return bool(alike) and lone(f, spots)


def stands(w: Weighed, spots: Spots) -> Weighed | None:
    """The face with its quality, when it is good enough to be a die by its own looks."""
    if w.pips < 0.3 or w.empties > 0.45 or w.patchy > 0.2 or w.closed < 0.5 or (w.face.value == 2 and w.snug < 0.3):
        return None
    good = quality(w, spots)
    return replace(w, quality=good) if good > 0.05 else None


def lone(f: Face, spots: Spots) -> bool:
    """Whether no other mark like its pips lies within the face."""
    u, v = f.within(spots.x, spots.y)
    inside = np.hypot(u, v) < 1.6 if f.value == 1 else (np.abs(u) < 1.4) & (np.abs(v) < 1.4)
    inside &= (spots.r > 0.5 * f.r) & (spots.r < 2 * f.r) & (spots.contrast > 0.4 * f.contrast)
    inside[list(f.pips)] = False
    return not bool(inside.any())


RAYS = np.arange(48) * (2 * np.pi / 48)
STEPS = np.arange(1.6, 10.01, 0.2)
REACH = np.array([(d * np.cos(a), d * np.sin(a)) for a in RAYS for d in STEPS])


def bodies(levels: list[Floats], spots: Spots, sign: int, rows: list[int]) -> list[tuple[float, float]]:
    """For each mark the side (px) of the square body about it, and the share of 48 rays that end where such a square ends."""
    turns = np.arange(15) * (np.pi / 2 / 15)
    towards = np.maximum(np.abs(np.cos(RAYS[None] - turns[:, None])), np.abs(np.sin(RAYS[None] - turns[:, None])))
    out = []
    for i in rows:
        r = float(spots.r[i])
        depth = int(np.clip(np.floor(np.log2(max(r, 1e-3) / 2.0)), 0, len(levels) - 1))
        pose = np.array([(spots.x[i], spots.y[i], r, 0.0, 0.0, r)])
        seen = _look(levels[depth], 2.0**depth, pose, REACH)[0].reshape(len(RAYS), len(STEPS))
        body = float(np.median(seen[:, :5]))
        left = np.abs(seen - body) > max(0.15 * float(spots.contrast[i]), 5.0)
        ends = np.where(left.any(axis=1), STEPS[np.argmax(left, axis=1)], np.inf)
        sides = 2 * ends[None] * towards
        side = np.median(sides, axis=1)
        share = np.where(np.isfinite(side), np.mean(np.abs(sides / np.where(np.isfinite(side), side, 1.0)[:, None] - 1) < 0.14, axis=1), 0.0)
        k = int(np.argmax(share))
        out.append((float(side[k]) * r if share[k] > 0 else 0.0, float(share[k])))
    return out


def lean(f: Face, spots: Spots) -> tuple[float, float, float]:
    """The mean shape of its pips, as the log of how much taller than wide along two axes; and how far they differ."""
    k = list(f.pips)
    lengths, turns = np.log(spots.aspect[k]), 2 * spots.tilt[k]
    across, along = lengths * np.cos(turns), lengths * np.sin(turns)
    return float(across.mean()), float(along.mean()), float(np.sqrt(np.var(across) + np.var(along)))


def quality(w: Weighed, spots: Spots) -> float:
    """How much like a real face it looks, 0 to 1: smooth rims, pips of one shape, an even body, a layout that fits."""
    across, along, scatter = lean(w.face, spots)
    ragged = float(np.median(spots.ragged[list(w.face.pips)]))
    faults = (ragged / 0.07, scatter / 0.25, w.patchy / 0.1, w.face.misfit / 0.05, np.hypot(across, along) / 0.4)
    return float(np.exp(-0.5 * sum(f * f for f in faults)))


def strength(w: Weighed) -> float:
    """How much a face speaks for itself: pips, contrast and quality."""
    return (w.face.value - 0.5) * w.face.contrast * w.quality


def related(f: Face, g: Face) -> bool:
    """Whether two faces could be of dice of one size."""
    big = 2.0 if 1 in (f.value, g.value) else 1.6  # some dice have a larger ace
    return (
        max(f.unit, g.unit) < 1.25 * min(f.unit, g.unit)
        and max(f.r, g.r) < big * min(f.r, g.r)
        and max(f.contrast, g.contrast) < 4 * min(f.contrast, g.contrast)
        and max(f.depth, g.depth) < 2 * min(f.depth, g.depth)
    )


def apart(f: Face, chosen: list[Weighed]) -> bool:
    """Whether a die here would not lie within one of the chosen."""
    return all(np.hypot(f.x - c.face.x, f.y - c.face.y) > 0.87 * 2 * (f.unit + c.face.unit) for c in chosen)


def held(s: Spots, pips: Spots) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of a body and a pip on it: a large round mark and a small one of the other kind well inside it."""
    body = np.flatnonzero((s.clean > 0.85) & (s.ragged < 0.12) & (s.contrast > 25) & (s.aspect < 1.9))[:, None]
    d = np.hypot(pips.x[None] - s.x[body], pips.y[None] - s.y[body]) / s.r[body]
    size = pips.r[None] / s.r[body]
    strong = (pips.contrast[None] > 0.3 * s.contrast[body]) & (pips.ragged < 0.08)[None]
    k, inner = np.nonzero((d < 0.75) & (size > 0.1) & (size < 0.4) & strong)
    return body[k, 0], inner


def without_bodies(standing: list[Weighed], marks: dict[int, Spots]) -> list[Weighed]:
    """Leave out faces whose "pips" are themselves dice: a dark die on a light table is a round dark mark too."""
    good = [w for w in standing if w.quality > 0.3]
    kept = []
    for w in standing:
        s, k = marks[w.face.sign], list(w.face.pips)
        if not any(
            g.face.unit < w.face.r and (np.hypot(s.x[k] - g.face.x, s.y[k] - g.face.y) < 0.7 * s.r[k]).any()
            for g in good
        ):
            kept.append(w)
    return kept


def convincing(w: Weighed) -> bool:
    """Whether a face proves by itself that dice are there; the few pips of a two need to be the blacker for it."""
    if w.face.value >= 3:
        return w.quality > 0.2
    return w.quality > 0.45 or (w.quality > 0.2 and w.face.depth > 0.45)


def families(standing: list[Weighed]) -> list[Weighed]:
    """All dice: those of one size that together explain most, then odd ones that leave no doubt of their own."""
    chosen = family(standing)
    if not any(convincing(w) for w in chosen):
        return []
    depth = float(np.median([w.face.depth for w in chosen if convincing(w)]))
    unit = float(np.median([w.face.unit for w in chosen if convincing(w)]))
    chosen = [w for w in chosen if w.quality > (0.22 if w.face.value > 2 else 0.33) and 0.55 * depth < w.face.depth < 1.8 * depth]
    for w in sorted(standing, key=lambda w: (-w.face.value, w.face.misfit, w.face.x, w.face.y)):
        own = w.quality > (0.4 if w.face.value >= 3 else 0.65) and 0.5 * depth < w.face.depth < 2 * depth
        if own and 0.5 * unit < w.face.unit < 2 * unit and apart(w.face, chosen):
            chosen.append(w)
    return chosen


def family(standing: list[Weighed]) -> list[Weighed]:
    """The dice of one size that together explain most: from the seed whose relatives are strongest."""
    order = sorted(standing, key=lambda w: (-strength(w), w.face.x, w.face.y, w.face.value))[:60]
    best: list[Weighed] = []
    most = 0.0
    for seed in order[:12]:
        chosen: list[Weighed] = []
        for w in sorted(order, key=lambda w: (-w.face.value, w.face.misfit, w.face.x, w.face.y)):
            if related(seed.face, w.face) and apart(w.face, chosen):
                chosen.append(w)
        total = sum(strength(w) ** 2 for w in chosen)  # squares: many weak ones are a pattern, not dice
        if total > most * (1 + 1e-9):
            best, most = chosen, total
    return best
