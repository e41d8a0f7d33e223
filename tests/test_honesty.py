"""What the reader must not stand by: what hides, cuts, tilts or washes out a die, it says, and where."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from test_pips import WHITE, draw, table, values

from vision.files import load
from vision.find import find_dice
from vision.frame import Frame, Picture
from vision.leaning import unusual
from vision.loose import standing_out
from vision.merge import together
from vision.painting import Painter
from vision.pinhole import DIE_SIDE, Pose, View, lying, standing, times, tipping
from vision.reader import read
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.scene import Scene
from vision.sight import shade, sight
from vision.steps import GROUNDS
from vision.tuning import Tuning

TRAY = Painter(1, View())


def with_dice() -> Picture:
    """A table with a five and a six, and room on its right."""
    picture = table()
    draw(picture, 5, 120, 150, 60, 0.3)
    draw(picture, 6, 240, 330, 60, 1.0)
    return picture


def doubted(picture: Picture, kind: DoubtKind, x: float, y: float) -> bool:
    """Whether there is such a doubt within half a die of this place."""
    doubts = read(Frame(picture)).doubts
    return any(
        d.kind is kind and d.x is not None and d.y is not None and math.hypot(d.x - x, d.y - y) < 30 for d in doubts
    )


def test_a_body_like_the_dice_without_pips_is_a_doubt() -> None:
    """Its pips may be lost in a glare."""
    picture = with_dice()
    cv2.rectangle(picture, (420, 200), (480, 260), WHITE, -1)
    assert doubted(picture, DoubtKind.UNCLEAR, 450, 230)


@pytest.mark.parametrize(("light", "many", "sure"), [(1.0, 3, False), (0.25, 5, False), (1.0, 1, True)])
def test_a_few_bodies_of_one_size_without_any_pip_are_a_doubt(light: float, many: int, sure: bool) -> None:
    """Dice whose pips the light has taken, or the dark. One may be anything."""
    picture = np.full((480, 640, 3), (90, 120, 110), np.uint8)
    for k in range(many):
        corners = cv2.boxPoints(((70.0 + 120 * k, 200.0 + 40 * (k % 3)), (60.0, 60.0), 25.0 * k))
        cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], (150, 190, 200), cv2.LINE_AA, 4)
    reading = read(Frame(np.asarray(np.round(picture * light), np.uint8)))
    assert (reading.dice, reading.sure) == ((), sure)


def test_a_few_small_things_on_an_empty_tray_are_no_dice_where_the_size_of_those_is_known() -> None:
    """Crumbs, or drops: a quarter of a die wide, and less than half. As wide as one they are a doubt."""
    for radius, sure in ((7, True), (12, True), (30, False)):
        picture = np.full((480, 640, 3), (90, 120, 110), np.uint8)
        for x, y in ((200, 200), (420, 260)):
            cv2.circle(picture, (x, y), radius, (150, 190, 200), -1, cv2.LINE_AA)
        reading = read(Frame(picture), side_px=56.0)
        assert (reading.dice, reading.sure) == ((), sure)


def test_half_a_body_is_put_down_to_what_lies_over_it() -> None:
    """A sleeve, a cup's rim: what hides half a die hides its face."""
    picture = with_dice()
    cv2.rectangle(picture, (420, 200), (450, 260), WHITE, -1)
    assert doubted(picture, DoubtKind.COVERED, 435, 230)


def test_a_thing_of_another_colour_is_a_doubt() -> None:
    """A red die in a glare among white ones: it has not their colour, and it is not the table either."""
    picture = with_dice()
    cv2.rectangle(picture, (420, 200), (480, 260), (60, 60, 200), -1)
    assert doubted(picture, DoubtKind.UNCLEAR, 450, 230)


def test_a_die_that_touches_others_is_noticed_though_it_has_no_outline_of_its_own() -> None:
    """In a glare it has not their colour either; a strip of light runs on from it, so that no outline has its size."""
    picture = with_dice()
    draw(picture, 6, 400, 200, 60, 0.0)
    cv2.rectangle(picture, (431, 170), (639, 230), (200, 120, 200), -1)
    looked = sight(shade(picture), picture)
    _, fainter = standing_out(looked, [w.face for w in find_dice(looked, Tuning()).dice], Tuning())
    assert any(abs(x - 460) < 30 and abs(y - 200) < 30 for x, y in fainter)


