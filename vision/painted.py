"""A camera that paints a dice tray and does as it is told. Knows how painted time passes, not what is seen."""

import threading
import time
from collections.abc import Mapping, Sequence

from vision.commands import Clear, Command, Place, Toss, Turn
from vision.frame import Frame
from vision.painting import Painter
from vision.pinhole import View
from vision.scene import Stage, seen_place

__all__ = ["Clear", "Command", "Painted", "Place", "Toss", "Turn"]


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
        )

    def open(self) -> None:
        """Build the tray."""
        self._painter = Painter(self._seed, self.view, self._surface, self._livery)
        self._due = time.monotonic()

    def frame(self, timeout_s: float) -> Frame:  # noqa: ARG002 - painting never fails to come
        """Paint the next picture when its time has come; taken_s is painted time."""
        if self._painter is None:
            raise RuntimeError("the painted camera is not open")
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = max(self._due, time.monotonic() - 0.1) + 1 / (self._rate * self._speed)
        with self._guard:
            self._number += 1
            self._now_s += 1 / self._rate
            scene, now = self._stage.at(self._now_s), self._now_s
        return Frame(self._painter.paint(scene, self._number), self._number, now)

    def close(self) -> None:
        """Put the brush away; what lies on the tray stays."""
        self._painter = None

    def act(self, command: Command) -> None:
        """Have something done on the tray, after what was ordered before."""
        with self._guard:
            self._stage = self._stage.then(command, self._now_s)

    def take_up(self, done: Sequence[Command], at_s: float) -> None:
        """Go on at at_s (or when all is done, if later) with a tray on which these commands have been carried out."""
        with self._guard:
            for command in done:
                self._stage = self._stage.then(command, self._now_s)
            self._now_s = max(self._now_s, at_s, self._stage.ends_s)

    def truth_at(self, t: float) -> tuple[tuple[int, ...], tuple[tuple[float, float], ...]]:
        """What is on the tray at t painted seconds: the dice's faces, and x, y of their upper faces in pixels."""
        with self._guard:
            dice = self._stage.at(t).dice
        return tuple(d.value for d in dice), tuple(seen_place(d, self.view) for d in dice)
