"""The table's own Wi-Fi: the steps it takes, what it refuses, and what phones that ask for an internet hear."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from test_app import table as table

from table import networking
from table.captive import PROBES
from table.fault import TableFault
from table.hotspot import NAMES, PROFILE, Put, Remove, Run, cautions, making, nonsense, removing, shown, standing
from table.loop import Loop
from table.settings import Settings
from web.app import create_app
from web.ways import Ways

GOOD = Settings(wifi="Bar El Cacho", wifi_password="balas y tontos", wifi_country="BO")
TEXT = 'wifi = "Bar El Cacho"\nwifi_password = "balas y tontos"\nwifi_country = "BO"\n'


def test_a_hotspot_is_one_profile_and_one_file() -> None:
    """The whole list, word for word."""
    assert [shown(step, GOOD.wifi_password) for step in making(GOOD) if not isinstance(step, Put)] == [
        "nmcli connection delete cacho-hotspot || true",
        "rm -f /etc/NetworkManager/dnsmasq-shared.d/cacho.conf",
        "iw reg set BO",
        "rfkill unblock wifi || true",
        "nmcli connection add type wifi ifname wlan0 con-name cacho-hotspot ssid 'Bar El Cacho' autoconnect yes "
        "connection.autoconnect-priority 10 802-11-wireless.mode ap 802-11-wireless.band bg 802-11-wireless.channel 6 "
        "802-11-wireless.powersave 2 ipv4.method shared ipv4.addresses 10.42.0.1/24 ipv6.method disabled "
        "802-11-wireless-security.key-mgmt wpa-psk 802-11-wireless-security.proto rsn "
        "802-11-wireless-security.pairwise ccmp 802-11-wireless-security.group ccmp "
        "802-11-wireless-security.pmf disable 802-11-wireless-security.psk '…'",
        "nmcli connection up cacho-hotspot",
    ]
    [file] = [step for step in making(GOOD) if isinstance(step, Put)]
    assert (file.path, file.text.splitlines()[0]) == (NAMES, "address=/connectivitycheck.gstatic.com/10.42.0.1")
    assert len(file.text.splitlines()) == len(PROBES)


def test_what_is_made_can_be_removed_and_made_again() -> None:
    """Whatever making leaves, removing takes away; and making begins with that."""
    assert removing() == [Run(("nmcli", "connection", "delete", PROFILE), may_fail=True), Remove(NAMES)]
    assert making(GOOD)[: len(removing())] == removing()


def test_an_open_network_and_one_of_5_ghz() -> None:
    """No word of a password; the other band. The owner is told that it is open."""
    steps = making(Settings(wifi="Cacho", wifi_country="BO", wifi_channel=36, probes="off"))
    [profile] = [step.words for step in steps if isinstance(step, Run) and "add" in step.words]
    assert "a" in profile
    assert not any("security" in word for word in profile)
    assert not any(isinstance(step, Put) for step in steps)
    assert any("open" in words for words in cautions(Settings(wifi="Cacho")))


def test_the_owner_is_told_what_a_hotspot_cannot_do() -> None:
    """That phones are answered only on port 80; nothing of that where it is so, or where nobody answers."""
    asked = [any("port 80" in words for words in cautions(replace(GOOD, **change))) for change in (  # type: ignore[arg-type]
        {}, {"port": 80}, {"probes": "off"},
    )]  # fmt: skip
    assert asked == [True, False, False]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"wifi": ""}, "a name of 1 to 32"),
        ({"wifi": "ñ" * 17}, "a name of 1 to 32"),
        ({"wifi_password": "balas"}, "8 to 63"),
        ({"wifi_password": "ñandúes y balas"}, "8 to 63"),
        ({"wifi_password": "x" * 64}, "8 to 63"),
        ({"wifi_country": ""}, "the country"),
        ({"wifi_country": "Bo"}, "the country"),
        ({"wifi_channel": 14}, "1 to 13"),
        ({"wifi_channel": 52}, "1 to 13"),
        ({"wifi_address": "8.8.8.8/24"}, "private"),
        ({"wifi_address": "10.42.0.1"}, "private"),
        ({"wifi_address": "10.42.0.0/24"}, "private"),
        ({"wifi_address": "10.42.0.1/30"}, "private"),
        ({"wifi_address": "here"}, "private"),
    ],
)
def test_nonsense_is_refused_in_words(change: dict[str, object], words: str) -> None:
    """Each in a sentence of its own, and good settings in none."""
    told = nonsense(Settings(**{"wifi": "Cacho", "wifi_country": "BO", **change}))  # type: ignore[arg-type]
    assert len(told) == 1
    assert words in told[0]
    assert nonsense(GOOD) == []


def test_how_it_stands_is_told() -> None:
    """None, made, on with so many phones; names of other networks may have colons."""
    assert standing("Bar: Wi-Fi:wlan0\nlo:lo", "") == "There is no hotspot."
    assert "made but not on" in standing("cacho-hotspot:", "")
    dump = "Station 02:00:00:00:01:00 (on wlan0)\n\tinactive time:\t10 ms\nStation 02:00:00:00:02:00 (on wlan0)\n"
    assert standing("cacho-hotspot:wlan0", dump) == "The hotspot is on, on wlan0, with 2 phones in it."


# --- the command, with programs that only write down what they are told --------------------------------------------


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A PATH with nmcli, iw and rfkill, whose words are kept in `told`."""
    for name in ("nmcli", "iw", "rfkill"):
        tool = tmp_path / name
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >>{tmp_path}/told\n[ ! -e {tmp_path}/fail-$1 ]\n')
        tool.chmod(0o755)
    (tmp_path / "cacho.toml").write_text(TEXT + 'probes = "off"\n')
    return tmp_path


