"""Whether a picture will do for calibrating: light, glare, focus, tilt, and five dice that can be read. Pure judgement.

Every threshold has its reason beside it; each is watched failing in the tests on painted trays.
"""

from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Colour
from vision.fit import Grey
from vision.frame import Frame, Picture
from vision.guide import Finding, Flaw
from vision.plane import Plane, Quad
from vision.reader import read
from vision.reading import Die, Doubt, DoubtKind
from vision.stains import unstained
from vision.tray import covered

DARK = 60.0  # grey level the lightest hundredth of the picture must exceed: pips are told from 30 on, and light varies
BRIGHT_SHARE = 0.2  # of the play area that may be burnt out
BURNT = 248  # grey level from which on nothing can be told apart
GLARING = 200.0  # usual level of a surface on which burnt places are no glare but the surface
GLARE_SPOT, GLARE_LARGE = 0.1, 3.0  # squares of a die's side: a highlight on the felt; one that hides a die
SOFT_PICTURE = 0.0145  # of the picture's width that its sharpest edges are wide: the reader fails from 0.018 on
SOFT_UNREAD = 0.0125  # the same where dice lie and are not read: theirs are sharper than a tray's
SOFT_DIE = 0.135  # the same of a die's side: pips run together from 0.15 on
SHARPEST = 99.5  # percentile of steps that count as edges
TILTED, LEANING = 12.0, 35.0  # degrees: worth saying; sides of dice pass for their tops
LEAST_SIDE = 16.0  # pixels: below, pips are two pixels wide
UNLIKE = 1.35  # largest over smallest die of a set; a one is measured a sixth smaller than a five
ALIKE = 14.0  # steps of colour (CIELAB) between dice and tray
OVER = 0.5  # die sides beyond the edge of the play area that still count, as when reading
NO_DIE = 0.075  # of the picture's width: stands for a die's side while none is known

Floats = NDArray[np.float32]
_OF_ALL = {
    DoubtKind.TOO_DARK: Flaw.TOO_DARK,
    DoubtKind.TOO_BRIGHT: Flaw.TOO_BRIGHT,
    DoubtKind.BLURRED: Flaw.BLURRED,
}
"""What is wrong with the whole picture and has no place in it."""
_JUDGED = (DoubtKind.TOO_SMALL,)  # here, of the dice on the tray, with their width


def judge_empty(picture: Picture, plane: Plane) -> tuple[Finding, ...]:
    """What is wrong with this picture of an empty tray, the worst first."""
    height, width = picture.shape[:2]
    findings = [*_judge_light(picture, plane.corners), *_judge_tilt(plane, width, height)]
    if softness(_of_width(picture, 640)) > SOFT_PICTURE * 640:
        findings.append(Finding(Flaw.BLURRED))
    frame = Frame(picture)
    seen = read(frame)
    side = NO_DIE * width
    lying = [(die.x, die.y) for die in _inside(seen.dice, plane, side) if die.sure > 0.5]
    if len(lying) < 5:  # what a tray has printed on it may pass for dice; one that was left is missed among the five
        findings += [Finding(Flaw.DIE_LIKE, grave=False, x=x, y=y) for x, y in lying]
    else:
        findings += [Finding(Flaw.NOT_EMPTY, x=x, y=y) for x, y in lying]
    findings += [Finding(Flaw.NOT_EMPTY, x=d.x, y=d.y) for d in covered(frame, (), None, plane.corners)[0]]
    return _sorted(findings)


def judge_dice(picture: Picture, plane: Plane, empty: Grey) -> tuple[tuple[Finding, ...], tuple[Die, ...]]:
    """What is wrong with this picture of five dice on the tray, and the dice that are seen there.

    empty: the same tray without dice, grey and reduced.
    """
    height, width = picture.shape[:2]
    frame = Frame(picture)
    seen = read(frame)
    seen = unstained(seen, picture, empty, _usual_side(seen.dice, width))
    usual = _usual_side(seen.dice, width)
    dice = _inside(seen.dice, plane, usual)
    findings = [*_judge_light(picture, plane.corners), *_judge_tilt(plane, width, height)]
    if len(dice) != 5:
        if softness(_of_width(picture, 640)) > SOFT_UNREAD * 640:
            findings.append(Finding(Flaw.BLURRED))
        findings.append(Finding(Flaw.NOT_FIVE, number=len(dice)))
    doubts: list[Doubt] = [*seen.doubts, *covered(frame, seen.dice, None, plane.corners)[0]]
    findings += [
        Finding(Flaw.UNREAD, x=d.x, y=d.y)
        for d in doubts
        if d.x is not None and d.y is not None and plane.off(d.x, d.y) <= OVER * usual
    ]
    findings += [Finding(_OF_ALL.get(d.kind, Flaw.UNREAD)) for d in doubts if d.x is None and d.kind not in _JUDGED]
    if dice:
        findings += _judge_set(picture, plane, dice)
    return _sorted(findings), dice


