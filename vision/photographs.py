"""A photograph in, what `read` prints of it out. Knows files and the printed form; the reading is the reader's."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from vision.attention import look
from vision.calibration import Calibration
from vision.files import PICTURES, NotAPicture, load, pictures_in
from vision.fit import Reference
from vision.frame import Frame
from vision.reader import read
from vision.reading import Reading
from vision.sheets import Sheets
from vision.trust import WORDS, Fit

Look = Callable[[Frame], tuple[Reading, list[str]]]
"""Reads a photograph; with the reading come the doubts that are about the photograph as a whole, in words."""


def pictures(names: Sequence[str]) -> list[str]:
    """The files that are meant: in place of a folder the pictures in it, by name."""
    return [file for name in names for file in _meant(Path(name)) or [name]]


def _meant(path: Path) -> list[str]:
    try:
        return [str(file) for file in pictures_in(path)] if path.is_dir() else []
    except OSError:  # a folder that may not be looked into: `load` says so
        return []


class NotOfThisCamera(ValueError):
    """A photograph has not the size of those of the camera that was calibrated; the text says so, for a person."""


def of_side(side_px: float | None) -> Look:
    """Read dice of this width in pixels; of any width without one."""
    return lambda frame: (read(frame, side_px=side_px), [])


ANY_SIZE = of_side(None)


def by(calibration: Calibration) -> Look:
    """Read as the table does: only what lies on the play area, and only dice of the size that was calibrated there.

    Where tray, camera or light are not as they were, that is a doubt. Raises ValueError when its picture of the empty
    tray is damaged.
    """
    reference = Reference(calibration) if calibration.reference else None

    def seen(frame: Frame) -> tuple[Reading, list[str]]:
        height, width = frame.picture.shape[:2]
        if not calibration.fits(width, height):
            made = "{} × {}".format(*calibration.size)
            raise NotOfThisCamera(f"the calibration is for pictures of {made} pixels, and this has {width} × {height}")
        fit = reference.look(frame.picture) if reference else Fit.SAME
        empty = reference.empty if reference else None
        return look(frame, calibration=calibration, empty=empty)[0], [] if fit is Fit.SAME else [WORDS[fit]]

    return seen


def report(name: str, expect: int | None = None, eye: Look = ANY_SIZE, sheets: Sheets | None = None) -> dict[str, Any]:
    """One picture as `read --json` prints it. expect: how many dice there should be; another number is doubted.

    eye: how it is read. sheets: where what was seen is drawn too.
    A file that is no picture, or none of the calibrated camera's, is reported with verdict `error`, never raised.
    """
    begun = time.perf_counter()
    try:
        frame = load(name)
        reading, strange = eye(frame)
    except NotAPicture as error:
        return _error(name, _why(Path(name), error), begun)
    except NotOfThisCamera as error:
        return _error(name, f"{name}: {error}", begun)
    doubts = [doubt.words for doubt in reading.doubts] + strange
    if expect is not None and len(reading.dice) != expect:
        doubts.append(f"{len(reading.dice)} dice were found where {expect} should lie")
    told = {
        "file": name,
        "verdict": "unsure" if doubts else "read",
        "dice": _dice(reading),
        "doubts": doubts,
        "ms": _ms(begun),
    }
    if sheets:
        sheets.add(name, frame.picture, reading, doubts)
    return told


def _error(name: str, why: str, begun: float) -> dict[str, Any]:
    return {"file": name, "verdict": "error", "dice": [], "doubts": [why], "ms": _ms(begun)}


def _why(path: Path, error: NotAPicture) -> str:
    """What is wrong with a file, or with a folder in place of which no picture was found."""
    try:
        if path.is_dir() and not pictures_in(path):
            return f"{path} holds no pictures ({', '.join(PICTURES)})"
    except OSError as closed:
        return f"{path} cannot be looked into: {closed.strerror or closed}"
    return str(error)


def _dice(reading: Reading) -> list[dict[str, float]]:
    return [
        {
            "value": die.value,
            "x": round(die.x, 1),
            "y": round(die.y, 1),
            "size": round(die.size, 1),
            "sure": round(die.sure, 3),
        }
        for die in reading.dice
    ]


def _ms(begun: float) -> float:
    return round(1000 * (time.perf_counter() - begun), 1)
