"""The empty painted tray: leather or felt, a rim, a lamp. Knows nothing of dice or time."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.pinhole import View

Floats = NDArray[np.float32]

RIM = 20.0  # tray units from the picture's edge to the inner edge of the rim
CORNER = 34.0  # tray units, radius of the rim's inner corners


Material = Callable[[View, np.random.Generator], Floats]
"""What paints a ground as it is under an even light: height × width × 3, blue, green, red, 0 to 255."""


def lamp(view: View) -> Floats:
    """How brightly each place is lit: height × width, 1 where brightest, falling off towards the corners."""
    y, x = np.mgrid[0 : view.height, 0 : view.width].astype(np.float32)
    x = (x - view.width / 2) / view.scale + 70
    y = (y - view.height / 2) / view.scale + 50
    return np.asarray(0.72 + 0.28 * np.exp(-(x * x + y * y) / (2 * 300.0**2)), np.float32)


def bare_tray(view: View, material: Material, chance: np.random.Generator) -> Picture:
    """Paint the tray with nothing on it, under the lamp: height × width × 3."""
    ground = material(view, chance)
    outside = _distance_outside(view)
    shadow = 1 - 0.38 * np.exp(-np.maximum(-outside, 0) / (7 * view.scale))
    ground *= shadow[..., None].astype(np.float32)
    wood = _wood(view, chance) * (1 + 0.35 * np.exp(-((((outside / view.scale) - 2.5) / 1.6) ** 2)))[..., None]
    over = np.clip(outside + 0.5, 0, 1)[..., None]
    tray = (ground * (1 - over) + wood * over) * lamp(view)[..., None]
    return np.asarray(np.clip(tray, 0, 255), np.uint8)


def _distance_outside(view: View) -> Floats:
    """Signed distance to the rim's inner edge, in pixels, positive on the rim."""
    y, x = np.mgrid[0 : view.height, 0 : view.width].astype(np.float32)
    corner, rim = CORNER * view.scale, RIM * view.scale
    dx = np.abs(x - (view.width - 1) / 2) - (view.width / 2 - rim - corner)
    dy = np.abs(y - (view.height - 1) / 2) - (view.height / 2 - rim - corner)
    past = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0) - corner
    return np.asarray(past, np.float32)


def grain(view: View, chance: np.random.Generator, across: float, along: float | None = None) -> Floats:
    """Smooth noise of mean 0 and deviation 1; across, along: its grain in tray units, vertically and horizontally."""
    k = view.scale
    noise = chance.standard_normal((view.height, view.width)).astype(np.float32)
    smooth = cv2.GaussianBlur(noise, (0, 0), sigmaX=(along or across) * k, sigmaY=across * k)
    return np.asarray(smooth / smooth.std(), np.float32)


def _leather(view: View, chance: np.random.Generator) -> Floats:
    """Brown leather: pebbles with fine creases between them, and larger patches of wear."""
    seeds = np.full((view.height, view.width), 255, np.uint8)
    count = int(view.height * view.width / (42 * view.scale**2))
    seeds[chance.integers(0, view.height, count), chance.integers(0, view.width, count)] = 0
    crease = np.minimum(cv2.distanceTransform(seeds, cv2.DIST_L2, 5) / (4 * view.scale), 1.0)
    light = 1 - 0.09 * crease + 0.018 * grain(view, chance, 1.0) + 0.035 * grain(view, chance, 30)
    return np.asarray(light[..., None] * np.array((62, 90, 138), np.float32), np.float32)


def _felt(view: View, chance: np.random.Generator) -> Floats:
    """Green felt: short fibres lying in all directions."""
    fibres = grain(view, chance, 0.7, 2.2) + grain(view, chance, 2.2, 0.7) + grain(view, chance, 0.6)
    light = 1 + 0.035 * fibres + 0.02 * grain(view, chance, 22)
    return np.asarray(light[..., None] * np.array((70, 112, 44), np.float32), np.float32)


def _wood(view: View, chance: np.random.Generator) -> Floats:
    light = 1 + 0.06 * grain(view, chance, 1.2, 40) + 0.03 * grain(view, chance, 1.0)
    return np.asarray(light[..., None] * np.array((34, 54, 84), np.float32), np.float32)


SURFACES: dict[str, Material] = {"leather": _leather, "felt": _felt}
"""What the painted tray of the demo may be lined with."""
