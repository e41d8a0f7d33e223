"""A closer look at one body: pips that light has nearly washed out, in the one colour that tells them from it.

White light on a die adds the same to pip and body. So what a pip differs by keeps its direction of colour however faint
it becomes, and that direction is known from the dice that were read beside it, with the size of them all. The body with
whatever light slopes across it is taken away, and what is left is shown so strongly that its grain has one level.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.doubts import Reason
from vision.family import apart
from vision.find import Found
from vision.frame import Picture
from vision.laying import lay
from vision.quality import plausible, standing
from vision.sight import Floats, Sight, middle, sample, sight
from vision.spots import Marks, find_spots
from vision.tuning import Tuning
from vision.weigh import Weighed, weigh

PLAIN = np.array([(u, v) for u in (-1.4, -0.5, 0.5, 1.4) for v in (-1.4, -0.5, 0.5, 1.4)])  # no face has a pip there
LARGER = 1.5  # times the largest die that was read: no die that is added is larger than that
LEVEL = 128.0  # of the body in the plane that is made

Place = tuple[float, float]


def closer(found: Found, places: Sequence[Place], tuning: Tuning, every: bool = False) -> Found:
    """What was found, with the dice that a closer look shows about these places, pixels of the sight.

    Only fives and sixes of the size of the others are taken: anything less may be what a glare leaves of a five.
    every: that one place without a die makes the others worthless.
    """
    if not may_add(found, tuning):
        return found
    way = _way(found)
    for place in _middles(found, places, tuning):
        seen = _best(found, way, place, tuning)
        if seen is not None and apart(seen[1].face, found.dice, tuning):
            found = _with(found, *seen)
        elif every:
            break
    return found


def may_add(found: Found, tuning: Tuning) -> bool:
    """Whether enough is known of the dice to tell one more by it."""
    return tuning.closer_places > 0 and len(found.dice) >= tuning.closer_beside


def lasting(found: Found, places: Sequence[Place], tuning: Tuning) -> bool:
    """Whether some doubts about these places would stay whatever dice `closer` added, which it need not be asked then.

    A die that is added takes away what lies about it; it lies beside those that were read, and there are only so many.
    """
    if not places or not may_add(found, tuning):
        return bool(places)
    x, y, unit = np.array([(w.face.x, w.face.y, w.face.unit) for w in found.dice]).T
    largest = LARGER * float(unit.max())
    reach, left = tuning.closer_apart * largest, np.array(places)
    off = np.hypot(left[:, :1] - x, left[:, 1:] - y)
    if (2 * tuning.apart * (unit + largest) - off > reach).any():
        return True
    for _ in range(tuning.closer_places):  # one die cannot reach two that are so far apart
        left = left[np.hypot(*(left - left[0]).T) > 2 * reach]
        if not len(left):
            return False
    return True


def kept(before: list[Reason], added: list[Weighed], after: list[Reason], tuning: Tuning) -> list[Reason]:
    """The doubts once dice were added: those there are then, and all there were before that are about none of them.

    More dice change what is usual among them, but what was doubted was seen without them.
    """
    reach = tuning.closer_apart

    def about(x: float, y: float) -> bool:
        return any(np.hypot(x - w.face.x, y - w.face.y) < reach * w.face.unit for w in added)

    return [*after, *[doubt for doubt in before if doubt not in after and not about(doubt.x, doubt.y)]]


def _way(found: Found) -> Floats:
    """The colour (blue green red, length 1) by which pips are lighter than their bodies, of whichever sign."""
    ways = []
    for face in (w.face for w in found.dice):
        marks, pips = found.marks[face.sign], list(face.pips)
        x = face.x + PLAIN[:, 0] * face.ax + PLAIN[:, 1] * face.bx
        y = face.y + PLAIN[:, 0] * face.ay + PLAIN[:, 1] * face.by
        pip, body = (
            np.median(sample(found.sight.colours[0], px[None].astype(float), py[None].astype(float))[0], axis=0)
            for px, py in ((marks.x[pips], marks.y[pips]), (x, y))
        )
        ways.append(pip.astype(float) - body)
    way = np.median(ways, axis=0) * -found.dice[0].face.sign
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-6))


def _middles(found: Found, places: Sequence[Place], tuning: Tuning) -> list[Place]:
    """For each body without a die on which some of the places lie, its middle as far as it can be told; the first."""
    unit = found.typical[0]
    reach = tuning.closer_apart * unit
    known = [(w.face.x, w.face.y) for w in found.dice]
    at = np.array(places).reshape(-1, 2)
    left = at[_clear(at, known, reach)]
    out: list[Place] = []
    for one in left:
        if len(out) < tuning.closer_places and _clear(one[None], out, reach)[0]:
            body = _body(found, (float(one[0]), float(one[1])), unit, tuning)
            near = left[~_clear(left, one[None], reach)]
            x, y = near.mean(axis=0).tolist() if body is None else body
            if _clear(np.array([(x, y)]), known + out, reach)[0]:
                out.append((x, y))
    return out


def _clear(places: Floats, others: Sequence[Place] | Floats, reach: float) -> NDArray[np.bool_]:
    """Which of these places lie further than reach from all the others."""
    x, y = np.array(others, float).reshape(-1, 2).T
    return np.asarray((np.hypot(places[:, :1] - x, places[:, 1:] - y) > reach).all(axis=1))


def _body(found: Found, place: Place, unit: float, tuning: Tuning) -> Place | None:
    """The middle of the round mark on which the place lies that is as large as a die, the cleanest of them."""
    best: tuple[float, Place] | None = None
    for s in found.marks.values():
        over = (s.r > tuning.closer_least_body * unit) & (s.r < tuning.closer_most_body * unit)
        over &= (s.clean > tuning.clean_rim) & (np.hypot(s.x - place[0], s.y - place[1]) < s.r)
        for k in np.flatnonzero(over):
            if best is None or s.ragged[k] < best[0]:
                best = float(s.ragged[k]), (float(s.x[k]), float(s.y[k]))
    return best and best[1]


def _best(found: Found, way: Floats, place: Place, tuning: Tuning) -> tuple[Marks, Weighed] | None:
    """The one face about a place that cannot be doubted, with its marks: the same when seen from its own middle."""
    value = 0
    for _ in range(2):
        seen = _faces(found, way, place, tuning)
        if seen is None:
            return None
        marks, (face, *others) = seen
        if face.quality < tuning.closer_quality or (value and face.face.value != value):
            return None
        if any(w.face.value != face.face.value and w.quality > tuning.closer_other * face.quality for w in others):
            return None
        value, place = face.face.value, (face.face.x, face.face.y)
    return marks, face


def _faces(found: Found, way: Floats, place: Place, tuning: Tuning) -> tuple[Marks, list[Weighed]] | None:
    """The faces of the known size about a place, those with more pips first, with the marks they are made of."""
    unit, r, _ = found.typical
    sign = found.dice[0].face.sign
    (h, w), reach = found.sight.shape, round(tuning.closer_reach * unit)
    left, top = max(0, round(place[0]) - reach), max(0, round(place[1]) - reach)
    right, bottom = min(w, round(place[0]) + reach + 1), min(h, round(place[1]) + reach + 1)
    if min(right - left, bottom - top) < reach:
        return None
    part = np.ascontiguousarray(found.sight.colours[0][top:bottom, left:right])
    plane = _plane(part, way, (place[0] - left, place[1] - top), unit, sign, tuning)
    marks = find_spots(plane.levels, tuning, (sign,))
    both = marks[1].and_then(marks[-1])
    laid = lay(both, tuning)
    near = laid.take(
        (laid.value > 4) & (laid.sign == sign) & (np.abs(np.log(laid.unit / unit)) < tuning.closer_unit)
        & (np.abs(np.log(laid.r / r)) < tuning.closer_pip)
        & (np.hypot(laid.x + left - place[0], laid.y + top - place[1]) < tuning.closer_off * unit)
    )  # fmt: skip
    if not len(near):
        return None
    near = near.take(plausible(near, both, plane, tuning))
    faces = near.of_light_ones(len(marks[1])).faces()
    good = standing(weigh(plane, faces, tuning), marks, tuning)
    good.sort(key=lambda one: (-one.face.value, -one.quality, one.face.x, one.face.y))
    shifted = {s: replace(spots, x=spots.x + left, y=spots.y + top) for s, spots in marks.items()}
    moved = [replace(one, face=replace(one.face, x=one.face.x + left, y=one.face.y + top)) for one in good]
    return (shifted, moved) if moved else None


def _plane(part: Picture, way: Floats, at: Place, unit: float, sign: int, tuning: Tuning) -> Sight:
    """The part in that one colour, without the body and the light on it, whose grain is closer_grain levels then.

    What is darker than the body where pips are light, or lighter where they are dark, is held back: a pip close to the
    body's end would run together with it.
    """
    v, u = np.mgrid[: part.shape[0], : part.shape[1]].astype(np.float32)
    u, v = (u - at[0]) / unit, (v - at[1]) / unit
    level = part.astype(np.float32) @ way.astype(np.float32)
    bends = np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=-1)
    body = np.hypot(u, v) < tuning.closer_body
    known, there = bends[body].astype(float), level[body].astype(float)
    plain = np.ones(len(there), np.bool_)
    for _ in range(6):  # pips, and what lies beside the body, drop out
        a = known.take(np.flatnonzero(plain), axis=0)
        light = np.linalg.solve(a.T @ a + 1e-3 * np.eye(6), a.T @ there[plain])
        off, before = np.abs(there - known @ light), plain
        plain = off < max(2.0 * middle(off), 1.0)
        if (plain == before).all():
            break
    grain = max(1.48 * middle(off[plain]), tuning.closer_least)
    rise = (level - bends @ light.astype(np.float32)) * np.float32(tuning.closer_grain / grain)
    held = np.float32(tuning.closer_held)
    rise = np.maximum(rise, -held) if sign < 0 else np.minimum(rise, held)
    return sight(np.asarray(np.clip(LEVEL + rise, 0, 255), np.float32), part)


def _with(found: Found, marks: Marks, die: Weighed) -> Found:
    """What was found, and this die; its pips take the place of the marks that were seen there before."""
    sign = die.face.sign
    pips, known = marks[sign].take(np.array(die.face.pips)), found.marks[sign]
    off = np.hypot(known.x - pips.x[:, None], known.y - pips.y[:, None])
    other = off.min(axis=0, initial=np.inf) > pips.r.max()
    kept = np.flatnonzero(other)
    row = np.cumsum(other) - 1
    dice = [
        replace(w, face=replace(w.face, pips=tuple(row[list(w.face.pips)].tolist()))) if w.face.sign == sign else w
        for w in found.dice
    ]
    rows = tuple(range(len(kept), len(kept) + len(pips)))
    face = replace(die.face, pips=rows)
    seen = {**found.marks, sign: known.take(kept).and_then(pips)}
    return replace(found, marks=seen, dice=[*dice, replace(die, face=face)])
