"""A photograph in, what `read` prints of it out. Knows files and the printed form; the reading is the reader's."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vision.files import PICTURES, NotAPicture, load, pictures_in
from vision.reader import read
from vision.reading import Reading
from vision.sheets import Sheets


def pictures(names: Sequence[str]) -> list[str]:
    """The files that are meant: in place of a folder the pictures in it, by name."""
    return [file for name in names for file in _meant(Path(name)) or [name]]


def _meant(path: Path) -> list[str]:
    try:
        return [str(file) for file in pictures_in(path)] if path.is_dir() else []
    except OSError:  # a folder that may not be looked into: `load` says so
        return []


def report(
    name: str, expect: int | None = None, side_px: float | None = None, sheets: Sheets | None = None
) -> dict[str, Any]:
    """One picture as `read --json` prints it. expect: how many dice there should be; another number is doubted.

    side_px: how wide the dice are in it, where that is known. sheets: where what was seen is drawn too.
    A file that is no picture is reported with verdict `error`, never raised.
    """
    begun = time.perf_counter()
    try:
        frame = load(name)
        reading = read(frame, side_px=side_px)
    except NotAPicture as error:
        return {"file": name, "verdict": "error", "dice": [], "doubts": [_why(Path(name), error)], "ms": _ms(begun)}
    doubts = [doubt.words for doubt in reading.doubts]
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
