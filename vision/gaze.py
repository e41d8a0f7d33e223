"""The child's life: camera, reader, tray and steadying in one loop, and what it says to the parent. Knows no game.

`gaze` is the one place in `vision/` that catches whatever goes wrong: a fault in a driver or in our own reading must
reach the page as words, and this process is the one that may die of it.
"""

import os
import signal
import threading
import time
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, CameraFault, camera_from, opened
from vision.commands import Command
from vision.frame import Frame, Picture
from vision.painted import Painted
from vision.reader import read
from vision.reading import Blind, Reading
from vision.steady import Memory, steady
from vision.tray import covered

FRAME_S = 3.0  # a camera that gives no picture this long hangs; the parent waits for 5 s
BEAT_S = 0.5  # between heartbeats; the parent is promised one a second
FROZEN_S = 5.0  # a sensor is noisy: the very same picture for this long comes from a camera that has stopped
REDUCED = (80, 60)  # in this size noise is below one grey level, and a pip is still seen
SAME_LEVELS = 5.0  # grey levels a place of the reduced picture may differ by, for nothing to have changed
SHOW_S = 0.35  # at most three small pictures a second
SHOW_LEVELS = 8.0  # grey levels somewhere before a new one is worth sending
JPEG_BYTES = 40_000


def gaze(spec: str, pipe: Connection, done: Sequence[Command], at_s: float) -> None:
    """See until the parent goes away or the camera fails. done, at_s: what a painted tray has been through."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    cv2.setNumThreads(1)
    camera: Camera | None = None
    now_s = at_s
    try:
        camera = camera_from(spec)
        if isinstance(camera, Painted):
            camera.take_up(done, at_s)
        threading.Thread(target=_obey, args=(pipe, camera), name="orders", daemon=True).start()
        with opened(camera):
            watch = Watch(pipe)
            while True:
                frame = camera.frame(FRAME_S)
                now_s = frame.taken_s
                watch.see(frame)
    except CameraFault as fault:
        last = Blind(now_s, fault.code, fault.words)
    except (BrokenPipeError, ConnectionResetError):
        return  # the parent is gone
    except Exception as error:
        last = Blind(now_s, "crashed", f"Reading the pictures failed ({type(error).__name__}: {error}).")
        traceback.print_exc()  # the journal of the service keeps it for us
    try:
        pipe.send(last)
    except OSError:
        return


class Watch:
    """What is remembered from frame to frame."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._memory = Memory()
        self._reading = Reading()
        self._read_from: NDArray[np.float32] | None = None
        self._shown: NDArray[np.float32] | None = None
        self._shown_at = self._beat_at = -1e9
        self._exact: Picture | None = None
        self._exact_since_s = 0.0

    def see(self, frame: Frame) -> None:
        """Take one frame through reading and steadying and say what there is to say."""
        self._check_alive(frame)
        grey = cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY)
        reduced = np.asarray(cv2.resize(grey, REDUCED, interpolation=cv2.INTER_AREA), np.float32)
        # Only when all has been said: until then each reading must be made anew, or one mistake would count for many.
        if not (self._memory.at_rest and _differ(reduced, self._read_from) < SAME_LEVELS):
            self._reading, self._read_from = look(frame), reduced
        self._memory, moment = steady(self._memory, frame.taken_s, self._reading)
        if moment is not None:
            self._pipe.send(moment)
        now = time.monotonic()
        if now - self._shown_at >= SHOW_S and _differ(reduced, self._shown) > SHOW_LEVELS:
            self._pipe.send(small_jpeg(frame.picture))
            self._shown, self._shown_at = reduced, now
        if now - self._beat_at >= BEAT_S:
            self._pipe.send(None)
            self._beat_at = now

    def _check_alive(self, frame: Frame) -> None:
        """Raise CameraFault when the very same picture keeps coming."""
        if self._exact is None or not np.array_equal(self._exact, frame.picture):
            self._exact, self._exact_since_s = frame.picture, frame.taken_s
        elif frame.taken_s - self._exact_since_s > FROZEN_S:
            words = f"The camera gives the same picture for {FROZEN_S:.0f} s: it has frozen. It is being started again."
            raise CameraFault("frozen", words)


def look(frame: Frame) -> Reading:
    """Read a frame, and doubt it when something else is in view."""
    reading = read(frame)
    return Reading(reading.dice, (*reading.doubts, *covered(frame, reading.dice)))


def small_jpeg(picture: Picture) -> bytes:
    """The picture at most 640 wide and 40 KB large."""
    height, width = picture.shape[:2]
    if width > 640:
        picture = np.asarray(cv2.resize(picture, (640, height * 640 // width), interpolation=cv2.INTER_AREA), np.uint8)
    for quality in (75, 60, 45, 30, 15):
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if packed.size <= JPEG_BYTES:
            break
    return packed.tobytes()


def _differ(a: NDArray[np.float32], b: NDArray[np.float32] | None) -> float:
    """The most that any place differs by; the mean would not see one die turned."""
    return float("inf") if b is None else float(np.max(cv2.absdiff(a, b)))


def _obey(pipe: Connection, camera: Camera) -> None:
    """Take orders until the parent is gone, even killed, and then end this process, even while the camera hangs."""
    while True:
        try:
            command = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(camera, Painted):
            camera.act(command)
