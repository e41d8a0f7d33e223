"""From a frame to a reading: the one door to the eye's judgement. Knows no camera and no game."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.find import Weighed, apart, bodies, families, lone, quality, stands, weigh, without_bodies
from vision.frame import Frame, Picture
from vision.pips import ace, faces
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.spots import Floats, Spots, find_spots, pyramid, shade
from vision.tuning import Tuning


def shrink(picture: Picture) -> tuple[Picture, int]:
    f = 1
    while max(picture.shape[:2]) / f > 1000:
        f *= 2
    if f == 1:
        return picture, 1
    h, w = picture.shape[0] // f, picture.shape[1] // f
    return cv2.resize(picture[: h * f, : w * f], (w, h), interpolation=cv2.INTER_AREA), f


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was seen in one picture at one scale."""

    levels: list[Floats]
    marks: dict[int, Spots]
    standing: list[Weighed]
    chosen: list[Weighed]


def look(picture: Picture, tuning: Tuning) -> Look:
    levels = pyramid(shade(picture))
    marks = {sign: strong(find_spots(levels, sign, tuning)) for sign in (1, -1)}
    standing: list[Weighed] = []
    for sign, spots in marks.items():
        laid = faces(spots, sign, tuning)
        standing += [w for w in (stands(w, spots, tuning) for w in weigh(levels, laid)) if w]
        standing += lone_aces(levels, spots, sign, tuning)
    return Look(levels, marks, standing, families(without_bodies(standing, marks)))


def strong(spots: Spots) -> Spots:
    """The marks worth laying faces over: a fifth of the contrast of the strongest, at most 400."""
    order = np.lexsort((spots.x, spots.y, -spots.contrast))
    if len(order):
        order = order[spots.contrast[order] > 0.2 * spots.contrast[order[min(5, len(order) - 1)]]]
    return spots.take(np.sort(order[:400]))


def lone_aces(levels: list[Floats], spots: Spots, sign: int, tuning: Tuning) -> list[Weighed]:
    rows = np.flatnonzero((spots.aspect < 1.5) & (spots.ragged < 0.08) & (spots.clean > 0.85))
    found = bodies(levels, spots, sign, [int(i) for i in rows])
    laid = [ace(spots, sign, int(i), side / 4) for i, (side, share) in zip(rows, found, strict=True) if share > 0.6 and 5 * spots.r[i] < side < 14 * spots.r[i]]
    return [w for w in (stands(w, spots, tuning) for w in weigh(levels, laid)) if w and w.patchy < 0.12]


def read(frame: Frame, tuning: Tuning = Tuning()) -> Reading:
    """Say which dice lie in the frame, which face each shows, and every reason not to trust it."""
    picture, f = shrink(frame.picture)
    if min(picture.shape[:2]) < 16:
        return Reading()
    seen = look(picture, tuning)
    fx = fy = 1.0
    taller = stretched(seen)
    if abs(np.log(taller)) > np.log(1.12):
        h, w = picture.shape[:2]
        fx, fy = (taller, 1.0) if taller > 1 else (1.0, 1 / taller)
        picture = cv2.resize(picture, (round(w * fx), round(h * fy)), interpolation=cv2.INTER_LINEAR)
        seen = look(picture, tuning)
    chosen = list(seen.chosen)
    doubts: list[Doubt] = []
    if chosen:
        chosen += aces(seen, tuning)
        doubts += [Doubt(DoubtKind.COCKED, w.face.x * f / fx, w.face.y * f / fy) for w in chosen if w.face.stretch > 1.2]
        doubts += [Doubt(DoubtKind.NO_FACE, x * f / fx, y * f / fy) for x, y in leftover(seen, chosen)]
    doubts += [Doubt(DoubtKind.UNCLEAR, x * f / fx, y * f / fy) for x, y in unread(seen, chosen)]
    dice = [
        Die(w.face.value, (w.face.x + 0.5) * f / fx - 0.5, (w.face.y + 0.5) * f / fy - 0.5, 4 * w.face.unit * f / (fx * fy) ** 0.5, 1.0)
        for w in chosen
    ]
    return Reading(tuple(sorted(dice, key=lambda d: (d.y, d.x, d.value))), tuple(doubts))


