"""Rules of what stands about for good, on painted tables with a screen, a cable and a glass drawn into them."""

import cv2
import numpy as np
import pytest

from vision.commands import Place
from vision.frame import Frame, Picture
from vision.lookout import Lookout
from vision.painting import Painter
from vision.pinhole import View
from vision.reading import Settled
from vision.scene import Scene, Stage, Visitor
from vision.scenery import STANDS_S, Scenery
from vision.tray import covered

PAINTER = Painter(11, View(), "felt")
LYING = Stage(2).then(Place((1, 3, 5, 6, 6)), 0.0).at(1.0)
HAND = Scene(hand=Visitor(-60.0, 30.0, 0.1))


def furnished(scene: Scene, number: int, lamp: float = 1.0, glass: bool = False) -> Frame:
    """A picture, one a second, of a tray with a screen, a cable and perhaps a glass in view."""
    picture = PAINTER.paint(scene, number)
    cv2.fillPoly(picture, [np.array(((520, 0), (639, 0), (639, 210), (560, 160)))], (70, 60, 50))
    cv2.polylines(picture, [np.array(((0, 300), (60, 330), (40, 479)))], False, (25, 25, 25), 14)
    if glass:
        cv2.circle(picture, (90, 110), 60, (200, 190, 160), -1)
    return Frame(np.clip(picture * lamp, 0, 255).astype(np.uint8), number, float(number))


def doubts(frames: list[Frame]) -> list[int]:
    """How many things cover the tray in each frame, seen one after the other."""
    known: Scenery | None = None
    counts = []
    for frame in frames:
        found, known = covered(frame, (), known)
        counts.append(len(found))
    return counts


def test_what_was_there_from_the_first_does_not_cover():
    """Told once, before it is known; then not, by a weaker and a stronger lamp either."""
    lamps = (1.0, 1.0, 0.7, 0.7, 1.0, 1.15)
    first, *later = doubts([furnished(Scene(), k, lamp) for k, lamp in enumerate(lamps)])
    assert (first, later) == (2, [0] * 5)


def test_what_comes_later_covers():
    """A hand is told, beside the screen or over it, and the screen is known again afterwards."""
    over = Scene(hand=Visitor(180.0, -150.0, 0.1))
    counts = doubts([furnished(s, k) for k, s in enumerate((Scene(), Scene(), HAND, over, Scene()))])
    assert [bool(count) for count in counts[1:]] == [False, True, True, False]


def test_a_hand_that_was_there_first_is_no_scenery_once_it_has_gone():
    """When it comes back to the same place it is a hand."""
    counts = doubts([furnished(s, k) for k, s in enumerate((HAND, HAND, Scene(), HAND))])
    assert [bool(count) for count in counts[1:]] == [False, False, True]


def test_what_has_not_stirred_for_long_becomes_scenery():
    """A glass put down beside the dice is told for half a minute, and then is part of the table."""
    wait = int(STANDS_S)
    counts = doubts([furnished(Scene(), 0)] + [furnished(Scene(), k, glass=True) for k in range(1, wait + 5)])
    assert counts[1 : wait + 1] == [1] * wait
    assert counts[wait + 3 :] == [0] * (len(counts) - wait - 3)


def test_a_hand_that_moves_never_becomes_scenery():
    """However long it stays."""
    scenes = [Scene(hand=Visitor(-60.0 + 12 * (k % 2), 30.0, 0.1)) for k in range(int(2 * STANDS_S))]
    assert all(doubts([furnished(Scene(), 0), *(furnished(s, k + 1) for k, s in enumerate(scenes))])[1:])


@pytest.mark.parametrize("size", [(240, 320), (480, 640)])
def test_another_size_of_picture_is_a_first_look(size: tuple[int, int]):
    """Nothing is compared that cannot be."""
    other: Picture = np.asarray(cv2.resize(furnished(Scene(), 0).picture, size), np.uint8)
    counts = doubts([furnished(Scene(), 0), Frame(other, 1, 1.0), Frame(other, 2, 2.0)])
    assert (counts[1] > 0, counts[2]) == (True, 0)


def test_dice_settle_on_a_furnished_table():
    """The whole eye: five dice beside a screen and a cable, with nothing calibrated."""
    lookout, moments = Lookout(), []
    for k in range(12):
        frame = furnished(LYING, k)
        moments += lookout.see(Frame(frame.picture, k, k / 10))
    assert [type(m) for m in moments] == [Settled]
    assert sorted(die.value for die in moments[0].dice) == [1, 3, 5, 6, 6]
