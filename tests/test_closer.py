"""Rules of a closer look: a die whose pips a lamp leaves nearly nothing of is read by the colour of those beside it."""

import math
from statistics import median

import cv2
import numpy as np
import pytest

from vision.closer import closer, lasting
from vision.commands import Place
from vision.frame import Frame, Picture
from vision.painting import Painter
from vision.pinhole import View
from vision.reader import read, see
from vision.scene import Scene, Stage
from vision.sight import shade, sight
from vision.tuning import Tuning

AT = (450.0, 240.0)
OTHERS = ((3, (150.0, 120.0)), (5, (170.0, 350.0)), (6, (310.0, 180.0)))


def washed(face: int, livery: str, white: float, beside: int = 3) -> Picture:
    """Dice, one of them under white light that leaves this share of every difference; its face lies at AT."""
    dice = ((face, AT), *OTHERS[:beside])
    place = Place(tuple(one for one, _ in dice), tuple(at for _, at in dice))
    scene = Stage(3).then(place, 0.0).at(1.0)
    painter = Painter(3, View(), "leather", livery)
    picture, without = painter.paint(scene, 4).astype(np.float32), painter.paint(Scene(scene.dice[1:]), 4)
    body = np.abs(picture - without).max(axis=2) > 30
    body = cv2.morphologyEx(body.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    share = white * cv2.GaussianBlur(body.astype(np.float32), (0, 0), 1.0)[..., None]
    return np.asarray(np.clip(picture + (235 - picture) * share, 0, 255), np.uint8)


def mirrored(picture: Picture, x: float, wide: float, strong: float) -> Picture:
    """The same with a lamp mirrored in the die at AT: a white spot this far right of its middle, px."""
    v, u = np.mgrid[:480, :640]
    share = strong * np.exp(-((u - AT[0] - x) ** 2 + (v - AT[1]) ** 2) / (2 * wide**2))[..., None]
    return np.asarray(np.clip(picture + (250 - picture) * share, 0, 255), np.uint8)


def values(picture: Picture) -> tuple[list[int], bool]:
    """What is read, and whether the reader stands by it."""
    reading = read(Frame(picture))
    return sorted(die.value for die in reading.dice), reading.sure


@pytest.mark.parametrize("livery", ["red", "black"])
@pytest.mark.parametrize("face", [5, 6])
def test_pips_of_which_light_leaves_little_are_read(face: int, livery: str) -> None:
    """For there is one layout that explains them, of the size and the colour of the dice beside it."""
    assert values(washed(face, livery, 0.8)) == (sorted([3, 5, 6, face]), True)


@pytest.mark.parametrize("livery", ["red", "ivory"])
@pytest.mark.parametrize("white", [0.8, 0.9, 1.0])
@pytest.mark.parametrize("face", range(1, 7))
def test_however_little_is_left_nothing_else_is_read(face: int, white: float, livery: str) -> None:
    """The face, or a doubt."""
    got, sure = values(washed(face, livery, white))
    assert got == sorted([3, 5, 6, face]) or not sure


@pytest.mark.parametrize("livery", ["red", "black"])
@pytest.mark.parametrize("x", [0.0, 4.0])
@pytest.mark.parametrize("wide", [18.0, 24.0, 32.0, 40.0])
@pytest.mark.parametrize("face", [3, 5])
def test_a_mirrored_lamp_takes_pips_and_leaves_no_other_face(face: int, wide: float, x: float, livery: str) -> None:
    """A five without its middle is no four, a three without it no two."""
    for strong in (0.9, 0.96):
        got, sure = values(mirrored(washed(face, livery, 0.0), x, wide, strong))
        assert not sure or len(got) < 4 or got == sorted([3, 5, 6, face]), (strong, got)


def test_a_die_alone_is_not_looked_at_more_closely() -> None:
    """Nobody knows then how large dice are, or of what colour their pips."""
    got, sure = values(washed(5, "red", 0.9, beside=1))
    assert got == [3, 5] or not sure


def test_it_is_the_same_wherever_it_lies() -> None:
    """Its place and size are told as for any die."""
    dice = read(Frame(washed(5, "red", 0.8))).dice
    (die,) = [d for d in dice if d.value == 5 and d.x > 400]
    assert math.hypot(die.x - AT[0], die.y - AT[1]) < 4
    assert die.size == pytest.approx(median(d.size for d in dice), rel=0.05)


def test_what_no_die_beside_those_read_explains_is_known_to_stay() -> None:
    """A doubt about a die that was read, and more of them than there are closer looks, far from each other."""
    picture = washed(5, "red", 0.8)
    found, _ = see(sight(shade(picture), picture), Tuning())
    unit, (x, y) = found.typical[0], (found.dice[0].face.x, found.dice[0].face.y)
    apart = [(x + 20 * unit * k, y + 20 * unit) for k in range(Tuning().closer_places + 1)]
    assert lasting(found, [(x, y)], Tuning())
    assert lasting(found, apart, Tuning())
    assert not lasting(found, apart[1:], Tuning())
    assert not lasting(found, [], Tuning())


def test_where_all_doubts_must_go_the_first_that_stays_ends_the_closer_look() -> None:
    """Nothing lies at the first of these places; at the other does a five that brightness does not show."""
    picture = washed(5, "red", 0.8)
    found, _ = see(sight(shade(picture), picture), Tuning())
    places = [(560.0, 400.0), AT]
    assert len(closer(found, places, Tuning()).dice) == len(found.dice) + 1
    assert closer(found, places, Tuning(), every=True) is found
    assert len(closer(found, [AT], Tuning(), every=True).dice) == len(found.dice) + 1
