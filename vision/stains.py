"""What the empty tray itself shows like dice: a printed name, a cap let into the wood. Knows one empty picture.

A tray that looks somewhere as it did when it was empty has no die there, whatever the reader makes of it. Only a
calibration knows for certain how the empty tray looks: a first look may already show dice that nobody could read.
"""

import cv2
import numpy as np

from vision.fit import Grey, shrunk
from vision.frame import Picture
from vision.reading import Reading

REACH = 0.5  # die sides around a place that are compared: a whole face, and little beside it
SHIFT_PX = 2  # of the reduced picture by which it may be elsewhere: less than what is told as a camera that has moved
PLAIN = 4.0  # grey levels: a place that was plainer than this has nothing to be known again by
LIKE, LIKE_DIE = 0.8, 0.9  # correlation; noise leaves 0.9 to a faint stain, and a face that was read weighs more
FAINTER, STRONGER = 0.4, 2.5  # times the contrast it had: as much as the light may change


def unstained(reading: Reading, picture: Picture, empty: Grey, side_px: float) -> Reading:
    """The reading without the dice and doubts at places that look as they did on the empty tray.

    picture: which was read.  empty: of the same view without dice, grey, of any size.  side_px: how wide dice are.
    """
    if not reading.dice and not reading.doubts:
        return reading
    now = shrunk(picture, empty.shape)
    scale = empty.shape[1] / picture.shape[1]
    reach = max(4, round(REACH * side_px * scale))

    def stood(x: float | None, y: float | None, like: float) -> bool:
        return x is not None and y is not None and _alike(empty, now, round(x * scale), round(y * scale), reach) > like

    dice = tuple(die for die in reading.dice if not stood(die.x, die.y, LIKE_DIE))
    doubts = tuple(doubt for doubt in reading.doubts if not stood(doubt.x, doubt.y, LIKE))
    return Reading(dice, doubts)


def _alike(before: Grey, now: Grey, x: int, y: int, reach: int) -> float:
    """How much alike the two look about a place, 1 when they are the same but for the light; 0 where that was plain."""
    height, width = before.shape
    left, right = max(0, x - reach), min(width, x + reach + 1)
    top, bottom = max(0, y - reach), min(height, y + reach + 1)
    if right - left < 2 * reach or bottom - top < 2 * reach:
        return 0.0  # a rim of the picture, of which too little is seen
    was = before[top:bottom, left:right]
    is_now = now[max(0, top - SHIFT_PX) : bottom + SHIFT_PX, max(0, left - SHIFT_PX) : right + SHIFT_PX]
    contrast = float(was.std())
    if contrast < PLAIN or not FAINTER < float(now[top:bottom, left:right].std()) / contrast < STRONGER:
        return 0.0
    return float(np.max(cv2.matchTemplate(is_now, was, cv2.TM_CCOEFF_NORMED)))
