"""The child's life: camera, reader, tray and steadying in one loop, and what it says to the parent. Knows no game.

`gaze` is the one place in `vision/` that catches whatever goes wrong: a fault in a driver or in our own reading must
reach the page as words, and this process is the one that may die of it.
"""

import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.attention import difference, look, reduced
from vision.blocks import take_blocks
from vision.calibrating import Calibrating
from vision.calibration import Calibration, Control
from vision.camera import Camera, CameraFault, Holding, camera_from, identity, opened
from vision.commands import Command
from vision.frame import Frame
from vision.guide import ORDERS, Adopt, Begin, Cancel, Corners, Order, Take
from vision.jpeg import small_jpeg
from vision.lookout import Lookout
from vision.painted import Painted
from vision.reading import Blind, Fitted, Photo, Settled
from vision.recorder import Recorder
from vision.within import part

__all__ = ["Watch", "gaze", "look", "small_jpeg"]

FRAME_S = 3.0  # a camera that gives no picture this long hangs; the parent waits for 5 s
HOLD_S = 8.0  # for exposure and focus to come to rest: three times what they take in good light
BEAT_S = 0.5  # between heartbeats; the parent is promised one a second
SHOW_S = 0.35  # at most three small pictures a second
SHOW_LEVELS = 8.0  # grey levels somewhere before a new one is worth sending
PHOTO_WIDE, PHOTO_BYTES = 960, 60_000  # evidence is looked at closely, and there is room for 3000 of them


def gaze(
    spec: str,
    pipe: Connection,
    done: Sequence[Command],
    at_s: float,
    before: int,
    record: Path | None = None,
    calibration: Calibration | None = None,
    rest: Callable[[], None] | None = None,
) -> None:
    """See until the parent goes away or the camera fails.

    done, at_s, before: what a painted tray has been through (see `Painted.take_up`).
    record: a folder in which every picture is kept.
    calibration: of the camera, where there is one.
    rest: done each time when the picture after one that was read need not be.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    cv2.setNumThreads(1)
    take_blocks()
    camera: Camera | None = None
    now_s = at_s
    try:
        ours = calibration and calibration.camera == identity(spec)
        camera = camera_from(spec, calibration.controls if calibration and ours else None)
        if isinstance(camera, Painted):
            camera.take_up(done, at_s, before)
        orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        threading.Thread(target=_obey, args=(pipe, camera, orders), name="orders", daemon=True).start()
        watch = Watch(pipe, record, calibration, camera, spec, rest)
        with opened(camera):
            while True:
                while not orders.empty():
                    watch.obey(orders.get())
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

    def __init__(
        self,
        pipe: Connection,
        record: Path | None = None,
        calibration: Calibration | None = None,
        camera: Camera | None = None,
        spec: str = "",
        rest: Callable[[], None] | None = None,
    ) -> None:
        """calibration: of this camera, where there is one.  camera, spec: whose exposure is held, and its name.

        rest: done each time when the picture after one that was read need not be.
        """
        self._pipe, self._rest, self._reading = pipe, rest, False
        self._recorder = Recorder(record) if record else None
        self._camera, self._name = camera, identity(spec) if spec else ""
        self._calibration = calibration
        self._lookout: Lookout | None = None
        self._calibrating: Calibrating | None = None
        self._newest_s = 0.0
        self._shown: NDArray[np.float32] | None = None
        self._shown_at = self._beat_at = -1e9

    def see(self, frame: Frame) -> None:
        """Take one frame and say what there is to say. Raises CameraFault when the very same picture keeps coming."""
        if self._recorder:
            self._record(frame)
        self._newest_s = frame.taken_s
        if self._calibrating:
            progress = self._calibrating.see(frame)
            if progress is not None:
                self._pipe.send(progress)
        else:
            self._look(frame)
        now = time.monotonic()
        if now - self._shown_at >= SHOW_S:
            self._show(frame)
        if now - self._beat_at >= BEAT_S:
            self._pipe.send(None)
            self._beat_at = now

    def obey(self, order: Order) -> None:
        """Calibrate, or read by another calibration."""
        match order:
            case Begin():
                self._calibrating = Calibrating(self._name, self._held)
                self._lookout = None
                self._pipe.send(Blind(self._newest_s, "calibrating", "The table is being calibrated."))
                self._keep({})
            case Corners() | Take():
                if self._calibrating:
                    with suppress(ValueError):  # the parent has refused such corners in words before
                        self._calibrating.obey(order)
            case Cancel() | Adopt():
                if isinstance(order, Adopt):
                    self._calibration = order.calibration
                self._calibrating = self._lookout = None
                self._keep(self._calibration.controls if self._calibration else {})

    def _keep(self, held: Mapping[str, Control]) -> None:
        """Hold exposure, white balance and focus as calibrated; with none of them, leave them to the camera."""
        if isinstance(self._camera, Holding):
            self._camera.keep(held)

    def _held(self) -> Mapping[str, Control]:
        """Have the camera hold them, and say how; that takes seconds, in which the parent must not worry."""
        if not isinstance(self._camera, Holding):
            return {}
        done = threading.Event()

        def beat() -> None:
            while not done.wait(BEAT_S):
                self._pipe.send(None)

        beating = threading.Thread(target=beat, name="holding", daemon=True)
        beating.start()
        try:
            return self._camera.hold(HOLD_S)
        finally:
            done.set()
            beating.join()

    def _fitted(self, frame: Frame) -> Lookout:
        """Look by the calibration if it is for such pictures, and say which way it is."""
        height, width = frame.picture.shape[:2]
        calibration = self._calibration
        if calibration is None:
            return Lookout()
        if self._name and calibration.camera != self._name:
            words = f"The calibration is of camera {calibration.camera} and this is {self._name}: make another."
            self._pipe.send(Fitted("", "camera", words))
            return Lookout()
        if not calibration.fits(width, height):
            made = "{} × {}".format(*calibration.size)
            words = (
                f"The calibration is for pictures of {made} pixels and these have {width} × {height}: calibrate again."
            )
            self._pipe.send(Fitted("", "size", words))
            return Lookout()
        try:
            lookout = Lookout(calibration)
        except ValueError as error:
            self._pipe.send(Fitted("", "damaged", f"The calibration cannot be used: {error}. Calibrate again."))
            return Lookout()
        self._pipe.send(Fitted(calibration.made))
        return lookout

    def _look(self, frame: Frame) -> None:
        self._lookout = self._lookout or self._fitted(frame)
        for moment in self._lookout.see(frame):
            if isinstance(moment, Blind) and moment.why == "frozen":
                raise CameraFault(moment.why, moment.words)
            if isinstance(moment, Settled):
                seen = self._lookout.calibration
                picture = frame.picture[part(seen)] if seen else frame.picture
                self._pipe.send(Photo(small_jpeg(picture, PHOTO_WIDE, PHOTO_BYTES)))
            self._pipe.send(moment)
        if self._reading and not self._lookout.reading and self._rest:
            self._rest()
        self._reading = self._lookout.reading

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


def _obey(pipe: Connection, camera: Camera, orders: "queue.SimpleQueue[Order]") -> None:
    """Take orders until the parent is gone, even killed, and then end this process, even while the camera hangs."""
    while True:
        try:
            command = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(command, ORDERS):
            orders.put(command)
        elif isinstance(camera, Painted):
            camera.act(command)
