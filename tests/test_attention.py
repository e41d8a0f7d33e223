"""Rules of what is worth reading, on painted pictures."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from calibrated import calibration
from test_pips import draw, table

from vision.attention import LOOK_AGAIN, SAME_LEVELS, Attention, Floats, difference, look, moves, reduced
from vision.commands import Mishap, Place, Toss, Turn
from vision.frame import Frame
from vision.painting import Painter
from vision.pinhole import View, about_z, times
from vision.scene import Scene, Stage, seen_place

VIEW = View()


@pytest.fixture(scope="module", params=["leather", "felt"])
def painter(request: pytest.FixtureRequest) -> Painter:
    """A painter for each surface."""
    return Painter(5, VIEW, request.param)


def small(painter: Painter, scene: Scene, number: int, light: Floats | float = 1.0) -> Floats:
    """The reduced picture of a scene, under so much light (a number, or one for each of 480 rows)."""
    picture = painter.paint(scene, number) * np.reshape(light, (-1, 1, 1))
    return reduced(Frame(np.clip(picture, 0, 255).astype(np.uint8)))


LYING = Stage(5).then(Place((1, 2, 3, 4, 5)), 0.0)


def test_noise_is_no_change(painter: Painter):
    """Two pictures of the same still dice differ by less than what counts as a change."""
    a, b = (small(painter, LYING.at(1.0), k) for k in range(2))
    assert difference(a, b) < SAME_LEVELS / 2
    assert not moves(a, b)


@pytest.mark.parametrize("which", range(5))
def test_one_die_turned_is_a_change(painter: Painter, which: int):
    """A turned die may not look so different that the mean would tell, but a place of it does."""
    stage = LYING.then(Turn(seen_place(LYING.at(1.0).dice[which], VIEW)), 2.0)
    a, b = (small(painter, stage.at(t), k) for k, t in enumerate((1.0, stage.ends_s)))
    assert difference(a, b) > 2 * SAME_LEVELS


def test_rolling_dice_and_coming_hands_move(painter: Painter):
    """From one picture to the next, a twelfth of a second later, whenever dice roll or a hand travels."""
    first = Stage(5).then(Toss(), 0.0)
    stage = first.then(Toss(tuple(seen_place(d, VIEW) for d in first.at(first.ends_s).dice[:2])), first.ends_s)
    for t in (0.6, 0.7, 0.8, 0.9, first.ends_s + 0.25, first.ends_s + 0.8):
        before, now = stage.at(t - 1 / 12), stage.at(t)
        assert moves(small(painter, before, 0), small(painter, now, 1)), t


@pytest.mark.parametrize("light", [0.7, 1.25, 1 + 0.2 * np.sin(np.arange(480) / 40)], ids=["dimmed", "lit", "bands"])
def test_a_lamp_that_flickers_does_not_move(painter: Painter, light: Floats | float):
    """Neither a lamp that is dimmed, nor the bands that mains light and a rolling shutter make."""
    a, b = small(painter, LYING.at(1.0), 0), small(painter, LYING.at(1.0), 1, light)
    assert not moves(a, b)


def test_a_die_spinning_on_its_corner_moves(painter: Painter):
    """It stays in its place, and yet it is never still."""
    rolling = Stage(5).then(Toss(), 0.0).at(0.7).dice[0]
    spins = [replace(rolling, x=0.0, y=0.0, turn=times(about_z(k / 3), rolling.turn)) for k in range(4)]
    films = [small(painter, Scene((die,)), k) for k, die in enumerate(spins)]
    assert all(moves(a, b) for a, b in pairwise(films))


@pytest.mark.parametrize("mishap", [None, Mishap.EDGE])
def test_a_doubtful_reading_is_made_anew_now_and_then_and_a_sure_one_never(mishap: Mishap | None):
    """A doubt may have been the noise of one picture; dice that were read surely lie as they lay."""
    stage = Stage(7).then(Toss(faces=(1, 3, 3, 5, 6), mishap=mishap), 0.0)
    painter, attention = Painter(7, VIEW), Attention()
    scene = stage.at(stage.ends_s + 1)
    readings = [attention.look(Frame(painter.paint(scene, k), k), all_said=True) for k in range(3 * LOOK_AGAIN + 3)]
    assert all(reading and reading.sure == (mishap is None) for reading in readings)
    made = 1 + sum(a is not b for a, b in pairwise(readings))
    assert made == (1 if mishap is None else 3)


def test_a_thing_beside_the_tray_spares_no_look_at_what_lies_on_it() -> None:
    """A five whose pips only a colour shows is read there, though no colour explains what lies beside."""
    tray = replace(calibration(), corners=((110.0, 70.0), (545.0, 70.0), (545.0, 410.0), (110.0, 410.0)))
    picture = table()
    for k, value in enumerate((3, 4, 6, 2)):
        draw(picture, value, 170 + 100 * k, 140, 56, 0.2 * k)
    draw(picture, 5, 320, 300, 56, 0.0, (190, 190, 190), (190, 190, 110))
    _, known = look(Frame(table()), None, tray)
    for beside in (False, True):
        if beside:
            cv2.rectangle(picture, (21, 216), (69, 264), (190, 190, 190), -1)
        reading, _ = look(Frame(picture), known, tray)
        assert (sorted(die.value for die in reading.dice), reading.doubts) == ([2, 3, 4, 5, 6], ())
