"""How one die looks, however it is turned: faces, rounded edges, a soft shadow. Knows nothing of trays or throws."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.pinhole import CAMERA_HEIGHT, DIE_SIDE, NORMALS, Pose, View

Points = NDArray[np.float32]
Colour = tuple[int, int, int]

LIVERIES: dict[str, tuple[Colour, Colour]] = {
    "ivory": ((198, 226, 236), (38, 34, 40)),
    "white": ((236, 238, 240), (30, 28, 26)),
    "red": ((42, 36, 178), (232, 236, 238)),
    "black": ((34, 30, 28), (232, 236, 236)),
}
"""Colours of the body and of the pips: blue, green, red."""

FINE = 2  # a die is painted this many times finer than the picture, then reduced
TILE = 104  # texels a side of a face's texture
ROUND = 0.15  # radius of the rounded edges, in die sides
LAMP = np.array((-0.32, -0.24, 0.92))  # where the light comes from
SHADE_OFFSET = (0.20, 0.15)  # tray units a shadow moves for one unit of height

_Q = 0.27  # of the side from the middle of a face to its outer pips
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-_Q, -_Q), (_Q, _Q)),
    3: ((-_Q, -_Q), (0, 0), (_Q, _Q)),
    4: ((-_Q, -_Q), (_Q, -_Q), (-_Q, _Q), (_Q, _Q)),
    5: ((-_Q, -_Q), (_Q, -_Q), (-_Q, _Q), (_Q, _Q), (0, 0)),
    6: ((-_Q, -_Q), (_Q, -_Q), (-_Q, _Q), (_Q, _Q), (-_Q, 0), (_Q, 0)),
}
_CUBE = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
_CIRCLE = np.array([(np.cos(a), np.sin(a)) for a in np.arange(12) * np.pi / 6])


def shade_under(picture: Picture, die: Pose, view: View) -> None:
    """Darken the tray around a die, in place."""
    corners = _corners(die, DIE_SIDE / 2 * 0.94)
    cast = corners[:, :2] + corners[:, 2:] * np.array(SHADE_OFFSET)
    touch = cv2.convexHull(np.concatenate([cast, corners[:, :2] + 0.08 * corners[:, 2:]]).astype(np.float32))
    k = view.scale
    outline = touch.reshape(-1, 2) * k + (view.width / 2, view.height / 2)
    soft = (3.2 + 0.12 * (die.z - DIE_SIDE / 2)) * k
    left, top, right, bottom = _box(outline, 3 * soft, view)
    if left >= right or top >= bottom:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round((outline - (left, top)) * 16).astype(np.int32), 120, cv2.LINE_AA, 4)
    light = 255 - cv2.GaussianBlur(mask, (0, 0), soft)
    part = picture[top:bottom, left:right]
    cv2.multiply(part, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), dst=part, scale=1 / 255)


def paint_die(picture: Picture, die: Pose, view: View, livery: str, light: float) -> None:
    """Paint a die, in place. light: how bright the lamp is where it lies, 0 to 1."""
    outline = _outline(die, view)
    left, top, right, bottom = _box(outline, 2, view)
    if left >= right or top >= bottom:
        return
    size = ((right - left) * FINE, (bottom - top) * FINE)
    body = LIVERIES[livery][0]
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round((outline - (left, top)) * FINE * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    patch = np.empty((size[1], size[0], 3), np.uint8)
    faces = _visible(die)
    edge = light * float(np.mean([shade for _, shade, _ in faces])) * 0.98
    patch[:] = np.clip(np.array(body) * edge, 0, 255).astype(np.uint8)
    for face, shade, corners in faces:
        seen = np.array([view.seen((x, y, z)) for x, y, z in corners])
        to = ((seen - (left, top)) * FINE).astype(np.float32)
        warp = cv2.getPerspectiveTransform(np.array([(0, 0), (TILE, 0), (TILE, TILE), (0, TILE)], np.float32), to)
        tile, cover = _tile(face, livery)
        lit = cv2.warpPerspective(cv2.convertScaleAbs(tile, alpha=shade * light), warp, size)
        cv2.copyTo(lit, cv2.warpPerspective(cover, warp, size, flags=cv2.INTER_NEAREST), patch)
    small = (right - left, bottom - top)
    reduced = cv2.resize(patch, small, interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, small, interpolation=cv2.INTER_AREA)
    alpha3 = cv2.cvtColor(alpha, cv2.COLOR_GRAY2BGR)
    part = picture[top:bottom, left:right]
    behind = cv2.multiply(part, 255 - alpha3, scale=1 / 255)
    cv2.add(behind, cv2.multiply(reduced, alpha3, scale=1 / 255), dst=part)


def _turned(die: Pose) -> NDArray[np.float64]:
    return np.array(die.turn, np.float64)


def _corners(die: Pose, half: float) -> NDArray[np.float64]:
    """The eight corners of a cube of this half side in the die's place: 8 × 3, tray units."""
    return np.asarray((_CUBE * half) @ _turned(die).T + (die.x, die.y, die.z), np.float64)


