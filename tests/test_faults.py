"""Rules of the painted camera's faults: each looks or fails as it is named, for as long as it was told."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from vision.camera import CameraFault, spec_from
from vision.commands import Fault, Place, Suffer
from vision.painted import Painted
from vision.spoiling import PICTURE_FAULTS

DICE = Place((1, 2, 3, 4, 5), ((150.0, 150.0), (300.0, 150.0), (450.0, 150.0), (200.0, 320.0), (400.0, 320.0)))


def camera(*faults: str) -> Painted:
    """An open painted camera with five dice that does not wait for the clock."""
    painted = Painted(seed=5, speed=1e6, rate=10, dice=DICE, faults=faults)
    painted.open()
    return painted


def pictures(painted: Painted, count: int) -> np.ndarray:
    """The next pictures."""
    return np.stack([painted.frame(1).picture.astype(np.float32) for _ in range(count)])


@pytest.mark.parametrize("fault", PICTURE_FAULTS)
def test_a_picture_fault_lasts_as_long_as_it_was_told(fault: Fault):
    """Before and after, the pictures are those of a healthy camera to the byte."""
    sick, sound = camera(), camera()
    sick.act(Suffer(fault, 1.0))
    differ = np.abs(pictures(sick, 20) - pictures(sound, 20)).max(axis=(1, 2, 3)) > 10
    assert differ[:9].all()
    assert not differ[10:].any()


def test_flicker_lies_in_bands_that_wander():
    """A rolling shutter under a lamp of 100 Hz: rows differ by a tenth, and from picture to picture."""
    painted = camera()
    painted.act(Suffer(Fault.FLICKER))
    rows = pictures(painted, 4).mean(axis=(2, 3))
    sound = pictures(camera(), 4).mean(axis=(2, 3))
    share = rows / sound
    assert share.min() < 0.91
    assert share.max() > 0.97
    assert np.abs(share[0] - share[3]).max() > 0.03


def test_a_blurred_picture_has_lost_its_edges_and_a_cast_one_its_white():
    """The dice are there and cannot be told; ivory becomes yellow."""
    sound = pictures(camera(), 1)
    blurred, warm = camera(), camera()
    blurred.act(Suffer(Fault.BLUR))
    warm.act(Suffer(Fault.CAST))
    assert np.abs(np.diff(pictures(blurred, 1), axis=2)).max() < np.abs(np.diff(sound, axis=2)).max() / 3
    blue, _, red = (pictures(warm, 1) / np.maximum(sound, 1)).mean(axis=(0, 1, 2))
    assert blue < 0.85
    assert red > 1.1


def test_a_frozen_camera_gives_the_very_same_picture():
    """To the byte, for as long as it was told; the numbers and times go on."""
    painted = camera()
    painted.frame(1)
    painted.act(Suffer(Fault.FROZEN, 2.0))
    frames = [painted.frame(1) for _ in range(25)]
    same = [np.array_equal(a.picture, b.picture) for a, b in pairwise(frames)]
    assert same[:18] == [True] * 18
    assert not any(same[20:])
    assert len({frame.taken_s for frame in frames}) == 25


def test_a_slow_camera_takes_its_time():
    """One picture in one and a half seconds."""
    painted = camera()
    painted.act(Suffer(Fault.SLOW))
    assert np.diff([painted.frame(1).taken_s for _ in range(4)]) == pytest.approx(1.5)


def test_an_unplugged_camera_says_so():
    """As a real one does: a fault with its code."""
    painted = camera()
    painted.act(Suffer(Fault.UNPLUG))
    with pytest.raises(CameraFault) as fault:
        painted.frame(1)
    assert fault.value.code == "unplugged"


@pytest.mark.parametrize("name", ["absent", "busy"])
def test_a_camera_that_is_not_to_be_had_at_first_comes_later(name: str):
    """For three seconds it cannot be opened; then it can."""
    painted = Painted(faults=(name,))
    with pytest.raises(CameraFault) as fault:
        painted.open()
    assert fault.value.code == name
    painted.take_up((), 3.5)
    painted.open()


def test_what_ailed_the_camera_is_over_when_it_is_started_again():
    """A crash is not crashed into again."""
    painted = camera()
    painted.take_up((DICE, Suffer(Fault.UNPLUG)), 5.0)
    assert painted.frame(1).number == 0


@pytest.mark.parametrize(("fault", "ends"), [("crash", True), ("hang", False)])
def test_a_camera_may_end_its_process_or_never_come_back(fault: str, ends: bool):
    """Which is why it has a process of its own."""
    code = (
        "from vision.painted import Painted; from vision.commands import *\n"
        f"p = Painted(speed=1e6); p.open(); p.act(Suffer(Fault('{fault}'))); print('asked', flush=True)\n"
        "p.frame(1); print('came', flush=True)"
    )
    with subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        if ends:
            assert process.wait(30) == 1
        else:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            process.kill()
        assert process.stdout.read() == ""


def test_faults_are_asked_for_by_name_in_a_spec():
    """Several at once; an unknown one names the nearest."""
    assert spec_from("painted:seed=7,fault=blur,fault=noise").options["fault"] == "blur noise"
    with pytest.raises(ValueError, match="did you mean 'flicker'"):
        spec_from("painted:fault=fliker")
    painted = camera("blur")
    sharp = pictures(painted, 60)
    blurred = pictures(painted, 60)
    assert np.abs(np.diff(blurred[-1], axis=1)).max() < np.abs(np.diff(sharp[0], axis=1)).max() / 3
