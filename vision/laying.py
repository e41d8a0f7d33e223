"""Where the six layouts fit the marks, by geometry alone: all pairs at once. Knows no picture, no bodies.

Faces are rows of arrays here, for a carpet has thousands of marks and ten thousand ways to lay a face over them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from vision.near import nearest, within_reach
from vision.pips import LAYOUTS, Face
from vision.sight import Floats
from vision.spots import Spots
from vision.tuning import Tuning

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]
NONE = -1  # where a layout has fewer than six pips
AT = np.array([[*LAYOUTS[n], *[(0, 0)] * (6 - n)] for n in range(1, 7)], dtype=float)  # value − 1, pip, across and down


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Faces as rows, with the columns of `Face`; pips: n × 6 rows of the Spots, NONE where the value has fewer."""

    value: Rows
    sign: Rows
    pips: Rows
    x: Floats
    y: Floats
    ax: Floats
    ay: Floats
    bx: Floats
    by: Floats
    r: Floats
    contrast: Floats
    depth: Floats
    misfit: Floats

    def __len__(self) -> int:
        return len(self.value)

    @property
    def unit(self) -> Floats:
        """As `Face.unit`."""
        return np.asarray(np.sqrt(np.abs(self.ax * self.by - self.ay * self.bx)))

    @property
    def stretch(self) -> Floats:
        """As `Face.stretch`."""
        a, b = np.hypot(self.ax, self.ay), np.hypot(self.bx, self.by)
        area, six = np.abs(self.ax * self.by - self.ay * self.bx), self.value == 6
        both = np.where(six, 2.0, a * a + b * b)
        area = np.where(six, area / np.maximum(a * b, 1e-9), area)
        return np.asarray((both + np.sqrt(np.maximum(both * both - 4 * area * area, 0))) / np.maximum(2 * area, 1e-9))

    @property
    def top(self) -> tuple[Floats, Floats, Floats, Floats]:
        """As `Face.top`."""
        longer = np.hypot(self.bx, self.by) / np.maximum(np.hypot(self.ax, self.ay), 1e-9)
        f = np.where(self.value == 6, np.maximum(1.0, longer), 1.0)
        return self.ax * f, self.ay * f, self.bx, self.by

    def take(self, which: Mask) -> "Laid":
        """Some of these rows."""
        return Laid(*(getattr(self, column.name)[which] for column in fields(self)))

    def and_then(self, others: "Laid") -> "Laid":
        """These rows and then those."""
        return Laid(*(np.concatenate([getattr(self, c.name), getattr(others, c.name)]) for c in fields(self)))

    def of_light_ones(self, dark: int) -> "Laid":
        """The same, with the pips of light marks counted from 0: before them came so many dark ones."""
        later = (self.sign < 0)[:, None] & (self.pips >= 0)
        return replace(self, pips=np.where(later, self.pips - dark, self.pips))

    def faces(self, which: Mask) -> list[Face]:
        """Those of these rows, one by one."""
        rows = zip(*(getattr(self, column.name)[which].tolist() for column in fields(self)), strict=True)
        return [Face(value, sign, tuple(pips[:value]), *pose) for value, sign, pips, *pose in rows]


def lay(spots: Spots, tuning: Tuning) -> Laid:
    """Lay the twos to sixes over the marks wherever they fit, many over the same marks; choosing is another's work.

    Every face is the same turned by half: its pips are pairs about one centre, and perhaps the centre. So all pairs are
    taken, and those that share a centre are put together.
    """
    i, j = _pairs(spots, tuning)
    half = np.hypot(spots.x[j] - spots.x[i], spots.y[j] - spots.y[i]) / 2
    r = (spots.r[i] + spots.r[j]) / 2
    far = (half / r > 2.1) & (half / r < 6.2)
    i, j, half, r = i[far], j[far], half[far], r[far]
    a, b, c, d = corners = _quads(spots, i, j, tuning)
    four = laid(spots, np.full(len(a), 4), _padded(a, b, c, d))
    p, q = (np.concatenate(rows) for rows in ((i, a, b, c, d, a), (j, b, c, d, a, b)))
    x, y = ((column[p] + column[q]) / 2 for column in (spots.x, spots.y))  # halfway between two; for the last:
    x[len(x) - len(a) :], y[len(y) - len(a) :] = four.x, four.y
    reach = np.concatenate([np.float32(0.7) * r, *[(0.4 * four.unit).astype(np.float32)] * 5])
    middle, ab, bc, cd, da, centre = np.split(
        _nearest(spots, x, y, reach, p, q, tuning), np.cumsum([len(i), *[len(a)] * 4])
    )
    threes = _padded(i, np.where(middle < 0, j, middle), np.where(middle < 0, NONE, j))
    value, pips = _filled(corners, ab, bc, cd, da, centre)
    return laid(spots, np.concatenate([np.where(middle < 0, 2, 3), value]), np.concatenate([threes, pips]))


