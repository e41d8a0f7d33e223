"""What lies where on the painted tray, and when: commands and time in, a scene out. Knows no pictures and no clock."""

import math
import random
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import assert_never

from vision.commands import Clear, Command, Place, Toss, Turn
from vision.pinhole import DIE_SIDE, Pose, View, about_z, lying, standing, times, tipping

DICE = 5
APART = 1.45 * DIE_SIDE  # two cubes this far apart cannot touch, however they are turned
RIM_CLEAR = 92.0  # tray units between a resting die's middle and the picture's edge: a die's side from the rim
REACH_X, REACH_Y = 320 - RIM_CLEAR, 240 - RIM_CLEAR
ENTER_S, GRASP_S, LEAVE_S = 0.40, 0.16, 0.40  # a quick but human hand
TURN_S = 0.45  # a hand turning a die on the spot
REST_S = 1.3  # between the hand's leaving and the cup's coming, so that the kept dice can be seen to lie still
POUR_S, ROLL_S = 0.25, 0.75
HAND_AWAY, CUP_AWAY = 430.0, 470.0  # tray units from the centre at which neither they nor their shadows are in view

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


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that was ordered so far, and so the scene at any time. A value: `then` gives a new one.

    What the dice show depends on the seed and on how many commands came before, never on when they came.
    """

    seed: int = 0
    view: View = field(default_factory=View)
    acts: tuple[Act, ...] = (Act(-math.inf, -math.inf, ()),)

    @property
    def ends_s(self) -> float:
        """When the last command will be done."""
        return self.acts[-1].end_s

    def at(self, t: float) -> Scene:
        """The scene at t seconds."""
        return next(act for act in reversed(self.acts) if act.begin_s <= t).at(t)

    def then(self, command: Command, at_s: float) -> "Stage":
        """Add a command given at at_s; it begins when those before it are done."""
        begin = max(at_s, self.ends_s)
        chance = random.Random(f"{self.seed}/{len(self.acts)}")
        dice = self.acts[-1].left
        match command:
            case Toss(places):
                act = _toss(begin, dice, self._nearest(dice, places), chance)
            case Turn(place):
                act = _turn(begin, dice, self._nearest(dice, (place,)), chance)
            case Clear():
                act = _take(begin, dice, range(len(dice)), chance)
            case Place(values, places):
                act = Act(begin, begin, tuple(Part(pose) for pose in self._placed(values, places, chance)))
            case _:
                assert_never(command)
        return replace(self, acts=(*self.acts, act))

    def _nearest(self, dice: tuple[Pose, ...], places: tuple[tuple[float, float], ...] | None) -> list[int]:
        """Which dice are meant by places in the picture, each at most once, in the order of the dice."""
        if places is None:
            return list(range(len(dice)))
        chosen: set[int] = set()
        for place in places:
            free = [k for k in range(len(dice)) if k not in chosen]
            if free:
                chosen.add(min(free, key=lambda k: math.dist(place, seen_place(dice[k], self.view))))
        return sorted(chosen)

    def _placed(
        self, values: tuple[int, ...], places: tuple[tuple[float, float], ...] | None, chance: random.Random
    ) -> tuple[Pose, ...]:
        spots = _free([], len(values), chance) if places is None else [self.view.lies(*p, DIE_SIDE) for p in places]
        return tuple(lying(v, *at, chance.uniform(0, 2 * math.pi)) for v, at in zip(values, spots, strict=True))


def seen_place(die: Pose, view: View) -> tuple[float, float]:
    """Where the middle of a lying die's upper face is seen, in pixels."""
    return view.seen((die.x, die.y, die.z + DIE_SIDE / 2))


