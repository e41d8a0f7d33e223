"""Camera memory as OpenCV's picture: names of formats as libcamera gives them. Pure arrays; knows no camera.

libcamera names the bytes of a pixel from the highest to the lowest, so its "RGB888" lies in memory as blue, green,
red, which is OpenCV's order, and its "BGR888" the other way round.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

ORDERS: dict[str, int | None] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "YUYV": cv2.COLOR_YUV2BGR_YUY2,
    "MJPEG": cv2.COLOR_RGB2BGR,  # picamera2 unpacks it, in the order of PIL
}
"""How OpenCV calls what each format needs; None where nothing."""
HALVED = ("NV12", "NV21", "YUV420", "YVU420")
"""Brightness first, height rows of it, then colour at half the size in each direction."""

_STEPS = np.arange(256, dtype=np.float64)
_LIGHT = np.round(16 + _STEPS * 219 / 255).astype(np.uint8)
_COLOUR = np.round(128 + (_STEPS - 128) * 224 / 255).astype(np.uint8)


def blue_green_red(memory: NDArray[np.uint8], form: str, size: tuple[int, int], *, full: bool = False) -> Picture:
    """What lies in camera memory, as a picture of this size (width, height), without the padding of its rows.

    full: whether levels reach from 0 to 255, where video usually keeps to 16 to 235.
    Raises ValueError for a format that is not in ORDERS.
    """
    if form not in ORDERS:
        raise ValueError(f"The camera gives pictures as {form}, which we cannot read.")
    width, height = size
    order = ORDERS[form]
    if full and form in HALVED:
        memory = np.concatenate([cv2.LUT(memory[:height], _LIGHT), cv2.LUT(memory[height:], _COLOUR)])
    picture = memory if order is None else cv2.cvtColor(np.ascontiguousarray(memory), order)
    return np.ascontiguousarray(picture[:height, :width], dtype=np.uint8)


def brightness(memory: NDArray[np.uint8], form: str, size: tuple[int, int]) -> NDArray[np.uint8] | None:
    """Only how bright it is, height × width, where that can be had for nothing; else None."""
    width, height = size
    return np.ascontiguousarray(memory[:height, :width]) if form in HALVED else None