def aces(spots: Spots, which: Rows, unit: Floats) -> Laid:
    """Single marks as the one pip of dice with these units; their axes are not known and lie along the picture's."""
    pips = _padded(which)
    x, y, r, contrast, outside = (
        column[which].astype(float) for column in (spots.x, spots.y, spots.r, spots.contrast, spots.outside)
    )
    sign, none = spots.sign[which], np.zeros(len(which))
    depth = _depth(sign, contrast, outside)
    return Laid(np.ones(len(which), np.intp), sign, pips, x, y, unit, none, none, unit, r, contrast, depth, none)


def alike(spots: Spots, i: Rows, j: Rows, tuning: Tuning) -> Mask:
    """Whether marks could be pips of one face: of like size and contrast, with a like body around them."""

    def ratio(column: Floats, least: float = 1e-6) -> Floats:
        return np.asarray(np.maximum(column[i], column[j]) / np.maximum(np.minimum(column[i], column[j]), least))

    return np.asarray(
        (spots.sign[i] == spots.sign[j]) & (ratio(spots.r) < tuning.pip_size)
        & (ratio(spots.contrast) < tuning.pip_contrast) & (ratio(spots.outside, 8.0) < tuning.body_level)
    )  # fmt: skip


def lone(laid: Laid, spots: Spots) -> Mask:
    """Whether no other mark like its pips lies within each face."""
    ax, ay, bx, by = laid.top
    k, m = within_reach(spots.x, laid.x, 1.6 * (np.abs(ax) + np.abs(bx)))
    area = (ax * by - ay * bx).astype(np.float32)[k]
    ax, ay, bx, by = (c.astype(np.float32)[k] for c in (ax, ay, bx, by))
    dx, dy = spots.x[m] - laid.x.astype(np.float32)[k], spots.y[m] - laid.y.astype(np.float32)[k]
    u, v = (dx * by - dy * bx) / area, (dy * ax - dx * ay) / area
    near = np.where(laid.value[k] == 1, np.hypot(u, v) < 1.6, (np.abs(u) < 1.4) & (np.abs(v) < 1.4))
    least, most, strong = (c.astype(np.float32)[k] for c in (0.5 * laid.r, 1.6 * laid.r, 0.4 * laid.contrast))
    near &= (spots.r[m] > least) & (spots.r[m] < most) & (spots.contrast[m] > strong)
    near &= (laid.pips[k] != m[:, None]).all(axis=1) & (laid.sign[k] == spots.sign[m])
    return np.asarray(np.bincount(k[near], minlength=len(laid)) == 0)


def _pairs(spots: Spots, tuning: Tuning) -> tuple[Rows, Rows]:
    i, j = np.triu_indices(len(spots), 1)
    d = np.hypot(spots.x[i] - spots.x[j], spots.y[i] - spots.y[j]) / (spots.r[i] + spots.r[j])
    near = (d > 1.1) & (d < 6.2)
    i, j = i[near], j[near]
    like = alike(spots, i, j, tuning)
    return i[like], j[like]


def _quads(spots: Spots, i: Rows, j: Rows, tuning: Tuning) -> tuple[Rows, Rows, Rows, Rows]:
    """Four corners in order round the face: pairs of these pairs that cross at their middles."""
    mx, my = (spots.x[i] + spots.x[j]) / 2, (spots.y[i] + spots.y[j]) / 2
    hx, hy = (spots.x[j] - spots.x[i]) / 2, (spots.y[j] - spots.y[i]) / 2
    half = np.hypot(hx, hy)
    p, q = within_reach(mx, mx, 0.22 * half)
    p, q = p[p < q], q[p < q]
    shorter, longer = np.minimum(half[p], half[q]), np.maximum(half[p], half[q])
    across = np.abs(hx[p] * hy[q] - hy[p] * hx[q]) / (half[p] * half[q])
    one = (np.hypot(mx[p] - mx[q], my[p] - my[q]) < 0.22 * shorter) & (longer < 1.6 * shorter) & (across > 0.6)
    one &= alike(spots, i[p], i[q], tuning)
    p, q = p[one], q[one]
    in_order = np.lexsort((q, p))
    p, q = p[in_order], q[in_order]
    return i[p], i[q], j[p], j[q]


