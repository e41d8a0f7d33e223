"""Rules of the camera on the ribbon, against a strict stand-in: bytes, streams, controls, holding, and every fault."""

import sys
import threading
from types import ModuleType

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from ribbon import LENS, USUAL, Picamera2, in_memory

import vision.picamera
from vision.attention import reduced
from vision.camera import CameraFault, Holding, camera_from, opened
from vision.controls import shows
from vision.formats import blue_green_red
from vision.frame import Frame
from vision.painted import Painted, Place
from vision.picamera import PiCamera
from vision.reader import read

MODELS = {"imx219": (3280, 2464), "imx708": (4608, 2592), "imx477": (4056, 3040), "ov5647": (2592, 1944)}


@pytest.fixture(autouse=True)
def ribbon(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    """The stand-in where picamera2 is looked for."""
    module = ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    Picamera2.begin()
    return Picamera2


def dice(*faces: int) -> NDArray[np.uint8]:
    """A painted tray with dice of these faces."""
    with opened(Painted(seed=4, livery="red", dice=Place(faces))) as camera:
        return camera.frame(1.0).picture


def coloured() -> NDArray[np.uint8]:
    """A red, a blue and a green field on grey."""
    picture = np.full((480, 640, 3), 90, np.uint8)
    for left, colour in ((64, (30, 30, 200)), (256, (200, 40, 30)), (448, (40, 180, 40))):
        picture[160:320, left : left + 128] = colour
    return picture


def fault(camera: PiCamera, timeout_s: float = 1.0) -> CameraFault:
    """How opening it and taking a picture ends."""
    with pytest.raises(CameraFault) as caught, opened(camera):
        camera.frame(timeout_s)
    return caught.value


@pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "NV12"])
@pytest.mark.parametrize("width", [640, 600])
def test_a_red_die_is_red_in_every_format_and_with_padded_rows(ribbon: type[Picamera2], form: str, width: int) -> None:
    """Whatever the pipeline makes of what was asked for, blue, green and red arrive in OpenCV's order."""
    ribbon.scene, ribbon.gives = coloured(), form
    with opened(PiCamera((width, 480))) as camera:
        seen = camera.frame(1.0).picture
    assert seen.shape == (480, width, 3)
    assert seen.flags.c_contiguous
    true = cv2.resize(ribbon.scene, (width, 480), interpolation=cv2.INTER_AREA)
    assert np.abs(seen[::7, 4::7].astype(int) - true[::7, 4::7]).mean() < 2


@pytest.mark.parametrize("form", ["YUV420", "NV12"])
def test_levels_from_0_to_255_are_told_from_those_of_video(form: str) -> None:
    """Read as video, full levels would gain a sixth in contrast."""
    scene = coloured()
    memory = in_memory(scene, form, (640, 480)).astype(float)
    memory[:480] = (memory[:480] - 16) * 255 / 219
    memory[480:] = (memory[480:] - 128) * 255 / 224 + 128
    seen = blue_green_red(memory.round().clip(0, 255).astype(np.uint8), form, (640, 480), full=True)
    assert np.abs(seen.astype(int) - scene).mean() < 2


def test_dice_are_read_through_it(ribbon: type[Picamera2]) -> None:
    """Red dice, their colours as the camera gives them, to the right faces."""
    ribbon.scene, ribbon.gives = dice(6, 1, 3, 4, 4), "NV12"
    with opened(PiCamera()) as camera:
        reading = read(camera.frame(1.0))
    assert sorted(die.value for die in reading.dice) == [1, 3, 4, 4, 6]
    assert reading.sure


def test_a_camera_is_asked_only_for_what_it_offers(ribbon: type[Picamera2]) -> None:
    """One without a lens to move, or without anything, is used all the same."""
    for offers in (USUAL, {"FrameDurationLimits": USUAL["FrameDurationLimits"]}, {}):
        ribbon.offers = dict(offers)
        with opened(PiCamera()) as camera:
            camera.frame(1.0)
        assert set(ribbon.every[-1].asked[0]) <= set(offers)


