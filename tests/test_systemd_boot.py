"""The whole appliance: the real scripts put the real service on a Debian 13 that really runs systemd, and take it off.

By itself: sudo .ci/trixie FOLDER && sudo CACHO_TRIXIE=FOLDER ./cacho test -n0 tests/test_systemd_boot.py
"""

import itertools
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from appliance.machine import Machine

SETTINGS = "/etc/cacho/cacho.toml"
INSTALL = "/srv/bundle/systemd/install"
KEYS = itertools.count()
SCORES = {"balas": [1, 1, 1, 2, 3], "tontos": [2, 2, 2, 1, 3], "trenes": [3, 3, 3, 1, 2], "full": [3, 3, 3, 5, 5]}
OURS = {
    "/etc/cacho", "/etc/cacho/cacho.toml", "/etc/sysusers.d/cacho.conf", "/etc/tmpfiles.d/cacho.conf",
    "/etc/systemd/system/cacho.service", "/etc/systemd/system/cacho-backup.service",
    "/etc/systemd/system/cacho-backup.timer", "/etc/systemd/system/cacho.service.d",
    "/etc/systemd/system/cacho.service.d/backoff.conf",
    "/etc/systemd/system/multi-user.target.wants/cacho.service",
    "/etc/systemd/system/timers.target.wants/cacho-backup.timer",
    "/opt/cacho", "/opt/cacho/current", "/opt/cacho/versions", "/usr/local/bin/cacho", "/var/lib/cacho",
    "/var/lib/systemd/timers/stamp-cacho-backup.timer",
}  # fmt: skip
"""All that an installation adds, but for what is in a version and in the history."""
PASSING = "/var/log/|/var/tmp/systemd-private-|/opt/cacho/versions/"


