"""How one camera hangs over one tray, as it was measured once. A plain value with its JSON; no picture is looked at.

What a file holds is checked to the last number: a damaged calibration must be refused in words, and cost no game.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any, TypeVar

from vision.plane import Plane, Point, Quad, plane_through, quad_from

VERSION = 1
SIDES = (6.0, 1000.0)  # pixels of a die: smaller ones nobody can read, larger ones fill the picture
EVEN = 1.2  # times: beyond, a one on the far side, always measured small, passes for a die of another set
SIZES = (16, 20_000)  # pixels of a picture's side
JPEG = b"\xff\xd8"
Control = float | tuple[float, ...]
T = TypeVar("T")
Colour = tuple[float, float, float]


class NotACalibration(ValueError):
    """What was given is no calibration that can be used; the text says why, for a person."""


@dataclass(frozen=True)
class Calibration:
    """One camera over one tray.

    made: when, as ISO 8601.  camera: which, as `pi` or `usb:0`.  size: of its pictures, pixels.
    corners: of the play area in them.  side_px: of a die's upper face, in the middle of the tray.
    light: grey level of the empty tray, 0 to 255.  tray, dice: their colours, blue green red, 0 to 255.
    controls: what the camera says it was set to (exposure, gains, focus), to be set again; empty when it says nothing.
    reference: a small grey JPEG of the empty tray, none where nothing in it can be followed.
    picture: name of the file that shows the five dice, for people.
    """

    made: str
    camera: str
    size: tuple[int, int]
    corners: Quad
    side_px: float
    light: float
    tray: Colour
    dice: tuple[Colour, ...]
    reference: bytes
    controls: Mapping[str, Control] = field(default_factory=dict)
    picture: str = ""

    @cached_property
    def plane(self) -> Plane:
        """The tray's surface in the picture."""
        return plane_through(self.corners)

    @property
    def tilt(self) -> float:
        """Degrees by which the camera looks aslant."""
        return self.plane.tilt(*self.size)

    @property
    def even(self) -> bool:
        """Whether dice are nearly as large in every corner of the play area; not so where the camera looks aslant."""
        scales = [self.plane.scale(x, y) for x, y in self.corners]
        return max(scales) < EVEN * min(scales)

    def fits(self, width: int, height: int) -> bool:
        """Whether it was made for pictures of this size."""
        return (width, height) == self.size


def to_json(calibration: Calibration) -> str:
    """The calibration as the text that `from_json` reads."""
    c = calibration
    told = {
        "version": VERSION,
        "made": c.made,
        "camera": c.camera,
        "size": list(c.size),
        "corners": [[round(x, 2), round(y, 2)] for x, y in c.corners],
        "side_px": round(c.side_px, 2),
        "light": round(c.light, 1),
        "tray": [round(v, 1) for v in c.tray],
        "dice": [[round(v, 1) for v in colour] for colour in c.dice],
        "controls": {name: list(v) if isinstance(v, tuple) else v for name, v in c.controls.items()},
        "picture": c.picture,
        "reference": b64encode(c.reference).decode(),
    }
    return json.dumps(told, indent=1, allow_nan=False) + "\n"


def from_json(text: str | bytes) -> Calibration:
    """The calibration in such a text. Raises NotACalibration, saying what is wrong with it.

    >>> from_json("{}")
    Traceback (most recent call last):
    vision.calibration.NotACalibration: it has no "version"
    """
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise NotACalibration("it is no JSON; perhaps it was cut off") from None
    if not isinstance(told, dict):
        raise NotACalibration("it is no JSON object")
    version = _of(told, "version", _whole)
    if version != VERSION:
        raise NotACalibration(f"it is of version {version}, and this program knows version {VERSION}")
    width, height = size = _of(told, "size", _size)
    side_px = _of(told, "side_px", lambda v: _number(v, *SIDES))
    if side_px > min(size) / 2:
        raise NotACalibration(f'its "side_px" is {side_px:g}, and the pictures are only {width} × {height} pixels')
    return Calibration(
        made=_of(told, "made", _text),
        camera=_of(told, "camera", _text),
        size=size,
        corners=_of(told, "corners", lambda v: quad_from(_points(v), width, height)),
        side_px=side_px,
        light=_of(told, "light", lambda v: _number(v, 0, 255)),
        tray=_of(told, "tray", _colour),
        dice=_of(told, "dice", lambda v: tuple(_colour(one) for one in _list(v, 20))),
        reference=_of(told, "reference", _jpeg),
        controls=_of(told, "controls", _controls),
        picture=_of(told, "picture", _name),
    )


def _of(told: dict[str, Any], key: str, check: Callable[[Any], T]) -> T:
    if key not in told:
        raise NotACalibration(f'it has no "{key}"')
    try:
        return check(told[key])
    except (ValueError, TypeError) as error:
        raise NotACalibration(f'its "{key}" is wrong: {error}') from None


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("that is no whole number")
    return value


def _number(value: Any, least: float, most: float) -> float:
    if type(value) not in (int, float) or not isfinite(value) or not least <= value <= most:
        raise ValueError(f"that is no number from {least:g} to {most:g}")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise ValueError("that is no short text")
    return value


def _name(value: Any) -> str:
    if value == "":
        return ""
    if not _text(value).replace("-", "").replace(".", "").isalnum() or value.startswith("."):
        raise ValueError("that is no name of a file beside it")
    return str(value)


def _list(value: Any, most: int) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(f"that is no list of at most {most}")
    return value


def _size(value: Any) -> tuple[int, int]:
    width, height = (int(_number(_whole(side), *SIZES)) for side in _list(value, 2))
    return width, height


def _points(value: Any) -> tuple[Point, ...]:
    pairs = [_list(point, 2) for point in _list(value, 4)]
    return tuple((_number(x, -SIZES[1], SIZES[1]), _number(y, -SIZES[1], SIZES[1])) for x, y in pairs)


def _colour(value: Any) -> Colour:
    blue, green, red = (_number(part, 0, 255) for part in _list(value, 3))
    return blue, green, red


def _controls(value: Any) -> dict[str, Control]:
    if not isinstance(value, dict) or len(value) > 50:
        raise ValueError("that is no list of a camera's settings by name")
    return {
        _text(name): tuple(_plain(part) for part in _list(v, 16)) if isinstance(v, list) else _plain(v)
        for name, v in value.items()
    }


def _plain(value: Any) -> float:
    """A number as it is: cameras tell whole ones from others."""
    _number(value, -1e12, 1e12)
    number: float = value
    return number


def _jpeg(value: Any) -> bytes:
    held = b64decode(_text_of_any_length(value), validate=True)
    if held and not held.startswith(JPEG):
        raise ValueError("that is no picture")
    return held


def _text_of_any_length(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("that is no text")
    return value
