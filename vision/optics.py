"""How high a camera hangs to see a tray, and how large dice are then. Pure; knows lenses and sensors, no picture.

Sensors and focal lengths are the maker's (Raspberry Pi, camera hardware documentation); pictures are 4:3, so a wide
sensor is cut at its sides. Lenses are taken as thin and free of distortion: within a centimetre or two of the truth.
"""

from dataclasses import dataclass

DIE_MM = 16.0  # the common size
ASPECT = 4 / 3


@dataclass(frozen=True, slots=True)
class Module:
    """A camera module. width_mm, height_mm: of its sensor.  focus: how it is made sharp."""

    name: str
    width_mm: float
    height_mm: float
    focal_mm: float
    focus: str

    @property
    def used_mm(self) -> float:
        """Width of the sensor that a picture of 4:3 uses."""
        return min(self.width_mm, self.height_mm * ASPECT)


MODULES = (
    Module("v1 (OV5647)", 3.76, 2.74, 3.60, "fixed beyond 1 m: turn the lens out, half a turn or so"),
    Module("v2 (IMX219)", 3.68, 2.76, 3.04, "turn the lens with the ring that comes with it"),
    Module("v3 (IMX708)", 6.45, 3.63, 4.74, "by itself at calibration, then held"),
    Module("v3 wide (IMX708)", 6.45, 3.63, 2.75, "by itself at calibration, then held"),
    Module("HQ (IMX477), 6 mm lens", 6.287, 4.712, 6.0, "ring on the lens"),
    Module("global shutter (IMX296), 6 mm lens", 5.02, 3.75, 6.0, "ring on the lens"),
)

VIEWS_MM = (240, 320, 400, 480)
"""Widths of the field of view that the README tells; its depth is three quarters of that."""


def height_mm(module: Module, view_mm: float) -> float:
    """How far above the dice the lens must hang for the picture to be so wide.

    >>> round(height_mm(MODULES[1], 320))
    267
    """
    return module.focal_mm * (view_mm / module.used_mm + 1)


def die_px(view_mm: float, picture_px: int, die_mm: float = DIE_MM) -> float:
    """How wide a die is in a picture of this width.

    >>> die_px(320, 640)
    32.0
    """
    return die_mm / view_mm * picture_px


def table() -> list[str]:
    """The README's rows: the height in centimetres for each module and view."""
    views = " | ".join(f"{view // 10} × {view * 3 // 40} cm" for view in VIEWS_MM)
    rows = [f"| the picture shows | {views} | sharp |", "|---|---|---|---|---|---|"]
    for module in MODULES:
        heights = " | ".join(f"{height_mm(module, view) / 10:.0f}" for view in VIEWS_MM)
        rows.append(f"| {module.name} | {heights} | {module.focus} |")
    for width, height in ((640, 480), (1280, 960)):
        sizes = " | ".join(f"{die_px(view, width):.0f}" for view in VIEWS_MM)
        rows.append(f"| *pixels of a 16 mm die at {width} × {height}* | {sizes} | |")
    return rows
