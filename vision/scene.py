"""What lies where on the painted tray, and when: commands and time in, a scene out. Knows no pictures and no clock."""

import math
import random
from dataclasses import dataclass, field, replace
from typing import assert_never

from vision import acts
from vision.acts import REST_S, RIM_CLEAR
from vision.commands import Clear, Deed, Guest, Handle, Linger, Mishap, Place, Toss, Touch, Turn
from vision.motion import Act, Part, Scene, Visitor
from vision.pinhole import DIE_SIDE, Pose, View, lying

__all__ = ["REST_S", "RIM_CLEAR", "Scene", "Stage", "Visitor", "seen_place"]

DICE = 5


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that was ordered so far, and so the scene at any time. A value: `then` gives a new one.

    What the dice show depends on the seed and on how many commands came before, never on when they came.
    before: how many of those are known no more.
    """

    seed: int = 0
    view: View = field(default_factory=View)
    acts: tuple[Act, ...] = (Act(-math.inf, -math.inf, ()),)
    before: int = 0

    @property
    def ends_s(self) -> float:
        """When the last command will be done."""
        return self.acts[-1].end_s

    def at(self, t: float) -> Scene:
        """The scene at t seconds."""
        return next(act for act in reversed(self.acts) if act.begin_s <= t).at(t)

    def since(self, t: float) -> "Stage":
        """The same without what was over by t: a tray that is played on all night must not grow."""
        over = sum(act.begin_s <= t for act in self.acts[1:])
        return replace(self, acts=self.acts[over:], before=self.before + over)

    def then(self, command: Deed, at_s: float) -> "Stage":
        """Add a command given at at_s; it begins when those before it are done."""
        begin = max(at_s, self.ends_s)
        chance = random.Random(f"{self.seed}/{self.before + len(self.acts)}")
        dice = self.acts[-1].left
        match command:
            case Toss():
                act = self._toss(command, begin, dice, chance)
            case Turn(place):
                act = acts.turn(begin, dice, self._nearest(dice, (place,)), chance)
            case Handle(touches):
                act = acts.handle(begin, dice, self._touched(dice, touches, chance), chance)
            case Linger():
                act = self._linger(command, begin, dice, chance)
            case Clear():
                act = acts.take(begin, dice, range(len(dice)), chance)
            case Place(values, places):
                act = Act(begin, begin, tuple(Part(pose) for pose in self._placed(values, places, chance)))
            case _:
                assert_never(command)
        return replace(self, acts=(*self.acts, act))

    def _toss(self, order: Toss, begin: float, dice: tuple[Pose, ...], chance: random.Random) -> Act:
        which = self._nearest(dice, order.places)
        count = max(0, DICE - len(dice) + len(which)) if order.faces is None else len(order.faces)
        rest_s = acts.REST_S if order.look else acts.HURRY_S
        act = acts.toss(begin, dice, which, chance, faces=order.faces, count=count, rest_s=rest_s)
        match order.mishap:
            case Mishap.EDGE:
                act = acts.on_edge(act)
            case Mishap.STACK:
                act = acts.on_another(act)
            case Mishap.OFF:
                act = acts.off_the_tray(act)
            case None:
                pass
        return acts.struck(act, order.struck, chance) if order.struck else act

    def _linger(self, order: Linger, begin: float, dice: tuple[Pose, ...], chance: random.Random) -> Act:
        act = acts.linger(begin, dice, self.view.lies(*order.place), order.lasts_s, chance)
        act = acts.restless(act) if order.restless else act
        return acts.as_cup(act) if order.guest is Guest.CUP else act

    def _touched(
        self, dice: tuple[Pose, ...], touches: tuple[Touch, ...], chance: random.Random
    ) -> list[tuple[int | None, Pose | None]]:
        """For each touch, which die is meant and how it lies afterwards."""
        found: list[tuple[int | None, Pose | None]] = []
        for touch in touches:
            which = None if touch.place is None else self._nearest(dice, (touch.place,))[0]
            if touch.away:
                found.append((which, None))
                continue
            before = None if which is None else dice[which]
            assert touch.to is not None or before is not None
            x, y = (before.x, before.y) if before and not touch.to else self._under(touch.to or (0.0, 0.0))
            value = touch.face or (before.value if before else 1)
            found.append((which, lying(value, x, y, chance.uniform(0, 2 * math.pi))))
        return found

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
        spots = acts.free([], len(values), chance) if places is None else [self._under(p) for p in places]
        return tuple(lying(v, *at, chance.uniform(0, 2 * math.pi)) for v, at in zip(values, spots, strict=True))

    def _under(self, place: tuple[float, float]) -> tuple[float, float]:
        return self.view.lies(*place, DIE_SIDE)


def seen_place(die: Pose, view: View) -> tuple[float, float]:
    """Where the middle of a lying die's upper face is seen, in pixels."""
    return view.seen((die.x, die.y, die.z + DIE_SIDE / 2))