@pytest.mark.parametrize(("face", "pip", "light", "wide", "off"), [
    (6, (120, 40, 20), 210, 90, (10, -30)),
    (6, (150, 90, 60), 180, 90, (10, -30)),
    (5, (150, 90, 60), 210, 60, (10, -30)),
    (4, (150, 90, 60), 210, 120, (40, -60)),
])  # fmt: skip
def test_a_white_die_in_a_lamp_that_the_table_mirrors_is_not_left_out(
    face: int, pip: tuple[int, int, int], light: int, wide: int, off: tuple[int, int]
) -> None:
    """The table is as light as it, and its blue pips are pale; an outline shows above what lies about it."""
    picture = table(colour=(25, 25, 30))
    for value, x, y, turn in ((5, 142, 158, 0.1), (4, 528, 60, 0.2), (2, 404, 269, 0.5), (6, 409, 369, 0.2)):
        draw(picture, value, x, y, 46, turn, die=(200, 200, 205), pip=pip)
    draw(picture, face, 474, 315, 46, 0.15, die=(200, 200, 205), pip=pip)
    v, u = np.mgrid[:480, :640]
    lamp = light * np.exp(-((u - 474 - off[0]) ** 2 + (v - 315 - off[1]) ** 2) / (2 * wide**2))[..., None]
    picture = cv2.GaussianBlur(np.clip(picture + lamp, 0, 255).astype(np.uint8), (0, 0), 1.0)
    reading = read(Frame(np.asarray(picture, np.uint8)))
    assert sorted(die.value for die in reading.dice) == sorted([2, 4, 5, 6, face]) or not reading.sure


def test_a_shadow_is_no_doubt() -> None:
    """It is as large as a die and as square, and has the table's colour in less light."""
    picture = with_dice()
    picture[200:262, 420:482] = (picture[200:262, 420:482] * 0.6).astype(np.uint8)
    assert values(picture) == [5, 6]


