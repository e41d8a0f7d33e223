"""Rules of calibrating on painted trays: what passes, what fails and in which words, step by step."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest
from calibrated import DICE, calibration, camera, shown

from vision.calibrating import Calibrating
from vision.calibration import from_json, to_json
from vision.camera import CameraFault
from vision.commands import Clear, Fault, Place, Suffer
from vision.fit import Grey, shrunk
from vision.frame import Frame, Picture
from vision.guide import Corners, Flaw, Progress, Step, Take
from vision.lookout import Lookout
from vision.painting import Painter
from vision.pinhole import View
from vision.plane import plane_through, quad_from
from vision.reading import Settled
from vision.scene import Scene, Stage
from vision.surface import SURFACES
from vision.survey import judge_dice, judge_empty, softness

PLANE = plane_through(((20.0, 20.0), (620.0, 20.0), (620.0, 460.0), (20.0, 460.0)))


def flaws(progress: Progress, *, grave: bool = True) -> set[Flaw]:
    """What is gravely wrong, or only worth saying."""
    return {finding.flaw for finding in progress.findings if finding.grave is grave}


def empty(surface: str = "leather", size: tuple[int, int] = (640, 480)) -> Picture:
    """An empty tray."""
    return Painter(7, View(*size), surface).paint(Scene(), 3)


def five(surface: str = "leather", livery: str = "ivory", size: tuple[int, int] = (640, 480)) -> Picture:
    """Five dice on it."""
    scale = size[0] / 640
    assert DICE.places
    place = Place(DICE.values, tuple((x * scale, y * scale) for x, y in DICE.places))
    scene = Stage(7, View(*size)).then(place, 0.0).at(1.0)
    return Painter(7, View(*size), surface, livery).paint(scene, 3)


def bare(picture: Picture) -> Grey:
    """How a calibration keeps the empty tray."""
    height, width = picture.shape[:2]
    return shrunk(picture, (320 * height // width, 320))


def named(findings: tuple, *, grave: bool = True) -> set[Flaw]:  # type: ignore[type-arg]
    """The flaws among findings."""
    return {finding.flaw for finding in findings if finding.grave is grave}


# --- step by step -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("surface", SURFACES)
def test_a_painted_tray_is_calibrated(surface: str) -> None:
    """Found, taken empty, taken with five dice; what it knows is what was painted."""
    made = calibration(7, surface)
    assert np.abs(np.array(made.corners) - PLANE.corners).max() < 14
    assert made.side_px == pytest.approx(56, abs=1.5)
    assert made.tilt < 2
    assert len(made.dice) == 5
    assert all(min(blue, green, red) > 120 for blue, green, red in made.dice)


def test_each_step_waits_for_what_it_asks_for() -> None:
    """Dice on the empty tray, an empty tray instead of dice, a hand that still moves: nothing is taken."""
    making, painted = Calibrating("painted"), camera()
    painted.open()
    assert flaws(shown(painted, making, DICE)) == {Flaw.NOT_EMPTY}
    making.obey(Take(Step.EMPTY))
    assert shown(painted, making).step is Step.EMPTY
    painted.act(Clear())
    told = []
    while painted.now_s < painted.ends_s:
        told += [p for p in [making.see(painted.frame(1.0))] if p]
    assert Flaw.MOVES in set.union(*(flaws(p) for p in told))
    assert shown(painted, making).passed
    making.obey(Take(Step.DICE))  # not this step's
    making.obey(Take(Step.EMPTY))
    assert flaws(shown(painted, making)) == {Flaw.NOT_FIVE}
    making.obey(Take(Step.EMPTY))  # the same tap again, after its answer was lost
    assert shown(painted, making, DICE).passed
    making.obey(Take(Step.DICE))
    assert shown(painted, making).made is not None


@pytest.mark.parametrize(
    ("fault", "flaw"), [(Fault.BUMP, Flaw.CAMERA_MOVED), (Fault.BLUR, Flaw.BLURRED), (Fault.LIGHT, None)]
)
def test_what_befalls_between_the_steps_is_told(fault: Fault, flaw: Flaw | None) -> None:
    """A camera that is bumped in between would make a calibration that never fits."""
    making, painted = Calibrating("painted"), camera()
    painted.open()
    shown(painted, making)
    making.obey(Take(Step.EMPTY))
    shown(painted, making)
    told = shown(painted, making, DICE, Suffer(fault, 100.0))
    assert flaws(told) >= ({flaw} if flaw else set())
    assert told.passed == (flaw is None)


def test_corners_set_by_a_person_stay_and_nonsense_is_refused() -> None:
    """What is found by itself no longer moves them."""
    making, painted = Calibrating("painted"), camera()
    painted.open()
    shown(painted, making)
    corners = quad_from(((40, 50), (600, 40), (610, 440), (30, 450)), 640, 480)
    making.obey(Corners(corners))
    assert shown(painted, making).corners == corners
    with pytest.raises(ValueError, match="four corners"):
        making.obey(Corners(corners[:3]))
    assert shown(painted, making).corners == corners


def test_exposure_is_held_while_the_empty_tray_is_taken_and_kept_with_it() -> None:
    """What the camera says it holds is what it is told to hold later; what never rests is said."""
    tries: list[int] = []

    def hold() -> Mapping[str, float]:
        tries.append(1)
        if len(tries) == 1:
            raise CameraFault("refused", "Exposure and colours do not come to rest. Light the tray evenly.")
        return {"ExposureTime": 9900.0}

    making, painted = Calibrating("pi", hold), camera()
    painted.open()
    shown(painted, making)
    making.obey(Take(Step.EMPTY))
    told = shown(painted, making)
    assert (told.step, flaws(told, grave=False)) == (Step.EMPTY, {Flaw.UNSTEADY})
    making.obey(Take(Step.EMPTY))
    assert shown(painted, making).step is Step.DICE
    assert shown(painted, making, DICE).passed
    making.obey(Take(Step.DICE))
    made = shown(painted, making).made
    assert made is not None
    assert made.controls == {"ExposureTime": 9900.0}


# --- one picture ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("surface", "size"), [("felt", (640, 480)), ("leather", (320, 240)), ("leather", (1280, 960))])
def test_a_good_picture_has_nothing_wrong(surface: str, size: tuple[int, int]) -> None:
    """In any size a camera is used in."""
    plane = plane_through(tuple((x * size[0] / 640, y * size[0] / 640) for x, y in PLANE.corners))  # type: ignore[arg-type]
    assert judge_empty(empty(surface, size), plane) == ()
    findings, dice = judge_dice(five(surface, size=size), plane, bare(empty(surface, size)))
    assert findings == ()
    assert sorted(die.value for die in dice) == [2, 3, 4, 5, 6]


def lit(picture: Picture, x: int, y: int, radius: int) -> Picture:
    """The picture with a lamp's reflection on it."""
    spot = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(spot, (x, y), radius, 400, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), radius / 3)
    return np.asarray(np.clip(picture + spot[..., None], 0, 255), np.uint8)


