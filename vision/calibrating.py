"""From the empty tray and five dice on it to a calibration, one picture after the other. Knows no phone and no file."""

from collections.abc import Callable, Mapping
from datetime import datetime

import cv2
import numpy as np

from vision.agreed import Agreed, Area, agreed
from vision.area import find_area
from vision.attention import Floats, moves, reduced
from vision.calibration import Calibration, Control
from vision.camera import CameraFault
from vision.fit import Reference, reference_from
from vision.frame import Frame, Picture
from vision.guide import Corners, Finding, Flaw, Progress, Step, Take
from vision.jpeg import small_jpeg
from vision.plane import Plane, Quad, plane_through, quad_from
from vision.survey import colour_of, judge_dice, judge_empty, side_of, surface_of
from vision.trust import Fit

EVERY_S = 0.4  # between two judgements: as often as a person can follow, and a third of a small board's time
STILL = 3  # pictures of the empty tray that are laid together: a sensor's noise is halved
WIDE, BYTES = 960, 60_000  # of the picture that is kept for people
GREEN = (90, 220, 90)


class Calibrating:
    """One calibration while it is being made."""

    def __init__(self, camera: str, hold: Callable[[], Mapping[str, Control]] = dict) -> None:
        """camera: its name, as it is to be kept.  hold: has it hold exposure and focus; what these are held at.

        hold raises CameraFault, `refused`, when they do not come to rest.
        """
        self._camera, self._hold = camera, hold
        self._controls: Mapping[str, Control] = {}
        self._taking = self._restless = self._plain = False
        self._step = Step.EMPTY
        self._area: Area | None = None
        self._agreed = Agreed()
        self._by_hand = False
        self._before: Floats | None = None
        self._still: list[Picture] = []
        self._empty: Picture | None = None
        self._packed = b""  # the same as it is kept
        self._reference: tuple[Quad, Reference] | None = None
        self._shown: Picture | None = None
        self._told_s = -1e9
        self._progress: Progress | None = None

    def see(self, frame: Frame) -> Progress | None:
        """Take one picture; how far this is, when that is worth telling again."""
        now = reduced(frame)
        still = self._before is not None and not moves(self._before, now)
        self._before = now
        if self._step is Step.EMPTY:
            self._still = [*self._still, frame.picture][-STILL:] if still else []
            if self._taking and self._area and len(self._still) == STILL:
                self._keep_empty(np.asarray(np.round(np.stack(self._still).mean(axis=0)), np.uint8), self._area)
        if frame.taken_s - self._told_s < EVERY_S:
            return None
        self._told_s = frame.taken_s
        if self._step is not Step.DONE or self._progress is None:
            self._progress = self._judged(frame, still)
        return self._progress

    def obey(self, order: Corners | Take) -> None:
        """Do as the person says. Raises ValueError, in words, when corners are none."""
        if isinstance(order, Corners):
            if self._progress is not None and self._step is not Step.DONE:
                self._area = Area(quad_from(order.points, *self._progress.size), True)
                self._by_hand = True
                self._told_s = -1e9
        elif self._progress is not None and self._progress.passed and order.step is self._step is self._progress.step:
            self._take(self._progress)
            self._told_s = -1e9

    def _judged(self, frame: Frame, still: bool) -> Progress:
        picture = frame.picture
        height, width = picture.shape[:2]
        if self._area is None or (still and self._step is Step.EMPTY and not self._by_hand):
            self._agreed = agreed(self._agreed, find_area(picture), max(width, height))
            self._area = self._agreed.held
        area = self._area
        assert area is not None
        plane = plane_through(area.corners)
        findings: tuple[Finding, ...] = () if area.found else (Finding(Flaw.SHOW_CORNERS),)
        if not still:
            return Progress(self._step, (width, height), area.corners, area.found, (*findings, Finding(Flaw.MOVES)))
        if self._step is Step.EMPTY:
            findings += (*self._unsteady(), *judge_empty(picture, plane))
            return Progress(self._step, (width, height), area.corners, area.found, findings)
        assert self._empty is not None
        if self._reference is None or self._reference[0] != area.corners:
            self._reference = area.corners, Reference(self._calibration(self._empty, plane))
        _, reference = self._reference
        more, dice = judge_dice(picture, plane, reference.empty)
        fit = reference.look(picture)
        strayed, self._plain = _STRAYED.get(fit), fit is Fit.LOST
        self._shown = picture
        return Progress(
            self._step,
            (width, height),
            area.corners,
            area.found,
            (*([Finding(strayed)] if strayed else []), *findings, *more, *self._unmarked()),
            dice,
        )

    def _take(self, progress: Progress) -> None:
        if self._step is Step.EMPTY:
            self._still, self._restless = [], False
            try:
                self._controls = self._hold()
                self._taking = True
            except CameraFault as fault:
                if fault.code != "refused":
                    raise
                self._restless = True
        elif self._step is Step.DICE and self._empty is not None and self._shown is not None:
            plane = plane_through(progress.corners)
            made = self._calibration(self._empty, plane, progress, self._shown)
            self._step = Step.DONE
            drawn = _drawn(self._shown, progress)
            self._progress = Progress(
                self._step, progress.size, progress.corners, True, progress.findings, progress.dice, made, drawn
            )

    def _keep_empty(self, picture: Picture, area: Area) -> None:
        """Go on with the empty tray, unless something came into view since that was asked."""
        self._taking = False
        if not any(finding.grave for finding in judge_empty(picture, plane_through(area.corners))):
            self._empty, self._packed, self._step = picture, reference_from(picture), Step.DICE

    def _unmarked(self) -> tuple[Finding, ...]:
        return (Finding(Flaw.PLAIN, grave=False),) if self._plain else ()

    def _unsteady(self) -> tuple[Finding, ...]:
        return (Finding(Flaw.UNSTEADY, grave=False),) if self._restless else ()

    def _calibration(
        self, empty: Picture, plane: Plane, progress: Progress | None = None, picture: Picture | None = None
    ) -> Calibration:
        """What is known so far; without dice yet, a stand-in that serves to look whether the tray is where it was."""
        made = datetime.now().astimezone()
        tray, light = surface_of(empty, plane.corners)
        dice = progress.dice if progress else ()
        height, width = empty.shape[:2]
        return Calibration(
            made=made.isoformat(timespec="seconds"),
            camera=self._camera,
            size=(width, height),
            corners=plane.corners,
            side_px=side_of(dice, plane) if dice else width / 16,
            light=light,
            tray=tray,
            dice=tuple(colour_of(picture, die) for die in dice) if picture is not None else (),
            reference=b"" if self._plain and dice else self._packed,
            controls=dict(self._controls),
            picture=f"calibration-{made:%Y%m%d-%H%M%S}.jpg" if picture is not None else "",
        )


_STRAYED = {Fit.MOVED: Flaw.CAMERA_MOVED, Fit.LIGHT: Flaw.LIGHT_CHANGED}


def _drawn(picture: Picture, progress: Progress) -> bytes:
    """The five dice with the play area and what each was read as, for people."""
    shown = picture.copy()
    thick = max(1, round(picture.shape[1] / 320))
    cv2.polylines(shown, [np.round(np.array(progress.corners)).astype(np.int32)], True, GREEN, thick, cv2.LINE_AA)
    for die in progress.dice:
        at = (round(die.x), round(die.y))
        cv2.circle(shown, at, round(0.75 * die.size), GREEN, thick, cv2.LINE_AA)
        beside = (round(die.x + 0.6 * die.size), round(die.y - 0.6 * die.size))
        scale = max(0.4, die.size / 60)
        cv2.putText(shown, str(die.value), beside, cv2.FONT_HERSHEY_SIMPLEX, scale, GREEN, thick, cv2.LINE_AA)
    return small_jpeg(shown, WIDE, BYTES)
