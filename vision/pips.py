"""Which face is up: the six layouts of pips, laid over round marks by geometry alone. Knows no picture, no bodies."""

from dataclasses import dataclass, replace
from math import hypot, prod

import numpy as np
from numpy.typing import NDArray

from vision.sight import Floats
from vision.spots import Spots
from vision.tuning import Tuning

# In units: half the distance between the outer rows. A six has its rows of three along the second axis.
LAYOUTS: dict[int, tuple[tuple[int, int], ...]] = {
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

    value: 1 to 6. sign: +1 dark pips, −1 light ones. x, y: centre, px. ax, ay and bx, by: from the centre half the way
    between the outer columns and rows, px. pips: rows of the Spots that are its pips, in the layout's order.
    r, contrast, depth: of its pips, as in Spots. misfit: root mean square distance of pips from the layout, in units.
    """

    value: int
    sign: int
    x: float
    y: float
    ax: float
    ay: float
    bx: float
    by: float
    pips: tuple[int, ...]
    r: float
    contrast: float
    depth: float
    misfit: float

    @property
    def unit(self) -> float:
        """Half the distance between the outer rows, px: about a quarter of the die's side."""
        return float(abs(self.ax * self.by - self.ay * self.bx) ** 0.5)

    @property
    def stretch(self) -> float:
        """How far from square the layout lies, 1 for a perfect square; a six is measured by its lean alone."""
        a, b = hypot(self.ax, self.ay), hypot(self.bx, self.by)
        area, both = abs(self.ax * self.by - self.ay * self.bx), a * a + b * b
        if self.value == 6:
            area, both = area / max(a * b, 1e-9), 2.0
        return float((both + max(both * both - 4 * area * area, 0.0) ** 0.5) / max(2 * area, 1e-9))

    @property
    def top(self) -> tuple[float, float, float, float]:
        """ax, ay, bx, by of the die's top: those of the pips, but a six's rows may be closer together than long."""
        if self.value != 6:
            return self.ax, self.ay, self.bx, self.by
        f = max(1.0, hypot(self.bx, self.by) / max(hypot(self.ax, self.ay), 1e-9))
        return self.ax * f, self.ay * f, self.bx, self.by

    def within(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """From pixels to units of the die's top."""
        ax, ay, bx, by = self.top
        area = ax * by - ay * bx
        dx, dy = x - self.x, y - self.y
        return np.asarray((dx * by - dy * bx) / area), np.asarray((dy * ax - dx * ay) / area)


def faces(spots: Spots, tuning: Tuning) -> list[Face]:
    """Lay the twos to sixes over the marks wherever they fit, many over the same marks; choosing is another's work.

    Every face is the same turned by half: its pips are pairs about one centre, and perhaps the centre. So all pairs are
    taken, and those that share a centre are put together.
    """
    found: list[Face] = []
    i, j = _pairs(spots, tuning)
    mx, my = (spots.x[i] + spots.x[j]) / 2, (spots.y[i] + spots.y[j]) / 2
    hx, hy = (spots.x[j] - spots.x[i]) / 2, (spots.y[j] - spots.y[i]) / 2
    half, r = np.hypot(hx, hy), (spots.r[i] + spots.r[j]) / 2
    diagonal = np.flatnonzero((half / r > 2.1) & (half / r < 6.2))
    for k in diagonal:
        a, b = int(i[k]), int(j[k])
        middle = _nearest(spots, float(mx[k]), float(my[k]), float(0.7 * r[k]), (a, b), tuning)
        found.append(_face(spots, 2, (a, b)) if middle < 0 else _face(spots, 3, (a, middle, b)))
    p, q = np.meshgrid(diagonal, diagonal, indexing="ij")
    p, q = p[p < q], q[p < q]
    shorter, longer = np.minimum(half[p], half[q]), np.maximum(half[p], half[q])
    across = np.abs(hx[p] * hy[q] - hy[p] * hx[q]) / (half[p] * half[q])
    one = (np.hypot(mx[p] - mx[q], my[p] - my[q]) < 0.22 * shorter) & (longer < 1.6 * shorter) & (across > 0.6)
    one &= alike(spots, i[p], i[q], tuning)
    for k, m in zip(p[one], q[one], strict=True):
        found += _quad(spots, (int(i[k]), int(i[m]), int(j[k]), int(j[m])), tuning)
    return found


def alike(spots: Spots, i: NDArray[np.intp], j: NDArray[np.intp], tuning: Tuning) -> NDArray[np.bool_]:
    """Whether marks could be pips of one face: of like size and contrast, with a like body around them."""

    def ratio(column: Floats, least: float = 1e-6) -> Floats:
        return np.asarray(np.maximum(column[i], column[j]) / np.maximum(np.minimum(column[i], column[j]), least))

    return np.asarray(
        (ratio(spots.r) < tuning.pip_size) & (ratio(spots.contrast) < tuning.pip_contrast)
        & (ratio(spots.outside, 8.0) < tuning.body_level)
    )  # fmt: skip


def _pairs(spots: Spots, tuning: Tuning) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    i, j = np.triu_indices(len(spots), 1)
    d = np.hypot(spots.x[i] - spots.x[j], spots.y[i] - spots.y[j]) / (spots.r[i] + spots.r[j])
    near = (d > 1.1) & (d < 6.2)
    i, j = i[near], j[near]
    like = alike(spots, i, j, tuning)
    return i[like], j[like]


def _nearest(spots: Spots, x: float, y: float, reach: float, but: tuple[int, int], tuning: Tuning) -> int:
    """The mark nearest to a place, other than these two and like the first; or −1."""
    d = np.hypot(spots.x - x, spots.y - y)
    d[list(but)] = np.inf
    near = np.flatnonzero(d < reach)
    near = near[alike(spots, np.full(len(near), but[0]), near, tuning)]
    return int(near[np.argmin(d[near])]) if len(near) else -1


def _quad(spots: Spots, corners: tuple[int, int, int, int], tuning: Tuning) -> list[Face]:
    """The four, five or six on these corners, by the marks in the middle and between them."""
    four = _face(spots, 4, corners)
    a, b, c, d = corners
    reach = 0.4 * four.unit
    middle = _nearest(spots, four.x, four.y, reach, (a, b), tuning)
    if middle >= 0:
        return [_face(spots, 5, (*corners, middle))]
    between = []
    for p, q in ((a, b), (b, c), (c, d), (d, a)):
        x, y = float(spots.x[p] + spots.x[q]) / 2, float(spots.y[p] + spots.y[q]) / 2
        between.append(_nearest(spots, x, y, reach, (p, q), tuning))
    match [k >= 0 for k in between]:
        case [False, False, False, False]:
            return [four]
        case [False, True, False, True]:
            return [_face(spots, 6, (a, b, c, d, between[3], between[1]))]
        case [True, False, True, False]:
            return [_face(spots, 6, (b, c, d, a, between[0], between[2]))]
    return []


def _face(spots: Spots, value: int, pips: tuple[int, ...]) -> Face:
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
        ax, ay, bx, by = r, 0.0, 0.0, r
    off = [
        (cx + u * ax + v * bx - px) ** 2 + (cy + u * ay + v * by - py) ** 2
        for (u, v), px, py in zip(LAYOUTS[value], x, y, strict=True)
    ]
    misfit = (sum(off) / n) ** 0.5 / max(abs(ax * by - ay * bx) ** 0.5, 1e-6)
    contrast, outside = (float(sorted(column[i] for i in pips)[n // 2]) for column in (spots.contrast, spots.outside))
    depth = contrast / max(outside + (contrast if spots.sign < 0 else 0.0), 1.0)
    return Face(value, spots.sign, cx, cy, ax, ay, bx, by, pips, r, contrast, depth, misfit)


def ace(spots: Spots, i: int, unit: float) -> Face:
    """A single mark as the one pip of a die with this unit; its axes are not known and lie along the picture's."""
    return replace(_face(spots, 1, (i,)), ax=unit, by=unit)
