"""A face: one of the six layouts of pips, and how it lies. Knows no marks, no picture."""

from dataclasses import dataclass
from functools import cached_property
from math import hypot

# In units: half the distance between the outer rows. A six has its rows of three along the second axis.
LAYOUTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, eq=False)
class Face:
    """One layout laid over the marks it explains.

    value: 1 to 6. sign: +1 dark pips, −1 light ones. pips: rows of the Spots that are its pips, in the layout's order.
    x, y: centre, px. ax, ay and bx, by: from the centre half the way between the outer columns and rows, px.
    r, contrast, depth: of its pips, as in Spots. misfit: root mean square distance of pips from the layout, in units.
    """

    value: int
    sign: int
    pips: tuple[int, ...]
    x: float
    y: float
    ax: float
    ay: float
    bx: float
    by: float
    r: float
    contrast: float
    depth: float
    misfit: float

    @cached_property
    def unit(self) -> float:
        """Half the distance between the outer rows, px: about a quarter of the die's side."""
        return float(abs(self.ax * self.by - self.ay * self.bx) ** 0.5)

    @cached_property
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