def _take(begin: float, dice: tuple[Pose, ...], which: range | list[int], chance: random.Random) -> Act:
    """A hand visits these dice one after the other and takes them away."""
    if not which:
        return Act(begin, begin, tuple(Part(die) for die in dice))
    angle = chance.uniform(-0.35, 0.35)
    stops = sorted(which, key=lambda k: dice[k].x)
    grasped = {k: begin + ENTER_S + GRASP_S * n for n, k in enumerate(stops)}
    end = begin + ENTER_S + GRASP_S * len(stops) + LEAVE_S
    tour = [(grasped[k], dice[k].x, dice[k].y) for k in stops]
    hand = _visit(begin, end, tour, angle, HAND_AWAY)
    parts = tuple(Part(die, until_s=grasped.get(k, math.inf)) for k, die in enumerate(dice))
    return Act(begin, end, parts, hand=hand, hand_angle=angle)


def _turn(begin: float, dice: tuple[Pose, ...], which: list[int], chance: random.Random) -> Act:
    """A hand covers one die, turns it upside down and leaves."""
    if not which:
        return Act(begin, begin, ())
    die = dice[which[0]]
    mx, my = die.turn[0][0], die.turn[1][0]
    mx, my = (mx, my) if math.hypot(mx, my) > 0.5 else (die.turn[0][1], die.turn[1][1])
    over = times(about_z(chance.uniform(-0.3, 0.3)), times(tipping(mx, my, math.pi), die.turn))
    nudged = Pose(die.x + chance.uniform(-5, 5), die.y + chance.uniform(-5, 5), die.z, over)
    angle = chance.uniform(-0.35, 0.35)
    there, away = begin + ENTER_S, begin + ENTER_S + TURN_S
    hand = _visit(begin, away + LEAVE_S, [(there, die.x, die.y), (away, nudged.x, nudged.y)], angle, HAND_AWAY)
    halfway = (there + away) / 2
    parts = [Part(d) if k != which[0] else Part(d, until_s=halfway) for k, d in enumerate(dice)]
    parts.insert(which[0] + 1, Part(nudged, from_s=halfway))
    return Act(begin, away + LEAVE_S, tuple(parts), hand=hand, hand_angle=angle)


def _toss(begin: float, dice: tuple[Pose, ...], which: list[int], chance: random.Random) -> Act:
    """A hand takes these dice, the others lie alone for a while, then the cup comes and all missing dice roll out."""
    taken = _take(begin, dice, which, chance)
    kept = list(taken.left)
    angle = chance.uniform(-0.5, 0.5) + chance.choice((math.pi / 2, -math.pi / 2, math.pi))
    comes = taken.end_s + (REST_S if taken.end_s > begin else 0.0)
    pours = comes + ENTER_S
    mouth = (-190 * math.sin(angle), 190 * math.cos(angle))
    gone = pours + POUR_S + ROLL_S
    cup = _visit(comes, gone, [(pours, *mouth), (gone - LEAVE_S, *mouth)], angle, CUP_AWAY)
    rolls = []
    for n, (x, y) in enumerate(_free([(die.x, die.y) for die in kept], max(0, DICE - len(kept)), chance)):
        rest = lying(chance.randint(1, 6), x, y, chance.uniform(0, 2 * math.pi))
        start = (mouth[0] + chance.uniform(-20, 20), mouth[1] + chance.uniform(-20, 20))
        rolls.append(Part(rest, pours + 0.05 * n, roll_s=ROLL_S, start=start, spin=chance.uniform(-4, 4)))
    return replace(taken, end_s=gone, parts=(*taken.parts, *rolls), cup=cup, cup_angle=angle)


def _free(taken: list[tuple[float, float]], count: int, chance: random.Random) -> list[tuple[float, float]]:
    """As many places apart from the taken ones and from each other."""
    places: list[tuple[float, float]] = []
    while len(places) < count:
        spot = (chance.uniform(-REACH_X, REACH_X), chance.uniform(-REACH_Y, REACH_Y))
        if all(math.dist(spot, other) >= APART for other in (*taken, *places)):
            places.append(spot)
    return places


def _visit(begin: float, end: float, stops: list[tuple[float, float, float]], angle: float, far: float) -> Path:
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
