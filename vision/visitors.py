"""A hand and a leather cup as seen from above, and how they are laid over a picture. Knows nothing of dice or time."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.frame import Picture
from vision.motion import Visitor
from vision.pinhole import View

FINE = 2  # sprites are painted this many times finer and then reduced, for soft edges
CAST = (34, 26)  # tray units by which the shadow of something held above the tray is displaced


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Something painted once: its colours, already multiplied by how much it covers, and what shows through, 0–255."""

    colours: Picture
    through: Picture
    anchor: tuple[float, float]


def lay_over(picture: Picture, sprite: Sprite, at: Visitor, view: View) -> None:
    """Lay a sprite over the picture, in place, its anchor where the visitor is."""
    k = view.scale
    cos, sin = k * np.cos(at.angle), k * np.sin(at.angle)
    ax, ay = sprite.anchor
    px, py = view.width / 2 + k * at.x, view.height / 2 + k * at.y
    warp = np.array([(cos, -sin, px - cos * ax + sin * ay), (sin, cos, py - sin * ax - cos * ay)])
    h, w = sprite.through.shape[:2]
    ends = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)]) @ warp.T
    left, top = np.maximum(np.floor(ends.min(axis=0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(ends.max(axis=0)).astype(int), (view.width, view.height))
    if left >= right or top >= bottom:
        return
    warp[:, 2] -= (left, top)
    size = (int(right - left), int(bottom - top))
    part = picture[top:bottom, left:right]
    through = cv2.warpAffine(sprite.through, warp, size, borderValue=(255, 255, 255))
    behind = cv2.multiply(part, through, scale=1 / 255)
    cv2.add(behind, cv2.warpAffine(sprite.colours, warp, size), dst=part)


@lru_cache(maxsize=1)
def hand() -> Sprite:
    """A right hand from above, reaching up in the picture, fingers bent over whatever lies at its anchor."""
    skin, w, h = (126, 158, 208), 380, 820
    x, y = 180, 190  # the anchor: beneath the knuckles
    ink = _Ink(w, h)
    ink.line(((x + 6, y + 40), (x + 10, y + 130)), 150, skin)  # back of the hand
    ink.line(((x + 12, y + 222), (x + 34, y + 900)), 118, (92, 66, 58))  # sleeve
    ink.line(((x - 52, y + 110), (x - 92, y + 20), (x - 58, y - 48)), 40, skin)  # thumb
    for dx, tip, bend in ((-44, -92, -4), (-10, -108, 0), (24, -98, 3), (56, -72, 8)):
        ink.line(((x + dx, y + 20), (x + dx + bend, y - 46), (x + dx * 0.7, y + tip)), 37, skin)
        ink.line(((x + dx * 0.7, y + tip + 2), (x + dx * 0.7, y + tip - 8)), 17, (168, 190, 226))  # nail
    return ink.dry((x, y))


@lru_cache(maxsize=1)
def cup() -> Sprite:
    """A leather cup from above, tipped so that its mouth, at the anchor, pours up in the picture; a fist behind it."""
    hide, w, h = (40, 58, 98), 400, 820
    x, y = 200, 150
    ink = _Ink(w, h)
    ink.line(((x + 10, y + 260), (x + 26, y + 900)), 118, (92, 66, 58))  # sleeve
    ink.taper((x, y), 108, (x + 4, y + 170), 84, hide)
    for drop in (28, 140):
        ink.seam((x, y + drop), 104 - drop / 9, (74, 100, 146))
    for k in range(4):  # fingers round it
        ink.line(((x + 96, y + 86 + 36 * k), (x + 30, y + 92 + 35 * k)), 34, (126, 158, 208))
    ink.line(((x + 40, y + 220), (x + 16, y + 320)), 92, (126, 158, 208))
    ink.oval((x, y), (106, 66), (88, 118, 166))
    ink.oval((x, y - 1), (93, 55), (16, 20, 30))
    return ink.dry((x, y))


class _Ink:
    """A sheet to paint a sprite on, in tray units."""

    def __init__(self, width: int, height: int) -> None:
        self.colours = np.zeros((height * FINE, width * FINE, 3), np.uint8)
        self.cover = np.zeros((height * FINE, width * FINE), np.uint8)

    def _at(self, *points: tuple[float, float]) -> list[tuple[int, int]]:
        return [(round(x * FINE), round(y * FINE)) for x, y in points]

    def line(self, points: tuple[tuple[float, float], ...], width: float, colour: tuple[int, int, int]) -> None:
        """A rounded limb, darker along its sides."""
        for share, tone in ((1.0, 0.72), (0.88, 0.86), (0.66, 0.95), (0.4, 1.0)):
            tint = tuple(int(c * tone) for c in colour)
            thick = max(1, round(width * share * FINE))
            at = np.array(self._at(*points), np.int32)
            cv2.polylines(self.colours, [at], False, tint, thick)
            if share == 1.0:
                cv2.polylines(self.cover, [at], False, 255, thick)

    def oval(self, at: tuple[float, float], axes: tuple[float, float], colour: tuple[int, int, int]) -> None:
        """A filled ellipse."""
        (centre,), size = self._at(at), (round(axes[0] * FINE), round(axes[1] * FINE))
        cv2.ellipse(self.colours, centre, size, 0, 0, 360, colour, -1)
        cv2.ellipse(self.cover, centre, size, 0, 0, 360, 255, -1)

    def taper(
        self, a: tuple[float, float], ra: float, b: tuple[float, float], rb: float, colour: tuple[int, int, int]
    ) -> None:
        """The side of a cup, from one width to another, darker along its sides."""
        for share, tone in ((1.0, 0.7), (0.85, 0.88), (0.6, 1.0), (0.3, 1.1)):
            tint = tuple(int(c * tone) for c in colour)
            ends = self._at((a[0] - ra * share, a[1]), (a[0] + ra * share, a[1]),
                            (b[0] + rb * share, b[1]), (b[0] - rb * share, b[1]))  # fmt: skip
            for sheet, ink in ((self.colours, tint), (self.cover, 255)):
                cv2.fillConvexPoly(sheet, np.array(ends, np.int32), ink)
                (centre,) = self._at(b)
                cv2.ellipse(sheet, centre, (round(rb * share * FINE), round(0.6 * rb * FINE)), 0, 0, 360, ink, -1)

    def seam(self, at: tuple[float, float], radius: float, colour: tuple[int, int, int]) -> None:
        """A line of stitches across the cup's side."""
        (centre,) = self._at(at)
        for start in range(4, 176, 8):
            size = (round(radius * FINE), round(0.6 * radius * FINE))
            cv2.ellipse(self.colours, centre, size, 0, start, start + 4, colour, 2 * FINE)

    def dry(self, anchor: tuple[float, float]) -> Sprite:
        """The finished sprite with the shadow it casts."""
        h, w = self.cover.shape[0] // FINE, self.cover.shape[1] // FINE
        cover = cv2.resize(self.cover, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        colours = cv2.resize(self.colours, (w, h), interpolation=cv2.INTER_AREA)
        shift = np.array([(1, 0, CAST[0]), (0, 1, CAST[1])], np.float64)
        shadow = 0.36 * cv2.GaussianBlur(cv2.warpAffine(cover, shift, (w, h)), (0, 0), 11)
        alpha = cv2.GaussianBlur(cover, (0, 0), 1.0)
        through = (1 - alpha) * (1 - shadow)
        return Sprite(
            np.clip(colours * alpha[..., None], 0, 255).astype(np.uint8),
            np.repeat((through * 255).astype(np.uint8)[..., None], 3, axis=2),
            anchor,
        )
