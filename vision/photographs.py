"""A photograph in, what `read` prints of it out. Knows files and the printed form; the reading is the reader's."""

import time
from typing import Any

from vision.files import NotAPicture, load
from vision.reader import read
from vision.reading import Reading


def report(name: str, expect: int | None = None, side_px: float | None = None) -> dict[str, Any]:
    """One picture as `read --json` prints it. expect: how many dice there should be; another number is doubted.

    side_px: how wide the dice are in it, where that is known.
    A file that is no picture is reported with verdict `error`, never raised.
    """
    begun = time.perf_counter()
    try:
        reading = read(load(name), side_px=side_px)
    except NotAPicture as error:
        return {"file": name, "verdict": "error", "dice": [], "doubts": [str(error)], "ms": _ms(begun)}
    doubts = [doubt.words for doubt in reading.doubts]
    if expect is not None and len(reading.dice) != expect:
        doubts.append(f"{len(reading.dice)} dice were found where {expect} should lie")
    return {
        "file": name,
        "verdict": "unsure" if doubts else "read",
        "dice": _dice(reading),
        "doubts": doubts,
        "ms": _ms(begun),
    }


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
