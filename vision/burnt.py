"""Where the light has taken all there was to see, and a die may be hidden. Knows levels and sizes, no marks, no net.

What is burnt out shows nothing at all: nobody can tell whether a die lies in a lamp's white spot. Where the dice that
were read are themselves as light as the picture gets, whatever else is as light and as wide as one may be another. What
is larger than a few dice is the table, or paper.
"""

from statistics import median

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
    side = median(die.size for die in dice)
    step = max(1, int(side / SIDE))
    side /= step
    places = [(int(die.x / step), int(die.y / step)) for die in dice]
    some = np.ascontiguousarray(picture[step // 2 :: step, step // 2 :: step])
    like = _like(picture, some, places, step, side, tuning)
    if like is None:
        white = _from(some, (tuning.spot_level,) * 3)
        least, full = tuning.spot_least, 0.0
    else:
        white = np.asarray(cv2.morphologyEx(like, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        least, full = tuning.spot_like, tuning.spot_full  # with those, pips that are nearly gone
    if not white.any():
        return []
    for place in places:
        cv2.circle(white, place, round(tuning.spot_own * side), 0, -1)
    wide = max(3, round(least * side) | 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    solid = np.asarray(cv2.morphologyEx(white, cv2.MORPH_OPEN, disc), np.uint8)
    if not solid.any():
        return []
    h, w = white.shape
    found = []
    _, pieces, boxes, middles = cv2.connectedComponentsWithStats(solid if full else white, connectivity=4)
    for k, (left, top, across, down, area) in enumerate(boxes.tolist()):
        whole = left > 0 and top > 0 and left + across < w and top + down < h
        sized = full * side**2 < area < tuning.spot_most * side**2
        if k and whole and sized and solid[pieces == k].any():
            x, y = middles[k].tolist()
            found.append(((x + 0.5) * step - 0.5, (y + 0.5) * step - 0.5))
    return found


def _like(
    picture: Picture, some: Picture, places: list[tuple[int, int]], step: int, side: float, tuning: Tuning
) -> Picture | None:
    """Where the picture is as light as it gets, one pixel for each step × step; None where the dice are not.

    some: the middles of these. places, side: of the dice, in such pixels.
    """
    if max(_lightest(some, tuning)) < tuning.spot_level:
        return None
    part = max(1, step // 3)  # the mean of nine is as good as of all, and sooner had
    few = picture[part // 2 :: part, part // 2 :: part]
    small = np.asarray(cv2.resize(few, some.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)
    light = _from(small, tuple(level - tuning.spot_under for level in _lightest(small, tuning)))
    burnt = median(_share(light, place, round(tuning.spot_top * side)) for place in places)
    return light if burnt > tuning.spot_dice else None


def _lightest(some: Picture, tuning: Tuning) -> list[int]:
    """Blue, green and red where it is as light as it gets: white is what the lamp makes of it."""
    few = tuning.spot_share * some.shape[0] * some.shape[1]
    lighter = [np.cumsum(cv2.calcHist([some], [k], None, [256], [0, 256])[::-1]) for k in range(3)]
    return [255 - int(np.searchsorted(many, few)) for many in lighter]


def _from(small: Picture, levels: tuple[float, ...]) -> Picture:
    return np.asarray(cv2.inRange(small, levels, (255,) * 3), np.uint8)


def _share(light: Picture, place: tuple[int, int], reach: int) -> float:
    """How much of a square about a place is light."""
    x, y = place
    part = light[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return float((part > 0).mean()) if part.size else 0.0
