"""The camera on the ribbon through the real picamera2 on the real libcamera, whose virtual camera shows painted dice.

By itself: sudo .ci/debian FOLDER && sudo CACHO_DEBIAN=FOLDER ./cacho test -n0 tests/test_libcamera.py
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from appliance.trays import lay

HERE = Path(__file__).parent
TRAYS = ((1, 2, 3, 4, 5), (6, 6, 2, 5, 1), (3, 3, 4))


def in_root(root: Path, work: Path) -> subprocess.CompletedProcess[str]:
    """Run seen.py in the root, with the pictures in `work`."""
    script = (
        "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/srv/cacho:/srv/cacho/tests/appliance:/opt/picamera2 "
        "PICTURES_STOP=/srv/given/stop LIBCAMERA_LOG_LEVELS='*:ERROR' LD_PRELOAD=/opt/memory.so "
        "python3 /srv/cacho/tests/appliance/seen.py /srv/given/stop"
    )
    words = [str(HERE / "appliance" / "enter.sh"), str(root), str(HERE.parent), str(work), "sh", "-c", script]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def told(virtual_camera: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What seen.py told."""
    work = tmp_path_factory.mktemp("ribbon")
    lay(work / "frames", *TRAYS)
    done = in_root(virtual_camera, work)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def trays(read: list[list[int]]) -> set[tuple[int, ...]]:
    """The different readings."""
    return {tuple(dice) for dice in read}


def test_dice_are_read_right_through_the_real_library(told: dict[str, Any]) -> None:
    """Each of the painted trays, none other, every picture in its turn, red dice redder than blue."""
    assert trays(told["first"]["dice"]) == {tuple(sorted(faces)) for faces in TRAYS}
    assert told["first"]["numbers"] == list(range(14))
    blue, _, red = told["first"]["colour"]
    assert red > blue


def test_the_format_is_taken_as_it_comes_and_memory_is_small(told: dict[str, Any]) -> None:
    """The virtual camera gives NV12 whatever is asked, and has nothing to hold."""
    assert told["first"]["format"] == "NV12"
    assert told["first"]["memory"] <= 64_000_000
    assert told["first"]["held"] == {}


def test_it_is_let_go_of_and_opened_again(told: dict[str, Any]) -> None:
    """Three times in one process, and once more after pictures had stopped."""
    for dice in (*told["again"], told["after"]):
        assert trays(dice) == trays(told["first"]["dice"])


def test_a_second_one_is_told_that_it_is_busy_and_disturbs_nobody(told: dict[str, Any]) -> None:
    """By libcamera's own words, in ours."""
    assert told["busy"][0] == "busy"


def test_a_camera_that_goes_away_is_said_to_be_gone_and_used_again_when_it_is_back(told: dict[str, Any]) -> None:
    """Its pictures stop, the next start finds none, and when it is there once more the dice are read.

    libcamera's virtual camera stays listed while it runs; how a listed one vanishes is tested on a stand-in.
    """
    assert [code for code, _words in told["gone"]] == ["hung", "absent", "none"]
    assert all("ribbon cable" in words for _code, words in told["gone"][:2])


def test_pictures_that_stop_are_noticed(told: dict[str, Any]) -> None:
    """With the remedy, after the time that was asked for."""
    code, words = told["hung"]
    assert code == "hung"
    assert "ribbon cable" in words
