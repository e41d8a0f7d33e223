"""Other grounds that dice are thrown on in bars, painted: cloths, boards, stone, what was spilt. Knows no dice.

They are for measuring the reader (`vision/grid.py`); the painted tray of the demo has the two of `vision/surface.py`.
"""

import cv2
import numpy as np

from vision.pinhole import View
from vision.surface import Floats, grain

Chance = np.random.Generator


def oak(view: View, chance: Chance) -> Floats:
    """Pale planks with dark joints and long grain."""
    light = 1 + 0.07 * grain(view, chance, 1.0, 45) + 0.03 * grain(view, chance, 0.8, 6)
    y = np.arange(view.height)[:, None] / view.scale
    return _painted(light * np.where(y % 82 < 2, 0.55, 1.0), (112, 158, 192))


def black_cloth(view: View, chance: Chance) -> Floats:
    """Nearly black, with lint on it."""
    return _painted(1 + 0.12 * grain(view, chance, 0.7) + _specks(view, chance, 60, 0.6) * 1.6, (30, 28, 27))


def white_table(view: View, chance: Chance) -> Floats:
    """Laminate without a pattern, as white as the dice."""
    return _painted(1 + 0.01 * grain(view, chance, 20), (214, 219, 222))


def checks(view: View, chance: Chance) -> Floats:
    """The red and white squares of a table cloth, each about as wide as a die."""
    y, x = _places(view)
    share = 0.5 * (np.floor(x / 44) % 2) + 0.5 * (np.floor(y / 44) % 2)
    light = 1 + 0.04 * grain(view, chance, 0.6)
    red, white = np.array((52, 44, 176), np.float32), np.array((206, 212, 220), np.float32)
    return np.asarray((white + share[..., None] * (red - white)) * light[..., None], np.float32)


def stripes(view: View, chance: Chance) -> Floats:
    """A woven aguayo: bright stripes of many colours and widths."""
    wide = chance.uniform(8, 34, 120)
    colours = chance.integers(30, 210, (120, 3)).astype(np.float32)
    _, x = _places(view)
    which = np.searchsorted(np.cumsum(wide), x[0] + x[0].max() + 1) % 120
    return np.asarray(colours[which][None] * (1 + 0.06 * grain(view, chance, 0.7, 1.5))[..., None], np.float32)


def flowers(view: View, chance: Chance) -> Floats:
    """Printed cloth: five round petals about a middle, which is nearly a five."""
    k, cloth = view.scale, np.full((view.height, view.width, 3), (150, 120, 70), np.uint8)
    for _ in range(70):
        x, y, turn = chance.uniform(0, view.width), chance.uniform(0, view.height), chance.uniform(0, 6.28)
        for petal in turn + np.arange(5) * 2 * np.pi / 5:
            _dot(cloth, x + 9 * k * np.cos(petal), y + 9 * k * np.sin(petal), 5 * k, (200, 190, 236))
        _dot(cloth, x, y, 4 * k, (60, 190, 230))
    return np.asarray(cloth * (1 + 0.03 * grain(view, chance, 0.6))[..., None], np.float32)


def print_(view: View, chance: Chance) -> Floats:
    """A newspaper: lines of letters, dark on grey."""
    k, page = view.scale, np.full((view.height, view.width, 3), (188, 196, 200), np.uint8)
    for line in np.arange(10, view.height / k, 13):
        letters = "".join(chance.choice(list("aeiounrstldcmpb  ABE.,"), 200))
        cv2.putText(
            page, letters, (0, round(line * k)), cv2.FONT_HERSHEY_SIMPLEX, 0.36 * k, (54, 52, 50), 1, cv2.LINE_AA
        )
    return np.asarray(page, np.float32)


def weave(view: View, chance: Chance) -> Floats:
    """A carpet: knots in rows, light and dark, hundreds of round specks."""
    y, x = _places(view)
    knots = np.sin(x * 0.95 + 0.4 * grain(view, chance, 12)) * np.sin(y * 0.95)
    return _painted(1 + 0.22 * knots + 0.08 * grain(view, chance, 1.0), (84, 76, 122))


def scratches(view: View, chance: Chance) -> Floats:
    """A plastic tray that was used for years."""
    k, plate = view.scale, np.full((view.height, view.width), 120, np.uint8)
    for _ in range(160):
        x, y, turn = chance.uniform(0, view.width), chance.uniform(0, view.height), chance.uniform(0, 6.28)
        long, light = chance.uniform(10, 120) * k, int(chance.choice((90, 105, 150, 175)))
        to = (round(x + long * np.cos(turn)), round(y + long * np.sin(turn)))
        cv2.line(plate, (round(x), round(y)), to, light, 1, cv2.LINE_AA)
    return np.asarray(plate[..., None] / 120 * np.array((96, 84, 70), np.float32), np.float32)


def wet_rings(view: View, chance: Chance) -> Floats:
    """Dark wood on which wet glasses stood, and drops."""
    k, wood = view.scale, np.full((view.height, view.width), 100, np.uint8)
    for _ in range(7):
        at = (round(chance.uniform(0, view.width)), round(chance.uniform(0, view.height)))
        cv2.circle(wood, at, round(chance.uniform(55, 75) * k), 140, max(1, round(3 * k)), cv2.LINE_AA)
    for _ in range(40):
        _dot(wood, chance.uniform(0, view.width), chance.uniform(0, view.height), chance.uniform(1, 5) * k, (150,))
    light = wood / np.float32(100) * (1 + 0.06 * grain(view, chance, 1.2, 40))
    return _painted(light, (52, 74, 104))


def granite(view: View, chance: Chance) -> Floats:
    """Stone with black and white grains of all sizes up to a pip's."""
    light = 1 + 0.1 * grain(view, chance, 1.0) + 0.1 * grain(view, chance, 2.5)
    return _painted(
        light - 0.5 * _specks(view, chance, 500, 2.0) + 0.4 * _specks(view, chance, 500, 2.0), (142, 146, 150)
    )


CLOTHS = {
    "oak": oak, "black cloth": black_cloth, "white table": white_table, "checks": checks, "stripes": stripes,
    "flowers": flowers, "print": print_, "weave": weave, "scratches": scratches, "wet rings": wet_rings,
    "granite": granite,
}  # fmt: skip


def _painted(light: Floats, colour: tuple[int, int, int]) -> Floats:
    return np.asarray(light[..., None] * np.array(colour, np.float32), np.float32)


def _places(view: View) -> tuple[Floats, Floats]:
    """Down and across from the middle, in tray units."""
    y, x = np.mgrid[0 : view.height, 0 : view.width].astype(np.float32)
    return (y - view.height / 2) / view.scale, (x - view.width / 2) / view.scale


def _dot(picture: np.ndarray, x: float, y: float, r: float, colour: tuple[int, ...]) -> None:
    cv2.circle(picture, (round(x * 16), round(y * 16)), round(r * 16), colour, -1, cv2.LINE_AA, 4)


def _specks(view: View, chance: Chance, count: int, r: float) -> Floats:
    """Round specks up to this radius in tray units: 0 to 1."""
    out = np.zeros((view.height, view.width), np.uint8)
    for _ in range(count):
        _dot(
            out,
            chance.uniform(0, view.width),
            chance.uniform(0, view.height),
            chance.uniform(0.3, 1) * r * view.scale,
            (255,),
        )
    return np.asarray(out / np.float32(255), np.float32)
