"""The whole appliance: the real scripts put the real service on a Debian that really runs systemd, and take it off.

By itself: sudo .ci/debian FOLDER && sudo CACHO_DEBIAN=FOLDER ./cacho test -n0 tests/test_systemd_boot.py
and the same with .ci/debian FOLDER bookworm.
"""

import itertools
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from appliance.machine import Machine
from appliance.trays import lay

SETTINGS = "/etc/cacho/cacho.toml"
INSTALL = "/srv/bundle/systemd/install"
KEYS = itertools.count()
SCORES = {"balas": [1, 1, 1, 2, 3], "tontos": [2, 2, 2, 1, 3], "trenes": [3, 3, 3, 1, 2], "full": [3, 3, 3, 5, 5]}
OURS = {
    "/etc/cacho", "/etc/cacho/cacho.toml", "/etc/sysusers.d/cacho.conf", "/etc/tmpfiles.d/cacho.conf",
    "/etc/systemd/system/cacho.service", "/etc/systemd/system/cacho-backup.service",
    "/etc/systemd/system/cacho-backup.timer",
    "/etc/systemd/system/multi-user.target.wants/cacho.service",
    "/etc/systemd/system/timers.target.wants/cacho-backup.timer",
    "/opt/cacho", "/opt/cacho/current", "/opt/cacho/versions", "/usr/local/bin/cacho", "/var/lib/cacho",
    "/var/lib/systemd/timers/stamp-cacho-backup.timer",
}  # fmt: skip
"""All that an installation adds, but for what is in a version and in the history."""
BACKOFF = {"/etc/systemd/system/cacho.service.d", "/etc/systemd/system/cacho.service.d/backoff.conf"}
DROP_IN = "/run/systemd/system/cacho.service.d"
VIRTUAL = """import sys
if any("spawn_main" in word for word in sys.orig_argv):
    import virtual
"""
"""Makes picamera2 fit libcamera's virtual camera, in the eye's process alone."""
PASSING = "/var/log/|/var/tmp/systemd-private-|/opt/cacho/versions/"


