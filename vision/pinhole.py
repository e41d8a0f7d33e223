"""How the painted tray is seen: one pinhole above its centre, and dice as turned cubes. Knows no colours and no time.

Tray units: pixels of a 640×480 picture at the tray's surface. x to the right, y down, z up, towards the camera;
0 is the tray's centre.
"""

import math
from dataclasses import dataclass

Triple = tuple[float, float, float]
Rotation = tuple[Triple, Triple, Triple]
"""Rows of a rotation matrix: from the die's own axes to the tray's."""

CAMERA_HEIGHT = 620.0  # tray units; with dice of 48 this is a Pi camera 21 cm above dice of 16 mm
DIE_SIDE = 48.0  # tray units; the upper face, nearer to the camera, is seen 52 px wide

NORMALS: dict[int, Triple] = {1: (0, 0, 1), 6: (0, 0, -1), 2: (0, 1, 0), 5: (0, -1, 0), 3: (1, 0, 0), 4: (-1, 0, 0)}
"""Where each face of a die looks in its own axes: opposite faces add to 7."""


@dataclass(frozen=True, slots=True)
class View:
    """The picture's size in pixels, and with it where things are seen."""

    width: int = 640
    height: int = 480

    @property
    def scale(self) -> float:
        """Pixels for one tray unit at the tray's surface."""
        return min(self.width / 640, self.height / 480)

    def seen(self, at: Triple) -> tuple[float, float]:
        """Project a point of the tray to x, y in pixels."""
        k = self.scale * CAMERA_HEIGHT / (CAMERA_HEIGHT - at[2])
        return self.width / 2 + k * at[0], self.height / 2 + k * at[1]

    def lies(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Where on the tray, at height z, what is seen at x, y pixels lies: the way back from `seen`."""
        k = self.scale * CAMERA_HEIGHT / (CAMERA_HEIGHT - z)
        return (x - self.width / 2) / k, (y - self.height / 2) / k


@dataclass(frozen=True, slots=True)
class Pose:
    """A die: its centre in tray units and how it is turned."""

    x: float
    y: float
    z: float
    turn: Rotation

    @property
    def value(self) -> int:
        """The face that looks most towards the camera."""
        return max(NORMALS, key=lambda face: sum(r * n for r, n in zip(self.turn[2], NORMALS[face], strict=True)))


def lying(value: int, x: float, y: float, yaw: float) -> Pose:
    """A die that lies flat on the tray and shows `value`, turned by `yaw` radians about the upright."""
    return Pose(x, y, DIE_SIDE / 2, times(about_z(yaw), _UP[value]))


def standing(x: float, y: float, lift: float, turn: Rotation) -> Pose:
    """A die whose lowest corner is `lift` above the tray, however it is turned."""
    return Pose(x, y, lift + DIE_SIDE / 2 * sum(abs(r) for r in turn[2]), turn)


def times(a: Rotation, b: Rotation) -> Rotation:
    """Turn first by b, then by a."""
    rows = [tuple(sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)) for i in range(3)]
    return rows[0], rows[1], rows[2]  # type: ignore[return-value]


def about_z(angle: float) -> Rotation:
    """A turn about the upright."""
    c, s = math.cos(angle), math.sin(angle)
    return (c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)


def tipping(mx: float, my: float, angle: float) -> Rotation:
    """A turn that tips the upright towards the level direction mx, my (of length 1), as rolling that way does."""
    c, s = math.cos(angle), math.sin(angle)
    return (
        (1 + (c - 1) * mx * mx, (c - 1) * mx * my, s * mx),
        ((c - 1) * mx * my, 1 + (c - 1) * my * my, s * my),
        (-s * mx, -s * my, c),
    )


_UP: dict[int, Rotation] = {
    face: about_z(0.0) if face == 1 else tipping(1, 0, math.pi) if face == 6 else tipping(-n[0], -n[1], math.pi / 2)
    for face, n in NORMALS.items()
}
