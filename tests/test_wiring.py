"""The whole table as a process: it starts, is pressed, tells systemd, and ends leaving nothing behind."""

import errno
import json
import os
import pty
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from table.fault import TableFault
from table.settings import Settings
from table.version import own_version
from table.watching import watched
from table.wiring import command_from, run_table
from vision.commands import Clear, Toss, Turn

Start = Callable[..., "Table"]
KEYS = "Keys: c or Enter confirm, n next, b back, q ends the table.\n"


class Table:
    """A table process with a terminal for its keyboard."""

    def __init__(self, words: list[str], port: int, environment: dict[str, str]) -> None:
        self.address = f"http://127.0.0.1:{port}/"
        self.keys, terminal = pty.openpty()
        command = [sys.executable, "-P", "-m", "table", *words, "--port", str(port), "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            command, stdin=terminal, stdout=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, **environment},
        )  # fmt: skip
        os.close(terminal)
        assert self.process.stdout
        said = iter(self.process.stdout.readline, "")
        self.said = "".join(takewhile(lambda line: line != KEYS, said))

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return json.load(answer)

    def until(self, sign: str) -> dict[str, Any]:
        """The first state in the live stream that has this in it."""
        with urllib.request.urlopen(self.address + "api/live?lang=en", timeout=30) as live:
            line = next(line for line in live if sign.encode() in line)
        found: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
        return found

    def press(self, keys: str) -> None:
        """Type on the terminal."""
        os.write(self.keys, keys.encode())

    def ended(self) -> int:
        """Wait for the end of the table and of all that it started, which hold its output open; the exit status."""
        self.process.communicate(timeout=10)
        os.close(self.keys)
        return self.process.returncode


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a table on a free port with a data folder of its own; killed afterwards if it still runs."""
    started: list[Table] = []

    def table(*words: str, **environment: str) -> Table:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        started.append(Table([*words, "--data", str(tmp_path / "data")], port, environment))
        return started[-1]

    yield table
    for one in started:
        if one.process.poll() is None:
            os.killpg(one.process.pid, signal.SIGKILL)
            one.ended()


def test_the_demo_says_where_it_is_and_is_pressed_from_the_terminal_through_its_pins(start: Start) -> None:
    """The address is numeric, health is good, a key is a press that the page answers, q ends it all."""
    table = start("demo", "--camera", "painted:seed=3,speed=4")
    assert table.address in table.said
    assert "simulated table" in table.said
    assert table.until('"settled":true')["glance"]["simulated"] is True
    health = table.get("healthz")
    assert health == {"loop": "ok", "camera": "ok", "database": "ok", "version": own_version()}
    table.press("c")
    assert table.until('"refusal":{')["glance"]["refusal"]["code"] == "no_match"
    table.press("b")
    assert table.until("nothing_to_take_back")
    table.press("q")
    assert table.ended() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_table_and_its_eye(start: Start, number: signal.Signals) -> None:
    """Within seconds, with status 0 and no process left."""
    table = start("demo", "--camera", "painted:speed=4")
    table.until('"settled":true')
    table.process.send_signal(number)
    assert table.ended() == 0


def test_without_camera_and_buttons_the_table_runs_and_says_why(start: Start) -> None:
    """The real thing on a machine with neither: a PIN, words for the camera, a notice for the buttons."""
    table = start("run", "--camera", "none", "--pins", "lgpio")
    assert "The host's PIN until the next start: " in table.said
    state = table.until('"camera":"none"')
    assert state["glance"]["simulated"] is False
    assert any("--pins none" in notice for notice in state["glance"]["notices"])


def test_a_recording_holds_what_was_seen_and_pressed(start: Start, tmp_path: Path) -> None:
    """A folder for this start, which `watch` takes: the tray, and the press with its time among the pictures."""
    table = start("run", "--camera", "painted:speed=4", "--pins", "none", "--record", str(tmp_path / "kept"))
    table.until('"settled":true')
    table.press("c")
    table.until("no_match")
    table.press("q")
    assert table.ended() == 0
    [folder] = (tmp_path / "kept").iterdir()
    told = {(line["kind"], line.get("moment", line.get("code"))) for line in watched(str(folder), "cochabamba")}
    assert told == {("moment", "settled"), ("refusal", "nothing_to_confirm")}


def test_a_recording_that_cannot_be_written_is_said_at_the_start(tmp_path: Path) -> None:
    """In a sentence with the remedy, and nothing is started."""
    (tmp_path / "file").write_text("")
    words = [sys.executable, "-P", "-m", "table", "run", "--camera", "none", "--pins", "none"]
    words += ["--data", str(tmp_path / "data"), "--record", str(tmp_path / "file")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "Choose another folder with --record." in done.stderr
    assert "Traceback" not in done.stderr


def test_systemd_hears_ready_and_stopping(start: Start, tmp_path: Path) -> None:
    """READY=1 once the page is there, STOPPING=1 at the end."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(20)
        table = start("run", "--camera", "none", "--pins", "none", NOTIFY_SOCKET=str(tmp_path / "notify"))
        assert ear.recv(100) == b"READY=1"
        table.process.terminate()
        assert ear.recv(100) == b"STOPPING=1"
        assert table.ended() == 0


@pytest.mark.parametrize(
    ("given", "command"),
    [
        ({"do": "throw", "cup": None}, Toss()),
        ({"do": "throw", "cup": [[1.0, 2.0]]}, Toss(((1.0, 2.0),))),
        ({"do": "turn", "die": [1.0, 2.0]}, Turn((1.0, 2.0))),
        ({"do": "clear"}, Clear()),
    ],
)
def test_what_the_page_asks_of_the_painted_table(given: dict[str, Any], command: object) -> None:
    """Each control of the demo is one command of the painter."""
    assert command_from(given) == command


def test_a_port_that_is_not_for_everybody_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the remedy; only root, or the installed service, may take one below 1024."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("waitress.server.create_server", refused)
    settings = Settings(camera="none", pins="none", data=tmp_path, port=80)
    with pytest.raises(TableFault, match=r"port 80: this user may have no port below 1024\. Choose a greater one"):
        run_table(settings, simulated=False)
