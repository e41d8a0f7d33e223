"""The axes of the stress grid and their steps: what is done to painted dice. Knows no reading."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cloths import CLOTHS
from vision.frame import Picture
from vision.ivory import LIVERIES
from vision.surface import SURFACES

Spoil = Callable[[Picture, random.Random], Picture]
GROUNDS = {**SURFACES, **CLOTHS}  # what dice are thrown on
BUSY = ("flowers", "print", "granite")  # full of round marks as large as pips: no bar is proud of such a tray
PLACES = ((-150, -80), (10, -90), (150, -60), (-90, 80), (80, 70))  # tray units: five dice that do not touch
LAMPS = {  # kelvin: what it does to blue, green and red when the camera is balanced for 5000 K
    2700: (0.5, 0.8, 1.1), 3200: (0.62, 0.87, 1.08), 4000: (0.8, 0.95, 1.04), 5000: (0.97, 1.0, 1.0),
    6500: (1.2, 1.0, 0.85),
}  # fmt: skip


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


def _blur(sigma: float) -> Spoil:
    return lambda picture, _: np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8) if sigma else picture


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


def _all_at_once(hard: float) -> Spoil:
    """Every axis of the picture at once, each by chance. hard: 1 as on a good evening, more is worse."""

    def spoil(picture: Picture, chance: random.Random) -> Picture:
        if chance.random() < 0.3:
            picture = _glare(chance.uniform(0, 40 * hard))(picture, chance)
        share = chance.uniform(1 - 0.25 * hard, 1 + 0.25 * hard)
        curve = _curve(share, 1.35 ** chance.uniform(-hard, hard), chance.choice(list(LAMPS.values())))
        picture = _blur(chance.uniform(0.05, hard))(curve(picture, chance), chance)
        return _jpeg(round(98 - chance.uniform(0, 16 * hard)))(
            _noise(chance.uniform(0, 4 * hard))(picture, chance), chance
        )

    return spoil


STEPS = (
    *(Step("ground", s, s not in BUSY, surface=s) for s in GROUNDS),
    *(Step("livery", f"{v} on {s}", True, livery=v, surface=s) for s in SURFACES for v in LIVERIES if v != "ivory"),
    *(Step("blur", f"σ {s} px", s <= 1, _blur(s)) for s in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)),
    *(Step("jpeg", f"{q}", q >= 75, _jpeg(q)) for q in (95, 85, 75, 65, 50)),
    *(Step("light", f"{b:.0%}", 0.5 <= b <= 1.5, _curve(b)) for b in (0.25, 0.5, 0.75, 1.5, 2.0, 3.0, 4.0)),
    *(Step("gamma", f"{g}", 0.7 <= g <= 1.5, _curve(1, g)) for g in (0.4, 0.55, 0.7, 1.5, 2.0, 2.5)),
    *(Step("lamp", f"{kelvin} K", True, _curve(1, 1, cast)) for kelvin, cast in LAMPS.items()),
    *(Step("noise", f"{n} levels", n <= 4, _noise(n)) for n in (4, 8, 14)),
    *(Step("glare", f"{g} levels", g <= 40, _glare(g)) for g in (40, 90, 150)),
    *(Step("glare", f"{g}, red dice", False, _glare(g), livery="red") for g in (90, 150)),
    *(Step("gap", f"{g} px", g >= 2, gap=g) for g in range(-2, 7)),
    *(Step("lean", f"{a}°", a <= 5, lean=a) for a in (5, 10, 15, 20, 25, 30, 35)),
    *(Step("all at once", f"mild, {s}", True, _all_at_once(1), surface=s) for s in SURFACES),
    *(Step("all at once", f"hard, {s}", False, _all_at_once(2.5), surface=s) for s in GROUNDS),
)
