"""What the unit files promise, judged by systemd itself where it is, and what the scripts beside them say."""

import configparser
import subprocess
import sys
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[1] / "systemd"
UNITS = ("cacho.service", "cacho-backup.service", "cacho-backup.timer")
SCRIPTS = ("install", "uninstall", "bundle")
HIDING = ("PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "PrivateUsers", "ProcSubset")
"""They hide camera, pins or the board from a service."""


def unit(name: str) -> configparser.ConfigParser:
    """A unit file, its keys as they are written."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(SYSTEMD / name, encoding="utf-8")
    return read


def test_units_are_understood_to_the_last_word(systemd_analyze: str, tmp_path: Path) -> None:
    """By any systemd from Debian 12 on: it only warns of words it does not know, so any output is a fault."""
    for name in UNITS:
        text = (SYSTEMD / name).read_text().replace("/opt/cacho/current/venv/bin/python", sys.executable)
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [systemd_analyze, "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("name", ["cacho.service", "cacho-backup.service"])
def test_services_are_locked_in_as_far_as_their_work_allows(systemd_analyze: str, name: str) -> None:
    """At most 4.0 of 10 by systemd's own scale."""
    done = subprocess.run(
        [systemd_analyze, "security", "--offline=true", "--threshold=40", "--no-pager", str(SYSTEMD / name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_table_is_never_given_up_and_waits_for_nothing() -> None:
    """Neither network nor clock; ready and alive by its own word; camera, pins and lgpio's pipes within reach."""
    table = unit("cacho.service")
    service = table["Service"]
    assert (service["Type"], service["Restart"], table["Unit"]["StartLimitIntervalSec"]) == ("notify", "always", "0")
    assert 8 <= int(service["WatchdogSec"]) <= 30
    assert int(service["TimeoutStopSec"]) < 10
    text = (SYSTEMD / "cacho.service").read_text()
    assert "network-online" not in text
    assert "time-sync" not in text
    assert not set(service) & set(HIDING)
    folder = f"/run/{service['RuntimeDirectory']}"
    assert service["WorkingDirectory"] == folder
    assert f"LG_WD={folder}" in service["Environment"].split()
    assert int(service["MemoryMax"].removesuffix("M")) < 512


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_says_what_it_does_and_refuses_what_it_does_not_know(name: str) -> None:
    """--help tells without doing anything; a wrong word is wrong usage."""
    script = str(SYSTEMD / name)
    helped = subprocess.run([script, "--help"], capture_output=True, text=True, check=False)
    assert (helped.returncode, helped.stderr) == (0, "")
    assert f"systemd/{name}" in helped.stdout
    wrong = subprocess.run([script, "--hlep"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")


@pytest.mark.parametrize(
    ("swapped", "stands"),
    [
        ("C", "0 B A"),  # an update that does not start
        ("A", "0 B A"),  # nor does the one before
        ("B", "1 B A"),  # only a unit changed: no version is at fault
    ],
)
def test_a_version_that_fails_leaves_the_links_as_they_were(tmp_path: Path, swapped: str, stands: str) -> None:
    """Of B, with A before it, whatever was tried; so that --back still means the same."""
    words = f"""
        . {SYSTEMD}/shared.sh; . {SYSTEMD}/versions.sh; set -eu; home={tmp_path} changed=" $units/cacho.service"
        point current B; point previous A
        swap {swapped}
        status=0; unswap || status=$?; echo "$status $(named current) $(named previous)"
    """
    assert subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=True).stdout == f"{stands}\n"


@pytest.mark.parametrize("name", ["install", "uninstall"])
def test_only_root_may(name: str) -> None:
    """Said in a sentence with the command."""
    nobody = subprocess.run(
        ["setpriv", "--reuid=65534", "--clear-groups", str(SYSTEMD / name)], capture_output=True, text=True, check=False
    )
    if "setpriv: " in nobody.stderr:  # who runs the tests is nobody already
        nobody = subprocess.run([str(SYSTEMD / name)], capture_output=True, text=True, check=False)
    assert nobody.returncode == 1
    assert f"sudo {SYSTEMD / name}" in nobody.stderr