def _filled(corners: tuple[Rows, ...], ab: Rows, bc: Rows, cd: Rows, da: Rows, centre: Rows) -> tuple[Rows, Rows]:
    """The fours, fives and sixes on these corners, by the marks between them and in the middle: values and pips."""
    a, b, c, d = corners
    five, (n, e, s, w) = centre >= 0, (side >= 0 for side in (ab, bc, cd, da))
    along, across = ~five & e & w & ~n & ~s, ~five & n & s & ~e & ~w
    value = np.select([five, along | across, ~(n | e | s | w)], [5, 6, 4], 0)
    pips = _padded(a, b, c, d, centre)
    pips[along, 4], pips[along, 5] = da[along], bc[along]
    pips[across] = np.stack([b, c, d, a, ab, cd], axis=1)[across]
    return value[value > 0], pips[value > 0]


def _padded(*pips: Rows) -> Rows:
    """These pips of each face, and NONE up to six."""
    out = np.full((len(pips[0]), 6), NONE)
    out[:, : len(pips)] = np.stack(pips, axis=1)
    return out


def _nearest(spots: Spots, x: Floats, y: Floats, reach: Floats, but: Rows, nor: Rows, tuning: Tuning) -> Rows:
    """The mark nearest to each place, other than these two and like the first; or NONE."""
    k, m = within_reach(spots.x, x, reach)
    d = np.hypot(spots.x[m] - x[k], spots.y[m] - y[k])
    fit = (d < reach[k]) & (m != but[k]) & (m != nor[k])
    k, m, d = k[fit], m[fit], d[fit]
    like = alike(spots, but[k], m, tuning)
    return nearest(k[like], m[like], d[like], len(x))


def laid(spots: Spots, value: Rows, pips: Rows) -> Laid:
    """Lay twos to sixes over their pips: the mean of the corners gives the pose."""
    there, n = pips >= 0, value.astype(float)
    quad, last = value >= 4, np.where(value == 3, 2, 1)[:, None]

    def axes(c: Floats) -> tuple[Floats, Floats]:
        a, b = (c[:, 1] + c[:, 2] - c[:, 0] - c[:, 3]) / 4, (c[:, 2] + c[:, 3] - c[:, 0] - c[:, 1]) / 4
        return a, b

    x, y = (of_pips(c.astype(float), pips, 0.0) for c in (spots.x, spots.y))
    (ax, bx), (ay, by) = axes(x), axes(y)
    dx, dy = ((np.take_along_axis(c, last, 1)[:, 0] - c[:, 0]) / 2 for c in (x, y))  # the corner (1, 1) = a + b
    ax, ay = np.where(quad, ax, (dx + dy) / 2), np.where(quad, ay, (dy - dx) / 2)
    bx, by = np.where(quad, bx, (dx - dy) / 2), np.where(quad, by, (dx + dy) / 2)
    cx, cy = row_sum(x) / n, row_sum(y) / n
    u, v = AT[value - 1, :, 0], AT[value - 1, :, 1]
    off_x, off_y = (
        c[:, None] + u * a[:, None] + v * b[:, None] - p for c, a, b, p in ((cx, ax, bx, x), (cy, ay, by, y))
    )
    off = np.where(there, off_x * off_x + off_y * off_y, 0.0)
    unit = np.sqrt(np.abs(ax * by - ay * bx))
    misfit = np.sqrt(row_sum(off) / n) / np.maximum(unit, 1e-6)
    r = np.prod(of_pips(spots.r.astype(float), pips, 1.0), axis=1) ** (1 / n)
    middle = (value // 2)[:, None]
    contrast, outside = (
        np.take_along_axis(np.sort(of_pips(column.astype(float), pips, np.inf), axis=1), middle, 1)[:, 0]
        for column in (spots.contrast, spots.outside)
    )
    sign = spots.sign[pips[:, 0]]
    return Laid(value, sign, pips, cx, cy, ax, ay, bx, by, r, contrast, _depth(sign, contrast, outside), misfit)


def of_pips(column: Floats, pips: Rows, absent: float) -> Floats:
    """What a column of the Spots holds for the pips of each face: n × 6."""
    return np.where(pips >= 0, column[pips], column.dtype.type(absent))


def rows_of(faces: Sequence[Face]) -> Rows:
    """The pips of each face as a row of six, NONE where it has fewer."""
    return np.array([(*f.pips, *(NONE,) * (6 - f.value)) for f in faces], np.intp).reshape(-1, 6)


def middle_of(column: Floats, pips: Rows, value: Rows) -> Floats:
    """The median of what a column of the Spots holds for the pips of each face."""
    ordered = np.sort(of_pips(column, pips, np.inf), axis=1)
    at = np.arange(len(pips))
    return np.asarray((ordered[at, (value - 1) // 2] + ordered[at, value // 2]) / 2)


def row_sum(rows: Floats) -> Floats:
    """The sum of each row, from left to right on every machine."""
    return np.asarray(np.cumsum(rows, axis=1)[:, -1])


def _depth(sign: Rows, contrast: Floats, outside: Floats) -> Floats:
    return np.asarray(contrast / np.maximum(outside + np.where(sign < 0, contrast, 0.0), 1.0))
