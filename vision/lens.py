"""A learned look at small crops of the picture: which face lies there, and how it looks at the lens. Knows no rules.

The net is made by vision/learning from painted tables alone and run by OpenCV. It is a second opinion: without its file
the reader works by geometry alone.
"""

import threading
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.sight import Floats, halved

MODEL = Path(__file__).with_name("lens.onnx")
PX = 48  # a crop's width
ACROSS = 2.2  # sides of a die in it
NONE, EDGE_ON = 6, 7  # classes beside the six faces: no top has its middle here; a die stands on an edge
SHARES = 4.0  # the net tells lengths and sines in quarters

_turn = threading.Lock()  # a net serves one caller at a time


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """What the net makes of n crops.

    classes: how likely each of six faces, none and edge-on, n × 8, sums of 1. leans: how likely the die lies slanted on
    the table, n. middle: of the top, from where it was looked for, in sides, right and down, n × 2. looks: the sine by
    which the top looks past the lens, right and down, n × 2. usual: how far off either of these usually is, n.
    """

    classes: Floats
    leans: Floats
    middle: Floats
    looks: Floats
    usual: Floats

    @property
    def face(self) -> NDArray[np.intp]:
        """The likeliest class of each."""
        return np.asarray(self.classes.argmax(axis=1))

    def of(self, k: int) -> "Said":
        """What it makes of the k-th alone."""
        return Said(*(getattr(self, part.name)[k : k + 1] for part in fields(self)))

    def and_then(self, others: "Said") -> "Said":
        """These and then those."""
        return Said(*(np.concatenate([getattr(self, part.name), getattr(others, part.name)]) for part in fields(self)))


@lru_cache(maxsize=1)
def net() -> Any:
    """The net, loaded once; None where its file is missing or cannot be read.

    By the older of OpenCV 5's two engines while there is one: it says what OpenCV 4 says, in two thirds of the time. It
    is heard only of where a file is given, and not what the file holds.
    """
    older = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    try:
        held = np.frombuffer(MODEL.read_bytes(), np.uint8)
        return cv2.dnn.readNetFromONNX(held) if older is None else cv2.dnn.readNetFromONNX(str(MODEL), older)
    except (OSError, cv2.error):
        return None


def look(picture: Picture, places: Floats) -> Said | None:
    """Look at places (x, y, side of a die; px): n × 3, n > 0. None without a net."""
    return _said(np.stack([crop(picture, *place) for place in places.tolist()]))


def look_around(picture: Picture, x: float, y: float, side: float, upright: Said | None = None) -> Said | None:
    """Look at one place in eight ways: turned by each quarter, and mirrored, in which every face stays what it is.

    What is said is turned back. upright: what `look` said of the place, where it was asked.
    """
    one = crop(picture, x, y, side)
    turned = [np.rot90(flipped, k) for flipped in (one, one[:, ::-1]) for k in range(4)]
    said = _said(np.stack(turned[1:] if upright else turned))
    if said is None:
        return None
    said = upright.and_then(said) if upright else said
    return Said(said.classes, said.leans, _back(said.middle), _back(said.looks), said.usual)


def _back(ways: Floats) -> Floats:
    """Ways, right and down, in crops that were mirrored or not and turned by quarters, as they are in the first."""
    out = np.empty_like(ways)
    for k, (right, down) in enumerate(ways.tolist()):
        for _ in range(k % 4):
            right, down = -down, right
        out[k] = (-right if k >= 4 else right), down
    return out


def _said(crops: NDArray[np.uint8]) -> Said | None:
    model = net()
    if model is None:
        return None
    try:
        with _turn:
            model.setInput(evened(crops))
            said = np.array(model.forward(), np.float32).reshape(len(crops), -1)
    except cv2.error:  # an OpenCV that loads it and cannot run it is as good as none
        return None
    odds = np.exp(said[:, :8] - said[:, :8].max(axis=1, keepdims=True))
    return Said(
        odds / odds.sum(axis=1, keepdims=True),
        1 / (1 + np.exp(-said[:, 8])),
        said[:, 9:11] * np.float32(ACROSS / 2 / SHARES),
        said[:, 11:13] / np.float32(SHARES),
        np.exp(said[:, 13].copy()) / np.float32(SHARES),
    )


def crop(picture: Picture, x: float, y: float, side: float, px: int = PX) -> Picture:
    """What lies within 1.1 sides of a place, px × px × 3; beyond the picture its border repeats."""
    h, w = picture.shape[:2]
    x, y, reach = min(max(x, 0.0), w - 1.0), min(max(y, 0.0), h - 1.0), max(ACROSS * side / 2, 2.0)
    left, right, top, down = (round(v + 0.5) for v in (x - reach, x + reach, y - reach, y + reach))
    part = picture[max(top, 0) : max(down, 1), max(left, 0) : max(right, 1)]
    if left < 0 or top < 0 or right > w or down > h:
        edges = (max(-top, 0), max(down - h, 0), max(-left, 0), max(right - w, 0))
        part = np.asarray(cv2.copyMakeBorder(part, *edges, cv2.BORDER_REPLICATE), np.uint8)
    while part.shape[1] > 2 * px:  # faster than the last step
        part = halved(part)
    how = cv2.INTER_AREA if part.shape[1] > px else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (px, px), interpolation=how), np.uint8)


def evened(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (n × PX × PX × 3) as the net takes them: n × 3 × PX × PX, of mean 0 and deviation 1."""
    x = crops.transpose(0, 3, 1, 2).astype(np.float32)
    x -= x.mean(axis=(1, 2, 3), keepdims=True)
    x /= np.sqrt((x * x).mean(axis=(1, 2, 3), keepdims=True)) + np.float32(4)
    return x
