"""Pips that differ less from the dice than the dice do from the table."""

import cv2
import numpy as np
import pytest
from test_pips import draw, table

from vision.frame import Frame
from vision.merge import instead
from vision.reader import read
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.tuning import Tuning

Colour = tuple[int, int, int]
IVORY, NAVY = (190, 215, 225), (90, 50, 40)
FELT, CLOTH = (40, 60, 50), (200, 215, 225)
PLACES = (5, 120, 150), (6, 240, 330), (4, 320, 120), (3, 450, 230), (2, 480, 380)


@pytest.mark.parametrize("radius", [0.08, 0.12])
@pytest.mark.parametrize("blur", [0.8, 2.2])
@pytest.mark.parametrize(("die", "pip", "cloth"), [(IVORY, (208, 233, 243), FELT), (NAVY, (72, 32, 22), CLOTH)])
def test_pips_that_differ_little_from_their_dice_are_read(
    die: Colour, pip: Colour, cloth: Colour, blur: float, radius: float
) -> None:
    """White pips on ivory, black ones on dark blue: beside the edge they run together with what lies beyond it."""
    picture = table(colour=cloth)
    for value, x, y in PLACES:
        draw(picture, value, x, y, 60, 0.3 * value, die=die, pip=pip, r=radius)
    reading = read(Frame(np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)))
    assert (sorted(one.value for one in reading.dice), reading.doubts) == ([2, 3, 4, 5, 6], ())


def test_a_second_look_takes_the_place_of_the_first_only_where_it_explains_all_of_it() -> None:
    """Each doubt and die must lie on one of its dice; that a die leans is not explained by pips."""
    dice = Die(4, 100.0, 100.0, 60.0), Die(5, 300.0, 100.0, 60.0)
    tuning, other = Tuning(), Reading(dice)

    def kept(*doubts: Doubt, dice: tuple[Die, ...] = ()) -> bool:
        first = Reading(dice, doubts)
        return instead(first, other, tuning) is first

    on, off = Doubt(DoubtKind.NO_FACE, 110.0, 90.0), Doubt(DoubtKind.UNCLEAR, 200.0, 300.0)
    assert not kept(on, dice=(Die(1, 305.0, 95.0, 40.0),))
    assert kept(on, off)
    assert kept(on, dice=(Die(6, 200.0, 300.0, 60.0),))
    assert kept(Doubt(DoubtKind.TOO_BRIGHT))
    assert kept(Doubt(DoubtKind.COCKED, 100.0, 100.0, stays=True))
    doubted = Reading(dice, (off,))
    assert instead(Reading((), (on,)), doubted, tuning).dice == ()
