"""A die that may have more pips than were read is a doubt: where one may be, a lamp is mirrored, or a trace is left."""

import cv2
import numpy as np
import pytest
from test_closer import mirrored, values, washed
from test_pips import WHITE, draw, table

from vision.frame import Frame, Picture
from vision.reader import read


def faint(face: int, share: float) -> Picture:
    """Dice, and one more whose middle pip has this share of the others' strength."""
    picture = table()
    for value, x, y in ((6, 120, 120), (5, 300, 360), (face, 450, 230)):
        draw(picture, value, x, y, 60, 0.3 * value)
    grey = tuple(round(level * (1 - share)) for level in WHITE)
    cv2.circle(picture, (450, 230), 6, WHITE, -1, cv2.LINE_AA)
    cv2.circle(picture, (450, 230), 5, grey, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


@pytest.mark.parametrize("share", [0.15, 0.2, 0.25])
@pytest.mark.parametrize("face", [3, 5])
def test_a_trace_of_a_pip_where_another_face_has_one_is_a_doubt(face: int, share: float) -> None:
    """A lamp has taken nearly all of it."""
    reading = read(Frame(faint(face, share)))
    assert sorted(die.value for die in reading.dice) == sorted([5, 6, face]) or not reading.sure


@pytest.mark.parametrize(("face", "wide", "strong"), [(5, 10.0, 0.96), (3, 10.0, 0.96)])
def test_a_lamp_mirrored_where_a_dark_pip_may_be_is_a_doubt(face: int, wide: float, strong: float) -> None:
    """On ivory a small one is hardly lighter than the body, and takes all of a pip."""
    got, sure = values(mirrored(washed(face, "ivory", 0.0), 0.0, wide, strong))
    assert got == sorted([3, 5, 6, face]) or not sure


def test_dice_that_are_burnt_out_all_over_show_their_pips() -> None:
    """Nothing is mirrored on one place of them rather than on another."""
    picture = table()
    for value, x, y in ((4, 120, 120), (2, 300, 360), (3, 450, 230), (5, 520, 400)):
        draw(picture, value, x, y, 60, 0.3 * value, die=(255, 255, 255))
    assert values(picture) == ([2, 3, 4, 5], True)