@pytest.mark.parametrize(("radius", "grave"), [(16, False), (80, True)])
def test_glare_is_told_with_its_place(radius: int, grave: bool) -> None:
    """A highlight is worth saying; one that hides dice fails."""
    found = [f for f in judge_empty(lit(empty(), 400, 150, radius), PLANE) if f.flaw is Flaw.GLARE]
    assert [f.grave for f in found] == [grave]
    assert (found[0].x, found[0].y) == (pytest.approx(400, abs=8), pytest.approx(150, abs=8))


def test_too_dark_and_too_bright_are_told() -> None:
    """Before anybody wonders why nothing is read."""
    assert Flaw.TOO_DARK in named(judge_empty((empty() * 0.3).astype(np.uint8), PLANE))
    assert Flaw.TOO_BRIGHT in named(judge_empty(np.maximum(empty(), 249), PLANE))


@pytest.mark.parametrize(("blur", "wrong"), [(1.0, False), (4.0, True)])
def test_out_of_focus_is_told_before_pips_run_together(blur: float, wrong: bool) -> None:
    """On the empty tray by its rim, with dice by their pips."""
    soft = [np.asarray(cv2.GaussianBlur(p, (0, 0), blur), np.uint8) for p in (empty("felt"), five("felt"))]
    assert (Flaw.BLURRED in named(judge_empty(soft[0], PLANE))) is (blur > 3.5 and softness(soft[0]) > 9.3)
    assert (Flaw.BLURRED in named(judge_dice(soft[1], PLANE, bare(soft[0]))[0])) is wrong


