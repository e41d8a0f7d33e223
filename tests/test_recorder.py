"""Rules of recordings the eye writes: `watch` understands them, they go on after a restart and stay within bounds."""

import csv
import os
import queue
import signal
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.watching import watched
from vision.commands import Toss
from vision.eye import Eye
from vision.frame import Frame
from vision.painted import Painted
from vision.presses import Presses
from vision.reading import Moment, Settled
from vision.recorder import Recorder


def rows(folder: Path) -> list[tuple[int, str]]:
    """What frames.csv lists."""
    with (folder / "frames.csv").open(newline="") as lines:
        return [(int(row["t_ms"]), row["file"]) for row in csv.DictReader(lines)]


def frame(at_s: float) -> Frame:
    """A picture of noise, which packs badly."""
    return Frame(np.random.default_rng(round(at_s * 1000)).integers(0, 255, (48, 64, 3)).astype(np.uint8), 0, at_s)


def test_every_picture_is_listed_with_its_time(tmp_path: Path):
    """In the order they came, each as it was seen."""
    recorder, camera = Recorder(tmp_path / "new"), Painted(speed=1e6, rate=10)
    camera.open()
    frames = [camera.frame(1) for _ in range(5)]
    for one in frames:
        recorder.picture(one)
    listed = rows(tmp_path / "new")
    assert [t_ms for t_ms, _ in listed] == [100, 200, 300, 400, 500]
    for one, (_, name) in zip(frames, listed, strict=True):
        kept = cv2.imread(str(tmp_path / "new" / name))
        assert np.abs(kept.astype(int) - one.picture).mean() < 3


def test_an_eye_that_was_started_again_goes_on_with_its_recording(tmp_path: Path):
    """Nothing that was seen before is lost."""
    for at_s in (1.0, 2.0):
        Recorder(tmp_path).picture(frame(at_s))
    assert [t_ms for t_ms, _ in rows(tmp_path)] == [1000, 2000]


def test_the_oldest_pictures_go_when_there_are_too_many(tmp_path: Path):
    """The newest are there, listed, and together not larger than allowed."""
    recorder = Recorder(tmp_path, limit_bytes=60_000)
    for k in range(40):
        recorder.picture(frame(float(k)))
    kept = sorted(tmp_path.glob("*.jpg"))
    assert sum(file.stat().st_size for file in kept) <= 60_000
    assert [name for _, name in rows(tmp_path)] == [file.name for file in kept]
    assert rows(tmp_path)[-1][0] == 39_000
    assert 5 < len(kept) < 40


def test_presses_are_noted_by_the_clock_of_the_pictures(tmp_path: Path):
    """As `watch` reads them; a second start goes on."""
    Presses(tmp_path).note(1.25, "confirm")
    Presses(tmp_path).note(2.0, "next")
    assert (tmp_path / "presses.csv").read_text().split() == ["t_ms,button", "1250,confirm", "2000,next"]


@pytest.mark.parametrize("crash", [False, True])
def test_what_the_eye_recorded_is_watched_as_it_was_seen(tmp_path: Path, crash: bool):
    """A throw before the running eye, even one that was killed in between, becomes a recording of that throw."""

    moments: queue.Queue[Moment] = queue.Queue()
    eye = Eye("painted:seed=7,speed=4,rate=10", moments.put, lambda _: None, record=tmp_path)

    def settled(count: int) -> None:
        while not (isinstance(moment := moments.get(timeout=60), Settled) and len(moment.dice) == count):
            pass

    eye.start()
    try:
        settled(0)
        if crash:
            assert eye.pid
            os.kill(eye.pid, signal.SIGKILL)
            settled(0)
        eye.act(Toss(faces=(1, 3, 3, 5, 6)))
        settled(5)
        Presses(tmp_path).note(eye.frame_time(), "confirm")
    finally:
        eye.stop()
    told = [line["event"] for line in watched(str(tmp_path), "cochabamba") if line["kind"] == "event"]
    assert told == ["thrown", "written"]
