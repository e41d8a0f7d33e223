"""Which face is up: the six layouts of pips, fitted to round marks by their geometry. Knows nothing of bodies or pictures' edges."""

from dataclasses import dataclass, replace
from math import hypot, prod

import numpy as np
from numpy.typing import NDArray

from vision.spots import Floats, Spots
from vision.tuning import Tuning

# In units of half the distance between the rows: (1, 1) is a corner pip.
LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One layout laid over the marks it explains.

    value 1–6. x, y: centre, px. ax, ay and bx, by: from the centre half the way between the outer columns and rows, px.
    pips: rows of the Spots that are its pips. r, contrast, outside: means over its pips. misfit: root mean square distance
    of the pips from the layout, in units. sign: +1 dark pips, −1 light ones.
    """

    value: int
    x: float
    y: float
    ax: float
    ay: float
    bx: float
    by: float
    pips: tuple[int, ...]
    r: float
    contrast: float
    outside: float
    misfit: float
    sign: int

    @property
    def unit(self) -> float:
        """From the centre half the way between the outer rows, px: about a quarter of the die's side."""
        return float(abs(self.ax * self.by - self.ay * self.bx) ** 0.5)

    @property
    def stretch(self) -> float:
        """How far from square the layout lies, 1 for a perfect square; a six is measured by its lean alone."""
        a, b = hypot(self.ax, self.ay), hypot(self.bx, self.by)
        lean = abs(self.ax * self.by - self.ay * self.bx)
        both = a * a + b * b
        if self.value == 6:
            lean, both = lean / max(a * b, 1e-9), 2.0
        return (both + max(both * both - 4 * lean * lean, 0.0) ** 0.5) / max(2 * lean, 1e-9)

    @property
    def square(self) -> tuple[float, float, float, float]:
        """ax, ay, bx, by of the die's top: those of the pips, but for a six, whose rows tell only one axis."""
        if self.value != 6:
            return self.ax, self.ay, self.bx, self.by
        f = max(1.0, hypot(self.bx, self.by) / max(hypot(self.ax, self.ay), 1e-9))
        return self.ax * f, self.ay * f, self.bx, self.by

    @property
    def depth(self) -> float:
        """Contrast as a share of the lighter of pip and body: the same in light and shade, 0 to 1."""
        return self.contrast / max(self.outside + (self.contrast if self.sign < 0 else 0.0), 1.0)

    def within(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """From pixels to units of the die's top."""
        ax, ay, bx, by = self.square
        det = ax * by - ay * bx
        dx, dy = x - self.x, y - self.y
        return (dx * by - dy * bx) / det, (dy * ax - dx * ay) / det


def alike(spots: Spots, i: NDArray[np.intp], j: NDArray[np.intp], tuning: Tuning) -> NDArray[np.bool_]:
    """Whether two marks could be pips of one face: like size, like contrast, like body around them."""
    r = np.maximum(spots.r[i], spots.r[j]) / np.minimum(spots.r[i], spots.r[j])
    c = np.maximum(spots.contrast[i], spots.contrast[j]) / np.minimum(spots.contrast[i], spots.contrast[j])
    out = np.maximum(spots.outside[i], spots.outside[j]) / np.maximum(np.minimum(spots.outside[i], spots.outside[j]), 8.0)
    like: NDArray[np.bool_] = (r < 1.45) & (c < 2.5) & (out < 2.2)
    return like


def faces(spots: Spots, sign: int, tuning: Tuning) -> list[Face]:
    """Lay every layout over the marks wherever it fits, many over the same marks; choosing is another's work."""
    found: list[Face] = []
    i, j = _pairs(spots, tuning)
    mx, my = (spots.x[i] + spots.x[j]) / 2, (spots.y[i] + spots.y[j]) / 2
    hx, hy = (spots.x[j] - spots.x[i]) / 2, (spots.y[j] - spots.y[i]) / 2
    half = np.hypot(hx, hy)
    r = (spots.r[i] + spots.r[j]) / 2
    as_diagonal = (half / r > 2.1) & (half / r < 6.2)
    middle = [_nearest(spots, x, y, 0.35 * q, a, b, tuning) for x, y, q, a, b in zip(mx, my, r * 2, i, j, strict=True)]
    for k in np.flatnonzero(as_diagonal):
        m = middle[k]
        pips = (int(i[k]), int(j[k])) if m < 0 else (int(i[k]), m, int(j[k]))
        found.append(_face(spots, sign, len(pips), pips))
    order = np.arange(len(i))
    p, q = np.meshgrid(order, order, indexing="ij")
    p, q = p[p < q], q[p < q]
    ok = as_diagonal[p] & as_diagonal[q]
    p, q = p[ok], q[ok]
    apart = np.hypot(mx[p] - mx[q], my[p] - my[q])
    ratio = np.maximum(half[p], half[q]) / np.minimum(half[p], half[q])
    cross = np.abs(hx[p] * hy[q] - hy[p] * hx[q]) / (half[p] * half[q])
    ok = (apart < 0.22 * np.minimum(half[p], half[q])) & (ratio < 1.6) & (cross > 0.6)
    for k, m in zip(p[ok], q[ok], strict=True):
        a, c, b, d = int(i[k]), int(j[k]), int(i[m]), int(j[m])
        if not alike(spots, np.array([a]), np.array([b]), tuning)[0]:
            continue
        found += _quads(spots, sign, (a, b, c, d), tuning)
    return found


def _pairs(spots: Spots, tuning: Tuning) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    n = len(spots)
    i, j = np.triu_indices(n, 1)
    d = np.hypot(spots.x[i] - spots.x[j], spots.y[i] - spots.y[j])
    r = (spots.r[i] + spots.r[j]) / 2
    near = (d > 2.2 * r) & (d < 12.4 * r)
    i, j = i[near], j[near]
    like = alike(spots, i, j, tuning)
    return i[like], j[like]


def _nearest(spots: Spots, x: float, y: float, reach: float, a: int, b: int, tuning: Tuning) -> int:
    """The mark like `a` nearest to a place, or −1."""
    d = np.hypot(spots.x - x, spots.y - y)
    d[[a, b]] = np.inf
    k = int(np.argmin(d))
    return k if d[k] < reach and alike(spots, np.array([a]), np.array([k]), tuning)[0] else -1


def _quads(spots: Spots, sign: int, corners: tuple[int, int, int, int], tuning: Tuning) -> list[Face]:
    """The four, five or six on these corners, as many middle marks as there are."""
    four = _face(spots, sign, 4, corners)
    a, b, c, d = corners
    reach = 0.4 * four.unit
    middle = _nearest(spots, four.x, four.y, reach, a, b, tuning)
    if middle >= 0:
        return [_face(spots, sign, 5, (*corners, middle))]
    sides = []
    for p, q in ((a, b), (b, c), (c, d), (d, a)):
        x, y = (spots.x[p] + spots.x[q]) / 2, (spots.y[p] + spots.y[q]) / 2
        sides.append(_nearest(spots, float(x), float(y), reach, p, q, tuning))
    # rows of three run along (-1,-1)…(-1,1): corners d-a and b-c in the layout's order
    if sides[1] >= 0 and sides[3] >= 0 and sides[0] < 0 and sides[2] < 0:
        return [_face(spots, sign, 6, (a, b, c, d, sides[3], sides[1]))]
    if sides[0] >= 0 and sides[2] >= 0 and sides[1] < 0 and sides[3] < 0:
        return [_face(spots, sign, 6, (b, c, d, a, sides[0], sides[2]))]
    if any(s >= 0 for s in sides):
        return []
    return [four]


def _face(spots: Spots, sign: int, value: int, pips: tuple[int, ...]) -> Face:
    """Lay the layout over its pips: the mean of the corners gives the pose."""
    x, y = [float(spots.x[i]) for i in pips], [float(spots.y[i]) for i in pips]
    n = len(pips)
    r = prod(float(spots.r[i]) for i in pips) ** (1 / n)
    cx, cy = sum(x) / n, sum(y) / n
    if value >= 4:
        ax, ay = (x[1] + x[2] - x[0] - x[3]) / 4, (y[1] + y[2] - y[0] - y[3]) / 4
        bx, by = (x[2] + x[3] - x[0] - x[1]) / 4, (y[2] + y[3] - y[0] - y[1]) / 4
    elif value >= 2:
        dx, dy = (x[-1] - x[0]) / 2, (y[-1] - y[0]) / 2  # the corner (1, 1) = a + b
        ax, ay, bx, by = (dx + dy) / 2, (dy - dx) / 2, (dx - dy) / 2, (dx + dy) / 2
    else:
        ax, ay, bx, by = r / 0.42, 0.0, 0.0, r / 0.42
    off = [
        (cx + u * ax + v * bx - px) ** 2 + (cy + u * ay + v * by - py) ** 2
        for (u, v), px, py in zip(LAYOUTS[value], x, y, strict=True)
    ]
    misfit = (sum(off) / n) ** 0.5 / max(abs(ax * by - ay * bx) ** 0.5, 1e-6)
    contrast, outside = (float(sorted(column[i] for i in pips)[n // 2]) for column in (spots.contrast, spots.outside))
    return Face(value, cx, cy, ax, ay, bx, by, pips, r, contrast, outside, misfit, sign)


def ace(spots: Spots, sign: int, i: int, unit: float) -> Face:
    """A single mark as the one pip of a die with this unit; its axes are not known and lie along the picture's."""
    return replace(_face(spots, sign, 1, (i,)), ax=unit, by=unit)
