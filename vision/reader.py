"""From a frame to a reading: the one door to the eye's judgement. Knows no camera and no game."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import Weighed, apart, bodies, families, held, lean, lone, plausible, quality, stands, weigh, without_bodies
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


def look(plane: Floats, tuning: Tuning) -> Look:
    levels = pyramid(plane)
    marks = {sign: strong(find_spots(levels, sign, tuning)) for sign in (1, -1)}
    standing: list[Weighed] = []
    for sign, spots in marks.items():
        laid = [f for f in faces(spots, sign, tuning) if inside(plane, f.x, f.y, 1.6 * f.unit) and plausible(f, spots)]
        standing += [w for w in (stands(w, spots) for w in weigh(levels, laid)) if w]
        standing += lone_aces(levels, spots, sign, tuning)
    return Look(levels, marks, standing, families(without_bodies(standing, marks)))


def strong(spots: Spots) -> Spots:
    """The marks worth laying faces over: a fifth of the contrast of the strongest, at most 400."""
    order = np.lexsort((spots.x, spots.y, -spots.contrast))
    if len(order):
        order = order[spots.contrast[order] > 0.22 * spots.contrast[order[min(5, len(order) - 1)]]]
    return spots.take(np.sort(order[:300]))


def lone_aces(levels: list[Floats], spots: Spots, sign: int, tuning: Tuning) -> list[Weighed]:
    rows = np.flatnonzero((spots.aspect < 1.5) & (spots.ragged < 0.08) & (spots.clean > 0.85))
    found = bodies(levels, spots, sign, [int(i) for i in rows])
    laid = [f for f in [ace(spots, sign, int(i), side / 4) for i, (side, share) in zip(rows, found, strict=True) if share > 0.6 and 5 * spots.r[i] < side < 14 * spots.r[i]] if plausible(f, spots)]
    return [w for w in (stands(w, spots) for w in weigh(levels, laid)) if w and w.patchy < 0.12]


def read(frame: Frame, tuning: Tuning = Tuning()) -> Reading:
    """Say which dice lie in the frame, which face each shows, and every reason not to trust it."""
    picture, f = shrink(frame.picture)
    if min(picture.shape[:2]) < 16:
        return Reading()
    first = _read(shade(picture), f, tuning)
    if first.sure and any(d.value > 2 for d in first.dice):
        return first
    for channel in (1, 0, 2):  # pips and bodies of equal brightness may differ in one colour
        other = _read(picture[..., channel].astype(np.float32), f, tuning)
        if first.sure and first.dice and pips(other) <= pips(first):
            return first
        if other.sure and other.dice and explains(other, first):
            return other
        if first.sure and other.dice:
            first = other  # a table is not empty, and two dark dice are no two, when a colour shows more pips on them
    return first


def pips(reading: Reading) -> int:
    """How many pips a reading explains."""
    return sum(d.value for d in reading.dice)


def explains(other: Reading, first: Reading) -> bool:
    """Whether a second look keeps every die of the first, and has read what the first could not."""

    def on(x: float, y: float, value: int | None = None) -> bool:
        return any(np.hypot(d.x - x, d.y - y) < 0.5 * d.size and value in (None, d.value) for d in other.dice)

    return all(on(d.x, d.y, d.value) for d in first.dice) and all(
        d.x is not None and d.y is not None and on(d.x, d.y) for d in first.doubts
    )


def _read(plane: Floats, f: int, tuning: Tuning) -> Reading:
    """Read one plane, f times smaller than the picture, and answer in pixels of the picture."""
    seen = look(plane, tuning)
    fx = fy = 1.0
    taller = stretched(seen)
    if abs(np.log(taller)) > np.log(1.12):
        h, w = plane.shape
        fx, fy = (taller, 1.0) if taller > 1 else (1.0, 1 / taller)
        plane = cv2.resize(plane, (round(w * fx), round(h * fy)), interpolation=cv2.INTER_LINEAR)
        seen = look(plane, tuning)
    chosen = list(seen.chosen)
    doubtful: list[tuple[DoubtKind, float, float]] = []
    if chosen:
        chosen += aces(seen, tuning)
        doubtful += [(DoubtKind.COCKED, w.face.x, w.face.y) for w in cocked(seen, chosen)]
        doubtful += [(DoubtKind.NO_FACE, x, y) for x, y in leftover(seen, chosen)]
    doubtful += [(DoubtKind.UNCLEAR, x, y) for x, y in unread(seen, chosen)]
    doubts = [Doubt(kind, (x + 0.5) * f / fx - 0.5, (y + 0.5) * f / fy - 0.5) for kind, x, y in doubtful]
    dice = [
        Die(w.face.value, (w.face.x + 0.5) * f / fx - 0.5, (w.face.y + 0.5) * f / fy - 0.5, 4 * w.face.unit * f / (fx * fy) ** 0.5, 1.0)
        for w in chosen
    ]
    return Reading(tuple(sorted(dice, key=lambda d: (d.y, d.x, d.value))), tuple(doubts))


def stretched(seen: Look) -> float:
    """How much taller than wide the picture shows things: from the shape of the pips, 1 when it doesn't."""
    pips = {(w.face.sign, i) for w in seen.chosen for i in w.face.pips}
    for sign, s in seen.marks.items():
        _, inner = held(s, seen.marks[-sign])
        pips |= {(-sign, int(i)) for i in inner}
    shapes = []
    for sign, i in sorted(pips):
        s = seen.marks[sign]
        a = np.log(s.aspect[i])
        shapes.append((-a * np.cos(2 * s.tilt[i]), a * np.sin(2 * s.tilt[i])))
    if len(shapes) < 3:
        return 1.0
    up, lean = np.median(np.array(shapes), axis=0)
    return float(np.exp(up)) if abs(up) > 2 * abs(lean) else 1.0


