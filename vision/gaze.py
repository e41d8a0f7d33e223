"""The child's life: camera, reader, tray and steadying in one loop, and what it says to the parent. Knows no game.

`gaze` is the one place in `vision/` that catches whatever goes wrong: a fault in a driver or in our own reading must
reach the page as words, and this process is the one that may die of it.
"""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.attention import difference, look, reduced
from vision.camera import Camera, CameraFault, camera_from, opened
from vision.commands import Command
from vision.frame import Frame, Picture
from vision.lookout import Lookout
from vision.painted import Painted
from vision.reading import Blind, Photo, Settled
from vision.recorder import Recorder

__all__ = ["Watch", "gaze", "look", "small_jpeg"]

FRAME_S = 3.0  # a camera that gives no picture this long hangs; the parent waits for 5 s
BEAT_S = 0.5  # between heartbeats; the parent is promised one a second
SHOW_S = 0.35  # at most three small pictures a second
SHOW_LEVELS = 8.0  # grey levels somewhere before a new one is worth sending
JPEG_BYTES = 40_000
PHOTO_WIDE, PHOTO_BYTES = 960, 60_000  # evidence is looked at closely, and there is room for 3000 of them


def gaze(
    spec: str,
    pipe: Connection,
    done: Sequence[Command],
    at_s: float,
    record: Path | None = None,
    side_px: float | None = None,
) -> None:
    """See until the parent goes away or the camera fails.

    done, at_s: what a painted tray has been through.  record: a folder in which every picture is kept.
    side_px: how wide the dice are in its pictures, where that is known.
    """
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
            watch = Watch(pipe, record, side_px)
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

    def __init__(self, pipe: Connection, record: Path | None = None, side_px: float | None = None) -> None:
        self._pipe = pipe
        self._recorder = Recorder(record) if record else None
        self._lookout = Lookout(side_px)
        self._shown: NDArray[np.float32] | None = None
        self._shown_at = self._beat_at = -1e9

    def see(self, frame: Frame) -> None:
        """Take one frame and say what there is to say. Raises CameraFault when the very same picture keeps coming."""
        if self._recorder:
            self._record(frame)
        for moment in self._lookout.see(frame):
            if isinstance(moment, Blind) and moment.why == "frozen":
                raise CameraFault(moment.why, moment.words)
            if isinstance(moment, Settled):
                self._pipe.send(Photo(small_jpeg(frame.picture, PHOTO_WIDE, PHOTO_BYTES)))
            self._pipe.send(moment)
        now = time.monotonic()
        if now - self._shown_at >= SHOW_S:
            self._show(frame)
        if now - self._beat_at >= BEAT_S:
            self._pipe.send(None)
            self._beat_at = now

    def _record(self, frame: Frame) -> None:
        assert self._recorder is not None
        try:
            self._recorder.picture(frame)
        except OSError as error:  # a full card must not cost the game its eye
            sys.stderr.write(f"The recording ends here: {error}\n")
            self._recorder = None

    def _show(self, frame: Frame) -> None:
        small = reduced(frame)
        if self._shown is None or difference(self._shown, small) > SHOW_LEVELS:
            self._pipe.send(small_jpeg(frame.picture))
            self._shown, self._shown_at = small, time.monotonic()


def small_jpeg(picture: Picture, wide: int = 640, limit: int = JPEG_BYTES) -> bytes:
    """The picture at most 640 wide and 40 KB large, or as is asked."""
    height, width = picture.shape[:2]
    if width > wide:
        size = (wide, height * wide // width)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    for quality in (75, 60, 45, 30, 15, 4):
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if packed.size <= limit:
            break
    return packed.tobytes()


def _obey(pipe: Connection, camera: Camera) -> None:
    """Take orders until the parent is gone, even killed, and then end this process, even while the camera hangs."""
    while True:
        try:
            command = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(camera, Painted):
            camera.act(command)
