"""From the picture to the tray and back, through the four corners of the play area. Pure; knows no dice and no pixels.

Tray units: pixels of a picture of the same size taken from straight above, with the play area upright in it where it
is now. So a camera that hangs straight gives the same places as before, and a tilted one no longer bends them.
"""

from dataclasses import dataclass
from math import atan, atan2, degrees, hypot

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Corners clockwise as seen, the top left one first."""
Rows = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

LENS = (
    0.83  # picture widths from lens to sensor: 62° across, as the usual camera modules see; wider ones show more tilt
)
LEAST_AREA = 0.04  # of the picture: a play area smaller than that has dice of a few pixels
FLATTEST = 0.15  # sine of a corner's angle, at least: sharper ones are a slip of the finger


@dataclass(frozen=True, slots=True)
class Plane:
    """The tray's surface as it lies in the picture. Build it with `plane_through`."""

    corners: Quad
    to_tray: Rows
    to_picture: Rows

    def place(self, x: float, y: float) -> Point:
        """Where on the tray lies what is seen at x, y pixels."""
        return _through(self.to_tray, x, y)

    def seen(self, u: float, v: float) -> Point:
        """Where in the picture is seen what lies at u, v tray units."""
        return _through(self.to_picture, u, v)

    def scale(self, x: float, y: float) -> float:
        """Tray units for a pixel at x, y: a length seen there times this is its length on the tray."""
        (a, b, c), (d, e, f), (g, h, i) = self.to_tray
        det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        w = g * x + h * y + i
        return float(abs(det / w**3) ** 0.5)

    def off(self, x: float, y: float) -> float:
        """How far outside the play area x, y is, in pixels; negative inside."""
        return max(_left_of(a, b, (x, y)) for a, b in _sides(self.corners))

    def tilt(self, width: int, height: int) -> float:
        """Degrees by which the camera looks at the tray aslant, as the corners of a rectangle tell."""
        g, h, i = self.to_tray[2]
        middle = g * width / 2 + h * height / 2 + i
        return degrees(atan(LENS * width * hypot(g, h) / abs(middle)))


def plane_through(corners: Quad) -> Plane:
    """The plane whose play area has these corners. Raises ValueError where they make no area.

    >>> plane_through(((0, 0), (100, 0), (100, 50), (0, 50))).place(30, 20)
    (30.0, 20.0)
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    wide = (hypot(x1 - x0, y1 - y0) + hypot(x2 - x3, y2 - y3)) / 2
    high = (hypot(x3 - x0, y3 - y0) + hypot(x2 - x1, y2 - y1)) / 2
    left, top = (x0 + x1 + x2 + x3) / 4 - wide / 2, (y0 + y1 + y2 + y3) / 4 - high / 2
    # Heckbert's way from the unit square to four points (Fundamentals of Texture Mapping, 1989, section 2.2.3).
    dx1, dx2, sx = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, sy = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    det = dx1 * dy2 - dx2 * dy1
    if not det or not wide or not high:
        raise ValueError("the four corners lie in one line")
    g, h = (sx * dy2 - sy * dx2) / det, (dx1 * sy - dy1 * sx) / det
    square = ((x1 - x0 + g * x1, x3 - x0 + h * x3, x0), (y1 - y0 + g * y1, y3 - y0 + h * y3, y0), (g, h, 1.0))
    upright = ((1 / wide, 0.0, -left / wide), (0.0, 1 / high, -top / high), (0.0, 0.0, 1.0))
    to_picture = _times(square, upright)
    return Plane(corners, _inverse(to_picture), to_picture)


def quad_from(points: tuple[Point, ...], width: int, height: int) -> Quad:
    """Four points in any order as the corners of a play area. Raises ValueError, in words, for what can be none."""
    if len(points) != 4:
        raise ValueError(f"a play area has four corners, not {len(points)}")
    if not all(-1 <= x <= width + 1 and -1 <= y <= height + 1 for x, y in points):
        raise ValueError(f"the corners must lie in the picture, which is {width} × {height} pixels")
    middle = (sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4)
    a, b, c, d = sorted(points, key=lambda p: atan2(p[1] - middle[1], p[0] - middle[0]))
    quad: Quad = min(((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)), key=lambda q: q[0][0] + q[0][1])
    sines = [_sine(quad[k - 1], quad[k], quad[(k + 1) % 4]) for k in range(4)]
    if min(sines) < FLATTEST:
        raise ValueError("the corners must make an area with four sides that bulges nowhere inwards")
    if area(quad) < LEAST_AREA * width * height:
        raise ValueError("the play area is too small in the picture: bring the camera nearer")
    return quad


def area(quad: Quad) -> float:
    """What the corners enclose, in square pixels."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _sides(quad)) / 2


def _sides(quad: Quad) -> list[tuple[Point, Point]]:
    return [(quad[k], quad[(k + 1) % 4]) for k in range(4)]


def _left_of(a: Point, b: Point, p: Point) -> float:
    """How far p lies to the left of the way from a to b, which is outside when corners go clockwise as seen."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dy * (p[0] - a[0]) - dx * (p[1] - a[1])) / (hypot(dx, dy) or 1.0)


def _sine(before: Point, at: Point, after: Point) -> float:
    ax, ay, bx, by = at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]
    return (ax * by - ay * bx) / ((hypot(ax, ay) * hypot(bx, by)) or 1.0)


def _through(m: Rows, x: float, y: float) -> Point:
    (a, b, c), (d, e, f), (g, h, i) = m
    w = g * x + h * y + i
    return (a * x + b * y + c) / w, (d * x + e * y + f) / w


def _times(a: Rows, b: Rows) -> Rows:
    one, two, three = (
        (
            row[0] * b[0][0] + row[1] * b[1][0] + row[2] * b[2][0],
            row[0] * b[0][1] + row[1] * b[1][1] + row[2] * b[2][1],
            row[0] * b[0][2] + row[1] * b[1][2] + row[2] * b[2][2],
        )
        for row in a
    )
    return one, two, three


def _inverse(m: Rows) -> Rows:
    (a, b, c), (d, e, f), (g, h, i) = m
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if not det:
        raise ValueError("the four corners lie in one line")
    return (
        ((e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det),
        ((f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det),
        ((d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det),
    )