def test_the_lens_stands_still_no_nearer_than_it_can(ribbon: type[Picamera2]) -> None:
    """It does not hunt when a hand passes."""
    with opened(PiCamera()):
        pass
    asked = ribbon.every[-1].asked[0]
    assert (asked["AfMode"], asked["LensPosition"]) == (0, LENS["LensPosition"][1])


@pytest.mark.parametrize(("spec", "period_us"), [("pi", 10000), ("pi:mains=50", 10000), ("pi:mains=60", 8333)])
def test_exposure_keeps_step_with_the_mains(ribbon: type[Picamera2], spec: str, period_us: int) -> None:
    """Lamps go out twice in each wave."""
    with opened(camera_from(spec)):
        pass
    asked = ribbon.every[-1].asked[0]
    assert (asked["AeFlickerMode"], asked["AeFlickerPeriod"]) == (1, period_us)


@pytest.mark.parametrize("model", MODELS)
def test_one_configuration_with_little_memory_and_the_whole_view(ribbon: type[Picamera2], model: str) -> None:
    """Boards of 512 MB have at most 64 MB for it; a mode of the sensor that crops would lose the tray's edges."""
    ribbon.array = MODELS[model]
    with opened(PiCamera()) as camera:
        for _ in range(50):
            camera.frame(1.0)
        made = ribbon.every[-1]
        assert made.configured == 1
        assert made.memory <= 64_000_000
        assert not made.made["queue"]  # the next picture, not one that has waited
        assert made.made["raw"]["size"] == tuple(side // 2 for side in MODELS[model])
    assert not made.open
    assert len(ribbon.every) == 1


def test_motion_is_looked_for_in_the_small_stream_where_there_is_one(ribbon: type[Picamera2]) -> None:
    """It is the same picture, smaller; a pipeline with one stream, or with one that grew, does without."""
    ribbon.scene = dice(1, 2, 3, 4, 5)
    with opened(PiCamera()) as camera:
        frame = camera.frame(1.0)
    assert frame.small is not None
    assert frame.small.shape == (240, 320)
    assert np.abs(reduced(frame) - reduced(Frame(frame.picture))).mean() < 25  # video's levels are not the eye's
    assert np.corrcoef(reduced(frame).ravel(), reduced(Frame(frame.picture)).ravel())[0, 1] > 0.99
    ribbon.streams = 1
    with opened(PiCamera()) as camera:
        assert camera.frame(1.0).small is None
    ribbon.streams = 2
    with opened(PiCamera((320, 240))) as camera:
        assert camera.frame(1.0).small is None


def test_what_is_held_is_what_pictures_say_and_is_shown_from_the_first_picture(ribbon: type[Picamera2]) -> None:
    """Exposure and white balance at rest and the lens in focus are kept, and taken up again after a restart."""
    camera = camera_from("pi")
    assert isinstance(camera, Holding)
    with opened(camera):
        held = camera.hold(5.0)
        told = ribbon.every[-1].capture_request(1.0)
        assert shows(told.get_metadata(), held)
        told.release()
    assert held == {"ExposureTime": 9900, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.6), "LensPosition": 2.2}
    kept = {name: list(value) if isinstance(value, tuple) else value for name, value in held.items()}  # as JSON has it
    with opened(camera_from("pi", kept)) as again:
        again.frame(1.0)
        assert ribbon.every[-1].set.items() >= {**held, "AfMode": 0}.items()


def test_what_is_held_is_let_go_and_taken_up_again_while_pictures_go_on(ribbon: type[Picamera2]) -> None:
    """A new calibration begins with an exposure of the camera's own; when it is left off, the old one is held again."""
    ribbon.offers = {**ribbon.offers, "AeEnable": (False, True, True), "AwbEnable": (False, True, True)}
    with opened(PiCamera()) as camera:
        held = camera.hold(5.0)
        camera.keep({})
        assert ribbon.every[-1].asked[-1] == {"AeEnable": True, "AwbEnable": True}
        camera.keep(held)
        assert ribbon.every[-1].asked[-1].items() >= {"ExposureTime": 9900, "AfMode": 0}.items()
    ribbon.offers = {}
    with opened(PiCamera()) as camera:
        camera.keep({})


