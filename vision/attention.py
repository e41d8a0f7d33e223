"""When a picture is worth reading: not while things move, and not when nothing has changed. Knows no dice and no time.

Reading costs a hundred times what this costs, and what is read of moving things is worth nothing.
"""

from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.fit import Grey
from vision.frame import Frame
from vision.reader import read
from vision.reading import Reading
from vision.scenery import Scenery
from vision.stains import unstained
from vision.tray import covered
from vision.within import on, other_size, within

Floats = NDArray[np.float32]

REDUCED = (80, 60)  # in this size noise is below one grey level, and a pip is still seen
SAME_LEVELS = 5.0  # grey levels a place may differ by, for nothing to have changed since the last reading
MOVED_LEVELS = 22.0  # grey levels by which a place changes when an edge of something passes over it
LOOK_AGAIN = 10  # pictures for which a doubtful reading stands though nothing changed: noise may have made the doubt
MOVED_PLACES = 6  # places of the reduced picture: a seventh of a die


class Attention:
    """Looks at one frame after the other and reads those that are worth it."""

    def __init__(self, calibration: Calibration | None = None, empty: Grey | None = None) -> None:
        """calibration: of the camera that takes the frames, where there is one.  empty: the bare tray's picture."""
        self._calibration, self._empty = calibration, empty
        self._before: Floats | None = None
        self._read_from: Floats | None = None
        self._reading = Reading()
        self._used = 0
        self._scenery: Scenery | None = None
        self.afresh = False
        """Whether the last look read the frame, and did not use an earlier reading again."""

    def look(self, frame: Frame, *, all_said: bool) -> Reading | None:
        """What the frame shows, or None while something moves.

        all_said: whether enough readings of what lies there have been made (`Memory.at_rest`). Only then is the last
        used again for a picture that has not changed; until then each is made anew, or one mistake would count often.
        A doubtful one is used again only a few times.
        """
        now, self.afresh = reduced(frame), False
        before, self._before = self._before, now
        if before is not None and moves(before, now):
            return None
        lasts = all_said and (self._reading.sure or self._used < LOOK_AGAIN)
        if lasts and self._read_from is not None and difference(self._read_from, now) < SAME_LEVELS:
            self._used += 1
        else:
            self._reading, self._scenery = look(frame, self._scenery, self._calibration, self._empty)
            self._read_from, self._used, self.afresh = now, 0, True
        return self._reading


def look(
    frame: Frame, known: Scenery | None = None, calibration: Calibration | None = None, empty: Grey | None = None
) -> tuple[Reading, Scenery]:
    """Read a frame, and doubt it when something is in view that was not there from the first.

    known: as returned for the frame read before; without it this is the first look, and what is in view is told.
    calibration: of the camera; then only what is in its play area counts, and dice of the size it knows.
    empty: how that area looked bare, grey and reduced; what looks so still is no die.
    """
    if calibration is None:
        reading = read(frame)
        doubts, scenery = covered(frame, reading.dice, known)
        return Reading(reading.dice, (*reading.doubts, *doubts)), scenery
    side_px = calibration.side_px

    def seen(known_px: float | None) -> Reading:
        found = read(frame, side_px=known_px, counts=partial(on, calibration))
        return found if empty is None else unstained(found, frame.picture, empty, side_px)

    reading = seen(side_px if calibration.even else None)
    doubts, scenery = covered(frame, reading.dice, known, calibration.corners, side_px)
    found = within(Reading(reading.dice, (*reading.doubts, *doubts)), calibration)
    if not calibration.even:
        odd = other_size(found, calibration)
        return Reading(found.dice, (*odd, *found.doubts)), scenery
    if found.sure or found.dice:
        return found, scenery
    any_size = within(seen(None), calibration)
    strange = other_size(any_size, calibration) if any_size.sure else ()
    return Reading((), (*strange, *found.doubts)), scenery


def reduced(frame: Frame) -> Floats:
    """A small grey picture, 60 × 80, 0 to 255."""
    grey = cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY) if frame.small is None else frame.small
    return np.asarray(cv2.resize(grey, REDUCED, interpolation=cv2.INTER_AREA), np.float32)


def difference(a: Floats, b: Floats) -> float:
    """The most that any place of two reduced pictures differs by; the mean would not see one die turned."""
    return float(np.max(cv2.absdiff(a, b)))


def moves(a: Floats, b: Floats) -> bool:
    """Whether something moved between two reduced pictures. A lamp that flickers, even in bands, does not move."""
    level = float(b.mean())
    evened = [picture * (level / np.maximum(np.median(picture, axis=1, keepdims=True), 1.0)) for picture in (a, b)]
    return int((cv2.absdiff(evened[0], evened[1]) > MOVED_LEVELS).sum()) >= MOVED_PLACES
