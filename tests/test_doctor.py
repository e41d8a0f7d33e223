"""The doctor: what tools say on real machines, word for word, and what it makes of it; then the real command here."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.doctor import JUDGES, as_json, diagnose, in_words, worst
from table.facts import Facts, Grade, Line
from table.glance import Button
from table.panel import Panel
from table.pins import Pins
from table.probing import facts_from, probe, recorded
from table.settings import Settings
from table.trying import try_buttons

PI: dict[str, str] = {
    "model": "Raspberry Pi Zero 2 W Rev 1.0",
    "os": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\n'
    'VERSION="13 (trixie)"\nVERSION_CODENAME=trixie\nID=debian\nHOME_URL="https://www.debian.org/"\n',
    "machine": "aarch64",
    "python": "version=3.13.5\nexecutable=/opt/cacho/bin/python\nbase=/usr",
    "packages": '{"cv2": "4.10.0", "numpy": "2.2.4", "flask": "3.1.1", "waitress": "3.0.2", "gpiozero": "2.0.1", '
    '"segno": "1.6.6", "click": "8.2.0"}',
    "libcamera": '{"version": "0.3.31", "libcamera": "v0.5.2", "cameras": [{"Model": "imx708", "Location": 2, '
    '"Rotation": 180, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0}]}',
    "camera": "pi",
    "picture": '{"width": 640, "height": 480, "light": 118.2, "burnt": 0.004, "sharpness": 212.5, "dice": '
    '[1, 3, 3, 5, 6], "doubts": []}',
    "pins": "lgpio",
    "panel": "ok\n",
    "rights": "user=ana\ngroups=adm ana gpio render sudo video\nthere=video gpio render",
    "notices": "",
    "holders": "",
    "devices": "/dev/dma_heap/linux,cma /dev/gpiochip0 /dev/media0 /dev/media1 /dev/video0 /dev/video10 /dev/video11",
    "disk": "folder=/var/lib/cacho\nfree_mb=24310\nkind=ext4\noptions=rw,noatime\nwritable=yes\nowner=cacho\nuser=ana",
    "wear": "name=SD32G\ndate=05/2024\nerrors mmcblk0p2=0",
    "memory": "MemTotal:         427120 kB\nMemFree:           61232 kB\nMemAvailable:     187404 kB\n",
    "throttled": "throttled=0x0\n",
    "heat": "52078\n",
    "clock": "Timezone=America/La_Paz\nLocalRTC=no\nCanNTP=yes\nNTP=yes\nNTPSynchronized=yes\n"
    "TimeUSec=Mon 2026-11-30 20:14:02 -04\n",
    "now": "2026-11-30 20:14",
    "address": "address=http://192.168.1.40:8080/\nname=http://cacho.local:8080/\navahi=active",
    "nmcli": "wlan0:wifi:connected:Bar El Cacho\nlo:loopback:connected (externally):lo\n"
    "p2p-dev-wlan0:wifi-p2p:disconnected:\n",
    "iw link": "Connected to 98:da:c4:11:22:33 (on wlan0)\n\tSSID: Bar El Cacho\n\tfreq: 2437.0\n\tRX: 64231 bytes\n"
    "\tsignal: -51 dBm\n\trx bitrate: 72.2 MBit/s\n",
    "iw power": "Power save: off\n",
    "iw reg": "global\ncountry BO: DFS-JP\n\t(2402 - 2482 @ 40), (N/A, 20), (N/A)\n",
    "service": "Result=success\nNRestarts=0\nExecMainStatus=0\nLoadState=loaded\nActiveState=active\n",
    "journal": "-- No entries --\n",
    "healthz": '{"loop":"ok","camera":"ok","database":"ok"}',
}
"""A Pi on which all is well."""
ASKED = "pi rpicam-hello -t 0"
SPAWN = "/opt/cacho/bin/python -c from multiprocessing.spawn import spawn_main; spawn_main() --multiprocessing-fork"
TABLE = "/opt/cacho/bin/python -P -m table run"


def told(name: str, **facts: str | None) -> Line:
    """One line about the healthy Pi with other facts; None for a probe that said nothing."""
    asked = {probe.replace("_", " "): text for probe, text in facts.items()}
    said = {probe: text for probe, text in (PI | asked).items() if text is not None}
    silent = {probe: "it is not here" for probe, text in asked.items() if text is None}
    [line] = [line for line in diagnose(Facts(said, silent)) if line.name == name]
    return line


def test_a_healthy_pi_has_nothing_to_complain_of() -> None:
    """Every line ok, none with a remedy, all on one screen."""
    lines = diagnose(Facts(PI))
    assert [line for line in lines if line.grade is not Grade.OK or line.remedy] == []
    assert len(in_words(lines).splitlines()) <= 24


POWER = [
    ("throttled=0x0", "ok", "good since the start"),
    ("throttled=0x50000", "warning", "too low at some time since the start"),
    ("throttled=0x50005", "fault", "too low now"),
    ("throttled=0x80008", "ok", "good since the start"),
    ("50005\n", "fault", "too low now"),
    ("VCHI initialization failed", "warning", "VCHI initialization failed"),
    (None, "warning", "Not told: it is not here"),
]


@pytest.mark.parametrize(("said", "grade", "words"), POWER)
def test_what_the_board_says_of_its_supply(said: str | None, grade: str, words: str) -> None:
    """The bits of get_throttled as boards have shown them, no tool, and garbage."""
    line = told("power", throttled=said)
    assert (line.grade, bool(line.remedy)) == (grade, grade != "ok")
    assert words in line.words


NOT_THERE = '{"error": "ModuleNotFoundError: No module named \'picamera2\'"}'
CASES: list[tuple[str, str, dict[str, str | None], str]] = [
    ("system", "fault", {"os": 'VERSION_CODENAME=bullseye\nPRETTY_NAME="Debian GNU/Linux 11"'}, "too old"),
    ("system", "fault", {"machine": "armv7l"}, "32 bits"),
    ("system", "warning", {"os": 'VERSION_CODENAME=forky\nPRETTY_NAME="Debian GNU/Linux 14"'}, "only Bookworm"),
    ("system", "ok", {"model": None, "os": None, "machine": None}, "an unknown system"),
    ("python", "fault", {"python": "version=3.9.2\nexecutable=/usr/bin/python3\nbase=/usr"}, "3.11 or newer"),
    ("python", "fault", {"python": "version=3.12.1\nexecutable=/home/a/x\nbase=/home/a/.pyenv"}, "not Debian's own"),
    ("packages", "fault", {"packages": '{"numpy": "2.5.5", "cv2": "!ImportError: numpy.core.multiarray failed to '
     'import"}'}, "do not fit each other"),
    ("packages", "fault", {"packages": '{"cv2": "!ModuleNotFoundError: No module named \'cv2\'", "numpy": "2", "flask":'
     ' "3", "waitress": "3", "gpiozero": "2", "segno": "1", "click": "8"}'}, "Missing: cv2"),
    ("packages", "warning", {"packages": None}, "could not be asked"),
    ("camera library", "fault", {"libcamera": None}, "did not answer"),
    ("camera library", "fault", {"libcamera": '{"error": "ImportError: undefined symbol: _ZN9libcamera7Request"}'},
     "do not fit each other"),
    ("camera library", "fault", {"libcamera": '{"error": "ModuleNotFoundError: No module named \'libcamera\'"}'},
     "not installed"),
    ("camera library", "fault", {"libcamera": '{"error": "ModuleNotFoundError: No module named \'picamera2\'"}'},
     "not installed"),
    ("camera library", "ok", {"camera": "usb:0", "libcamera": None}, "Not needed"),
    ("camera", "fault", {"libcamera": '{"version": "", "cameras": []}'}, "None is found"),
    ("camera", "warning", {"libcamera": NOT_THERE}, "without the camera library"),
    ("picture", "warning", {"libcamera": NOT_THERE, "picture": '{"error": "No module named \'picamera2\'"}'},
     "without the camera library"),
    ("picture", "ok", {"libcamera": NOT_THERE}, "sharpness"),
    ("camera", "fault", {"holders": f"/dev/video0\t811\trpicam-hello -t 0\t{ASKED}"}, "rpicam-hello -t 0 (811)"),
    ("camera", "ok", {"holders": f"/dev/video0\t700\t{SPAWN}\t{TABLE}"}, "The running table holds it"),
    ("camera", "fault", {"camera": "usb:3"}, "no /dev/video3"),
    ("camera", "ok", {"camera": "usb:0"}, "/dev/video0 is there"),
    ("camera", "ok", {"camera": "none"}, "by hand"),
    ("camera", "warning", {"camera": "painted:seed=7"}, "no real one"),
    ("picture", "warning", {"picture": PI["picture"].replace("118.2", "12.0")}, "Too dark"),
    ("picture", "warning", {"picture": PI["picture"].replace("0.004", "0.41")}, "41% of it"),
    ("picture", "warning", {"picture": PI["picture"].replace("[]}", '["blurred"]}')}, "Blurred"),
    ("picture", "warning", {"picture": PI["picture"].replace("[]}", '[], "lens": false}')}, "second look"),
    ("picture", "fault", {"picture": '{"error": "The camera gave no picture for 10 s."}'}, "gave no picture"),
    ("picture", "warning", {"picture": None}, "None could be taken"),
    ("pins", "ok", {"pins": "none", "panel": None}, "no buttons"),
    ("pins", "ok", {"panel": "The buttons are off: BCM pin 17 is held by another program, or by …",
     "holders": f"/dev/gpiochip0\t699\t{TABLE}\t/sbin/init"}, "The running table holds them"),
    ("pins", "ok", {"panel": "The buttons are off: BCM pin 17 is held by another program, or by …"}, "running table"),
    ("pins", "fault", {"panel": "The buttons are off: BCM pin 17 is held by another program, or by …", "healthz": None},
     "BCM pin 17"),
    ("pins", "fault", {"panel": "The buttons are off: No module named 'lgpio'. …"}, "lgpio"),
    ("pins", "warning", {"panel": "notices: button back is on BCM pin 14, which is also …"}, "BCM pin 14"),
    ("rights", "warning", {"rights": "user=ana\ngroups=ana video\nthere=video gpio render"}, "not in gpio, render"),
    ("settings", "warning", {"notices": "/etc/cacho/cacho.toml may not be read by this user: ask with sudo."}, "sudo"),
    ("settings", "warning", {"notices": "/etc/cacho/cacho.toml: There is no setting 'camra'.\nx"}, "(and 1 more)"),
    ("disk", "fault", {"disk": PI["disk"].replace("rw,", "ro,")}, "read-only"),
    ("disk", "warning", {"disk": PI["disk"].replace("ext4", "tmpfs")}, "in memory"),
    ("disk", "warning", {"disk": PI["disk"].replace("24310", "640")}, "640 MB free"),
    ("disk", "fault", {"disk": PI["disk"].replace("24310", "12")}, "12 MB free"),
    ("disk", "fault", {"disk": PI["disk"].replace("writable=yes", "writable=no").replace("user=ana", "user=cacho")},
     "cannot be written"),
    ("disk", "ok", {"disk": PI["disk"].replace("writable=yes", "writable=no")}, "24310 MB free"),
    ("wear", "warning", {"wear": "errors mmcblk0p2=3"}, "noted 3 errors"),
    ("wear", "ok", {"wear": "name=DG4016\nlife_time=0x01 0x02"}, "Less than 20 %"),
    ("wear", "warning", {"wear": "life_time=0x09 0x01"}, "About 90 %"),
    ("wear", "fault", {"wear": "life_time=0x0b 0x01"}, "outlived"),
    ("memory", "warning", {"memory": PI["memory"].replace("187404", "40000")}, "39 MB of 417 MB"),
    ("heat", "warning", {"heat": "72500"}, "72 °C"),
    ("heat", "fault", {"heat": "81800"}, "too hot"),
    ("heat", "fault", {"throttled": "throttled=0x4"}, "slows itself down"),
    ("heat", "warning", {"throttled": "throttled=0x80000"}, "was too"),
    ("heat", "ok", {"heat": None}, "No temperature"),
    ("clock", "warning", {"now": "2024-03-15 10:00"}, "not set"),
    ("clock", "warning", {"clock": "NTPSynchronized=no"}, "not set by the network"),
    ("clock", "ok", {"clock": None}, "2026"),
    ("address", "warning", {"address": "address=http://127.0.0.1:8080/\nname=x\navahi=active"}, "no network"),
    ("address", "warning", {"address": PI["address"].replace("avahi=active", "avahi=inactive")}, "not told"),
    ("wifi", "warning", {"iw_reg": "global\ncountry 00: DFS-UNSET\n"}, "No country"),
    ("wifi", "warning", {"iw_link": "\tsignal: -82 dBm\n"}, "That is weak"),
    ("wifi", "warning", {"iw_power": "Power save: on\n"}, "Power save is on"),
    ("wifi", "ok", {"nmcli": None}, "it is not here"),
    ("service", "warning", {"service": "LoadState=not-found\nActiveState=inactive"}, "not installed"),
    ("service", "fault", {"service": "LoadState=loaded\nActiveState=failed\nResult=watchdog\nExecMainStatus=6"},
     "watchdog, status 6"),
    ("service", "warning", {"service": PI["service"].replace("NRestarts=0", "NRestarts=9")}, "9 times"),
    ("service", "warning", {"service": "LoadState=loaded\nActiveState=inactive\nResult=success"}, "inactive"),
    ("page", "fault", {"healthz": None}, "does not answer"),
    ("page", "ok", {"healthz": None, "service": None}, "No table is running"),
    ("page", "warning", {"healthz": '{"loop":"ok","camera":"hung","database":"ok"}'}, "camera hung"),
    ("page", "fault", {"healthz": '{"loop":"silent","camera":"ok","database":"ok"}'}, "stopped turning"),
    ("last fault", "ok", {"journal": "The camera gave no picture for 5 s.\n"}, "gave no picture"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "grade", "facts", "words"), CASES, ids=lambda value: str(value)[:40])
def test_what_is_found_is_judged(name: str, grade: str, facts: dict[str, str | None], words: str) -> None:
    """Its grade, what is so, and a remedy exactly where something is to be done."""
    line = told(name, **facts)
    assert (line.grade, bool(line.remedy)) == (grade, grade != "ok"), line
    assert words in line.words


def test_every_line_has_a_case_in_which_it_is_not_well() -> None:
    """But for the last, which only tells."""
    bad = {name for name, grade, _, _ in CASES if grade != "ok"} | {"power"}
    assert bad == {name for name, _ in JUDGES} - {"last fault"}


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(PI)), st.text(max_size=60) | st.sampled_from(["{}", "[]", "null", "1"])))
def test_no_answer_however_strange_costs_another_line(said: dict[str, str]) -> None:
    """Every line is there, with words; whatever was not garbled is judged as ever."""
    lines = diagnose(Facts(said))
    assert [line.name for line in lines] == [name for name, _ in JUDGES]
    assert all(line.words for line in lines)
    json.loads(as_json(lines))
    assert in_words(lines)


def test_facts_can_be_sent_and_judged_elsewhere() -> None:
    """As `doctor --facts` prints them."""
    facts = Facts({"heat": "52078\n"}, {"nmcli": "it is not here"})
    assert facts_from(recorded(facts)) == facts


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command itself, with nothing of this environment but what is named."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "table", "doctor", *words],
        env={"PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("path", [os.environ.get("PATH", ""), ""], ids=["here", "with nothing in PATH"])
def test_the_command_works_on_any_machine(path: str, tmp_path: Path) -> None:
    """Here, and where not one tool is found; the painted camera's picture is measured."""
    config = tmp_path / "cacho.toml"
    config.write_text('camera = "painted:seed=3"\npins = "mock"\nport = 1\n')
    done = run("--json", "--config", str(config), PATH=path, HOME=str(tmp_path))
    assert done.stderr == ""
    judged = json.loads(done.stdout)
    assert [line["name"] for line in judged["lines"]] == [name for name, _ in JUDGES]
    lines = {line["name"]: line for line in judged["lines"]}
    assert (lines["picture"]["grade"], lines["packages"]["grade"], lines["memory"]["grade"]) == ("ok", "ok", "ok")
    assert done.returncode == (judged["worst"] == "fault")


