"""Whether the pips that can be made out at a place lie as a face has them. Knows no dice beside it, and no net."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare import Bare, left, others
from vision.frame import Picture
from vision.lens import ACROSS, crop
from vision.pips import LAYOUTS
from vision.sight import Floats, sample, shade

UNIT = 10.0  # pixels of the patch that is looked at
FACES = {
    frozenset((a * u, v) if n != 6 or a == 1 else (v, u) for u, v in at): n
    for n, at in LAYOUTS.items()
    for a in (1, -1)
}
SHIFTS = (-0.2, 0.0, 0.2)  # units
SIZES = (0.9, 1.0, 1.1)
POSES = {  # turn, sizes along the two axes, shift; for twos and threes, and for sixes, whose rows may be close together
    (half, six): np.array([
        (np.radians(turn), size * narrow, size, right, down)
        for turn in range(0, 180 if half or six else 90, 5)
        for size in SIZES
        for narrow in ((0.75, 1.0) if six else (1.0,))
        for right in SHIFTS
        for down in SHIFTS
    ])
    for half, six in ((False, False), (True, False), (False, True))
}  # fmt: skip
GRID = tuple((u, v) for v in (-1, 0, 1) for u in (-1, 0, 1))
FAINT = 6.0  # levels by which a pip stands out at least
SHARE = 0.3  # of the strongest pip's, that makes another one visible
BURNT = 250.0  # level at which a pip is lost
FAR = np.hypot(*np.mgrid[-9:10, -9:10] / UNIT)
DISC, RING = (
    (part / part.sum()).astype(np.float32) for part in (np.float32(FAR < 0.3), np.float32((FAR > 0.55) & (FAR < 0.85)))
)  # a pip, and what lies about it
BLURRED = 0.1  # of the step from pip to body: so much darker blur makes what lies about a dark pip
HALFWAY = 0.5  # of the step from pip to body: beyond it a place has the body's level


@dataclass(frozen=True, slots=True)
class Shown:
    """How a face agrees with a place.

    seen, lost: how many of its pips show, and how many do not. other: how strong what shows is where it has none, as a
    share of its pips that show. blind: a place it leaves empty is burnt out, so that a light pip would not show.
    another: what shows of it is another face: of a five without its middle, a four. left: faces that it may be all the
    same, as no place is seen bare that rules them out.
    """

    seen: int
    lost: int
    other: float
    blind: bool
    another: bool
    left: frozenset[int]


def shown(picture: Picture, x: float, y: float, side: float, value: int) -> Shown:
    """Lay the face over the place (px of the picture), turned so that it agrees best, with dark pips or light ones."""
    patch = shade(crop(picture, x, y, side, round(ACROSS * 4 * UNIT)))
    marks = _averaged(patch, RING - DISC)  # how much darker than a ring about it; below 0 where lighter
    poses = POSES[value in (2, 3), value == 6]
    at = np.array(LAYOUTS[value], float)
    free = np.array([g for g in GRID if g not in LAYOUTS[value] and (value != 6 or g[0] == 0)], float)
    pips, empty = _read(marks, poses, at), _read(marks, poses, free)
    best, most = Shown(0, value, 1.0, blind=True, another=True, left=others(value)), 0.0
    for sign in (1.0, -1.0):
        on, off = sign * pips, sign * empty
        fit = on.mean(axis=1) - np.maximum(off, 0).mean(axis=1)
        k = int(np.argmax(fit))
        if fit[k] > most:
            most = float(fit[k])
            shows = on[k] > max(FAINT, SHARE * float(on[k].max()))
            usual = float(np.median(on[k][shows])) if shows.any() else FAINT
            burnt = bool((_read(patch, poses[k : k + 1], free) >= BURNT).any())
            seen = int(shows.sum())
            visible = frozenset(map(tuple, at[shows].astype(int).tolist()))
            another = visible in FACES and FACES[visible] != value
            bare = _bare(patch, marks, sign, poses[k], at[shows], usual)
            still = left(value, bare) if seen else others(value)
            best = Shown(seen, value - seen, float(off[k].max()) / usual, sign < 0 and burnt, another, still)
    return best


def _bare(patch: Floats, marks: Floats, sign: float, pose: Floats, pips: Floats, step: float) -> Bare:
    """Where the body is seen: nothing stands out as a pip, nor has the level of pips, nor is burnt out.

    Unless all is around the pips that show: what burns the body alone takes no dark ones.
    """
    level, around = _averaged(patch, DISC), _averaged(patch, RING)
    pip, beside = (_read(plane, pose[None], pips)[0] for plane in (level, around))
    burnt = np.inf if sign > 0 and (beside + BLURRED * step >= BURNT).all() else BURNT

    def bare(at: Floats) -> NDArray[np.bool_]:
        here = _read(level, pose[None], at)[0]
        plain = sign * _read(marks, pose[None], at)[0] < SHARE * step
        return np.asarray(plain & (sign * (here - np.median(pip)) > HALFWAY * step) & (here < burnt))

    return bare


def _averaged(patch: Floats, over: Floats) -> NDArray[np.float32]:
    """The patch averaged about each place with these weights."""
    return np.asarray(cv2.filter2D(patch, cv2.CV_32F, over), np.float32)


def _read(plane: Floats, poses: Floats, at: Floats) -> NDArray[np.float32]:
    """The plane at places of each pose: poses × places."""
    turns = poses[:, :1].copy()  # as columns are rounded the same wherever they lie
    c, s = np.cos(turns), np.sin(turns)
    across, down = poses[:, 1:2] * at[:, 0], poses[:, 2:3] * at[:, 1]
    u, v = c * across - s * down + poses[:, 3:4], s * across + c * down + poses[:, 4:5]
    middle = (plane.shape[0] - 1) / 2
    return np.asarray(sample(plane, middle + u * UNIT, middle + v * UNIT), np.float32)
