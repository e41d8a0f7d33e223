"""One test picture, measured: how bright, how sharp, what lies there. Knows no game and judges nothing."""

import sys
import time
from typing import Any

import cv2
import numpy as np

from vision.camera import CameraFault, camera_from, opened
from vision.frame import Frame
from vision.lens import net
from vision.reader import read

WARM_UP_S = 1.5  # exposure and white balance find themselves
WAIT_S = 10.0  # for each picture
WIDTH = 640  # sharpness depends on the size it is measured at


def glimpse(spec: str) -> dict[str, Any]:
    """Take a picture with this camera, or a JPEG from standard input for `-`, and measure it.

    `error` says why there is none. light: mean grey, 0 to 255.  burnt: share of pixels at full white.  sharpness:
    variance of the Laplacian at 640 pixels' width; it is for comparing pictures of the same tray. lens: whether the
    reader can take its second look.
    """
    try:
        frame = _given() if spec == "-" else _taken(spec)
    except (CameraFault, ValueError) as error:
        return {"error": str(error)}
    grey = cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    small = cv2.resize(grey, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    reading = read(frame)
    return {
        "width": width,
        "height": height,
        "light": round(float(np.mean(grey)), 1),
        "burnt": round(float(np.mean(grey >= 250)), 3),
        "sharpness": round(float(cv2.Laplacian(small, cv2.CV_64F).var()), 1),
        "dice": sorted(die.value for die in reading.dice),
        "doubts": [doubt.kind.value for doubt in reading.doubts],
        "lens": net() is not None,
    }


def _taken(spec: str) -> Frame:
    end = time.monotonic() + WARM_UP_S
    with opened(camera_from(spec)) as camera:
        frame = camera.frame(WAIT_S)
        while time.monotonic() < end:
            frame = camera.frame(WAIT_S)
    return frame


def _given() -> Frame:
    picture = cv2.imdecode(np.frombuffer(sys.stdin.buffer.read(), np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("what was given is no picture")
    return Frame(np.asarray(picture, np.uint8), 0, 0.0)
