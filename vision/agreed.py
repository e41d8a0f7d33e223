"""Which of the play areas found, look by look, is held to. Pure; knows no pictures.

Two looks at the same tray never find quite the same corners, and a shadow or a hand makes a look find others. So the
area that was found first stands until several looks in a row agree on another; then the middle of these stands.
"""

from dataclasses import dataclass
from math import hypot
from statistics import median

from vision.plane import Point, Quad

AGREE = 5  # looks in a row: two seconds, in which a hand that passes is gone
ALIKE = 0.04  # of the picture's longer side that corners of looks that agree lie from their middle, at most
OTHER = 0.024  # the same, that the middle lies from what is held, at least: the first look may be so far off by chance


@dataclass(frozen=True, slots=True)
class Area:
    """The corners of the play area in pixels; found: whether they were seen, or only stand there to be moved."""

    corners: Quad
    found: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is held to, None before the first look, and the looks since it was settled on, the newest last."""

    held: Area | None = None
    looks: tuple[Area, ...] = ()


def agreed(before: Agreed, look: Area, longer_px: float) -> Agreed:
    """Add a look. longer_px: the longer side of the picture."""
    if before.held is None:
        return Agreed(look, (look,))
    looks = (*before.looks, look)[-AGREE:]
    middle = _middle(looks)
    if len(looks) < AGREE or any(one.found is not look.found for one in looks):
        return Agreed(before.held, looks)
    if max(_apart(one, middle) for one in looks) > ALIKE * longer_px:
        return Agreed(before.held, looks)
    if before.held.found is look.found and _apart(before.held, middle) < OTHER * longer_px:
        return Agreed(before.held, looks)
    return Agreed(middle, looks)


def _middle(looks: tuple[Area, ...]) -> Area:
    a, b, c, d = (_between([one.corners[k] for one in looks]) for k in range(4))
    return Area((a, b, c, d), looks[-1].found)


def _between(points: list[Point]) -> Point:
    return median(x for x, _ in points), median(y for _, y in points)


def _apart(one: Area, other: Area) -> float:
    """How far the corner that differs most lies from its place in the other, in pixels."""
    return max(hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(one.corners, other.corners, strict=True))