def run(tools: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command with these tools before any others."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "table", "hotspot", *words, "--config", str(tools / "cacho.toml")],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_without_yes_nothing_is_done_and_no_password_is_shown(tools: Path) -> None:
    """The steps are told, and the limits."""
    done = run(tools, "on")
    assert (done.returncode, (tools / "told").exists()) == (0, False)
    assert "nmcli connection up cacho-hotspot" in done.stdout
    assert "About 8 phones" in done.stdout
    assert "balas y tontos" not in done.stdout + done.stderr


def test_of_settings_that_cannot_be_read_no_hotspot_is_made(tools: Path) -> None:
    """They are not judged by what would stand without them."""
    (tools / "cacho.toml").write_text("wifi = ")
    done = run(tools, "on", "--yes")
    assert (done.returncode, (tools / "told").exists()) == (1, False)
    assert "was left aside" in done.stderr
    assert "It needs a name" not in done.stderr


def test_with_yes_the_steps_are_taken_in_their_order(tools: Path) -> None:
    """And how it stands is asked at the end."""
    assert run(tools, "on", "--yes").returncode == 0
    told = (tools / "told").read_text().splitlines()
    starts = (
        "nmcli connection delete",
        "iw reg set BO",
        "rfkill",
        "nmcli connection add",
        "nmcli connection up",
        "nmcli -t",
    )
    assert all(line.startswith(start) for line, start in zip(told, starts, strict=True)), told


def test_a_step_that_fails_is_told_with_what_undoes_the_rest(tools: Path) -> None:
    """In two sentences, with no traceback and no password."""
    (tools / "fail-reg").touch()
    done = run(tools, "on", "--yes")
    assert done.returncode == 1
    assert "iw reg set BO" in done.stderr
    assert "cacho hotspot off --yes removes it" in done.stderr
    assert "Traceback" not in done.stderr
    assert "connection add" not in (tools / "told").read_text()


def test_a_step_that_takes_for_ever_is_told_without_the_password(tools: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The radio does not come up: a fault in words, for whoever reads the screen."""
    (tools / "nmcli").write_text("#!/bin/sh\nexec sleep 60\n")
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setattr(networking, "PATIENCE_S", 0.1)
    steps = [step for step in making(GOOD) if isinstance(step, Run) and GOOD.wifi_password in step.words]
    with pytest.raises(TableFault, match="did not answer within") as told:
        networking.take(steps, GOOD.wifi_password)
    assert GOOD.wifi_password not in str(told.value)
    assert told.value.__cause__ is None
    with pytest.raises(TableFault, match="nmcli did not answer"):
        networking.stands()


# --- what phones ask --------------------------------------------------------------------------------------------------

ASKED = [(name, path) for name, paths in PROBES.items() for path in paths]


@pytest.mark.parametrize(("name", "path"), ASKED)
def test_the_quiet_answer_is_the_one_that_is_hoped_for(table: Loop, name: str, path: str) -> None:
    """Word for word, so that the phone stays and says nothing."""
    phone = create_app(table, ways=Ways(probes="quiet")).test_client()
    heard = phone.get(path, base_url=f"http://{name}/")
    hope = PROBES[name][path]
    assert (heard.status_code, heard.text, heard.mimetype) == (hope.status, hope.body, hope.kind)
    assert phone.get("/elsewhere", base_url=f"http://{name}/").status_code == 404


def test_the_page_to_tap_is_no_answer_that_is_hoped_for(table: Loop) -> None:
    """It names the address, in the phone's language, and loads nothing but its style."""
    ways = Ways(lambda: "http://10.42.0.1/", probes="page")
    phone = create_app(table, ways=ways).test_client()
    for name, path in ASKED:
        heard = phone.get(path, base_url=f"http://{name}/", headers={"Accept-Language": "es"})
        assert (heard.status_code, heard.mimetype) == (200, "text/html")
        assert '<a href="http://10.42.0.1/">' in heard.text
        assert "sin internet" in heard.text or "no tiene internet" in heard.text
        assert "src=" not in heard.text
    for file, kind in (("page.css", "text/css"), ("page.js", "text/html")):
        with phone.get(f"/static/{file}", base_url="http://captive.apple.com/") as heard:
            assert heard.mimetype == kind


def test_names_of_others_stay_closed(table: Loop) -> None:
    """Probes off, and any other name at any time, as ever."""
    off = create_app(table).test_client()
    assert off.get("/generate_204", base_url="http://connectivitycheck.gstatic.com/").status_code == 400
    quiet = create_app(table, ways=Ways(probes="quiet")).test_client()
    assert quiet.get("/generate_204", base_url="http://www.example.com/").status_code == 400
    assert quiet.get("/", base_url="http://127.0.0.1/").status_code == 200