@pytest.fixture(scope="module")
def machine(debian: Path, systemd_nspawn: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A Debian that has booted."""
    assert systemd_nspawn
    running = Machine(debian / "root", tmp_path_factory.mktemp("machine"), debian / "bundle")
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


def patient(machine: Machine) -> bool:
    """Whether this systemd can wait longer from failure to failure."""
    return int(machine.do("systemctl", "--version").split()[1]) >= 254


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


@pytest.fixture
def playing(installed: Machine) -> Machine:
    """With a match that is being played, and this phone its host."""
    installed.until(lambda: well(installed))
    if not installed.known:
        host(installed)
    if state(installed)["match"]["phase"] != "playing":
        wish(installed, "start", sides=["Ana", "Beto"])
        play(installed, "full")
    return installed


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
    expected = OURS | BACKOFF if patient(machine) else OURS
    assert {place for place in own if not place.startswith("/var/lib/cacho/")} == expected
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
    """With the longer waits from failure to failure, where it knows them; never given up."""
    names = ["cacho.service", "cacho-backup.service", "cacho-backup.timer"]
    verified = installed.run("systemd-analyze", "verify", "--man=no", *names)
    assert (verified.stdout + verified.stderr, verified.returncode) == ("", 0)
    assert installed.show("RestartSteps") == ("6" if patient(installed) else "")
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


def test_a_camera_that_hangs_costs_no_match(playing: Machine) -> None:
    """The page says so, dice are entered by hand, and the table is neither ended nor started again."""
    installed = playing
    installed.run("sed", "-i", 's/^camera = .*/camera = "painted:seed=3,fault=hang,speed=8"/', SETTINGS)
    installed.do("systemctl", "restart", "cacho")
    process, ends = installed.show("MainPID"), installed.show("NRestarts")
    installed.until(lambda: state(installed)["glance"]["camera"] == "hung", within_s=90)
    before = match(installed)
    wish(installed, "throw", dice=SCORES["balas"])
    assert match(installed) != before
    assert (installed.show("MainPID"), installed.show("NRestarts")) == (process, ends)
    installed.run("sed", "-i", 's/^camera = .*/camera = "painted:seed=3"/', SETTINGS)


@pytest.mark.usefixtures("virtual_camera")
def test_the_ribbon_camera_works_from_inside_the_lock_and_its_hanging_costs_nothing(installed: Machine) -> None:
    """The real picamera2 and libcamera in the real service: dice are seen, pictures stop, are told, and come back."""
    lay(installed.given / "frames", *[(2, 6, 6, 5, 1)] * 5)
    (installed.given / "sitecustomize.py").write_text(VIRTUAL)
    installed.run("mkdir", "-p", DROP_IN)
    installed.run("cp", "/srv/bundle/tests/appliance/virtual.conf", DROP_IN)
    installed.run("sed", "-i", 's/^camera = .*/camera = "pi"/', SETTINGS)
    installed.do("systemctl", "daemon-reload")
    installed.do("systemctl", "restart", "cacho")
    process, ends = installed.show("MainPID"), installed.show("NRestarts")
    installed.until(lambda: sorted(die["value"] for die in state(installed)["glance"]["seen"]) == [1, 2, 5, 6, 6], 90)
    (installed.given / "stop").touch()
    installed.until(lambda: state(installed)["glance"]["camera"] == "hung", 60)
    (installed.given / "stop").unlink()
    installed.until(lambda: well(installed), 60)
    assert (installed.show("MainPID"), installed.show("NRestarts")) == (process, ends)
    installed.run("rm", "-r", DROP_IN)
    installed.run("sed", "-i", 's/^camera = .*/camera = "painted:seed=3"/', SETTINGS)
    installed.do("systemctl", "daemon-reload")


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


def test_an_update_waits_for_the_match_keeps_it_and_can_be_undone(playing: Machine) -> None:
    """Refused in the middle of a match; with --now the match goes on in the new version, and --back in the old."""
    installed = playing
    old = installed.ask("/healthz")[1]["version"]
    process = installed.show("MainPID")
    installed.do("sh", "-c", "echo '# mine' >>/etc/systemd/system/cacho-backup.timer")
    assert "counts from the next start on" in script(installed, INSTALL)
    assert installed.show("MainPID") == process
    installed.do("cp", "-r", "/srv/bundle", "/root/newer")
    installed.do("sed", "-i", 's/^version = .*/version = "0.2.0"/', "/root/newer/pyproject.toml")
    refused = installed.run("/root/newer/systemd/install")
    assert refused.returncode == 1
    assert "a match is being played (Ana, Beto)" in refused.stderr
    assert installed.ask("/healthz")[1]["version"] == old

    wish(installed, "take_back")  # so that there is something new to back up
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


def test_a_version_that_does_not_start_gives_way_to_the_one_before(playing: Machine) -> None:
    """The fault is told, and the table runs as before."""
    installed = playing
    before, old = match(installed), installed.ask("/healthz")[1]["version"]
    installed.do("cp", "-r", "/srv/bundle", "/root/broken")
    installed.do("sh", "-c", "echo 'raise SystemExit(3)' >>/root/broken/table/wiring.py")
    failed = installed.run("/root/broken/systemd/install", "--now")
    assert failed.returncode == 1
    assert f"{old} is back in its place" in failed.stderr
    assert installed.ask("/healthz")[1]["version"] == old
    assert match(installed) == before


def test_the_owners_port_and_folder_may_be_used(playing: Machine) -> None:
    """Port 80, where phones look for a way out, and a history on another disk: installed again, both may be had."""
    installed = playing
    before = match(installed)
    installed.run("sed", "-i", '1i port = 80\\ndata = "/mnt/stick/history"', SETTINGS)
    script(installed, INSTALL, "--now")
    ask = "import urllib.request as r; print(r.urlopen('http://127.0.0.1/api/state', timeout=10).status)"
    assert installed.do("python3", "-c", ask) == "200\n"
    assert installed.run("systemctl", "start", "cacho-backup.service").returncode == 0
    assert installed.do("ls", "/mnt/stick/history/backups")
    installed.run("sed", "-i", "1,2d", SETTINGS)
    script(installed, INSTALL, "--now")
    assert match(installed) == before


def test_a_bundle_holds_the_program_and_every_package(debian: Path) -> None:
    """What the other box may lack, from the smallest on; nothing that was compiled here."""
    bundle = debian / "bundle"
    for name in ("systemd/install", "table/__main__.py", "vision/eye.py", "web/templates/page.html", "pyproject.toml"):
        assert (bundle / name).is_file()
    assert not list(bundle.rglob("*.pyc"))
    listed = re.findall(r"^Package: (\S+)$", (bundle / "debs" / "Packages").read_text(), re.MULTILINE)
    assert {"python3-opencv", "python3-numpy", "python3-flask", "python3-segno", "libc6"} <= set(listed)
    assert len(listed) == len(list((bundle / "debs").glob("*.deb")))


def test_an_end_asks_and_keeps_the_history_unless_told_otherwise(playing: Machine) -> None:
    """A new installation goes on with it, and its settings; with nobody to ask nothing is removed either."""
    installed = playing
    before = match(installed)
    asked = installed.run("script", "-qec", "/srv/bundle/systemd/uninstall", "/dev/null", given="\n")
    assert "They cannot be had back. [y/N]" in asked.stdout
    assert "Kept" in asked.stdout
    assert "Kept" in script(installed, "/srv/bundle/systemd/uninstall")
    assert installed.run("test", "-e", "/opt/cacho").returncode == 1
    script(installed, INSTALL)
    assert match(installed) == before
