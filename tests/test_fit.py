"""Rules of noticing that the tray is not as it was calibrated, in painted pictures: bumped, tilted, dark, hidden."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from calibrated import calibration

from vision.cloths import CLOTHS
from vision.commands import Fault, Place
from vision.fit import Reference, reference_from
from vision.frame import Picture
from vision.motion import Visitor
from vision.painting import Painter
from vision.pinhole import View
from vision.scene import Scene, Stage
from vision.spoiling import spoiled
from vision.surface import SURFACES
from vision.trust import Fit

GROUNDS = {**SURFACES, **CLOTHS}
DICE = Stage(3).then(Place((1, 2, 3, 4, 5)), 0.0).at(1.0)
SCENES = {
    "empty": Scene(),
    "dice": DICE,
    "hand": replace(DICE, hand=Visitor(-60.0, 30.0, 0.1)),
    "cup": replace(DICE, dice=DICE.dice[:2], cup=Visitor(60.0, 0.0, 0.4)),
}


@pytest.fixture(scope="module", params=["leather", "felt", "oak"])
def surface(request: pytest.FixtureRequest) -> str:
    """Each surface."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def reference(surface: str) -> Reference:
    """The empty tray as it was calibrated."""
    empty = Painter(7, View(), GROUNDS[surface]).paint(Scene(), 50)
    return Reference(replace(calibration(), reference=reference_from(empty)))


@pytest.fixture(scope="module")
def pictures(surface: str) -> dict[str, Picture]:
    """The same tray with this or that on it."""
    painter = Painter(7, View(), GROUNDS[surface])
    return {name: painter.paint(scene, 99) for name, scene in SCENES.items()}


def shifted(picture: Picture, right: float, down: float = 0.0, degrees: float = 0.0, larger: float = 1.0) -> Picture:
    """The picture from a camera that was moved."""
    warp = cv2.getRotationMatrix2D((320, 240), degrees, larger)
    warp[:, 2] += (right, down)
    return np.asarray(cv2.warpAffine(picture, warp, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize(
    "fault", [None, Fault.LIGHT, Fault.FLICKER, Fault.CAST, Fault.NOISE], ids=lambda fault: str(fault or "clear")
)
def test_dice_hands_and_lamps_are_no_misfit(
    reference: Reference, pictures: dict[str, Picture], scene: str, fault: Fault | None
) -> None:
    """Whatever lies there, and in any light that dice are read in, the tray is where it was."""
    picture = spoiled(pictures[scene], fault, 3.2, 99) if fault else pictures[scene]
    assert reference.look(picture) is Fit.SAME


@pytest.mark.parametrize("scene", ["empty", "dice", "cup"])
@pytest.mark.parametrize("way", [(20.0,), (0.0, -20.0), (0.0, 0.0, 4.0)], ids=["right", "up", "turned"])
def test_a_camera_that_was_moved_is_noticed(
    reference: Reference, pictures: dict[str, Picture], scene: str, way: tuple[float, ...]
) -> None:
    """A third of a die's side anywhere in the play area, dice on it or not."""
    assert reference.look(shifted(pictures[scene], *way)) is Fit.MOVED


def test_a_camera_that_was_lowered_is_noticed(reference: Reference, pictures: dict[str, Picture]) -> None:
    """Grain is another from nearer, so that the tray may not be made out at all."""
    assert reference.look(shifted(pictures["dice"], 0.0, larger=1.08)) in (Fit.MOVED, Fit.LOST)


def test_a_bump_that_no_throw_would_notice_is_none(reference: Reference, pictures: dict[str, Picture]) -> None:
    """The umpire tells dice by place to half a side."""
    assert reference.look(shifted(pictures["dice"], 5.0, 3.0)) is Fit.SAME


@pytest.mark.parametrize(("light", "fit"), [(0.3, Fit.LIGHT), (0.6, Fit.SAME), (1.4, Fit.SAME)])
def test_light_is_borne_until_it_is_another_room(
    reference: Reference, pictures: dict[str, Picture], light: float, fit: Fit
) -> None:
    """One of two lamps may go out; all of them may not."""
    picture = np.clip(pictures["dice"] * light, 0, 255).astype(np.uint8)
    assert reference.look(picture) is fit


@pytest.mark.parametrize("kind", ["black", "white", "another tray"])
def test_a_tray_that_is_not_there_is_lost(reference: Reference, kind: str, surface: str) -> None:
    """A lens cap, a lamp in the lens, another table: nothing of the tray is made out."""
    other = Painter(8, View(), GROUNDS["felt" if surface == "oak" else "oak"]).paint(Scene(), 1)[::-1, ::-1]
    picture = {"black": other * 0, "white": other * 0 + 255, "another tray": np.ascontiguousarray(other)}[kind]
    assert reference.look(np.asarray(picture, np.uint8)) in (Fit.LOST, Fit.MOVED)


def test_a_picture_that_is_none_is_refused() -> None:
    """In words, when the calibration is taken up, not later."""
    with pytest.raises(ValueError, match="damaged"):
        Reference(replace(calibration(), reference=b"\xff\xd8 no more"))
