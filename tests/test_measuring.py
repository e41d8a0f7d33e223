"""Calibrating by command and by the page of a running table, each a process of its own; and playing by it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from calibrated import DICE, calibration, spec

from table.measuring import corners_from
from vision.keeping import NAME, keep, kept
from vision.painting import Painter
from vision.pinhole import View
from vision.scene import Scene, Stage

PATIENCE_S = 60.0  # on a machine that is busy with other things


def calibrate(*words: str, data: Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, "-P", "-m", "table", "calibrate", *words, "--data", str(data)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_S, check=False, stdin=subprocess.DEVNULL
    )


def photographs(folder: Path) -> tuple[str, str]:
    """An empty tray and five dice on it, as files."""
    painter = Painter(7, View())
    for name, scene in (("empty", Scene()), ("dice", Stage(7).then(DICE, 0.0).at(1.0))):
        cv2.imwrite(str(folder / f"{name}.png"), painter.paint(scene, 3))
    return str(folder / "empty.png"), str(folder / "dice.png")


def test_two_photographs_calibrate_and_the_calibration_is_shown_and_removed(tmp_path: Path) -> None:
    """One object for programs, a sentence for people, passed steps on standard error."""
    empty, dice = photographs(tmp_path)
    data, corners = tmp_path / "data", "25,25 615,20 620,455 22,460"
    assert (calibrate("--forget", data=data).stdout, data.exists()) == (f"There was none in {data}.\n", False)
    done = calibrate("--empty", empty, "--dice", dice, "--corners", corners, "--camera", "usb:0", "--json", data=data)
    assert (done.returncode, "Five dice: passed, read as 2 3 4 5 6." in done.stderr) == (0, True), done.stderr
    told = json.loads(done.stdout)
    assert told["corners"] == [list(place) for place in corners_from(corners)]
    assert (told["camera"], told["size"], told["side_px"]) == ("usb:0", [640, 480], pytest.approx(56, abs=1.5))
    found = kept(data)
    assert found is not None
    assert (data / found.picture).read_bytes()[:2] == b"\xff\xd8"
    assert "dice 56 pixels wide, tilted by" in calibrate("--show", data=data).stdout
    assert calibrate("--forget", data=data).stdout == "Removed.\n"
    gone = calibrate("--show", data=data)
    assert (gone.returncode, "Not calibrated" in gone.stderr, "Traceback" in gone.stderr) == (1, True, False)


def test_what_fails_is_told_in_words_and_keeps_the_old_calibration(tmp_path: Path) -> None:
    """Photographs changed for one another, a damaged file, nobody at the terminal: one sentence each."""
    empty, dice = photographs(tmp_path)
    data = tmp_path / "data"
    keep(data, calibration(), b"\xff\xd8")
    swapped = calibrate("--empty", dice, "--dice", empty, data=data)
    assert (swapped.returncode, "the tray must be empty" in swapped.stderr) == (1, True)
    old = kept(data)
    assert old is not None
    assert old.made == calibration().made
    (data / NAME).write_text("{")
    damaged = calibrate("--show", data=data)
    assert (damaged.returncode, "cut off" in damaged.stderr) == (1, True)
    alone = calibrate("--camera", "folder:" + str(tmp_path), data=data)
    assert (alone.returncode, "Nobody is here" in alone.stderr) == (1, True)
    half = calibrate("--empty", empty, data=data)
    assert (half.returncode, "go together" in half.stderr) == (2, True)


class Demo:
    """A demo in a process of its own, spoken to as a phone does."""

    def __init__(self, data: Path, camera: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/"
        words = ["demo", "--port", str(port), "--host", "127.0.0.1", "--data", str(data), "--camera", camera]
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "table", *words], stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout
        while "History" not in self.process.stdout.readline():
            assert self.process.poll() is None

    def end(self) -> None:
        """End it with all it started."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=20)

    def get(self, path: str) -> Any:
        """The JSON at an address."""
        with urllib.request.urlopen(self.address + path + "?lang=en", timeout=20) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """What is answered to a tap."""
        headers = {"X-Cacho": "1", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path + "?lang=en", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def wish(self, wish: dict[str, Any]) -> int:
        """Tap for a wish with the newest version."""
        version = self.get("api/state")["version"]
        return self.post("api/wish", {"wish": wish, "version": version, "key": f"k{time.monotonic_ns()}"})[0]

    def until(self, sign: str) -> dict[str, Any]:
        """The first state in the live stream with this in it."""
        with urllib.request.urlopen(self.address + "api/live?lang=en", timeout=PATIENCE_S) as live:
            line = next(line for line in live if sign.encode() in line)
        found: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
        return found

    def calibrating(self, step: str, *, passed: bool = True) -> dict[str, Any]:
        """How far calibrating is, once it is at this step and passes."""
        ends = time.monotonic() + PATIENCE_S
        while True:
            going: dict[str, Any] | None = self.get("api/calibration")["going"]
            if going and going["step"] == step and going.get("passed") in (passed, True):
                return going
            assert time.monotonic() < ends, going


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder."""
    return tmp_path / "data"


@pytest.fixture
def demo(data: Path) -> Iterator[Demo]:
    """A demo that paints as fast as it can, with the tray that `calibration` knows."""
    made = Demo(data, spec() + ",speed=6")
    yield made
    made.end()


def test_a_table_is_calibrated_by_its_page_plays_by_it_and_notices_when_it_is_bumped(demo: Demo, data: Path) -> None:
    """No throw is booked meanwhile; the turn after is told right; a bumped camera is told; a restart knows it all."""
    assert demo.get("api/calibration")["kept"] is None
    assert demo.post("api/calibration", {"do": "save"})[0] == 409
    demo.wish({"do": "start", "sides": ["Ana", "Beto"]})
    assert demo.post("api/calibration", {"do": "begin"})[0] == 202
    assert demo.until('"camera":"calibrating"')["page"]["moment"]["words"].startswith("The table is being calibrated.")
    demo.calibrating("empty")
    assert (
        demo.post("api/calibration", {"do": "corners", "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]})[1]["code"]
        == "corners"
    )
    assert demo.post("api/calibration", {"do": "take", "step": "empty"})[0] == 202
    demo.calibrating("dice", passed=False)
    refused = demo.post("api/calibration", {"do": "take", "step": "dice"})
    assert (refused[0], refused[1]["code"]) == (409, "not_passed")
    running = calibrate("--camera", spec(), data=data)
    assert (running.returncode, "/calibrate" in running.stderr) == (1, True)
    demo.post("api/tray", {"do": "throw", "cup": None})
    five = demo.calibrating("dice")
    assert len(five["dice"]) == 5
    demo.post("api/calibration", {"do": "take", "step": "dice"})
    demo.calibrating("done")
    assert demo.get("api/state")["turn"]["throw"] == 0
    assert demo.post("api/calibration", {"do": "save"})[0] == 202
    state = demo.until('"calibrated":"20')
    made = demo.get("api/calibration")
    assert (made["used"], made["kept"]["made"]) == (True, state["glance"]["calibrated"])
    with urllib.request.urlopen(demo.address + "calibration.jpg", timeout=20) as picture:
        assert picture.read(2) == b"\xff\xd8"
    demo.until('"settled":true')
    demo.post("api/tray", {"do": "clear"})
    demo.until('"seen":[]')
    demo.post("api/tray", {"do": "throw", "cup": None})
    thrown = demo.until('"throw":1')
    assert sorted(thrown["turn"]["dice"]) == sorted(die["value"] for die in thrown["glance"]["seen"])
    assert thrown["turn"]["rerolled"] == 5
    demo.end()
    again = Demo(data, spec() + ",speed=6,fault=bump")  # it befalls after eight painted seconds
    try:
        assert again.until('"calibrated":"20')["glance"]["calibrated"] == made["kept"]["made"]
        bumped = again.until('"camera":"moved"')
        assert "calibrate again" in bumped["page"]["moment"]["words"]
    finally:
        again.end()


@pytest.mark.parametrize("kind", ["cut off", "of another camera"])
def test_a_calibration_that_does_not_serve_stops_no_game_and_the_page_says_so(data: Path, kind: str) -> None:
    """Dice are read as without, until somebody calibrates again."""
    keep(data, calibration(), b"\xff\xd8")
    if kind == "cut off":
        (data / NAME).write_bytes((data / NAME).read_bytes()[:300])
    camera = spec() if kind == "cut off" else "painted:seed=9"
    demo = Demo(data, camera + ",speed=6")
    try:
        state = demo.until('"settled":true')
        assert "calibrate again" in state["page"]["health"]
        assert (state["glance"]["calibrated"], state["page"]["calibrated"]) == (None, "Not calibrated.")
    finally:
        demo.end()