@pytest.mark.parametrize(("blur", "blank"), [(2, False), (4, False), (2, True)])
def test_shadows_of_dice_on_a_light_table_are_no_dice(blur: int, blank: bool) -> None:
    """Yellowed dice are darker than a white table, and the end of a shadow as round and large; but it is grey."""
    picture = table(colour=(210, 213, 223))
    places = (5, 120, 150), (6, 240, 330), (4, 320, 120)
    for _, x, y in places:
        cv2.line(picture, (x, y), (x + 60, y - 30), (126, 128, 134), 62, cv2.LINE_AA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    for value, x, y in places:
        draw(picture, value, x, y, 60, 0.3 * value, die=(90, 160, 175))
    if blank:
        cv2.circle(picture, (450, 230), 31, (90, 160, 175), -1, cv2.LINE_AA)
    reading = read(Frame(picture))
    assert (sorted(die.value for die in reading.dice), reading.sure) == ([4, 5, 6], not blank)


def test_a_known_size_tells_what_is_neither_a_pip_nor_a_die() -> None:
    """A coin beside a two may be a die of another game; where the dice are known it is a coin."""
    picture = table()
    draw(picture, 2, 150, 150, 60, 0.3)
    cv2.circle(picture, (450, 300), 15, WHITE, -1, cv2.LINE_AA)
    assert not read(Frame(picture)).sure
    known = read(Frame(picture), side_px=60.0)
    assert ([die.value for die in known.dice], known.doubts) == ([2], ())


def test_the_corner_of_a_tray_is_no_body() -> None:
    """It is round, and light between two sides of a dark rim; the tops of the dice are lighter."""
    oak = Painter(1, View(), GROUNDS["oak"]).paint(Scene((lying(2, -120, 30, 0.4),)), 0)
    assert values(oak) == [2]


def test_a_picture_that_is_burnt_out_is_a_doubt() -> None:
    """A white die on a white table shows its pips at most, and perhaps not those."""
    (doubt,) = read(Frame(np.full((480, 640, 3), 255, np.uint8))).doubts
    assert doubt.kind is DoubtKind.TOO_BRIGHT


@pytest.mark.parametrize("side", [9, 11])
def test_dice_of_too_few_pixels_are_a_doubt(side: int) -> None:
    """Whatever they look like, a pip is two pixels wide."""
    large = table(1280, 960)
    for k, value in enumerate((5, 2, 6, 3, 1)):
        draw(large, value, 180 + 220 * k, 260 + 120 * (k % 3), side * 4, 0.3 * k)
    picture = cv2.resize(large, (320, 240), interpolation=cv2.INTER_AREA)
    assert DoubtKind.TOO_SMALL in {doubt.kind for doubt in read(Frame(picture)).doubts}


def test_a_lens_out_of_focus_is_named() -> None:
    """Whoever reads the doubt should turn the lens and not the dice."""
    soft = cv2.GaussianBlur(with_dice(), (0, 0), 6)
    assert DoubtKind.BLURRED in {doubt.kind for doubt in read(Frame(soft)).doubts}
    half = with_dice()
    cv2.rectangle(half, (420, 200), (450, 260), WHITE, -1)
    assert DoubtKind.BLURRED not in {doubt.kind for doubt in read(Frame(half)).doubts}


def test_a_die_cut_off_by_the_edge_is_a_doubt() -> None:
    """Half of a six that is in view shows a row of three, which is no three."""
    picture = with_dice()
    draw(picture, 6, 625, 240, 60, 0.2)
    assert doubted(picture, DoubtKind.CUT_OFF, 617, 240) or doubted(picture, DoubtKind.NO_FACE, 617, 240)


@pytest.mark.parametrize("kept", [4, 8, 18])
def test_a_whole_pip_beside_the_edge_tells_a_die_that_is_cut(kept: int) -> None:
    """White dice on a light table, and of one hardly more than half in view."""
    for value in range(1, 7):
        picture = np.full((480, 640, 3), (205, 212, 215), np.uint8)
        for k, other in enumerate((3, 4, 5)):
            draw(picture, other, 120, 100 + 130 * k, 80, 0.4 * k)
        draw(picture, value, 400, 200, 80, 0.2)
        assert not read(Frame(np.ascontiguousarray(picture[:, : 400 + kept]))).sure, value


def test_a_two_of_which_one_pip_is_out_of_view_is_no_ace() -> None:
    """Nearly all of the die is in view, and one pip in what looks like the middle of it."""
    for kept in (14, 16, 18):
        picture = np.full((480, 640, 3), (205, 212, 215), np.uint8)
        for k, other in enumerate((3, 4, 5)):
            draw(picture, other, 120, 100 + 130 * k, 80, 0.4 * k)
        draw(picture, 2, 400, 200, 80, 0.1)
        assert not read(Frame(np.ascontiguousarray(picture[:, : 400 + kept]))).sure


def test_half_a_die_is_a_doubt() -> None:
    """A sleeve or a cup may lie over the other half."""
    picture = with_dice()
    draw(picture, 6, 450, 230, 60, 0.2)
    cv2.rectangle(picture, (452, 180), (600, 290), (40, 60, 130), -1)
    assert not read(Frame(picture)).sure


def test_a_slight_lean_is_told_by_side_and_pips_together() -> None:
    """A three on an edge by 23° under a near lens, white on cream: neither its side nor its pips tell it alone."""
    reading = read(load(Path(__file__).parent / "pictures" / "tilted.jpg"))
    assert [doubt.kind for doubt in reading.doubts] == [DoubtKind.COCKED]


def test_a_lean_that_a_side_tells_stays_whatever_another_look_shows() -> None:
    """Bodies have one colour in every plane; how pips are drawn out differs from one to the next."""
    dice = tuple(Die(value, 100.0 * value, 100.0, 50.0) for value in (3, 4, 5))
    for stays in (True, False):
        first = Reading(dice, (Doubt(DoubtKind.COCKED, 300.0, 100.0, stays),))
        assert together(first, Reading(dice), Tuning()).sure is not stays


def test_a_die_is_drawn_out_only_beyond_what_is_usual_among_the_others() -> None:
    """On coarse pictures pips are drawn out this way and that; where only few dice lie, that cannot be told."""
    coarse, fine = np.array([0.15, 0.1, 0.08, 0.12]), np.array([0.15, 0.01, 0.02, 0.0])
    assert unusual(coarse, Tuning())[0] < 0.11 < 0.14 < unusual(fine, Tuning())[0]
    assert unusual(coarse[:3], Tuning()).tolist() == [0.15, 0.1, 0.08]


@pytest.mark.parametrize("degrees", [20, 30, 40])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_tilted_die_is_a_doubt(value: int, degrees: int) -> None:
    """A die that leans on the rim has no face that counts."""
    dice = [lying(v, x, y, 0.4 * v) for v, x, y in ((5, -180, -60), (4, 60, 90), (6, 150, -90), (3, -60, 110))]
    cocked = standing(-30, -40, 0.0, times(tipping(0.8, 0.6, math.radians(degrees)), lying(value, 0, 0, 0.7).turn))
    picture = TRAY.paint(Scene((*dice, cocked)), 0)
    assert not read(Frame(picture)).sure


@pytest.mark.parametrize("value", range(3, 7))
def test_a_die_on_a_die_is_a_doubt(value: int) -> None:
    """The upper one is nearer to the camera and hides what the lower one shows."""
    below = lying(5, 80, 40, 0.2)
    above = Pose(80 + 0.25 * DIE_SIDE, 40, 1.5 * DIE_SIDE, lying(value, 0, 0, 0.9).turn)
    dice = [lying(v, x, y, 0.4 * v) for v, x, y in ((4, -180, -60), (6, 150, -90), (3, -60, 110))]
    assert not read(Frame(TRAY.paint(Scene((*dice, below, above)), 0))).sure


@pytest.mark.parametrize("sigma", [4.0, 6.0, 9.0])
def test_a_blurred_picture_is_read_rightly_or_doubted(sigma: float) -> None:
    """A lens that is out of focus leaves bodies without pips."""
    assert values(cv2.GaussianBlur(with_dice(), (0, 0), sigma)) in (None, [5, 6])


def test_pips_under_a_glare_are_seen_by_their_colour() -> None:
    """A lamp that shines back from the die adds as much to the body as to its white pips."""
    picture = table(colour=(60, 70, 90))
    for k, value in enumerate((4, 6, 5)):
        draw(picture, value, 120 + 200 * k, 240, 60, 0.5 * k, die=(150, 190, 150), pip=(205, 225, 205))
    y, x = np.mgrid[:480, :640]
    glare = 90 * np.exp(-((x - 330) ** 2 + (y - 262) ** 2) / (2 * 24.0**2))
    assert values(np.clip(picture + glare[..., None], 0, 255).astype(np.uint8)) == [4, 5, 6]