def test_nothing_is_held_of_a_camera_without_controls(ribbon: type[Picamera2]) -> None:
    """And nothing is asked of it."""
    ribbon.offers = {}
    with opened(PiCamera()) as camera:
        assert camera.hold(5.0) == {}


@pytest.mark.parametrize("restless", ["values", "state"])
def test_a_camera_that_never_comes_to_rest_is_not_held(ribbon: type[Picamera2], restless: str) -> None:
    """Under a lamp that goes on and off, by its exposure or by its own word, it says so."""
    ribbon.restless = restless
    with opened(PiCamera()) as camera, pytest.raises(CameraFault, match="do not come to rest") as caught:
        camera.hold(0.05)
    assert caught.value.code == "refused"


def test_a_camera_that_does_not_take_what_is_held_is_used_all_the_same(
    ribbon: type[Picamera2], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after another model was put in: the log says so, and whether the tray still fits is judged by calibration."""
    monkeypatch.setattr(vision.picamera, "SHOWN_S", 0.05)
    ribbon.offers = dict(USUAL)
    with opened(camera_from("pi", {"ExposureTime": 10000, "LensPosition": 2.0})) as camera:
        camera.frame(1.0)
    assert "does not take what it was calibrated to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ails", "code", "words"),
    [
        ("busy", "busy", "held by another program"),
        ("memory", "refused", "no memory left"),
        ("start", "refused", "Invalid argument"),
        ("hung", "hung", "no picture for 1 s"),
        ("device", "unplugged", "is gone"),
    ],
)
def test_every_fault_is_told_in_words_and_the_camera_let_go_of(
    ribbon: type[Picamera2], ails: str, code: str, words: str
) -> None:
    """The code for the page, a sentence with the remedy for the owner; what was opened is closed."""
    ribbon.fault = ails
    told = fault(PiCamera())
    assert told.code == code
    assert words in told.words
    assert not any(camera.open for camera in ribbon.every)


def test_no_camera_and_one_that_vanishes_are_told_apart(
    ribbon: type[Picamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Absent at the start; unplugged when it was there and is listed no more."""
    with opened(PiCamera()) as camera:
        camera.frame(1.0)
        ribbon.fault = "hung"
        monkeypatch.setattr(ribbon, "info", [])
        with pytest.raises(CameraFault, match="is gone") as caught:
            camera.frame(1.0)
        assert caught.value.code == "unplugged"
    assert fault(PiCamera()).code == "absent"


def test_a_format_that_cannot_be_read_is_named(ribbon: type[Picamera2]) -> None:
    """Rather than read as something else."""
    ribbon.gives = "R10"
    told = fault(PiCamera())
    assert (told.code, "R10" in told.words) == ("refused", True)


@pytest.mark.parametrize(
    ("says", "remedy"),
    [
        (ModuleNotFoundError("No module named 'libcamera'"), "apt install python3-picamera2"),
        (ImportError("libcamera.so.0.5: undefined symbol: _ZN9libcamera"), "apt full-upgrade"),
        (ValueError("numpy.dtype size changed, may indicate binary incompatibility"), "Remove what pip installed"),
    ],
)
def test_a_library_that_does_not_load_is_told_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, says: Exception, remedy: str
) -> None:
    """Missing, of another libcamera, or compiled for another numpy."""

    class Broken(ModuleType):
        def __getattr__(self, name: str) -> None:
            raise says

    monkeypatch.setitem(sys.modules, "picamera2", Broken("picamera2"))
    told = fault(PiCamera())
    assert (told.code, remedy in told.words) == ("absent", True)


def test_calls_that_never_return_are_given_up(ribbon: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting and letting go hang in the driver at times; whoever waits is told, or goes on."""
    for name in ("OPEN_S", "CLOSE_S", "LIST_S"):
        monkeypatch.setattr(vision.picamera, name, 0.02)
    never = threading.Event()
    monkeypatch.setattr(ribbon, "start", lambda _: never.wait(20))
    monkeypatch.setattr(ribbon, "close", lambda _: never.wait(20))
    assert fault(PiCamera()).code == "hung"
    never.set()
