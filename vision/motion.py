"""What is on the tray at a time, and how it moves there. Knows paths and rolling dice; no commands, no pictures."""

import math
from dataclasses import dataclass
from itertools import pairwise

from vision.pinhole import DIE_SIDE, Pose, about_z, standing, times, tipping

Path = tuple[tuple[float, float, float], ...]
"""Places by time: s, x, y in tray units."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A hand or cup above the tray: its place in tray units, and the direction it reaches in, radians."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to be seen at one moment."""

    dice: tuple[Pose, ...] = ()
    hand: Visitor | None = None
    cup: Visitor | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One die's part in an act: seen from from_s until until_s; rolls in from `start` over roll_s, then rests."""

    rest: Pose
    from_s: float = -math.inf
    until_s: float = math.inf
    roll_s: float = 0.0
    start: tuple[float, float] = (0.0, 0.0)
    spin: float = 0.0

    def at(self, t: float) -> Pose:
        """Where the die is at t, which must be within its part."""
        left = 0.0 if self.roll_s == 0 else max(0.0, 1 - (t - self.from_s) / self.roll_s) ** 2
        if left == 0.0:
            return self.rest
        dx, dy = self.rest.x - self.start[0], self.rest.y - self.start[1]
        way = math.hypot(dx, dy)
        rolled = tipping(dx / way, dy / way, -left * way / (0.6 * DIE_SIDE))
        turn = times(about_z(self.spin * left), times(rolled, self.rest.turn))
        hop = DIE_SIDE * left * abs(math.sin(3 * math.pi * left))
        return standing(self.rest.x - dx * left, self.rest.y - dy * left, hop, turn)


@dataclass(frozen=True, slots=True)
class Act:
    """One command carried out, from begin_s to end_s."""

    begin_s: float
    end_s: float
    parts: tuple[Part, ...]
    hand: Path = ()
    cup: Path = ()
    hand_angle: float = 0.0
    cup_angle: float = 0.0

    @property
    def left(self) -> tuple[Pose, ...]:
        """The dice that lie on the tray when it is over."""
        return tuple(part.rest for part in self.parts if part.until_s == math.inf)

    def at(self, t: float) -> Scene:
        """The scene at t, which is not before begin_s."""
        dice = tuple(part.at(t) for part in self.parts if part.from_s <= t < part.until_s)
        return Scene(dice, _along(self.hand, t, self.hand_angle), _along(self.cup, t, self.cup_angle))


def visit(begin: float, end: float, stops: list[tuple[float, float, float]], angle: float, far: float) -> Path:
    """A path from out of view to the stops and back, along the direction the visitor reaches in."""
    away_x, away_y = -far * math.sin(angle), far * math.cos(angle)
    return ((begin, away_x, away_y), *stops, (end, away_x, away_y))


def _along(path: Path, t: float, angle: float) -> Visitor | None:
    """Where on the path at t, speeding up and slowing down between its places; None before and after."""
    for (t0, x0, y0), (t1, x1, y1) in pairwise(path):
        if t0 <= t < t1:
            part = (t - t0) / (t1 - t0)
            part = part * part * (3 - 2 * part)
            return Visitor(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, angle)
    return None
