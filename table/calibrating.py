"""Calibrating while the table runs: what a phone asks, the eye finds and the data folder keeps. Joins those three."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vision.calibration import Calibration, NotACalibration
from vision.guide import Adopt, Begin, Cancel, Corners, Order, Progress, Step, Take
from vision.keeping import forget, keep, kept, picture
from vision.plane import quad_from
from vision.reading import LOOKING, Blind, Fitted, Moment

IDLE_S = 90.0  # without a look from the phone that began it, calibrating ends and dice are read again


class Calibrator:
    """One table's calibration: the one it has, and the one that is being made. Any thread may ask.

    What cannot be done is answered with a code: `no_camera`, `not_begun`, `not_passed`, `corners` or `disk`; what
    could be, with an empty text.
    """

    def __init__(
        self,
        folder: Path,
        order: Callable[[Order], bool],
        tell: Callable[[Fitted], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """order: has the eye do a step; whether there is one.  tell: hears by which calibration the eye reads."""
        self._folder, self._order, self._tell, self._clock = folder, order, tell, clock
        self._guard = threading.Lock()
        self._progress: Progress | None = None
        self._going = False
        self._touched_s = 0.0
        self.kept: Calibration | None = None
        """The calibration of this folder, whether the camera's pictures fit it or not."""

    def load(self) -> Calibration | None:
        """What the folder holds; a damaged one is told and left aside."""
        try:
            self.kept = kept(self._folder)
        except NotACalibration as error:
            sys.stderr.write(f"{error}.\n")
            self._tell(Fitted("", "damaged", f"{error}."))
        return self.kept

    # --- from the eye ----------------------------------------------------------------------------------------------

    def hear(self, news: Progress | Fitted) -> None:
        """Take what the eye says of calibrations."""
        if isinstance(news, Fitted):
            self._tell(news)
            return
        with self._guard:
            self._progress = news if self._going else None
            idle = self._going and self._clock() - self._touched_s > IDLE_S
        if idle:
            self.do({"do": "cancel"})

    def see(self, moment: Moment) -> None:
        """Notice when the eye that calibrates has ended."""
        if isinstance(moment, Blind) and moment.why not in LOOKING:
            self._end()

    # --- from a phone ------------------------------------------------------------------------------------------------

    def told(self, *, touch: bool = False) -> dict[str, Any]:
        """The calibration that is kept and the one being made, as plain values. touch: who makes it looks."""
        with self._guard:
            if touch:
                self._touched_s = self._clock()
            going, progress = self._going, self._progress
        return {
            "kept": _summary(self.kept) if self.kept else None,
            "going": _as_told(progress) if going and progress else {"step": "waking"} if going else None,
        }

    def picture(self) -> bytes | None:
        """The picture that goes with the calibration that is kept."""
        return picture(self._folder, self.kept) if self.kept else None

    def do(self, asked: dict[str, Any]) -> str:
        """Do what a phone asks, checked by the page before; a code when it cannot be done."""
        with self._guard:
            self._touched_s = self._clock()
            progress = self._progress if self._going else None
        match asked:
            case {"do": "begin"}:
                return self._begin()
            case {"do": "cancel"}:
                self._end()
                self._order(Cancel())
                return ""
            case {"do": "forget"}:
                return self._forget()
            case _ if progress is None:
                return "not_begun"
            case {"do": "corners", "corners": points}:
                return self._corners(tuple((float(x), float(y)) for x, y in points), progress)
            case {"do": "take", "step": step}:
                return self._take(Step(step), progress)
            case _:
                return self._save(progress)

    def _begin(self) -> str:
        with self._guard:
            self._going, self._progress = True, None
        if self._order(Begin()):
            return ""
        self._end()
        return "no_camera"

    def _end(self) -> None:
        with self._guard:
            self._going, self._progress = False, None

    def _corners(self, points: tuple[tuple[float, float], ...], progress: Progress) -> str:
        try:
            quad_from(points, *progress.size)
        except ValueError:
            return "corners"
        return "" if self._order(Corners(points)) else "no_camera"

    def _take(self, step: Step, progress: Progress) -> str:
        if progress.step is not step:
            return ""  # the same tap again, after its answer was lost
        if not progress.passed:
            return "not_passed"
        return "" if self._order(Take(step)) else "no_camera"

    def _save(self, progress: Progress) -> str:
        if progress.made is None:
            return "not_passed"
        try:
            keep(self._folder, progress.made, progress.picture)
        except OSError as error:
            sys.stderr.write(f"The calibration could not be kept: {error}\n")
            return "disk"
        self.kept = progress.made
        self._end()
        self._order(Adopt(progress.made))
        return ""

    def _forget(self) -> str:
        try:
            forget(self._folder)
        except OSError as error:
            sys.stderr.write(f"The calibration could not be removed: {error}\n")
            return "disk"
        self.kept = None
        self._end()
        self._order(Adopt(None))
        self._tell(Fitted())
        return ""


def _summary(calibration: Calibration) -> dict[str, Any]:
    return {
        "made": calibration.made,
        "camera": calibration.camera,
        "size": list(calibration.size),
        "side_px": round(calibration.side_px, 1),
        "tilt": round(calibration.tilt),
    }


def _as_told(progress: Progress) -> dict[str, Any]:
    return {
        "step": progress.step.value,
        "size": list(progress.size),
        "corners": [[round(x, 1), round(y, 1)] for x, y in progress.corners],
        "found": progress.found,
        "passed": progress.passed,
        "findings": [
            {"code": f.flaw.value, "grave": f.grave, "number": f.number, "x": _whole(f.x), "y": _whole(f.y)}
            for f in progress.findings
        ],
        "dice": [
            {"value": die.value, "x": round(die.x), "y": round(die.y), "size": round(die.size)} for die in progress.dice
        ],
        "made": _summary(progress.made) if progress.made else None,
    }


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
