"""One picture from a camera. Knows when it was taken; knows nothing of what it shows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. Never leaves `vision/`.

    picture: height × width × 3, eight bits, in OpenCV's order blue, green, red.
    number: counts up from 0 for each camera.
    taken_s: seconds on the camera's own steady clock; only differences mean anything.
    small: the same picture as brightness alone and smaller, height × width, where the camera gives that for nothing.
    """

    picture: Picture
    number: int = 0
    taken_s: float = 0.0
    small: Picture | None = None
