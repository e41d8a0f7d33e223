"""What light, lens and sensor may do to a picture. Knows each fault's look; not when it befalls, nor what is shown."""

import math

import cv2
import numpy as np

from vision.commands import Fault
from vision.frame import Picture

DIMMED = 0.6  # of the light: somebody stands in front of the lamp, or one of two lamps goes out
FLICKER_HZ, DEPTH = (
    101.3,
    0.12,
)  # mains of 50 Hz, never in step with the camera; how much a lamp without a capacitor dims
READOUT_S = 0.02  # from the first line of the sensor to the last: two bands lie across the picture
BLUR_PX = 5.0  # of a 640-pixel picture: the lens is well out of focus
CAST = (0.8, 1.0, 1.18)  # blue, green, red: a warm bulb under the white balance of a cold one
GRAIN = 7.0  # grey levels, beside the usual noise: a small sensor at high gain
BUMPED = (34.0, -21.0, 2.5)  # pixels of a 640-pixel picture to the right and down, degrees

PICTURE_FAULTS = (Fault.LIGHT, Fault.FLICKER, Fault.BLUR, Fault.CAST, Fault.NOISE, Fault.BUMP)


def spoiled(picture: Picture, fault: Fault, t: float, number: int) -> Picture:
    """The picture with this fault at t seconds. number: which picture it is, since noise differs in each."""
    height, width = picture.shape[:2]
    scale = width / 640
    match fault:
        case Fault.LIGHT:
            return _dimmed(picture, np.full((1, 1, 1), DIMMED))
        case Fault.FLICKER:
            line = np.arange(height) / height * READOUT_S + t
            return _dimmed(picture, (1 - DEPTH * np.sin(math.pi * FLICKER_HZ * line) ** 2)[:, None, None])
        case Fault.CAST:
            return _dimmed(picture, np.array(CAST)[None, None])
        case Fault.BLUR:
            return np.asarray(cv2.GaussianBlur(picture, (0, 0), BLUR_PX * scale), np.uint8)
        case Fault.NOISE:
            grain = np.random.default_rng(number).standard_normal(picture.shape, np.float32) * GRAIN
            return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)
        case Fault.BUMP:
            right, down, degrees = BUMPED
            warp = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
            warp[:, 2] += (right * scale, down * scale)
            return np.asarray(cv2.warpAffine(picture, warp, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
        case _:
            return picture


def _dimmed(picture: Picture, light: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Picture:
    return np.asarray(np.clip(picture * light.astype(np.float32), 0, 255), np.uint8)
