"""What was seen, drawn over the pictures, and the unsure ones side by side. Knows how to draw and judges nothing."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Picture
from vision.reading import Reading

LONGEST = 1280  # pixels of a drawn picture: what a screen shows at once
CELL, CAPTION = 400, 80  # pixels of a place on a sheet: the picture's longer side, and the words below it at least
ACROSS, DOWN = 4, 3  # pictures on a sheet
WORDS, LINE, LETTERS = 0.42, 17, 58  # size of the letters, pixels from line to line, letters in a line
GREEN, YELLOW, DARK, LIGHT = (60, 220, 60), (0, 215, 255), (34, 30, 28), (235, 238, 240)


@dataclass(frozen=True, slots=True)
class Cell:
    """A picture on a sheet, drawn on already, its name and what is to be said of it."""

    name: str
    picture: Picture
    words: Sequence[str]


class Sheets:
    """Writes one drawing for each picture into a folder, and at the end sheets of the unsure ones."""

    def __init__(self, folder: Path) -> None:
        """Make the folder. Raises OSError when that cannot be."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._taken: set[str] = set()
        self._unsure: list[Cell] = []

    def add(self, file: str, picture: Picture, reading: Reading, doubts: Sequence[str]) -> None:
        """Draw one reading. doubts: in words, perhaps more than the reading's own. Raises OSError."""
        seen = drawn(picture, reading)
        name = self._free(Path(file).stem)
        self._write(f"{name}.jpg", seen)
        if doubts:
            self._unsure.append(Cell(Path(file).name, fitted(seen, CELL), doubts))

    def finish(self) -> list[Path]:
        """Write the sheets of the unsure ones and say which files they are; none when all were sure. Raises OSError."""
        each = ACROSS * DOWN
        pages = [self._unsure[k : k + each] for k in range(0, len(self._unsure), each)]
        names = [self._free("unsure" if len(pages) == 1 else f"unsure-{k + 1}") for k in range(len(pages))]
        for name, cells in zip(names, pages, strict=True):
            self._write(f"{name}.jpg", sheet(cells))
        return [self._folder / f"{name}.jpg" for name in names]

    def _free(self, stem: str) -> str:
        """This name, or one like it when another picture has it already."""
        name, k = stem, 2
        while name.lower() in self._taken:
            name, k = f"{stem}-{k}", k + 1
        self._taken.add(name.lower())
        return name

    def _write(self, name: str, picture: Picture) -> None:
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        (self._folder / name).write_bytes(packed.tobytes())


def drawn(picture: Picture, reading: Reading) -> Picture:
    """The picture, at most LONGEST wide or high, with a ring and a value at each die and a cross at each doubt."""
    out = fitted(picture, LONGEST).copy()
    scale = max(out.shape[:2]) / max(picture.shape[:2])
    for die in reading.dice:
        x, y, size = ((die.x + 0.5) * scale - 0.5, (die.y + 0.5) * scale - 0.5, die.size * scale)
        colour = GREEN if reading.sure else YELLOW
        thick = max(1, round(size / 30))
        cv2.circle(out, (round(x), round(y)), max(2, round(0.6 * size)), colour, thick, cv2.LINE_AA)
        write(out, str(die.value), x + 0.55 * size, y - 0.3 * size, size / 55, colour)
    for doubt in reading.doubts:
        if doubt.x is not None and doubt.y is not None:
            at = (round((doubt.x + 0.5) * scale - 0.5), round((doubt.y + 0.5) * scale - 0.5))
            reach = max(12, max(out.shape) // 40)
            cv2.drawMarker(out, at, (0, 0, 0), cv2.MARKER_TILTED_CROSS, reach, 4, cv2.LINE_AA)
            cv2.drawMarker(out, at, YELLOW, cv2.MARKER_TILTED_CROSS, reach, 2, cv2.LINE_AA)
    return out


def sheet(cells: Sequence[Cell]) -> Picture:
    """Pictures side by side, each with its name and the words below it; as many rows as they need."""
    rows = -(-len(cells) // ACROSS)
    out = np.empty((rows * (CELL + CAPTION), min(len(cells), ACROSS) * CELL, 3), np.uint8)
    out[:] = DARK
    for k, cell in enumerate(cells):
        left, top = k % ACROSS * CELL, k // ACROSS * (CELL + CAPTION)
        h, w = cell.picture.shape[:2]
        out[top : top + h, left + (CELL - w) // 2 :][:, :w] = cell.picture
        for n, line in enumerate([cell.name, *lines_of(cell.words, (CELL + CAPTION - h) // LINE - 2)]):
            plain = line.encode("ascii", "replace").decode()[:LETTERS]  # the font has no other letters
            at = (left + 6, top + h + LINE * (n + 1))
            cv2.putText(out, plain, at, cv2.FONT_HERSHEY_SIMPLEX, WORDS, YELLOW if n else LIGHT, 1, cv2.LINE_AA)
    return out


def lines_of(words: Sequence[str], room: int) -> list[str]:
    """As many of these words as there are lines for, and how many were left out."""
    lines: list[str] = []
    for k, said in enumerate(words):
        more = textwrap.wrap(said, LETTERS)
        if len(lines) + len(more) > room - (k < len(words) - 1):
            return [*lines, f"and {len(words) - k} more"]
        lines += more
    return lines


def fitted(picture: Picture, longest: int) -> Picture:
    """The picture, reduced so that its longer side is at most this."""
    share = longest / max(picture.shape[:2])
    if share >= 1:
        return picture
    size = tuple(max(1, round(side * share)) for side in picture.shape[1::-1])
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def write(picture: Picture, words: str, x: float, y: float, size: float, colour: tuple[int, int, int]) -> None:
    """Write words, in place, with a dark rim so that they are seen on everything. size: 1 for letters 22 px high."""
    scale, at = max(0.4, size), (round(x), round(y))
    for rim, ink in ((max(3, round(4 * scale)), (0, 0, 0)), (max(1, round(1.5 * scale)), colour)):
        cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, rim, cv2.LINE_AA)
