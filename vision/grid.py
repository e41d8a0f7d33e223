"""A stress grid: painted dice of known faces, spoilt in one way and then another. Knows the truth, and counts."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame, Picture
from vision.ivory import LIVERIES
from vision.painting import Painter
from vision.pinhole import DIE_SIDE, Pose, View, lying, standing, times, tipping
from vision.reader import read
from vision.scene import Scene
from vision.surface import SURFACES

Spoil = Callable[[Picture, random.Random], Picture]
PLACES = ((-150, -80), (10, -90), (150, -60), (-90, 80), (80, 70))  # tray units: five dice that do not touch
LEAN = 20  # degrees from which a die must be doubted


@dataclass(frozen=True, slots=True)
class Step:
    """One step on an axis. mild: whether a table in a bar is like that on a good evening."""

    axis: str
    name: str
    mild: bool
    spoil: Spoil = lambda picture, _: picture
    livery: str = "ivory"
    surface: str = "leather"
    gap: float | None = None
    lean: float = 0.0


def bench_grid(full: bool = False) -> Iterator[str]:
    """Read every face at many turns on every step; a line a step, and at the end what may not be."""
    cv2.setNumThreads(1)
    painters = {(s, v): Painter(1, View(), s, v) for s in SURFACES for v in LIVERIES}
    mild, wrong = Counter[str](), 0
    yield f"{'axis':<12}{'step':<16}{'exact':>7}{'unsure':>8}{'wrong':>7}"
    for step in STEPS:
        count = Counter[str]()
        for turn in range(0, 90, 5) if full else (0, 20, 40, 65):
            for face in range(1, 7):
                count[outcome(step, face, turn, painters[step.surface, step.livery])] += 1
        yield f"{step.axis:<12}{step.name:<16}{count['exact']:>7}{count['unsure']:>8}{count['wrong']:>7}"
        wrong += count["wrong"]
        mild += count if step.mild else Counter()
    yield f"mild steps: {100 * mild['exact'] / mild.total():.1f} % exact; wrong anywhere: {wrong}"


def outcome(step: Step, face: int, turn: int, painter: Painter) -> str:
    """`exact`, `unsure` or `wrong`: what is read of this face at this turn, degrees, beside four other dice."""
    chance = random.Random(f"{step.axis}/{step.name}/{face}/{turn}")
    faces = [face, *(chance.randint(1, 6) for _ in PLACES[1:])]
    dice = laid(step, faces, math.radians(turn + 1), chance)
    reading = read(Frame(step.spoil(painter.paint(Scene(tuple(dice)), turn), chance)))
    right = sorted(die.value for die in reading.dice) == sorted(faces)
    if step.lean >= LEAN:
        return "wrong" if reading.sure else "exact"
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


def _blur(sigma: float) -> Spoil:
    return lambda picture, _: np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def _jpeg(quality: int) -> Spoil:
    def spoil(picture: Picture, _: random.Random) -> Picture:
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

    return spoil


def _curve(share: float, gamma: float = 1.0, cast: tuple[float, float, float] = (1, 1, 1)) -> Spoil:
    """Brightness as a share, gamma, and shares of blue, green and red."""
    levels = 255 * np.minimum(1, share * (np.arange(256) / 255) ** gamma)
    table = np.minimum(255, levels[:, None] * cast).round().astype(np.uint8)[None]
    return lambda picture, _: np.asarray(cv2.LUT(picture, table), np.uint8)


def _noise(levels: float) -> Spoil:
    def spoil(picture: Picture, chance: random.Random) -> Picture:
        noise = np.random.default_rng(chance.randrange(2**32)).normal(0, levels, picture.shape)
        return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)

    return spoil


def _glare(levels: float) -> Spoil:
    """A lamp that shines back from about the first die."""

    def spoil(picture: Picture, chance: random.Random) -> Picture:
        h, w = picture.shape[:2]
        y, x = np.mgrid[:h, :w]
        at = w / 2 + PLACES[0][0] + chance.uniform(-20, 20), h / 2 + PLACES[0][1] + chance.uniform(-20, 20)
        light = levels * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * 30.0**2))
        return np.asarray(np.clip(picture + light[..., None], 0, 255), np.uint8)

    return spoil


STEPS = (
    *(Step("tray", f"{v} on {s}", mild=True, livery=v, surface=s) for s in SURFACES for v in LIVERIES),
    *(Step("blur", f"σ {s} px", s <= 1, _blur(s)) for s in (0.5, 1.0, 1.5, 2.0, 3.0)),
    *(Step("jpeg", f"{q}", q >= 80, _jpeg(q)) for q in (95, 80, 65, 50)),
    *(Step("light", f"{b:.0%}", 0.5 <= b <= 1.3, _curve(b)) for b in (0.25, 0.5, 1.3, 2.0, 4.0)),
    *(Step("gamma", f"{g}", 0.7 <= g <= 1.5, _curve(1, g)) for g in (0.4, 0.7, 1.5, 2.5)),
    Step("lamp", "2700 K", True, _curve(1, 1, (0.5, 0.8, 1.1))),
    Step("lamp", "6500 K", True, _curve(1, 1, (1.2, 1.0, 0.85))),
    *(Step("noise", f"{n} levels", n <= 4, _noise(n)) for n in (4, 8, 14)),
    *(Step("glare", f"{g} levels", False, _glare(g)) for g in (40, 90, 150)),
    *(Step("glare", f"{g}, red dice", False, _glare(g), livery="red") for g in (90, 150)),
    *(Step("gap", f"{g} px", g >= 3, gap=g) for g in (-2, 0, 1, 3, 6)),
    *(Step("lean", f"{a}°", False, lean=a) for a in (6, 12, 20, 28, 35)),
)