def cocked(seen: Look, chosen: list[Weighed]) -> list[Weighed]:
    """The dice that lean: their pips are drawn out in another direction than those of the others, or their layout is."""
    shapes = np.array([lean(w.face, seen.marks[w.face.sign])[:2] for w in chosen])
    off = np.hypot(*(shapes - np.median(shapes, axis=0)).T)
    most = {1: 0.22, 2: 0.17}  # a glint draws a single pip out as much as a slight lean does
    return [w for w, d in zip(chosen, off, strict=True) if d > most.get(w.face.value, 0.14) or w.face.stretch > (1.12 if w.face.value == 6 else 1.2)]


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
        laid = [g for g in laid if 0.4 * depth < g.depth < 1.5 * depth]
        for w in sorted(weigh(seen.levels, laid), key=lambda w: (w.patchy, w.face.x, w.face.y)):
            sure = quality(w, s) > (0.3 if w.face.depth > 0.65 * depth else 0.6)
            if sure and w.patchy < 0.12 and w.empties < 0.4 and w.closed > 0.5 and lone(w.face, s) and inside(seen.levels[0], w.face.x, w.face.y, 1.5 * unit) and apart(w.face, chosen + out):
                out.append(w)
    return out


def inside(plane: Floats, x: float, y: float, reach: float) -> bool:
    """Whether a die that reaches this far from its centre would lie in the picture."""
    h, w = plane.shape
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
        deep = depths(s, sign) / depth
        kind = (s.r > 0.75 * r) & (s.r < 1.4 * r) & (deep > 0.5) & (s.aspect < 1.4) & (s.ragged < 0.065) & (s.clean > 0.85)
        akin = (s.r > 0.6 * r) & (s.r < 1.6 * r) & (deep > 0.5) & (s.aspect < 2.2) & (s.ragged < 0.12)
        for i in np.flatnonzero(kind | akin):
            if int(i) in used:
                continue
            near = min(chosen, key=lambda w: (float(np.hypot(s.x[i] - w.face.x, s.y[i] - w.face.y)), w.face.x))
            d = float(np.hypot(s.x[i] - near.face.x, s.y[i] - near.face.y)) / unit
            beside = 1.9 < d < 4.0 and (s.aspect[i] > 1.25 or s.r[i] < 0.8 * r)
            if (d < 1.9 or kind[i]) and (d < 5 or deep[i] > 0.65) and not beside and inside(seen.levels[0], s.x[i], s.y[i], 1.2 * unit):
                out.append((float(s.x[i]), float(s.y[i])))
    return out


def depths(s: Spots, sign: int) -> Floats:
    """Contrast of each mark as a share of the lighter of mark and body."""
    return s.contrast / np.maximum(s.outside + (s.contrast if sign < 0 else 0), 1)


def unread(seen: Look, chosen: list[Weighed]) -> list[tuple[float, float]]:
    """Bodies with something like a pip on them that were not read; and, where nothing was, any three marks like pips."""
    out = []
    for sign, s in seen.marks.items():
        pips = seen.marks[-sign]
        for i, k in zip(*held(s, pips), strict=True):
            sized = all(1.4 * w.face.unit < s.r[i] < 3.4 * w.face.unit for w in chosen)
            if sized and all(np.hypot(pips.x[k] - w.face.x, pips.y[k] - w.face.y) > 3.2 * w.face.unit for w in chosen):
                out.append((float(s.x[i]), float(s.y[i])))
        if not chosen:
            good = (depths(s, sign) > 0.4) & (s.contrast > 40) & (s.ragged < 0.07) & (s.clean > 0.85) & (s.aspect < 2.2)
            k = np.flatnonzero(good)
            i, j = np.meshgrid(k, k, indexing="ij")
            close = np.hypot(s.x[i] - s.x[j], s.y[i] - s.y[j]) < 10 * s.r[i]
            like = np.maximum(s.r[i], s.r[j]) < 1.4 * np.minimum(s.r[i], s.r[j])
            out += [(float(s.x[m]), float(s.y[m])) for m, n in zip(k, (close & like).sum(axis=1), strict=True) if n >= 3]
    return sorted(set(out))
