"""What systemd hears of the table: that the loop turns, for as long as it really does."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from table.loop import Loop
from table.notify import patience_s
from table.paper import Paper
from table.wiring import _alive


@pytest.fixture
def ear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket that systemd listens on; it waits 80 ms for a sign of life."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "80000")
        yield listening


def test_signs_of_life_come_several_times_in_the_time_systemd_waits(ear: socket.socket) -> None:
    """From a loop that has just come round; READY first."""
    loop = Loop(Paper())
    loop.turned_s += 60  # it has just turned, however long this test takes
    ear.settimeout(10)
    with _alive(loop):
        assert [ear.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


def test_a_loop_that_stands_still_is_not_told_to_be_alive(ear: socket.socket) -> None:
    """However well the rest of the process is."""
    loop = Loop(Paper())
    loop.turned_s -= 60
    ear.settimeout(0.3)
    heard = []
    with _alive(loop), suppress(TimeoutError):
        while True:
            heard.append(ear.recv(100))
    assert heard == [b"READY=1"]


@pytest.mark.parametrize(("told", "patience"), [("20000000", 20.0), ("0", None), ("", None), ("soon", None)])
def test_how_long_systemd_waits(monkeypatch: pytest.MonkeyPatch, told: str, patience: float | None) -> None:
    """As it says in the environment; None when it does not watch."""
    monkeypatch.setenv("WATCHDOG_USEC", told)
    assert patience_s() == patience
