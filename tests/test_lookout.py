"""Rules of looking with a calibration: places on the tray, dice off it, hands beside it, and a world that moved."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from calibrated import DICE, calibration, camera

from vision.attention import look
from vision.calibration import Calibration
from vision.commands import Command, Fault, Guest, Linger, Place, Suffer, Toss
from vision.frame import Frame
from vision.lookout import Lookout
from vision.motion import Visitor
from vision.painting import Painter
from vision.photographs import by, report
from vision.pinhole import View
from vision.plane import quad_from
from vision.reading import Blind, Die, DoubtKind, Moment, Reading, Settled, Stirred
from vision.scene import Scene, Stage
from vision.within import THROW, within

VIEW = View()
LEFT = quad_from(((20, 20), (330, 20), (330, 460), (20, 460)), 640, 480)
"""A play area that ends in the middle of the painted tray: what lies further right is off it."""


def seen(commands: Sequence[Command], until_s: float, made: Calibration | None = None) -> list[Moment]:
    """What is told of a painted tray on which this is done."""
    lookout, moments = Lookout(made or calibration()), []
    painted = camera()
    painted.open()
    for command in commands:
        painted.act(command)
    while painted.now_s < until_s:
        moments += lookout.see(painted.frame(1.0))
    return moments


def picture(scene: Scene) -> Frame:
    """A painted picture of the tray that was calibrated."""
    return Frame(Painter(7, VIEW).paint(scene, 5))


def seen_once(scene: Scene, made: Calibration) -> Reading:
    """What one picture of a scene is read as."""
    reading, _ = look(picture(scene), None, made)
    return reading


def lying(*places: tuple[float, float]) -> Scene:
    """Dice lying there."""
    return Stage(7).then(Place(tuple(range(2, 2 + len(places))), places), 0.0).at(1.0)


def test_a_bumped_camera_is_told_within_seconds_before_anything_is_misread() -> None:
    """Blind with its remedy; nothing settles elsewhere meanwhile; put back, the same dice are told again."""
    bumped = [m for m in seen((DICE, Suffer(Fault.BUMP, 3.0)), 5.5) if not isinstance(m, Stirred)]
    assert [type(m) for m in bumped] == [Blind, Settled]
    first, then = bumped
    assert isinstance(first, Blind)
    assert (first.why, first.at_s < 2.0) == ("moved", True)
    assert "calibrate again" in first.words
    assert isinstance(then, Settled)
    assert then.at_s > 3.0
    assert len(then.dice) == 5


def test_a_hand_that_stays_is_no_moved_camera() -> None:
    """It is a hand in view; afterwards the dice are read."""
    told = seen((DICE, Linger(Guest.HAND, (320.0, 240.0), 5.0)), 7.5)
    assert [m.why for m in told if isinstance(m, Blind)] == []
    assert isinstance(told[-1], Settled)


def test_a_dark_room_is_told() -> None:
    """Far less light than there was: the table says so and does not guess."""
    frames = [
        Frame(np.clip(picture(lying((200, 200), (400, 300))).picture * 0.3, 0, 255).astype(np.uint8), k, 0.25 * k)
        for k in range(14)
    ]
    frames = [replace(f, picture=f.picture + np.uint8(k % 2)) for k, f in enumerate(frames)]
    lookout = Lookout(calibration())
    told = [moment for frame in frames for moment in lookout.see(frame)]
    assert [m.why for m in told if isinstance(m, Blind)] == ["light"]
    assert not any(isinstance(m, Settled) for m in told)


def test_dice_off_the_play_area_are_none_of_the_throw() -> None:
    """While one may be missing they are told; beside a whole throw they are somebody's spare dice."""
    made = replace(calibration(), corners=LEFT)
    found = seen_once(lying((100, 100), (220, 200), (150, 330), (560, 240)), made)
    assert sorted(die.value for die in found.dice) == [2, 3, 4]
    assert [doubt.kind for doubt in found.doubts] == [DoubtKind.OFF_TRAY]
    five = ((80.0, 80.0), (200.0, 120.0), (90.0, 220.0), (230.0, 260.0), (120.0, 380.0))
    whole = seen_once(Stage(7).then(Place((2, 3, 4, 5, 6, 6), (*five, (560, 240))), 0.0).at(1.0), made)
    assert (len(whole.dice), whole.doubts) == (THROW, ())


