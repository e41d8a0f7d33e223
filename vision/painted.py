"""A camera that paints a dice tray and does as it is told. Knows how painted time passes, not what is seen."""

import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from vision.camera import CameraFault
from vision.commands import Clear, Command, Deed, Fault, Guest, Linger, Mishap, Place, Suffer, Toss, Turn
from vision.frame import Frame, Picture
from vision.painting import Painter
from vision.pinhole import View
from vision.scene import Stage, seen_place
from vision.spoiling import spoiled

__all__ = ["Clear", "Command", "Painted", "Place", "Toss", "Turn"]

BEFALLS_S = 8.0  # painted seconds until a fault that was asked for by name befalls; there is time to throw before
STARTS_S = 3.0  # painted seconds for which there is no camera at first, or another program holds it
STAYS_S = 6.0  # painted seconds for which a hand or a cup stays after the first throw
SLOW_S = 1.5  # painted seconds between the pictures of a slow camera
ENDLESS_S = 1e9
KNOWN_S = 60.0  # painted seconds of the past that can still be asked for


class Painted:
    """Paints pictures of a tray, the same ones for the same seed and commands.

    speed: painted seconds for each second of the wall clock. rate: pictures for each painted second. Every picture is
    painted: when the machine is too slow for the speed, painted time waits for it, so that nothing is left out.
    """

    def __init__(
        self,
        seed: int = 0,
        size: tuple[int, int] = (640, 480),
        speed: float = 1.0,
        rate: float = 12.0,
        surface: str = "leather",
        livery: str = "ivory",
        dice: Place | None = None,
        faults: Sequence[str] = (),
    ) -> None:
        self.view = View(*size)
        self._seed, self._speed, self._rate = seed, speed, rate
        self._surface, self._livery = surface, livery
        self._guard = threading.Lock()  # commands come from another thread than the one that waits for pictures
        self._stage = Stage(seed, self.view)
        self._now_s = 0.0
        self._number = -1
        self._due = 0.0
        self._painter: Painter | None = None
        self._last: Picture | None = None
        self._faults = [_by_name(Fault(name)) for name in faults if name in tuple(Fault)]
        self._mishaps = [name for name in faults if name not in tuple(Fault)]  # what befalls the first throw
        if dice is not None:
            self.act(dice)

    @classmethod
    def with_options(cls, options: Mapping[str, str]) -> "Painted":
        """Make one from the words of a spec, as `spec_from` has checked them."""
        width, _, height = options.get("size", "640x480").partition("x")
        return cls(
            seed=int(options.get("seed", "0")),
            size=(int(width), int(height)),
            speed=float(options.get("speed", "1")),
            rate=float(options.get("rate", "12")),
            surface=options.get("surface", "leather"),
            livery=options.get("livery", "ivory"),
            faults=options.get("fault", "").split(),
        )

    def open(self) -> None:
        """Build the tray. Raises CameraFault when told to be absent or busy."""
        if Fault.ABSENT in self._ailing():
            raise CameraFault("absent", "The painted camera is not there, as it was told.")
        if Fault.BUSY in self._ailing():
            raise CameraFault("busy", "Another program holds the painted camera, as it was told.")
        self._painter = Painter(self._seed, self.view, self._surface, self._livery)
        self._due = time.monotonic()

    def frame(self, timeout_s: float) -> Frame:  # noqa: ARG002 - it hangs when told to, whatever the patience
        """Paint the next picture when its time has come; taken_s is painted time. Raises CameraFault when told to."""
        if self._painter is None:
            raise RuntimeError("the painted camera is not open")
        step_s = SLOW_S if Fault.SLOW in self._ailing() else 1 / self._rate
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = max(self._due, time.monotonic() - 0.1) + step_s / self._speed
        with self._guard:
            self._number += 1
            self._now_s += step_s
            scene, now, ailing = self._stage.at(self._now_s), self._now_s, self._ailing()
        _fail(ailing)
        if self._last is None or Fault.FROZEN not in ailing:
            self._last = self._painter.paint(scene, self._number)
            for fault in ailing:
                self._last = spoiled(self._last, fault, now, self._number)
        return Frame(self._last, self._number, now)

    def close(self) -> None:
        """Put the brush away; what lies on the tray stays."""
        self._painter = None

    def act(self, command: Command) -> None:
        """Have something done on the tray, after what was ordered before; or have a fault befall at once."""
        with self._guard:
            if isinstance(command, Suffer):
                self._faults.append((command.fault, self._now_s, self._now_s + command.lasts_s))
                return
            for deed in self._befallen(command):
                self._stage = self._stage.since(self._now_s - KNOWN_S).then(deed, self._now_s)

    def take_up(self, done: Sequence[Command], at_s: float, before: int = 0) -> None:
        """Go on at at_s (or when all is done, if later) with a tray on which these commands have been carried out.

        before: how many were carried out before those, a throw among them, and left the tray empty.
        What ailed the camera or its pictures is over.
        """
        if before:
            guests = sum(name in tuple(Guest) for name in self._mishaps)
            self._stage = replace(self._stage, before=before + guests)
            self._mishaps = []
        for command in done:
            if not isinstance(command, Suffer):
                self.act(command)
        with self._guard:
            self._now_s = max(self._now_s, at_s, self._stage.ends_s)
            self._faults = [(fault, begin, end) for fault, begin, end in self._faults if not 0 < begin <= at_s]

    @property
    def ends_s(self) -> float:
        """When all that was ordered will be done, in painted seconds."""
        with self._guard:
            return self._stage.ends_s

    @property
    def now_s(self) -> float:
        """Painted seconds until the newest picture."""
        return self._now_s

    def truth_at(self, t: float) -> tuple[tuple[int, ...], tuple[tuple[float, float], ...]]:
        """What is on the tray at t painted seconds: the dice's faces, and x, y of their upper faces in pixels."""
        with self._guard:
            dice = self._stage.at(t).dice
        return tuple(d.value for d in dice), tuple(seen_place(d, self.view) for d in dice)

    def _ailing(self) -> tuple[Fault, ...]:
        """The faults there are now."""
        return tuple(fault for fault, begin, end in self._faults if begin <= self._now_s < end)

    def _befallen(self, deed: Deed) -> Iterator[Deed]:
        """The deed as it comes out: the first throw meets with what was asked for by name."""
        if not isinstance(deed, Toss) or not self._mishaps:
            yield deed
            return
        names, self._mishaps = self._mishaps, []
        for mishap in (Mishap(name) for name in names if name in tuple(Mishap)):
            deed = replace(deed, mishap=mishap)
        yield deed
        middle = (self.view.width / 2, self.view.height / 2)
        yield from (Linger(Guest(name), middle, STAYS_S) for name in names if name in tuple(Guest))


def _by_name(fault: Fault) -> tuple[Fault, float, float]:
    """When a fault that was asked for by name befalls, and until when: the pictures' for good, the camera's once."""
    if fault in (Fault.ABSENT, Fault.BUSY):
        return fault, 0.0, STARTS_S
    return fault, BEFALLS_S, ENDLESS_S


def _fail(ailing: Sequence[Fault]) -> None:
    """Fail as a camera does, if one of these makes it."""
    if Fault.UNPLUG in ailing:
        raise CameraFault("unplugged", "The painted camera was unplugged, as it was told.")
    if Fault.CRASH in ailing:
        os._exit(1)
    if Fault.HANG in ailing:
        _hang()


def _hang() -> NoReturn:
    while True:
        threading.Event().wait()
