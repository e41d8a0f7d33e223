"""`watch`: a recording in, moments, events, questions and refusals out, by the recording's clock."""

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from vision.commands import Command, Toss, Turn
from vision.painted import Painted

RATE = 10


def record(folder: Path, camera: Painted, *acts: tuple[float, Command], until_s: float) -> list[tuple[int, ...]]:
    """Paint a recording: at each time an act is ordered. The faces that truly lay there at the end of each act."""
    truths = []
    waiting = list(acts)
    camera.open()
    with (folder / "frames.csv").open("w", newline="") as lines:
        rows = csv.writer(lines)
        rows.writerow(["t_ms", "file"])
        for number in range(int(until_s * RATE)):
            while waiting and waiting[0][0] <= number / RATE:
                truths.append(camera.truth_at(number / RATE)[0])
                camera.act(waiting.pop(0)[1])
            frame = camera.frame(1.0)
            name = f"{number:04d}.jpg"
            cv2.imwrite(str(folder / name), frame.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
            rows.writerow([round(1000 * frame.taken_s), name])
    truths.append(camera.truth_at(until_s)[0])
    return truths[1:]


def press(folder: Path, *presses: tuple[int, str]) -> None:
    """Write presses.csv."""
    (folder / "presses.csv").write_text("t_ms,button\n" + "".join(f"{at},{button}\n" for at, button in presses))


def watched(folder: Path | str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run `watch`."""
    command = [sys.executable, "-P", "-m", "table", "watch", str(folder), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def told(folder: Path) -> list[dict[str, object]]:
    """What `watch --json` prints."""
    done = watched(folder, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def events(lines: Sequence[dict[str, object]]) -> list[dict[str, object]]:
    """The events without their times and words."""
    return [
        {k: v for k, v in line.items() if k not in ("t_ms", "kind", "words")}
        for line in lines
        if line["kind"] == "event"
    ]


def test_a_whole_turn_of_a_recording(tmp_path: Path) -> None:
    """Thrown, some thrown again, one turned and confirmed, written: each once, with its faces, in the order of time."""
    camera = Painted(seed=8, speed=1000, rate=RATE)
    middle = (camera.view.width / 2, camera.view.height / 2)
    acts = [(1.5, Toss()), (7.5, Toss((middle,))), (13.5, Turn(middle))]
    first, second, turned = record(tmp_path, camera, *acts, until_s=17.5)
    press(tmp_path, (16_500, "confirm"), (17_000, "confirm"))
    lines = told(tmp_path)
    assert [line["t_ms"] for line in lines] == sorted(line["t_ms"] for line in lines)  # type: ignore[type-var]
    [was] = [face for face in set(second) if second.count(face) > turned.count(face)]
    thrown, again, flip, written = events(lines)
    assert thrown == {"event": "thrown", "dice": sorted(first), "rerolled": 5}
    assert again == {"event": "thrown", "dice": sorted(second), "rerolled": 1}
    assert flip == {"event": "flipped", "from": [was], "to": [7 - was]}
    assert written["event"] == "written"
    settled = [line for line in lines if line.get("moment") == "settled"]
    assert [len(line["dice"]) for line in settled] == [0, 5, 4, 5, 5]  # type: ignore[arg-type]
    assert not [line for line in lines if line["kind"] in ("question", "refusal")]


def test_dice_that_lay_there_from_the_beginning_are_asked_about(tmp_path: Path) -> None:
    """Nobody saw them fall: the recording's answer is the question, and a press decides."""
    camera = Painted(seed=2, speed=1000, rate=RATE)
    camera.act(Toss())
    camera.take_up((), 10.0)
    record(tmp_path, camera, until_s=2.0)
    press(tmp_path, (12_500, "confirm"))
    lines = told(tmp_path)
    assert [line["code"] for line in lines if line["kind"] == "question"] == ["was_throw"]
    assert [event["event"] for event in events(lines)] == ["thrown"]


def test_watch_for_people_is_a_line_each(tmp_path: Path) -> None:
    """Seconds, and what happened."""
    record(tmp_path, Painted(seed=2, speed=1000, rate=RATE), until_s=1.5)
    assert watched(tmp_path).stdout.endswith("s  settled: no dice\n")
    assert watched(f"folder:{tmp_path}").stdout == watched(tmp_path).stdout


def test_a_folder_of_recordings_names_them_or_is_the_only_one(tmp_path: Path) -> None:
    """As `run --record` leaves them, a folder for each start."""
    starts = [tmp_path / name for name in ("2026-01-02-200000", "2026-01-03-200000")]
    starts[0].mkdir()
    record(starts[0], Painted(seed=2, speed=1000, rate=RATE), until_s=1.5)
    press(starts[0], (1200, "back"))
    alone = watched(tmp_path)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert "settled: no dice" in alone.stdout
    assert "refusal:" in alone.stdout
    shutil.copytree(starts[0], starts[1])
    done = watched(f"folder:{tmp_path}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"cacho: There are 2 recordings in {tmp_path}, the newest first: {starts[1].name}, {starts[0].name}. "
        f"Watch one of them: cacho watch {starts[1]}\n"
    )


def test_pictures_in_which_nothing_settles_are_told_beside_the_lines(tmp_path: Path) -> None:
    """Three photographs are three tenths of a second: programs read no line, people a sentence."""
    record(tmp_path, Painted(seed=2, speed=1000, rate=RATE), until_s=0.3)
    (tmp_path / "frames.csv").unlink()
    done = watched(tmp_path, "--json")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("There is nothing to tell: in these pictures nothing lies still for half a second.")


@pytest.mark.parametrize(
    ("presses", "words"),
    [("t_ms,button\nsoon,confirm\n", "whole milliseconds"), ("t_ms,button\n5,confrm\n", "confirm, next, back")],
)
def test_a_recording_that_is_not_one_is_told_in_a_sentence(tmp_path: Path, presses: str, words: str) -> None:
    """An empty folder, a missing one, presses that are none: status 1 and the remedy."""
    for source in (tmp_path, tmp_path / "missing", tmp_path / ("long" * 100)):
        done = watched(source)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("cacho: There ")
    assert watched(f"folder:{tmp_path / 'missing'}").stderr == f"cacho: There is no folder {tmp_path / 'missing'}.\n"
    record(tmp_path, Painted(seed=2, speed=1000, rate=RATE), until_s=0.3)
    (tmp_path / "presses.csv").write_text(presses)
    done = watched(tmp_path)
    assert done.returncode == 1
    assert words in done.stderr
