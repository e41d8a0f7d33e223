"""Rules of noticing what covers the tray, on painted scenes whose dice are known exactly."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.commands import Place, Toss, Turn
from vision.frame import Frame, Picture
from vision.painting import Painter
from vision.pinhole import DIE_SIDE, View
from vision.reading import Die, DoubtKind
from vision.scene import Scene, Stage, Visitor, seen_place
from vision.tray import covered

VIEW = View()
SIDE_PX = 52.0  # of a die's upper face at 640 × 480
SLIVER_PX = 2400  # pixels changed by the tips of fingers on the rim, with their shadow: less may be missed
SURFACES = ("leather", "felt")


@pytest.fixture(scope="module", params=SURFACES)
def painter(request: pytest.FixtureRequest) -> Painter:
    """A painter for each surface."""
    return Painter(11, VIEW, request.param)


def dice_seen(scene: Scene, hidden: np.ndarray) -> tuple[Die, ...]:
    """What a reader that makes no mistakes would find: the dice that lie flat and are not hidden."""
    dice = []
    for die in scene.dice:
        x, y = seen_place(die, VIEW)
        if die.z == DIE_SIDE / 2 and not hidden[int(y) - 20 : int(y) + 20, int(x) - 20 : int(x) + 20].any():
            dice.append(Die(die.value, x, y, SIDE_PX))
    return tuple(dice)


def look(painter: Painter, scene: Scene, number: int = 0) -> tuple[bool, int]:
    """Whether something covers the tray, and how many pixels a hand or a cup really changes."""
    picture = painter.paint(scene, number)
    bare = painter.paint(replace(scene, hand=None, cup=None), number)
    hidden = np.abs(picture.astype(int) - bare).sum(axis=2) > 60
    return bool(covered(Frame(picture), dice_seen(scene, hidden))[0]), int(hidden.sum())


def play(seed: int) -> Stage:
    """A throw, a second one with two kept, a turn and a third throw, a second apart."""
    stage = Stage(seed).then(Toss(), 0.5)
    for what in ("toss", "turn", "toss"):
        first, *others = (seen_place(d, VIEW) for d in stage.at(stage.ends_s).dice)
        stage = stage.then(Turn(first) if what == "turn" else Toss((first, *others[:2])), stage.ends_s + 1)
    return stage


@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_or_cup_covers_and_dice_alone_do_not(painter: Painter, seed: int):
    """At every moment of a turn: more than a sliver in view is noticed, and nothing in view is never suspected."""
    stage = play(seed)
    missed, invented = [], []
    for k in range(int((stage.ends_s + 1) * 6)):
        scene = stage.at(k / 6)
        if any(d.z != DIE_SIDE / 2 for d in scene.dice):
            continue  # tumbling dice are the steadying's affair
        found, truly = look(painter, scene, k)
        if truly > SLIVER_PX and not found:
            missed.append((k / 6, truly))
        if truly == 0 and found:
            invented.append(k / 6)
    assert (missed, invented) == ([], [])


def test_dice_never_cover_wherever_they_lie(painter: Painter):
    """Side faces and shadows belong to the dice, in the corners as in the middle."""
    for seed in range(12):
        stage = Stage(seed).then(Place((1, 2, 3, 4, 5)), 0.0)
        assert look(painter, stage.at(1.0), seed) == (False, 0)
    close = ((200.0, 200.0), (262.0, 200.0), (324.0, 200.0), (231.0, 258.0), (293.0, 258.0))
    assert look(painter, Stage(4).then(Place((1, 2, 3, 4, 5), close), 0.0).at(1.0)) == (False, 0)
    corners = ((60.0, 60.0), (580.0, 60.0), (60.0, 420.0), (580.0, 420.0), (320.0, 240.0))
    for seed in range(3):
        stage = Stage(seed).then(Place((6, 5, 4, 3, 2), corners), 0.0)
        assert look(painter, stage.at(1.0), seed) == (False, 0)


def test_an_empty_tray_is_not_covered(painter: Painter):
    """Rim, corners and an uneven lamp are no hand."""
    assert look(painter, Scene()) == (False, 0)


def test_one_die_that_was_not_read_is_too_small_to_cover(painter: Painter):
    """That is for the reader to doubt, in better words."""
    stage = Stage(1).then(Place((4, 2)), 0.0)
    assert covered(Frame(painter.paint(stage.at(1.0), 0)), ())[0] == ()


@pytest.mark.parametrize("kind", ["hand", "cup"])
def test_the_doubt_has_its_place(painter: Painter, kind: str):
    """The page can point at what is in the way."""
    visitor = Visitor(120.0, 40.0, 0.0)
    scene = Scene(hand=visitor) if kind == "hand" else Scene(cup=visitor)
    ((doubt,), _) = covered(Frame(painter.paint(scene, 0)), ())
    assert doubt.kind is DoubtKind.COVERED
    assert doubt.x == pytest.approx(320 + 120, abs=60)
    assert 240 < doubt.y < 480


def changed(picture: Picture, how: str) -> Picture:
    """The same picture under another lamp."""
    if how == "half as bright":
        return cv2.convertScaleAbs(picture, alpha=0.5)
    if how == "a third brighter":
        return cv2.convertScaleAbs(picture, alpha=1.33)
    return cv2.convertScaleAbs(picture * np.array((0.7, 0.95, 1.15)))  # a warm bulb


@pytest.mark.parametrize("how", ["half as bright", "a third brighter", "a warm bulb"])
def test_other_light_changes_nothing(painter: Painter, how: str):
    """Neither a dark bar nor a coloured bulb makes a hand, or hides one."""
    bare = Stage(2).then(Place((1, 3, 5, 6, 6)), 0.0).at(1.0)
    dice = dice_seen(bare, np.zeros((480, 640), bool))
    assert covered(Frame(changed(painter.paint(bare, 0), how)), dice)[0] == ()
    with_hand = replace(bare, dice=(), hand=Visitor(-60.0, 30.0, 0.1))
    assert covered(Frame(changed(painter.paint(with_hand, 0), how)), ())[0]


def test_a_larger_picture_of_the_same_tray_gives_the_same_answer():
    """Sizes are relative to the dice and the picture."""
    view = View(1280, 960)
    painter = Painter(11, view)
    stage = Stage(3, view).then(Place((1, 2, 3)), 0.0)
    dice = tuple(Die(d.value, *seen_place(d, view), 2 * SIDE_PX) for d in stage.at(1.0).dice)
    assert covered(Frame(painter.paint(stage.at(1.0), 0)), dice)[0] == ()
    assert covered(Frame(painter.paint(Scene(hand=Visitor(0, 60, 0)), 0)), ())[0]


@pytest.mark.parametrize("size", [(480, 640), (1, 1), (2000, 3)])
@pytest.mark.parametrize("kind", ["black", "white", "noise"])
def test_pictures_that_show_nothing_are_borne(kind: str, size: tuple[int, int]):
    """A lens cap, a lamp in the lens or a broken sensor gives an answer like any other."""
    chance = np.random.default_rng(1)
    noise = chance.integers(0, 256, (*size, 3), dtype=np.uint8)
    picture = {"black": noise * 0, "white": noise * 0 + 255, "noise": noise}[kind]
    assert isinstance(covered(Frame(picture), (Die(1, 0.0, 0.0, 1.0),))[0], tuple)