def _outline(die: Pose, view: View) -> Points:
    """The rounded cube's silhouette: a smaller cube with a ball at each corner, seen from the pinhole."""
    r = ROUND * DIE_SIDE
    rings = []
    for x, y, z in _corners(die, DIE_SIDE / 2 - r):
        px, py = view.seen((x, y, z))
        rings.append(_CIRCLE * r * view.scale * CAMERA_HEIGHT / (CAMERA_HEIGHT - z) + (px, py))
    return np.asarray(cv2.convexHull(np.concatenate(rings).astype(np.float32)).reshape(-1, 2), np.float32)


def _box(outline: Points, margin: float, view: View) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in whole pixels, within the picture."""
    left, top = np.floor(outline.min(axis=0) - margin).astype(int)
    right, bottom = np.ceil(outline.max(axis=0) + margin).astype(int) + 1
    return max(left, 0), max(top, 0), min(right, view.width), min(bottom, view.height)


def _visible(die: Pose) -> list[tuple[int, float, NDArray[np.float64]]]:
    """The faces the pinhole sees, each with how brightly it is lit and its four corners in order round the face."""
    turn, half = _turned(die), DIE_SIDE / 2
    middle = np.array((die.x, die.y, die.z))
    found = []
    for face, n in NORMALS.items():
        normal = turn @ np.array(n)
        at = middle + half * normal
        if normal @ (np.array((0, 0, CAMERA_HEIGHT)) - at) <= 0:
            continue
        k = int(np.argmax(np.abs(n)))
        u, v = turn[:, (k + 1) % 3] * half, turn[:, (k + 2) % 3] * half
        shade = 0.56 + 0.46 * max(0.0, float(normal @ LAMP))
        found.append((face, shade, np.array([at - u - v, at + u - v, at + u + v, at - u + v])))
    return sorted(found, key=lambda f: f[1])


@lru_cache(maxsize=64)
def _tile(face: int, livery: str) -> tuple[Picture, Picture]:
    """A face's texture, TILE × TILE × 3, and which of its texels are face rather than rounded edge."""
    body, ink = LIVERIES[livery]
    n, fine = TILE * 4, 16
    big = np.empty((n, n, 3), np.uint8)
    big[:] = body
    for u, v in _PIPS[face]:
        middle = (round((0.5 + u) * n * fine), round((0.5 + v) * n * fine))
        rim = tuple(int(0.8 * b + 0.2 * i) for b, i in zip(body, ink, strict=True))
        cv2.circle(big, middle, round(0.098 * n * fine), rim, -1, cv2.LINE_AA, 4)
        cv2.circle(big, middle, round(0.090 * n * fine), ink, -1, cv2.LINE_AA, 4)
        glint = tuple(int(0.88 * i + 0.12 * 255) for i in ink)
        low = (middle[0] + round(0.02 * n * fine), middle[1] + round(0.02 * n * fine))
        cv2.circle(big, low, round(0.045 * n * fine), glint, -1, cv2.LINE_AA, 4)
    tile = np.asarray(cv2.resize(big, (TILE, TILE), interpolation=cv2.INTER_AREA), np.float32)
    inset = np.abs((np.arange(TILE) + 0.5) / TILE - 0.5)
    x, y = np.meshgrid(inset, inset)
    flat = 0.5 - ROUND
    past = np.hypot(np.maximum(x - flat, 0), np.maximum(y - flat, 0)) / ROUND  # 0 on the flat, 1 at the very edge
    tile *= (1 - 0.16 * np.clip(past, 0, 1) ** 2)[..., None].astype(np.float32)
    return tile.astype(np.uint8), np.where(past < 0.98, 255, 0).astype(np.uint8)
