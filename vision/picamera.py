"""The Raspberry Pi's own camera through picamera2. Knows its formats and its faults; nothing of what it shows.

One configuration for the whole life of the process: boards with 512 MB run out of camera memory when it is changed.
"""

import time
from typing import Any

import cv2
import numpy as np

from vision.camera import CameraFault
from vision.frame import Frame

RATE = 15.0  # pictures a second: twice what steadying needs, and a third of what would keep a small board busy
BUFFERS = 2  # one being filled, one being read: small boards have little camera memory
NO_CAMERA = "No camera was found. Switch the Pi off and seat the ribbon cable at both ends."
NEAR_DIOPTRES = 3.0  # a lens that can focus, before calibration: about 33 cm


class PiCamera:
    """The camera on the ribbon cable."""

    def __init__(self, size: tuple[int, int] = (640, 480)) -> None:
        self._size = size
        self._camera: Any = None
        self._format = ""
        self._count = -1

    def open(self) -> None:
        """Configure and start it, once. Raises CameraFault."""
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraFault(
                "absent",
                f"picamera2 is not to be had here ({error}). On a Raspberry Pi: sudo apt install python3-picamera2, "
                "and let the venv see the system's packages.",
            ) from error
        if not Picamera2.global_camera_info():
            raise CameraFault("absent", NO_CAMERA)
        try:
            self._camera = Picamera2()
            # libcamera's "RGB888" lies in memory as blue, green, red: OpenCV's order.
            main = {"size": self._size, "format": "RGB888"}
            self._camera.configure(
                self._camera.create_video_configuration(main=main, buffer_count=BUFFERS, controls=self._controls())
            )
            self._format = self._camera.camera_configuration()["main"]["format"]
            self._camera.start()
        except (RuntimeError, OSError, IndexError) as error:
            self.close()
            raise _fault_from(error) from error

    def frame(self, timeout_s: float) -> Frame:
        """The next picture. Raises CameraFault."""
        try:
            # A number, not True: captures that never return are a known failure, and True would wait for ever.
            array = self._camera.capture_array("main", wait=timeout_s)
        except TimeoutError as error:
            raise CameraFault(
                "hung", f"The camera gave no picture for {timeout_s:.0f} s. Check the ribbon cable at both ends."
            ) from error
        except (RuntimeError, OSError) as error:
            raise _fault_from(error) from error
        self._count += 1
        return Frame(self._blue_green_red(array), self._count, time.monotonic())

    def close(self) -> None:
        """Let go of it, so that the next process can have it."""
        if self._camera is not None:
            camera, self._camera = self._camera, None
            camera.close()

    def _controls(self) -> dict[str, Any]:
        """What this camera understands of what we want: asking for more is an error in libcamera."""
        period_us = round(1_000_000 / RATE)
        wanted: dict[str, Any] = {"FrameDurationLimits": (period_us, period_us)}
        if "LensPosition" in self._camera.camera_controls:
            wanted |= {"AfMode": 0, "LensPosition": NEAR_DIOPTRES}  # 0: manual; it does not focus by itself
        return {name: value for name, value in wanted.items() if name in self._camera.camera_controls}

    def _blue_green_red(self, array: Any) -> Any:
        """Whatever format the pipeline settled on, as OpenCV's three bytes, without the padding of the rows."""
        width, height = self._size
        if self._format == "RGB888":
            picture = array
        elif self._format == "BGR888":
            picture = cv2.cvtColor(array, cv2.COLOR_RGB2BGR)
        elif self._format in ("XRGB8888", "XBGR8888"):
            picture = array[..., :3] if self._format == "XRGB8888" else cv2.cvtColor(array, cv2.COLOR_RGBA2BGR)
        elif self._format == "NV12":
            picture = cv2.cvtColor(array, cv2.COLOR_YUV2BGR_NV12)
        elif self._format == "YUV420":
            picture = cv2.cvtColor(array, cv2.COLOR_YUV2BGR_I420)
        else:
            raise CameraFault("refused", f"The camera gives pictures as {self._format}, which we cannot read.")
        return np.ascontiguousarray(picture[:height, :width])


def _fault_from(error: Exception) -> CameraFault:
    """Say in words what libcamera means."""
    text = str(error)
    if "in use" in text or "busy" in text.lower() or "acquire" in text:
        return CameraFault("busy", "The camera is held by another program. Close it (rpicam-hello? a second table?).")
    if "allocate" in text.lower():
        return CameraFault("refused", "There is no memory left for the camera. Restart the box.")
    if isinstance(error, IndexError):
        return CameraFault("absent", NO_CAMERA)
    return CameraFault("refused", f"The camera could not be used: {text}. Check the ribbon cable and restart the box.")
