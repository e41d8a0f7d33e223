"""What is promised of cost: the reader's memory, its speed beside blobs, that it never wavers; and what growth is."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import cv2
import numpy as np
import pytest
from test_commands import cacho, faulted

from table.soaking import growth
from vision.bench import bench_again, bench_read, memory
from vision.files import NotAPicture
from vision.frame import Frame, Picture
from vision.grid import laid
from vision.painting import Painter
from vision.pinhole import View
from vision.reader import read
from vision.scene import Scene
from vision.steps import GROUNDS, STEPS, Step

LEANING = Step("lean", "30°", mild=False, lean=30)


def painted(ground: str, step: Step = STEPS[0], width: int = 640) -> Picture:
    """Five dice on this ground."""
    dice = laid(step, [5, 4, 6, 2, 3], 0.4, random.Random(ground))
    return Painter(3, View(width, width * 3 // 4), GROUNDS[ground]).paint(Scene(tuple(dice)), 0)


def took(act: Callable[[], object], rounds: int = 5) -> float:
    """Seconds of this thread, the middle of so many rounds."""
    times = []
    for _ in range(rounds):
        began = time.thread_time()
        act()
        times.append(time.thread_time() - began)
    return median(times)


@pytest.fixture
def one_thread():
    """As the table reads: on one thread."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


def test_a_process_that_reads_a_picture_stays_small() -> None:
    """A Pi Zero 2 W has 512 MB for everything."""
    assert memory(np.asarray(cv2.resize(painted("felt"), (1280, 960)), np.uint8)) < 200


@pytest.mark.usefixtures("one_thread")
def test_reading_takes_no_longer_than_three_of_opencvs_blob_detections() -> None:
    """Measured in the same run on the same picture, on plain ground and on the busiest weave."""
    blobs = cv2.SimpleBlobDetector.create()
    for ground in ("leather", "weave"):
        picture = painted(ground, width=1280)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        assert took(lambda: read(Frame(picture))) < 3 * took(lambda: blobs.detect(grey)), ground  # noqa: B023


def test_a_picture_full_of_marks_is_read_in_bounded_time() -> None:
    """So many marks of each size and no more are looked at, whatever lies under the camera and however many pixels."""
    y, x = np.mgrid[0:3000, 0:4000]
    lattice = np.where((x % 60 - 30) ** 2 + (y % 60 - 30) ** 2 < 150, 30, 200).astype(np.uint8)
    assert took(lambda: read(Frame(cv2.merge([lattice] * 3))), 1) < 5.0


def test_fifty_readings_of_each_picture_are_one() -> None:
    """To the last bit, whatever was read before: a plain one, an unsure one, a textured one out of a JPEG."""
    about_one = np.s_[100:220, 100:260]
    packed = cv2.imencode(".jpg", painted("weave")[about_one])[1]
    pictures = [
        painted("felt")[about_one], painted("leather", LEANING)[about_one],
        np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8),
    ]  # fmt: skip
    first = [read(Frame(picture)) for picture in pictures]
    assert [reading.sure for reading in first] == [True, False, True]
    assert all([repr(read(Frame(picture))) for picture in pictures] == list(map(repr, first)) for _ in range(49))


def test_a_folder_is_read_again_and_again(tmp_path: Path) -> None:
    """For whoever does not believe it of his own photographs."""
    for k in range(2):
        cv2.imwrite(str(tmp_path / f"{k}.png"), painted("felt")[: 120 + k, :160])
    assert list(bench_again(tmp_path, 3)) == ["2 pictures, 3 readings of each: 2 the same to the last bit"]


def test_a_file_that_is_no_picture_is_told_before_anything_is_measured(tmp_path: Path) -> None:
    """Not after minutes of measuring."""
    (tmp_path / "a.jpg").write_text("no picture")
    with pytest.raises(NotAPicture, match=r"a\.jpg is not a picture"):
        next(bench_read(tmp_path))


def test_a_folder_that_cannot_be_read_again_is_told_in_a_sentence(tmp_path: Path) -> None:
    """And so is what is to be read again when no folder is named."""
    assert "There is no folder" in faulted(cacho("bench", "read", "--photos", str(tmp_path / "none"), "--again", "3"))
    done = cacho("bench", "read", "--again", "3")
    assert (done.returncode, "--photos" in done.stderr) == (2, True)


def test_growth_is_of_what_is_never_given_back() -> None:
    """A reading's own needs, MBs for a moment, are none; a MB an hour more of floor is one."""
    table, eye = growth([(s, 60.0, 100 + s / 3600 + s / 300 * (s % 60 > 5)) for s in range(0, 1800, 5)])
    assert table == "table: 60.0 MB once warm, 60.0 MB at the end, +0.00 MB an hour"
    assert eye.endswith("+1.00 MB an hour")