def test_a_tool_that_hangs_costs_only_itself_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ended with all that it started; what others say is there."""
    tool = tmp_path / "timedatectl"
    tool.write_text(f"#!/bin/sh\nsleep 77 & echo $! >{tmp_path}/child\nwait\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr("table.asking.QUICK_S", 0.5)
    facts = probe(Settings(camera="none", pins="none", port=1), ())
    assert facts.why("clock") == "no answer within 0 s"
    assert facts["memory"]
    child = int((tmp_path / "child").read_text())
    stat = Path(f"/proc/{child}/stat")
    assert not stat.exists() or stat.read_text().split()[2] == "Z"


# --- the buttons ------------------------------------------------------------------------------------------------------


def tried(taps: Callable[[Panel, str], None], pins: Pins, wait_s: float = 30.0) -> tuple[bool, list[str]]:
    """What is said while somebody taps: `taps` is told every sentence, and may press."""
    panel, said = Panel("mock", pins), list[str]()

    def say(words: str) -> None:
        said.append(words)
        threading.Thread(target=taps, args=(panel, words)).start()

    try:
        return try_buttons(panel, say, wait_s=wait_s), said
    finally:
        panel.close()


ANY = cycle(Button)  # the finger before may still be on the last one


def obedient(panel: Panel, words: str) -> None:
    """Presses what is asked for."""
    for button in Button:
        if words.startswith(f"Press {button}"):
            assert panel.lamps.lit == {button}
            panel.tap(button)
    if words.endswith("Press any button …"):
        panel.tap(next(ANY))


def test_each_button_is_lit_and_waited_for() -> None:
    """One after the other, then what else is wired."""
    good, said = tried(obedient, Pins(buzzer=18, rgb=(13, 19, 26)))
    assert good
    assert sum("pressed." in words for words in said) == 3
    assert sum("coloured lamp" in words for words in said) == 6
    assert said[-1] == "All buttons work."


def test_buttons_wired_the_wrong_way_round_or_not_at_all_are_told() -> None:
    """Confirm and next are crossed, and back is dead."""
    crossed = {"Press confirm": Button.NEXT, "Press next": Button.CONFIRM}

    def taps(panel: Panel, words: str) -> None:
        for start, button in crossed.items():
            if words.startswith(start):
                panel.tap(button)

    good, said = tried(taps, Pins(), wait_s=2.0)
    assert not good
    assert sum("wired the other way round" in words for words in said) == 2
    assert any("back: nothing came" in words for words in said)


def test_worst_is_the_worst() -> None:
    """A fault before a warning before ok."""
    grades = [Grade.WARNING, Grade.OK, Grade.FAULT]
    assert worst(Line("x", grade, "…") for grade in grades) is Grade.FAULT
    assert worst([]) is Grade.OK
