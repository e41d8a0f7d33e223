"""Rules of a tray that shows something like dice itself: calibrated so, that is no die and no doubt; a die on it is."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from calibrated import calibration

from vision.attention import look
from vision.commands import Place
from vision.fit import Reference, reference_from
from vision.frame import Frame, Picture
from vision.painting import Painter
from vision.photographs import by
from vision.pinhole import View
from vision.reading import Reading
from vision.scene import Scene, Stage

WHITE, DARK, RED = (232, 232, 232), (22, 22, 22), (60, 60, 200)
FAR = ((420.0, 120.0), (520.0, 200.0), (330.0, 330.0), (450.0, 320.0), (560.0, 350.0))
"""Places of five dice away from what is printed on the tray, tray units."""


def cap(picture: Picture) -> None:
    """A bottle cap let into the wood."""
    for radius, colour in ((22, RED), (15, WHITE), (5, DARK)):
        cv2.circle(picture, (120, 110), radius, colour, -1, cv2.LINE_AA)


def sticker(picture: Picture) -> None:
    """A white square with three dots that are no face."""
    cv2.rectangle(picture, (90, 80), (140, 130), WHITE, -1)
    for at in ((105, 95), (126, 117), (104, 118)):
        cv2.circle(picture, at, 6, DARK, -1, cv2.LINE_AA)


def name(picture: Picture) -> None:
    """The name of the bar."""
    cv2.putText(picture, "BAR 80", (60, 130), cv2.FONT_HERSHEY_DUPLEX, 1.6, WHITE, 3, cv2.LINE_AA)


def dots(picture: Picture) -> None:
    """A patch of dotted cloth."""
    for x, y in np.ndindex(4, 4):
        cv2.circle(picture, (60 + 30 * x, 60 + 30 * y), 6, WHITE, -1, cv2.LINE_AA)


Print = Callable[[Picture], None]


def tray(printed: Print, *dice: tuple[int, tuple[float, float]], frame: int = 5, light: float = 1.0) -> Frame:
    """A tray with this on it under a lamp this strong, and dice over it: face and place."""
    painter = Painter(7, View())
    bare, laid = painter.paint(Scene(), frame), np.zeros((480, 640), np.bool_)
    picture = bare
    if dice:
        place = Place(tuple(face for face, _ in dice), tuple(at for _, at in dice))
        picture = painter.paint(Stage(7).then(place, 0.0).at(1.0), frame)
        laid = np.abs(picture.astype(int) - bare).max(axis=2) > 0
    shown = picture.copy()
    printed(shown)
    shown[laid] = picture[laid]
    return Frame(np.clip(light * shown.astype(np.float32), 0, 255).astype(np.uint8))


def seen(printed: Print, *dice: tuple[int, tuple[float, float]], light: float = 1.0) -> Reading:
    """What a table calibrated with this print says of dice on it."""
    made = replace(calibration(), reference=reference_from(tray(printed, frame=2).picture))
    reading, _ = look(tray(printed, *dice, light=light), None, made, Reference(made).empty)
    return reading


@pytest.mark.parametrize("light", [0.7, 1.0])
@pytest.mark.parametrize("printed", [cap, sticker, name, dots])
def test_what_the_empty_tray_shows_is_neither_die_nor_doubt(printed: Print, light: float) -> None:
    """Whatever the lamp; without the empty tray's picture the same is a die or a doubt."""
    assert seen(printed, light=light) == Reading()
    five = seen(printed, *zip((2, 3, 4, 5, 6), FAR, strict=True), light=light)
    assert (sorted(die.value for die in five.dice), five.doubts) == ([2, 3, 4, 5, 6], ())
    known, _ = look(tray(printed, light=light), None, calibration())
    assert known.dice or known.doubts


def test_a_photograph_is_read_by_the_same_calibration_as_the_table_reads() -> None:
    """What is printed on the tray is no die there either."""
    made = replace(calibration(), reference=reference_from(tray(cap, frame=2).picture))
    reading, strange = by(made)(tray(cap))
    assert (reading, strange) == (Reading(), [])


@pytest.mark.parametrize("printed", [cap, sticker, name, dots])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_on_what_is_printed_there_is_never_overlooked(printed: Print, face: int) -> None:
    """It is read as it lies, or doubted; a tray is not called empty because it never was plain."""
    for at in ((120.0, 110.0), (112.0, 100.0)):
        reading = seen(printed, (face, at))
        assert [die.value for die in reading.dice] == [face] or reading.doubts