def stretched(seen: Look) -> float:
    """How much taller than wide the picture shows things: from the shape of the pips of all faces, 1 when it doesn't."""
    shapes = []
    for w in seen.chosen:
        s = seen.marks[w.face.sign]
        for i in w.face.pips:
            a = np.log(s.aspect[i])
            shapes.append((-a * np.cos(2 * s.tilt[i]), a * np.sin(2 * s.tilt[i])))
    if len(shapes) < 3:
        return 1.0
    up, lean = np.median(np.array(shapes), axis=0)
    return float(np.exp(up)) if abs(up) > 2 * abs(lean) else 1.0


def aces(seen: Look, tuning: Tuning) -> list[Weighed]:
    """Single pips of the size, strength and body of the dice already found."""
    chosen = seen.chosen
    unit = float(np.median([w.face.unit for w in chosen]))
    r = float(np.median([w.face.r for w in chosen]))
    depth = float(np.median([w.face.depth for w in chosen]))
    out: list[Weighed] = []
    for sign in sorted({w.face.sign for w in chosen}):
        s = seen.marks[sign]
        laid = [ace(s, sign, int(i), unit) for i in np.flatnonzero((s.r > 0.7 * r) & (s.r < 1.8 * r) & (s.aspect < 1.6) & (s.ragged < 0.1))]
        laid = [g for g in laid if 0.65 * depth < g.depth < 1.5 * depth]
        for w in sorted(weigh(seen.levels, laid), key=lambda w: (w.patchy, w.face.x, w.face.y)):
            if w.patchy < 0.12 and w.empties < 0.4 and w.closed > 0.5 and quality(w, s) > 0.25 and lone(w.face, s) and inside(seen, w.face.x, w.face.y, 1.5 * unit) and apart(w.face, chosen + out):
                out.append(w)
    return out


def inside(seen: Look, x: float, y: float, reach: float) -> bool:
    """Whether a die that reaches this far from its centre would lie in the picture."""
    h, w = seen.levels[0].shape
    return reach < x < w - reach and reach < y < h - reach


def leftover(seen: Look, chosen: list[Weighed]) -> list[tuple[float, float]]:
    """Marks that look like the pips found but belong to no die and to no die's side."""
    unit = float(np.median([w.face.unit for w in chosen]))
    r = float(np.median([w.face.r for w in chosen]))
    depth = float(np.median([w.face.depth for w in chosen]))
    out = []
    for sign in sorted({w.face.sign for w in chosen}):
        s = seen.marks[sign]
        used = {i for w in chosen if w.face.sign == sign for i in w.face.pips}
        strength = s.contrast / np.maximum(s.outside + (s.contrast if sign < 0 else 0), 1)
        like = (s.r > 0.75 * r) & (s.r < 1.4 * r) & (strength > 0.65 * depth) & (s.aspect < 1.4) & (s.ragged < 0.065) & (s.clean > 0.85)
        for i in np.flatnonzero(like):
            if int(i) in used:
                continue
            near = min(chosen, key=lambda w: (float(np.hypot(s.x[i] - w.face.x, s.y[i] - w.face.y)), w.face.x))
            d = float(np.hypot(s.x[i] - near.face.x, s.y[i] - near.face.y)) / unit
            beside = 1.9 < d < 4.0 and (s.aspect[i] > 1.25 or s.r[i] < 0.8 * r)
            if not beside and inside(seen, s.x[i], s.y[i], 1.2 * unit):
                out.append((float(s.x[i]), float(s.y[i])))
    return out


def unread(seen: Look, chosen: list[Weighed]) -> list[tuple[float, float]]:
    """Bodies with something like a pip on them that were not read: round marks that hold a mark of the other kind."""
    out = []
    for sign, s in seen.marks.items():
        pips = seen.marks[-sign]
        for i in np.flatnonzero((s.clean > 0.85) & (s.ragged < 0.12) & (s.contrast > 25) & (s.aspect < 1.7)):
            d = np.hypot(pips.x - s.x[i], pips.y - s.y[i]) / s.r[i]
            size = pips.r / s.r[i]
            held = (d < 0.75) & (size > 0.08) & (size < 0.4) & (pips.contrast > 0.4 * s.contrast[i]) & (pips.ragged < 0.08)
            if held.any() and all(np.hypot(s.x[i] - w.face.x, s.y[i] - w.face.y) > 2 * w.face.unit for w in chosen):
                out.append((float(s.x[i]), float(s.y[i])))
    return out
