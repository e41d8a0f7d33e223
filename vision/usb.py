"""A USB camera through OpenCV. Knows how such cameras hang and vanish; knows nothing of what they show."""

import threading
import time
from pathlib import Path

import cv2
import numpy as np

from vision.camera import CameraFault
from vision.frame import Frame, Picture


class UsbCamera:
    """A camera that the system numbers.

    OpenCV's read can block for ever and keeps old pictures in a queue, so a thread of its own reads all the time and
    only the newest is handed on; whoever waits, waits for a time.
    """

    def __init__(self, number: int = 0, size: tuple[int, int] = (640, 480)) -> None:
        self._number, self._size = number, size
        self._fresh = threading.Condition()
        self._newest: tuple[Picture, float] | None = None
        self._fault: CameraFault | None = None
        self._wanted = False
        self._count = -1
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Start the thread that reads; a fault shows at the first `frame`."""
        self._wanted, self._fault, self._newest = True, None, None
        self._thread = threading.Thread(target=self._watch, name="usb camera", daemon=True)
        self._thread.start()

    def frame(self, timeout_s: float) -> Frame:
        """The newest picture, each at most once. Raises CameraFault."""
        with self._fresh:
            if not self._fresh.wait_for(lambda: self._newest or self._fault, timeout_s):
                raise CameraFault(
                    "hung", f"USB camera {self._number} gave no picture for {timeout_s:.0f} s. Plug it in again."
                )
            if self._newest is None:
                assert self._fault is not None
                raise self._fault
            (picture, taken_s), self._newest = self._newest, None
            self._count += 1
        return Frame(picture, self._count, taken_s)

    def close(self) -> None:
        """Ask the thread to let go of the camera. It is not waited for long: it may hang in the driver."""
        self._wanted = False
        if self._thread is not None:
            self._thread.join(timeout=1.0)

    def _watch(self) -> None:
        capture = cv2.VideoCapture(self._number)
        try:
            if not capture.isOpened():
                self._give_up(*self._why_not_open())
                return
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            while self._wanted:
                came, picture = capture.read()
                if not came or picture is None:
                    self._give_up("unplugged", f"USB camera {self._number} is gone. Plug it in again.")
                    return
                with self._fresh:
                    self._newest = np.asarray(picture, np.uint8), time.monotonic()
                    self._fresh.notify()
        finally:
            capture.release()

    def _why_not_open(self) -> tuple[str, str]:
        if not Path(f"/dev/video{self._number}").exists():
            return "absent", f"There is no USB camera {self._number}. Plug it in, or name another: --camera usb:1."
        return "busy", f"USB camera {self._number} is held by another program, or closed to us. Close that program."

    def _give_up(self, code: str, words: str) -> None:
        with self._fresh:
            self._fault = CameraFault(code, words)
            self._fresh.notify()