@pytest.fixture(scope="module")
def machine(trixie: Path, systemd_nspawn: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A Debian that has booted."""
    assert systemd_nspawn
    running = Machine(trixie / "root", tmp_path_factory.mktemp("machine"), trixie / "bundle")
    try:
        yield running
    finally:
        running.off()


def script(machine: Machine, name: str, *words: str) -> str:
    """Run one of the scripts; it must succeed."""
    done = machine.run(name, *words, timeout_s=400)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(machine: Machine) -> Machine:
    """With the table on it, as on a Pi without network, and a painted camera in its settings."""
    script(machine, INSTALL)
    machine.run("sed", "-i", '1i camera = "painted:seed=3"\\npins = "none"', SETTINGS)
    machine.do("systemctl", "restart", "cacho")
    return machine


def host(machine: Machine) -> None:
    """Become host by the PIN that the installation made."""
    pin = re.search(r'^pin = "(\d{6})"', machine.do("cat", SETTINGS), re.MULTILINE)
    assert pin
    assert machine.ask("/api/host", {"pin": pin[1]})[0] == 204


def state(machine: Machine) -> dict[str, Any]:
    """What the page shows."""
    status, told = machine.ask("/api/state")
    assert status == 200
    return dict(told)


def wish(machine: Machine, do: str, **what: object) -> None:
    """A tap of the host's phone on what the page shows now; it must count."""
    version = state(machine)["version"]
    tap = {"wish": {"do": do, **what}, "version": version, "key": f"k{next(KEYS)}"}
    assert machine.ask("/api/wish", tap)[0] == 200, what


def match(machine: Machine) -> Any:
    """What must outlast everything: sides, cards, whose turn it is."""
    told = state(machine)
    return [told["match"], told["sides"], told["turn"]["side"], told["turn"]["dice"]]


def play(machine: Machine, *boxes: str) -> None:
    """Throw what the box needs, enter it by hand and write it."""
    for box in boxes:
        wish(machine, "throw", dice=SCORES[box])
        wish(machine, "write", box=box)


def well(machine: Machine) -> bool:
    """Whether the page answers that all is well."""
    status, told = machine.ask("/healthz")
    return status == 200 and told["camera"] == "ok"


def test_an_installation_adds_what_it_should_a_second_nothing_and_an_end_leaves_nothing(machine: Machine) -> None:
    """File by file. The first brings packages, which stay; so it is counted from its end."""
    machine.do("groupadd", "--system", "gpio")
    told = script(machine, INSTALL)
    assert "http://" in told
    pin = re.search(r"PIN +(\d{6})", told)
    assert pin
    assert f'pin = "{pin[1]}"' in machine.do("cat", SETTINGS)
    assert "picamera2" in told  # not in Debian: said, and gone on without
    script(machine, "/opt/cacho/current/systemd/uninstall", "--remove-data")
    before = machine.files()
    assert not [place for place in before if "cacho" in place and not place.startswith(("/srv", "/var/log"))]
    assert "cacho" not in machine.do("cat", "/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow")

    script(machine, INSTALL)
    after = machine.files()
    own = {place for place in after if place not in before and not re.match(PASSING, place)}
    assert {place for place in own if not place.startswith("/var/lib/cacho/")} == OURS
    assert set(machine.do("id", "-nG", "cacho").split()) == {"cacho", "video", "gpio"}  # no render here

    first = machine.show("MainPID")
    script(machine, INSTALL)
    again = machine.files()
    assert {place for place in OURS if again[place] != after[place]} <= {"/var/lib/cacho"}
    assert not [place for place in set(again) - set(after) if not place.startswith(("/var/lib/cacho/", "/var/log/"))]
    assert machine.show("MainPID") == first

    script(machine, "/srv/bundle/systemd/uninstall", "--remove-data")
    left = {place for place in machine.files() if not re.match(PASSING, place)}
    assert left - set(before) == set()
    assert machine.do("pgrep", "-f", "table run") == ""


def test_units_are_understood_by_the_systemd_they_run_on(installed: Machine) -> None:
    """With the longer waits that Debian 13 knows; the user is in the groups of camera and pins that there are."""
    names = ["cacho.service", "cacho-backup.service", "cacho-backup.timer"]
    verified = installed.run("systemd-analyze", "verify", "--man=no", *names)
    assert (verified.stdout + verified.stderr, verified.returncode) == ("", 0)
    assert installed.show("RestartSteps") == "6"
    assert installed.show("StartLimitIntervalUSec") == "0"


def test_a_match_is_played_and_a_table_that_hangs_is_ended_and_goes_on(installed: Machine) -> None:
    """READY was heard, a match is entered by hand on a phone; all is there after systemd ended what stood still."""
    assert (installed.show("ActiveState"), installed.show("SubState")) == ("active", "running")
    installed.until(lambda: well(installed))
    host(installed)
    wish(installed, "start", sides=["Ana", "Beto"])
    play(installed, "balas", "tontos")
    wish(installed, "throw", dice=[6, 6, 6, 1, 2])
    before, first, ends = match(installed), installed.show("MainPID"), int(installed.show("NRestarts"))

    installed.run("kill", "-STOP", first)
    installed.until(lambda: int(installed.show("NRestarts")) == ends + 1, within_s=60)
    installed.until(lambda: well(installed))
    assert installed.show("MainPID") != first
    assert "watchdog" in installed.do("journalctl", "--unit=cacho", "--output=cat").lower()
    assert match(installed) == before

    wish(installed, "write", box="senas")
    play(installed, "trenes")
    wish(installed, "throw", dice=[4, 4, 4, 4, 4])
    wish(installed, "dormida")
    assert state(installed)["match"]["phase"] == "over"


def test_a_camera_that_hangs_costs_no_match(installed: Machine) -> None:
    """The page says so, dice are entered by hand, and the table is neither ended nor started again."""
    installed.run("sed", "-i", 's/^camera = .*/camera = "painted:seed=3,fault=hang,speed=8"/', SETTINGS)
    installed.do("systemctl", "restart", "cacho")
    process, ends = installed.show("MainPID"), installed.show("NRestarts")
    wish(installed, "start", sides=["Ana", "Beto"])
    installed.until(lambda: state(installed)["glance"]["camera"] == "hung", within_s=90)
    play(installed, "balas")
    assert (installed.show("MainPID"), installed.show("NRestarts")) == (process, ends)
    installed.run("sed", "-i", 's/^camera = .*/camera = "painted:seed=3"/', SETTINGS)


def test_it_stops_in_less_than_ten_seconds_and_leaves_no_process(installed: Machine) -> None:
    """By its own doing, also while the camera hangs."""
    began = time.monotonic()
    installed.do("systemctl", "stop", "cacho")
    assert time.monotonic() - began < 10
    assert (installed.show("Result"), installed.show("ActiveState")) == ("success", "inactive")
    assert installed.do("pgrep", "--uid", "cacho") == ""
    installed.do("systemctl", "start", "cacho")


def test_the_nightly_backup_is_made(installed: Machine) -> None:
    """By the timer's service, as the table's own user."""
    assert installed.show("ActiveState", "cacho-backup.timer") == "active"
    done = installed.run("systemctl", "start", "cacho-backup.service")
    assert done.returncode == 0, installed.do("journalctl", "--unit=cacho-backup", "--output=cat")
    assert installed.do("ls", "/var/lib/cacho/backups")
    assert set(installed.do("find", "/var/lib/cacho", "-printf", "%u\n").split()) == {"cacho"}


def test_an_update_waits_for_the_match_keeps_it_and_can_be_undone(installed: Machine) -> None:
    """Refused in the middle of a match; with --now the match goes on in the new version, and --back in the old."""
    before, old = match(installed), installed.ask("/healthz")[1]["version"]
    assert before[0]["phase"] == "playing"
    installed.do("cp", "-r", "/srv/bundle", "/root/newer")
    installed.do("sed", "-i", 's/^version = .*/version = "0.2.0"/', "/root/newer/pyproject.toml")
    refused = installed.run("/root/newer/systemd/install")
    assert refused.returncode == 1
    assert "a match is being played (Ana, Beto)" in refused.stderr
    assert installed.ask("/healthz")[1]["version"] == old

    wish(installed, "throw", dice=SCORES["trenes"])
    before = match(installed)
    kept = set(installed.do("ls", "/var/lib/cacho/backups").split())
    script(installed, "/root/newer/systemd/install", "--now")
    version = installed.ask("/healthz")[1]["version"]
    assert version.startswith("0.2.0+")
    assert f"Cacho Alalay {version}" in installed.ask("/")[1]
    assert match(installed) == before
    assert set(installed.do("ls", "/var/lib/cacho/backups").split()) - kept

    script(installed, "/root/newer/systemd/install", "--back", "--now")
    assert installed.ask("/healthz")[1]["version"] == old
    assert match(installed) == before


def test_a_version_that_does_not_start_gives_way_to_the_one_before(installed: Machine) -> None:
    """The fault is told, and the table runs as before."""
    before, old = match(installed), installed.ask("/healthz")[1]["version"]
    installed.do("sh", "-c", "echo 'raise SystemExit(3)' >>/root/newer/table/wiring.py")
    failed = installed.run("/root/newer/systemd/install", "--now")
    assert failed.returncode == 1
    assert f"{old} runs again" in failed.stderr
    assert installed.ask("/healthz")[1]["version"] == old
    assert match(installed) == before


def test_an_end_that_keeps_the_history_keeps_it(installed: Machine) -> None:
    """With nobody to ask, too; a new installation goes on with it, and its settings."""
    before = match(installed)
    assert "Kept" in script(installed, "/srv/bundle/systemd/uninstall")
    assert installed.run("test", "-e", "/opt/cacho").returncode == 1
    script(installed, INSTALL)
    assert match(installed) == before