def side_of(dice: Sequence[Die], plane: Plane) -> float:
    """The side of these dice in tray units: the middle one, for a one is measured less exactly than a five."""
    return median(die.size * plane.scale(die.x, die.y) for die in dice)


def colour_of(picture: Picture, die: Die) -> Colour:
    """The colour of a die's body, blue green red."""
    reach = max(1, round(0.32 * die.size))
    x, y = round(die.x), round(die.y)
    part = picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].reshape(-1, 3)
    blue, green, red = np.median(part, axis=0) if len(part) else (0.0, 0.0, 0.0)
    return float(blue), float(green), float(red)


def surface_of(picture: Picture, corners: Quad) -> tuple[Colour, float]:
    """The usual colour of the play area, and its usual grey level."""
    part = picture[_mask(picture, corners) == 1]
    blue, green, red = np.median(part, axis=0)
    return (float(blue), float(green), float(red)), float(0.114 * blue + 0.587 * green + 0.299 * red)


def softness(picture: Picture, reach_px: int = 7) -> float:
    """How many pixels wide the sharpest edges are: their whole step over the steepest part of it."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    steep = np.hypot(across, down)
    near = np.ones((2 * reach_px + 1, 2 * reach_px + 1), np.uint8)
    whole = cv2.dilate(grey, near) - cv2.erode(grey, near)
    edge = steep >= np.percentile(steep, SHARPEST)
    return float(np.percentile(whole[edge] / np.maximum(steep[edge], 0.01), 25))


def _judge_light(picture: Picture, corners: Quad) -> list[Finding]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if float(np.percentile(grey[::2, ::2], 99)) < DARK:
        return [Finding(Flaw.TOO_DARK)]
    ours = _mask(picture, corners)
    burnt = np.asarray((grey >= BURNT) & (ours == 1), np.uint8)
    if burnt.sum() > BRIGHT_SHARE * ours.sum():
        return [Finding(Flaw.TOO_BRIGHT)]
    if float(np.median(grey[ours == 1])) > GLARING:
        return []
    count, _, stats, middles = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    square = (NO_DIE * picture.shape[1]) ** 2
    spots = sorted(((int(stats[k, cv2.CC_STAT_AREA]), k) for k in range(1, count)), reverse=True)
    return [
        Finding(Flaw.GLARE, grave=size > GLARE_LARGE * square, x=float(middles[k][0]), y=float(middles[k][1]))
        for size, k in spots
        if size > GLARE_SPOT * square
    ]


def _judge_tilt(plane: Plane, width: int, height: int) -> list[Finding]:
    tilt = plane.tilt(width, height)
    return [Finding(Flaw.TILTED, grave=tilt > LEANING, number=round(tilt))] if tilt > TILTED else []


def _judge_set(picture: Picture, plane: Plane, dice: Sequence[Die]) -> list[Finding]:
    """Whether these dice are large, sharp, alike and of another colour than the tray."""
    findings = []
    side = median(die.size for die in dice)
    if side < LEAST_SIDE:
        findings.append(Finding(Flaw.TOO_SMALL, number=round(side)))
    if max(softness(_around(picture, die), max(3, round(0.14 * die.size))) for die in dice) > SOFT_DIE * side:
        findings.append(Finding(Flaw.BLURRED))
    sizes = [die.size * plane.scale(die.x, die.y) for die in dice]
    if max(sizes) > UNLIKE * min(sizes):
        findings.append(Finding(Flaw.UNLIKE, grave=False))
    tray, _ = surface_of(picture, plane.corners)
    if min(_apart(colour_of(picture, die), tray) for die in dice) < ALIKE:
        findings.append(Finding(Flaw.ALIKE, grave=False))
    return findings


def _usual_side(dice: Sequence[Die], width: int) -> float:
    """The side of these dice in a picture so wide, and what stands for it while there are none."""
    return median(die.size for die in dice) if dice else NO_DIE * width


def _inside(dice: Sequence[Die], plane: Plane, side: float) -> tuple[Die, ...]:
    return tuple(die for die in dice if plane.off(die.x, die.y) <= OVER * side)


def _around(picture: Picture, die: Die) -> Picture:
    """The die and a little of what it lies on."""
    reach = max(8, round(0.75 * die.size))
    x, y = round(die.x), round(die.y)
    return picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]


def _mask(picture: Picture, corners: Quad) -> NDArray[np.uint8]:
    ours = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(ours, np.round(np.array(corners)).astype(np.int32), 1)
    return ours


def _of_width(picture: Picture, width: int) -> Picture:
    """The picture at most so wide."""
    h, w = picture.shape[:2]
    if w <= width:
        return picture
    return np.asarray(cv2.resize(picture, (width, max(1, h * width // w)), interpolation=cv2.INTER_AREA), np.uint8)


def _apart(a: Colour, b: Colour) -> float:
    """Difference of two colours in CIELAB's steps."""
    both = np.array([[a, b]], np.float32) / 255
    one, other = cv2.cvtColor(both, cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm(one - other))


def _sorted(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: not finding.grave))
