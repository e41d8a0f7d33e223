"""One picture as the reader looks at it: a plane in which pips stand out, and all colours. Knows no marks, no dice."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Floats = NDArray[np.floating]
SMALLEST = 48  # pixels: sizes are halved until one side is less


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A plane (height × width, levels 0–255), its half, its quarter, …, and the same of the picture with its colours.

    Pips are looked for in the plane alone; where a body ends is asked of the colours, for a red die on green felt may
    be as bright as the felt. side: how wide the dice are, px of the plane, where that is known.
    """

    levels: list[Floats]
    colours: list[Picture]
    side: float | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width, px."""
        h, w = self.levels[0].shape
        return h, w

    def inside(self, x: float, y: float, reach: float) -> bool:
        """Whether what reaches this far from its centre lies in the picture."""
        h, w = self.shape
        return reach < x < w - reach and reach < y < h - reach

    def half(self) -> "Sight":
        """The same in half the size."""
        return Sight(self.levels[1:], self.colours[1:], self.side and self.side / 2)

    def through(self, plane: Floats) -> "Sight":
        """The same looked at in another plane."""
        return Sight(_levels(plane), self.colours, self.side)

    def squeezed(self, across: float, down: float) -> "Sight":
        """The same, stretched this many times."""
        h, w = self.shape
        size = (round(w * across), round(h * down))
        plane, colours = (
            cv2.resize(p, size, interpolation=cv2.INTER_LINEAR) for p in (self.levels[0], self.colours[0])
        )
        side = self.side and self.side * float(np.sqrt(across * down))
        return sight(np.asarray(plane, np.float32), np.asarray(colours, np.uint8), side)


def sight(plane: Floats, colours: Picture, side: float | None = None) -> Sight:
    """Look at a plane and the picture it was taken from, of the same size. side: of the dice in it, if known, px."""
    pictures = [colours]
    while min(pictures[-1].shape[:2]) >= SMALLEST:
        pictures.append(halved(pictures[-1]))
    return Sight(_levels(plane), pictures, side)


def _levels(plane: Floats) -> list[Floats]:
    levels = [plane]
    while min(levels[-1].shape) >= SMALLEST:
        h, w = levels[-1].shape
        even = levels[-1][: h // 2 * 2, : w // 2 * 2]
        levels.append(np.asarray(cv2.resize(even, (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.float32))
    return levels


def halved(picture: Picture) -> Picture:
    """Half as wide and high; what is left over of an odd row or column is dropped."""
    h, w = picture.shape[:2]
    even = picture[: h // 2 * 2, : w // 2 * 2]
    return np.asarray(cv2.resize(even, (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8)


def shade(picture: Picture) -> Floats:
    """One plane in which pips stand out: the mean of brightness and of the weakest colour.

    Brightness alone loses white pips on yellow and pale dice; the weakest colour alone loses black pips on them.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    blue, green, red = cv2.split(picture)
    weakest = cv2.min(cv2.min(blue, green), red)
    return np.asarray(cv2.addWeighted(grey, 0.5, weakest, 0.5, 0.0, dtype=cv2.CV_32F))


def tints(picture: Picture) -> Iterator[Floats]:
    """Other planes in which pips stand out where `shade` shows too little, the likeliest first.

    How colourful it is, which a glare leaves nearly alone; the weakest colour, in which white pips stand out of any
    coloured body; and the strongest, in which black ones do.
    """
    blue, green, red = cv2.split(picture)
    weakest, strongest = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    for plane in (cv2.subtract(strongest, weakest), weakest, strongest):
        yield np.asarray(plane, np.float32)


def sample(plane: Floats | Picture, x: Floats, y: Floats) -> Floats:
    """Read between the pixels; x and y: arrays of one 2-D shape. Outside, the border repeats.

    Places are rounded to a 32nd of a pixel, as OpenCV 4 does by itself and 5 no longer, so that both read the same.
    """
    if x.size == 0:
        return np.zeros((*x.shape, *plane.shape[2:]), np.float32)
    return read(plane, _rounded(x), _rounded(y))


def read(plane: Floats | Picture, x: Floats, y: Floats) -> Floats:
    """The same of places that are rounded already, in single precision, and at least one."""
    return np.asarray(cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _rounded(place: Floats) -> Floats:
    out = place * place.dtype.type(32)
    out = np.rint(out, out=out).astype(np.float32, copy=False)
    out /= np.float32(32)
    return out


def middle(values: Floats) -> float:
    """The median of all these, in their own precision; twice as fast as numpy's for few."""
    half = values.size // 2
    two = np.partition(values, ((values.size - 1) // 2, half), axis=None)
    return float((two[(values.size - 1) // 2] + two[half]) / 2)


def median(rows: Floats) -> Floats:
    """The median of each row; twice as fast as numpy's for many short rows."""
    ordered, half = np.sort(rows, axis=-1), rows.shape[-1] // 2
    return np.asarray((ordered[..., (rows.shape[-1] - 1) // 2] + ordered[..., half]) / 2)