@pytest.mark.parametrize(("lean", "grave"), [(60, False), (200, True)])
def test_a_tilted_camera_is_told_with_its_degrees(lean: int, grave: bool) -> None:
    """A little is worth saying, much is not to be read."""
    plane = plane_through(quad_from(((20 + lean, 60), (620 - lean, 60), (620, 420), (20, 420)), 640, 480))
    found = [f for f in judge_empty(empty(), plane) if f.flaw is Flaw.TILTED]
    assert [f.grave for f in found] == [grave]
    assert f"tilted by {round(plane.tilt(640, 480))}°" in found[0].words


def test_dice_too_small_are_told_with_their_width() -> None:
    """A camera that hangs too high."""
    tiny = np.asarray(cv2.resize(five(size=(1280, 960)), (176, 132), interpolation=cv2.INTER_AREA), np.uint8)
    plane = plane_through(quad_from(((6, 6), (170, 6), (170, 126), (6, 126)), 176, 132))
    findings, _ = judge_dice(tiny, plane, np.zeros((24, 32), np.uint8))
    assert named(findings) & {Flaw.TOO_SMALL, Flaw.NOT_FIVE, Flaw.BLURRED}


@pytest.mark.parametrize("values", [(1, 2, 3, 4), (1, 2, 3, 4, 5, 6)])
def test_another_number_of_dice_is_told(values: tuple[int, ...]) -> None:
    """Five are laid down, on the play area."""
    scene = Stage(7).then(Place(values), 0.0).at(1.0)
    findings, dice = judge_dice(Painter(7, View()).paint(scene, 3), PLANE, bare(empty()))
    (wrong,) = [f for f in findings if f.flaw is Flaw.NOT_FIVE]
    assert (wrong.number, len(dice)) == (len(values), len(values))


def test_dice_like_the_tray_are_worth_saying() -> None:
    """They are read, but with less to tell them by."""
    picture = five()
    body = np.median(picture[140:160, 140:160].reshape(-1, 3), axis=0)
    alike = np.where(np.abs(picture.astype(int) - body).sum(axis=2, keepdims=True) < 60, (53, 78, 119), picture)
    findings, _ = judge_dice(np.asarray(alike, np.uint8), PLANE, bare(empty()))
    assert Flaw.ALIKE in named(findings, grave=False) | named(findings)


def test_a_tray_in_which_nothing_can_be_followed_is_calibrated_all_the_same() -> None:
    """It is said that a moved camera will not be noticed; and the table does not miss what it could never see."""
    chance = np.random.default_rng(1)
    ground = np.full((480, 640, 3), (60, 110, 50), np.float32)
    scene = Stage(7).then(DICE, 0.0).at(1.0)
    painter = Painter(7, View(), lambda view, _chance: np.full((view.height, view.width, 3), 110, np.float32))
    laid = painter.paint(scene, 1).astype(np.float32)
    bare = painter.paint(Scene(), 1).astype(np.float32)
    on_plain = np.where(np.abs(laid - bare).max(axis=2, keepdims=True) > 12, laid, ground)
    making = Calibrating("usb:0")

    def look(picture: np.ndarray, begins_s: float) -> Progress:
        told = None
        for k in range(8):
            noisy = np.clip(picture + chance.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
            told = making.see(Frame(noisy, k, begins_s + 0.2 * k)) or told
        assert told is not None
        return told

    look(ground, 0.0)
    making.obey(Corners(PLANE.corners))
    assert look(ground, 2.0).passed
    making.obey(Take(Step.EMPTY))
    assert look(ground, 4.0).step is Step.DICE
    told = look(on_plain, 6.0)
    assert (told.passed, Flaw.PLAIN in flaws(told, grave=False)) == (True, True), told.findings
    making.obey(Take(Step.DICE))
    made = look(on_plain, 8.0).made
    assert made is not None
    assert made.reference == b""
    lookout = Lookout(from_json(to_json(made)))
    frames = [
        Frame(np.clip(on_plain + chance.normal(0, 2, ground.shape), 0, 255).astype(np.uint8), k, k) for k in range(9)
    ]
    moments = [moment for frame in frames for moment in lookout.see(frame)]
    assert [type(moment) for moment in moments] == [Settled]