def test_a_hand_beside_the_tray_is_in_nobodys_way() -> None:
    """Only what is over the play area covers it."""
    scene = replace(lying((100, 100), (220, 200)), hand=Visitor(240.0, 60.0, 0.0))
    assert [d.kind for d in seen_once(scene, replace(calibration(), corners=LEFT)).doubts] == []
    assert DoubtKind.COVERED in {d.kind for d in seen_once(scene, calibration()).doubts}


def test_a_die_at_the_very_edge_is_on_the_tray() -> None:
    """Its top is seen further out than its foot."""
    reading = Reading((Die(3, 12.0, 240.0, 56.0), Die(4, -20.0, 240.0, 56.0)))
    assert [die.value for die in within(reading, calibration()).dice] == [3]


@pytest.mark.parametrize("side_px", [33.0, 90.0])
def test_dice_of_another_size_are_named_as_such(side_px: float) -> None:
    """Somebody brought other dice: calibrate again."""
    found = seen_once(lying((120, 120), (320, 140), (200, 300)), replace(calibration(), side_px=side_px))
    assert DoubtKind.OTHER_SIZE in {doubt.kind for doubt in found.doubts}


def test_a_tilted_camera_reads_ones_on_the_far_side_too() -> None:
    """Seen at 17° a one there is three quarters as wide as a five in the middle, and no die of another set."""
    here = np.array([(0, 0), (640, 0), (640, 480), (0, 480)], np.float32)
    warp = cv2.getPerspectiveTransform(here, np.array([(26, 33), (614, 33), (552, 403), (88, 403)], np.float32))
    made = replace(
        calibration(), corners=quad_from(((47, 52), (593, 52), (539, 391), (101, 391)), 640, 480), side_px=44.6
    )
    assert made.tilt > 12
    scene = Stage(5).then(Place((1, 2, 3, 4, 5)), 0.0).at(1.0)
    seen = cv2.warpPerspective(picture(scene).picture, warp, (640, 480), borderValue=(90, 100, 110))
    reading, _ = look(Frame(np.asarray(seen, np.uint8)), None, made)
    assert sorted(die.value for die in reading.dice) == [1, 2, 3, 4, 5]


def test_places_are_told_on_the_tray_and_not_in_the_picture() -> None:
    """A play area that is seen aslant is made straight: so the umpire knows a die by its place everywhere."""
    aslant = quad_from(((60, 20), (580, 20), (640, 480), (0, 480)), 640, 480)
    (plain,) = [m for m in seen((DICE,), 1.5) if isinstance(m, Settled)]
    (bent,) = [m for m in seen((DICE,), 1.5, replace(calibration(), corners=aslant)) if isinstance(m, Settled)]
    plane = replace(calibration(), corners=aslant).plane
    straight = calibration().plane
    for die in plain.dice:
        x, y = plane.place(*straight.seen(die.x, die.y))
        assert min(abs(x - other.x) + abs(y - other.y) for other in bent.dice) < 2.0


def test_a_throw_is_settled_as_soon_as_without_calibration() -> None:
    """Looking whether the tray is there costs no time of the players."""
    times = []
    for made in (None, calibration()):
        lookout, painted = Lookout(made), camera(rate=10.0)
        painted.open()
        painted.act(Toss())
        told: list[Moment] = []
        while not any(isinstance(m, Settled) and m.dice for m in told):
            told += lookout.see(painted.frame(1.0))
        times.append(painted.now_s)
    assert times[0] == times[1]


def test_a_photograph_is_read_as_the_table_would_that_was_calibrated(tmp_path: Path) -> None:
    """On its play area, in its size, while nothing has moved; in pixels, as photographs are always read."""
    eye = by(replace(calibration(), corners=LEFT))
    whole = picture(lying((100, 100), (220, 200), (150, 330), (560, 240))).picture
    others = {"moved": np.roll(whole, 40, axis=1), "half": whole[::2, ::2]}
    for name, other in {"whole": whole, **others}.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), other)
    told = {name: report(str(tmp_path / f"{name}.png"), eye=eye) for name in ("whole", "moved", "half")}
    assert [(die["value"], round(die["x"], -1)) for die in told["whole"]["dice"]] == [(2, 100), (3, 220), (4, 150)]
    assert [doubt.split(" (")[0] for doubt in told["whole"]["doubts"]] == ["a die lies off the tray"]
    assert any("has moved" in doubt for doubt in told["moved"]["doubts"])
    assert (told["half"]["verdict"], told["half"]["dice"]) == ("error", [])
    assert "640 × 480 pixels, and this has 320 × 240" in told["half"]["doubts"][0]
