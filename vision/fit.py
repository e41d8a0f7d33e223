"""One look at whether tray, camera and light are as they were calibrated. Knows the empty tray; no time and no dice.

Corners of texture and rim are followed from the empty tray's picture into this one (Lucas–Kanade, there and back), and
one turn, shift and stretch is laid through them. Dice, hands and cups hide some of them; the others still agree.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.frame import Picture
from vision.trust import Fit

Grey = NDArray[np.uint8]
Floats = NDArray[np.float32]

WIDE_PX = 320  # width of the picture that is compared
MARKS = 120  # corners of texture that are followed, at most
APART_PX = 8  # between two of them
EVEN_PX = 12.0  # reach within which brightness and contrast are evened out: lamps differ more slowly than that
BACK_PX = 1.0  # a mark that is followed there and back must come this near to where it was
TOGETHER_PX = 2.0  # marks that move as one lie this near to where that brings them
ENOUGH = 8  # marks that agree; fewer say nothing
AGREE = 0.6  # of the marks that were followed
MOVED = 0.3  # die sides by which a corner of the play area is elsewhere: half of that is never noticed by the umpire
MOVED_PX = 3.0  # the same at least, in pixels of a picture 640 wide
DARKER, LIGHTER = 0.42, 2.4  # times the light it was: one of two lamps going out, or its coming back, is borne

WINDOW_PX, HALVINGS = (21, 21), 3  # around a mark that is followed, in pictures of so many sizes


class Reference:
    """The empty tray as it was calibrated."""

    def __init__(self, calibration: Calibration) -> None:
        """Raises ValueError when the calibration's picture is none."""
        kept = cv2.imdecode(np.frombuffer(calibration.reference, np.uint8), cv2.IMREAD_GRAYSCALE)
        if kept is None:
            raise ValueError("its picture of the empty tray is damaged")
        width, _ = calibration.size
        self.empty: Grey = np.asarray(kept, np.uint8)
        """The empty tray, grey and reduced."""
        self._even = _evened(self.empty)
        self._shrink = self.empty.shape[1] / width
        self._corners = np.array(calibration.corners, np.float32) * self._shrink
        self._far_px = max(MOVED * calibration.side_px, MOVED_PX * width / 640) * self._shrink
        marks = cv2.goodFeaturesToTrack(self._even, MARKS, 0.02, APART_PX)
        self._marks = np.zeros((0, 1, 2), np.float32) if marks is None else np.asarray(marks, np.float32)

    def look(self, picture: Picture) -> Fit:
        """What this picture says; LOST also when too little of the tray can be made out to say anything."""
        now = shrunk(picture, self.empty.shape)
        here, there = self._followed(_evened(now))
        if len(here) < ENOUGH:
            return Fit.LOST
        way, agree = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=TOGETHER_PX)
        if way is None or agree.sum() < max(ENOUGH, AGREE * len(here)):
            return Fit.LOST
        gone = self._corners @ way[:, :2].T + way[:, 2] - self._corners
        if float(np.hypot(gone[:, 0], gone[:, 1]).max()) > self._far_px:
            return Fit.MOVED
        ours = agree.ravel() == 1
        light = _levels(now, there[ours]) / np.maximum(_levels(self.empty, here[ours]), 1.0)
        return Fit.SAME if DARKER < float(np.median(light)) < LIGHTER else Fit.LIGHT

    def _followed(self, now: Grey) -> tuple[Floats, Floats]:
        """The marks that were found again: where they were, and where they are."""
        if not len(self._marks):
            return self._marks[:, 0], self._marks[:, 0]
        there, came = _follow(self._even, now, self._marks)
        back, again = _follow(now, self._even, there)
        off = np.hypot(*(back - self._marks)[:, 0].T)
        sure = came & again & (off < BACK_PX)
        return self._marks[sure, 0], there[sure, 0]


def reference_from(picture: Picture) -> bytes:
    """The JPEG of an empty tray that a calibration keeps: grey, 320 wide."""
    height, width = picture.shape[:2]
    small = shrunk(picture, (max(1, round(height * WIDE_PX / width)), WIDE_PX))
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return packed.tobytes()


def shrunk(picture: Picture, shape: tuple[int, ...]) -> Grey:
    """The picture in grey, that many rows and columns."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), np.uint8)


def _follow(before: Grey, after: Grey, marks: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Where marks of one picture are in another, and which were found at all."""
    there, came, _ = cv2.calcOpticalFlowPyrLK(
        before, after, marks, np.zeros_like(marks), winSize=WINDOW_PX, maxLevel=HALVINGS
    )
    return np.asarray(there, np.float32), np.asarray(came).ravel() == 1


def _evened(grey: Grey) -> Grey:
    """The same without the lamp: brightness and contrast as everywhere."""
    level = grey.astype(np.float32)
    middle = cv2.GaussianBlur(level, (0, 0), EVEN_PX)
    spread = np.sqrt(cv2.GaussianBlur((level - middle) ** 2, (0, 0), EVEN_PX)) + 2
    return np.asarray(np.clip(128 + 40 * (level - middle) / spread, 0, 255), np.uint8)


def _levels(grey: Grey, places: Floats) -> Floats:
    """How light it is around these places."""
    smooth = cv2.blur(grey, (9, 9))
    h, w = grey.shape
    at = np.round(places).astype(int)
    return np.asarray(smooth[np.clip(at[:, 1], 0, h - 1), np.clip(at[:, 0], 0, w - 1)], np.float32)
