"""A stress grid: painted dice of known faces, spoilt in one way and then another. Knows the truth, and counts."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import cv2

from vision.frame import Frame
from vision.painting import Painter
from vision.pinhole import DIE_SIDE, Pose, View, lying, standing, times, tipping
from vision.reader import read
from vision.reading import Reading
from vision.scene import Scene
from vision.steps import GROUNDS, PLACES, STEPS, Step

LEAN = 20  # degrees from which a die must be doubted
TURNS, FULL = (0, 20, 40, 65), range(0, 90, 5)  # degrees


@dataclass(frozen=True, slots=True)
class Tally:
    """How often it was exact, unsure and wrong, by axis; mild: the same of the mild steps alone."""

    axes: dict[str, Counter[str]] = field(default_factory=dict)
    mild: dict[str, Counter[str]] = field(default_factory=dict)


def bench_grid(full: bool = False) -> Iterator[str]:
    """Read every face at many turns on every step; a line a step, with what was wrong below it, then one an axis."""
    cv2.setNumThreads(1)
    tally = Tally()
    yield _row("axis", "step", "exact", "unsure", "wrong")
    for step in STEPS:
        count, wrong = Counter[str](), []
        for turn in FULL if full else TURNS:
            for face in range(1, 7):
                faces, reading = seen(step, face, turn)
                what = outcome(step, faces, reading)
                count[what] += 1
                if what == "wrong":
                    wrong.append(f"  wrong: {face} at {turn}°, {_told(faces, reading)}")
        tally.axes.setdefault(step.axis, Counter()).update(count)
        tally.mild.setdefault(step.axis, Counter()).update(count if step.mild else {})
        yield _row(step.axis, step.name, count["exact"], count["unsure"], count["wrong"])
        yield from wrong
    yield from _summary(tally)


def _summary(tally: Tally) -> Iterator[str]:
    yield _row("axis", "all and mild", "exact", "unsure", "wrong")
    for axis, count in {**tally.axes, "all": sum(tally.axes.values(), Counter[str]())}.items():
        mild = tally.mild.get(axis) or (sum(tally.mild.values(), Counter[str]()) if axis == "all" else None)
        share = f"mild {100 * mild['exact'] / mild.total():.1f} %" if mild else "none mild"
        yield _row(axis, share, count["exact"], count["unsure"], count["wrong"])


def _row(axis: str, step: str, *counts: object) -> str:
    return f"{axis:<12}{step:<22}" + "".join(f"{count:>7}" for count in counts)


def _told(faces: list[int], reading: Reading) -> str:
    return f"{sorted(faces)} lie, {sorted(die.value for die in reading.dice)} were read"


@lru_cache(maxsize=4)
def _painter(surface: str, livery: str) -> Painter:
    return Painter(1, View(), GROUNDS[surface], livery)


def seen(step: Step, face: int, turn: int) -> tuple[list[int], Reading]:
    """Five faces, this one the first and turned by so many degrees, and what is read of them."""
    chance = random.Random(f"{step.axis}/{step.name}/{face}/{turn}")
    faces = [face, *(chance.randint(1, 6) for _ in PLACES[1:])]
    dice = laid(step, faces, math.radians(turn + 1), chance)
    picture = _painter(step.surface, step.livery).paint(Scene(tuple(dice)), turn)
    return faces, read(Frame(step.spoil(picture, chance)))


def outcome(step: Step, faces: list[int], reading: Reading) -> str:
    """`exact`, `unsure` or `wrong`. A die that leans far is rightly doubted, whatever it shows."""
    if step.lean >= LEAN:
        return "wrong" if reading.sure else "exact"
    right = sorted(die.value for die in reading.dice) == sorted(faces)
    return "unsure" if not reading.sure else "exact" if right else "wrong"


def laid(step: Step, faces: list[int], turn: float, chance: random.Random) -> list[Pose]:
    """Five dice with these faces as the step wants them, the first turned by so many radians."""
    if step.gap is not None:
        apart = DIE_SIDE + step.gap
        row = [((k - 2) * apart * math.cos(turn), (k - 2) * apart * math.sin(turn)) for k in range(5)]
        return [lying(face, *place, turn) for face, place in zip(faces, row, strict=True)]
    turns = [turn, *(chance.uniform(0, 2 * math.pi) for _ in faces[1:])]
    dice = [lying(face, *place, by) for face, place, by in zip(faces, PLACES, turns, strict=True)]
    if step.lean:
        towards = chance.uniform(0, 2 * math.pi)
        over = times(tipping(math.cos(towards), math.sin(towards), math.radians(step.lean)), dice[0].turn)
        dice[0] = standing(dice[0].x, dice[0].y, 0.0, over)
    return dice
