"""The eye as the table's process meets it: starts the child that sees, hands on what it says, starts it again.

Knows no pictures: importing this must not load OpenCV or numpy. A camera call that hangs for ever, a crash or a leak
costs the child, never the game.
"""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from vision.calibration import Calibration
from vision.camera import spec_from
from vision.commands import Clear, Command, Suffer, Toss
from vision.guide import Adopt, Order, Progress
from vision.reading import LOOKING, Blind, Fitted, Moment, Photo

SILENT_S = 4.8  # without a heartbeat (the child owes one each second) this long, the child hangs; told within 5 s
OPENING_S = 20.0  # until the first heartbeat after opening: small boards import OpenCV in ten seconds
HEALTHY_S = 10.0  # after running this long, the next fault is a new one and waits begin anew
WAITS_S = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # before each new start, the last for ever
NICE = 5  # below the table's process, so that the page stays quick while pictures are read
FIRST_TO_GO = 500  # when memory runs out, the system ends the eye and not the game

Message = Moment | Photo | Progress | Fitted | bytes | None
"""What the child says: a moment, evidence for the next one, how calibrating goes, a JPEG to show, None: a heartbeat."""


class Eye:
    """Watches one camera in a child process until stopped.

    hear gets every moment and show every small JPEG (≤ 40 KB), both from the eye's own thread: they must return soon.
    """

    def __init__(
        self,
        spec: str,
        hear: Callable[[Moment], None],
        show: Callable[[bytes], None],
        record: Path | None = None,
        keep: Callable[[Photo], None] = lambda _: None,
        calibration: Calibration | None = None,
        told: Callable[[Progress | Fitted], None] = lambda _: None,
        rest: Callable[[], None] | None = None,
    ) -> None:
        """record: a folder in which every picture is kept, for `watch`.  keep: gets a photograph before each Settled.
        calibration: of this camera, where there is one.  told: hears by which calibration is read, and how far a new
        one is.  rest: done by the child whenever it has read and need not read again; a function of a module.

        Raises ValueError, naming the nearest right one, when spec is no camera (see `vision.camera.spec_from`).
        """
        self._spec, self._kind = spec, spec_from(spec).kind
        self._hear, self._show, self._keep, self._record = hear, show, keep, record
        self._calibration, self._told, self._rest = calibration, told, rest
        self._stopping = threading.Event()
        self._guard = threading.Lock()  # over the pipe's sending end, the child and what was ordered
        self._pipe: Connection | None = None
        self._child: BaseProcess | None = None
        self._done: list[Command] = []
        self._before = 0  # deeds before those, which left the tray empty
        self._waiting: list[Command] = []
        own_clock = self._kind in ("painted", "folder", "video")  # real cameras' frames carry the system's clock
        self._heard_at = time.monotonic()
        self._heard_s = 0.0 if own_clock else self._heard_at
        self._last: Moment | None = None
        self._thread: threading.Thread | None = None

    @property
    def simulated(self) -> bool:
        """Whether what is seen is painted and not real."""
        return self._kind == "painted"

    @property
    def pid(self) -> int | None:
        """The child's process number, for the curious and for tests; None while there is none."""
        with self._guard:
            return self._child.pid if self._child else None

    def frame_time(self) -> float:
        """What the frames' clock shows now, as far as we can know."""
        return self._heard_s + time.monotonic() - self._heard_at

    def start(self) -> None:
        """Begin to watch. Without a camera, say so once; there is no process then."""
        if self._kind == "none":
            self._hear(Blind(time.monotonic(), "none", "no camera: enter dice by hand"))
            return
        self._thread = threading.Thread(target=self._watch_over, name="eye", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching; the child is gone when this returns."""
        self._stopping.set()
        with self._guard:
            if self._child is not None:
                self._child.kill()
        if self._thread is not None:
            self._thread.join()

    def act(self, command: Command) -> None:
        """Have something done on the painted tray. Raises ValueError when the tray is real."""
        if not self.simulated:
            raise ValueError(f"only a painted table does as it is told, and this is {self._spec!r}")
        with self._guard:
            self._waiting.append(command)
            self._send_waiting()

    def order(self, order: Order) -> bool:
        """Have a step of calibrating done; whether there is a child to do it. A new child begins reading dice again."""
        with self._guard:
            if isinstance(order, Adopt):
                self._calibration = order.calibration
            if self._pipe is None:
                return False
            try:
                self._pipe.send(order)
            except OSError:  # the child is gone, and with it what was being calibrated
                return False
            return True

    @property
    def calibration(self) -> Calibration | None:
        """What the eye was given to read by, whether it serves or not."""
        with self._guard:
            return self._calibration

    def _send_waiting(self) -> None:
        while self._pipe is not None and self._waiting:
            try:
                self._pipe.send(self._waiting[0])
            except OSError:  # the child is gone; the next one will be told
                return
            self._done.append(self._waiting.pop(0))
            if isinstance(self._done[-1], Clear) and any(isinstance(command, Toss) for command in self._done):
                self._before += sum(not isinstance(command, Suffer) for command in self._done)
                self._done = []

    def _watch_over(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            fault = self._listen()
            if self._stopping.is_set():
                return
            if time.monotonic() - began > HEALTHY_S:
                failures = 0
            self._tell(fault)
            if fault.why == "ended":
                return
            self._stopping.wait(WAITS_S[min(failures, len(WAITS_S) - 1)])
            failures += 1

    def _listen(self) -> Blind:
        """Run one child to its end and say how it ended. The child is gone when this returns."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        with self._guard:
            past = (tuple(self._done), self.frame_time(), self._before)
            args = (self._spec, theirs, past, self._record, self._calibration, self._rest)
            self._child = context.Process(target=_see, args=args, name="eye", daemon=True)
            self._child.start()
            theirs.close()
            self._pipe = ours
            self._send_waiting()
            if self._stopping.is_set():
                self._child.kill()
        try:
            return self._hear_all(ours)
        finally:
            with self._guard:
                child, self._child, self._pipe = self._child, None, None
                child.kill()
                child.join()
                ours.close()

    def _hear_all(self, pipe: Connection) -> Blind:
        patience_s = OPENING_S
        while True:
            try:
                if not pipe.poll(patience_s):
                    words = f"The camera gave no sign of life for {patience_s:.0f} s; it is being started again."
                    return Blind(self.frame_time(), "hung", words)
                message: Message = pipe.recv()
            except (EOFError, OSError):
                return Blind(self.frame_time(), "crashed", "What watches the camera has ended; it is started again.")
            if isinstance(message, Blind) and message.why not in LOOKING:
                return message
            if isinstance(message, bytes):
                self._show(message)
            elif isinstance(message, Photo):
                self._keep(message)
            elif isinstance(message, Progress | Fitted):
                self._told(message)
            elif message is not None:
                self._tell(message)
            patience_s = SILENT_S

    def _tell(self, moment: Moment) -> None:
        """Hand a moment on, but do not repeat how blind we are each time a new start fails."""
        again = isinstance(moment, Blind) and isinstance(self._last, Blind) and moment.why == self._last.why
        self._last = moment
        self._heard_s, self._heard_at = moment.at_s, time.monotonic()
        if not again:
            self._hear(moment)


def _see(
    spec: str,
    pipe: Connection,
    past: tuple[tuple[Command, ...], float, int],
    record: Path | None,
    calibration: Calibration | None,
    rest: Callable[[], None] | None,
) -> None:
    """The child's first step: OpenCV is imported here and nowhere in the parent."""
    os.nice(NICE)
    with suppress(OSError):  # only Linux has it
        Path("/proc/self/oom_score_adj").write_text(f"{FIRST_TO_GO}\n")
    # One thread each: the table has two cores, and the reader's arithmetic is too small to share.
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from vision.gaze import gaze

    gaze(spec, pipe, *past, record=record, calibration=calibration, rest=rest)
