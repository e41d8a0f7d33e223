"""Where a lamp's white spot may hide a whole die. Knows levels and sizes, no marks and no net.

What is burnt out shows nothing at all: nobody can tell whether a die lies in it. A spot that is larger than a few dice
is the table, or paper.
"""

import cv2
import numpy as np

from vision.frame import Picture
from vision.reading import Die
from vision.tuning import Tuning

SIDE = 9  # pixels of a die in the picture it is looked for in


def hidden(picture: Picture, dice: tuple[Die, ...], tuning: Tuning) -> list[tuple[float, float]]:
    """Middles (px) of the burnt-out spots in which a die of the size of these would not be seen; none without dice."""
    if not dice:
        return []
    side = float(np.median([die.size for die in dice]))
    step = max(1, int(side / SIDE))
    small, side = picture[step // 2 :: step, step // 2 :: step], side / step
    white = np.asarray(cv2.inRange(small, (tuning.spot_level,) * 3, (255,) * 3), np.uint8)
    for die in dice:
        cv2.circle(white, (int(die.x / step), int(die.y / step)), round(tuning.spot_own * side), 0, -1)
    wide = max(3, round(tuning.spot_least * side) | 1)
    solid = cv2.erode(white, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    if not solid.any():
        return []
    h, w = white.shape
    found = []
    pieces = cv2.connectedComponentsWithStats(white, connectivity=4)
    for k in range(1, pieces[0]):
        left, top, across, down, area = pieces[2][k].tolist()
        whole = left > 0 and top > 0 and left + across < w and top + down < h
        if whole and area < tuning.spot_most * side**2 and solid[pieces[1] == k].any():
            x, y = pieces[3][k].tolist()
            found.append(((x + 0.5) * step - 0.5, (y + 0.5) * step - 0.5))
    return found
