"""Faces as rows of arrays: what pose their pips give them. Knows marks as columns, no picture, no choosing.

A carpet has thousands of marks and ten thousand ways to lay a face over them; one by one they would take too long.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from vision.pips import LAYOUTS, Face
from vision.sight import Floats
from vision.spots import Spots

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

    def faces(self) -> list[Face]:
        """These rows, one by one."""
        rows = zip(*(getattr(self, column.name).tolist() for column in fields(self)), strict=True)
        return [Face(value, sign, tuple(pips[:value]), *pose) for value, sign, pips, *pose in rows]


def aces(spots: Spots, which: Rows, unit: Floats) -> Laid:
    """Single marks as the one pip of dice with these units; their axes are not known and lie along the picture's."""
    pips = padded(which)
    x, y, r, contrast, outside = (
        column[which].astype(float) for column in (spots.x, spots.y, spots.r, spots.contrast, spots.outside)
    )
    sign, none = spots.sign[which], np.zeros(len(which))
    depth = _depth(sign, contrast, outside)
    return Laid(np.ones(len(which), np.intp), sign, pips, x, y, unit, none, none, unit, r, contrast, depth, none)


def laid(spots: Spots, value: Rows, pips: Rows) -> Laid:
    """Lay twos to sixes over their pips: the mean of the corners gives the pose."""
    there, n = pips >= 0, value.astype(float)
    quad, last = value >= 4, np.where(value == 3, 2, 1)[:, None]
    x, y = (of_pips(c.astype(float), pips, 0.0) for c in (spots.x, spots.y))
    (ax, bx), (ay, by) = _axes(x), _axes(y)
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


def squares(spots: Spots, corners: Rows) -> tuple[Floats, Floats, Floats]:
    """Middle and unit of what lies on four corners in order: x, y, px, and the unit, px."""
    x, y = (column[corners].astype(float) for column in (spots.x, spots.y))
    (ax, bx), (ay, by) = _axes(x), _axes(y)
    return row_sum(x) / 4, row_sum(y) / 4, np.sqrt(np.abs(ax * by - ay * bx))


def _axes(c: Floats) -> tuple[Floats, Floats]:
    """One coordinate of both axes of a face, of which the first four pips are corners in order."""
    return (c[:, 1] + c[:, 2] - c[:, 0] - c[:, 3]) / 4, (c[:, 2] + c[:, 3] - c[:, 0] - c[:, 1]) / 4


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


def padded(*pips: Rows) -> Rows:
    """These pips of each face, and NONE up to six."""
    out = np.full((len(pips[0]), 6), NONE)
    out[:, : len(pips)] = np.stack(pips, axis=1)
    return out
