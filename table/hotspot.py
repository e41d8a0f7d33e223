"""A Wi-Fi of the table's own: the steps that make and remove it, and what is nonsense. Pure; runs nothing.

It is one NetworkManager profile and, where probes are answered, one file that leads their names to the table. Nothing
else of the network is touched, and the table's service itself never touches any of it.
"""

import ipaddress
import re
import shlex
from dataclasses import dataclass
from pathlib import PurePosixPath

from table.captive import PROBES
from table.settings import Settings

PROFILE = "cacho-hotspot"
NAMES = PurePosixPath("/etc/NetworkManager/dnsmasq-shared.d/cacho.conf")
SMALL, LARGE = range(1, 14), (36, 40, 44, 48)
"""Channels of 2.4 GHz, and those of 5 GHz that need not listen for radar."""

LIMITS = (
    "About 8 phones at a time: the built-in chip takes no more. For a full bar use an access point.",
    "The same radio cannot be in another Wi-Fi at the same time: give the table a cable if it needs the internet.",
    "There is no internet in it, but for what a cable brings. A phone that insists on one (newer Androids ask by https "
    "too, which nobody can answer for them) needs its mobile data switched off.",
    "If the bar's own Wi-Fi has this name, give the hotspot another.",
)


@dataclass(frozen=True, slots=True)
class Run:
    """A command. may_fail: when there is nothing to undo."""

    words: tuple[str, ...]
    may_fail: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    """A file with this text."""

    path: PurePosixPath
    text: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A file that is to be gone."""

    path: PurePosixPath


Step = Run | Put | Remove


def nonsense(settings: Settings) -> list[str]:
    """A sentence for each setting with which no hotspot can be made; none when all is well."""
    wrong = []
    if not 1 <= len(settings.wifi.encode()) <= 32:
        wrong.append('It needs a name of 1 to 32 letters: wifi = "Cacho".')
    if settings.wifi_password and not _passphrase(settings.wifi_password):
        wrong.append("wifi_password must be 8 to 63 plain letters, digits and signs: phones type it.")
    if not re.fullmatch("[A-Z]{2}", settings.wifi_country):
        wrong.append('It needs the country, for the law of its radio: wifi_country = "BO".')
    if settings.wifi_channel not in (*SMALL, *LARGE):
        wrong.append("wifi_channel is 1 to 13 (2.4 GHz: every phone), or 36, 40, 44 or 48 (5 GHz).")
    if not _private(settings.wifi_address):
        wrong.append('wifi_address is a private address with its network: "10.42.0.1/24".')
    return wrong


def making(settings: Settings) -> list[Step]:
    """The steps that make it, also when there is one already. The settings must not be nonsense."""
    band = "bg" if settings.wifi_channel in SMALL else "a"
    words = [
        "nmcli", "connection", "add", "type", "wifi", "ifname", "wlan0", "con-name", PROFILE,
        "ssid", settings.wifi, "autoconnect", "yes", "connection.autoconnect-priority", "10",
        "802-11-wireless.mode", "ap", "802-11-wireless.band", band,
        "802-11-wireless.channel", str(settings.wifi_channel), "802-11-wireless.powersave", "2",
        "ipv4.method", "shared", "ipv4.addresses", settings.wifi_address, "ipv6.method", "disabled",
    ]  # fmt: skip
    if settings.wifi_password:
        words += ["802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.proto", "rsn"]
        words += ["802-11-wireless-security.pairwise", "ccmp", "802-11-wireless-security.group", "ccmp"]
        words += ["802-11-wireless-security.pmf", "disable", "802-11-wireless-security.psk", settings.wifi_password]
    return [
        *removing(),
        Run(("iw", "reg", "set", settings.wifi_country)),
        Run(("rfkill", "unblock", "wifi"), may_fail=True),
        *([Put(NAMES, _names(settings))] if settings.probes != "off" else []),
        Run(tuple(words)),
        Run(("nmcli", "connection", "up", PROFILE)),
    ]


def removing() -> list[Step]:
    """The steps that leave nothing of it."""
    return [Run(("nmcli", "connection", "delete", PROFILE), may_fail=True), Remove(NAMES)]


def cautions(settings: Settings) -> list[str]:
    """What the owner should know before."""
    told = list(LIMITS)
    if settings.probes != "off" and settings.port != 80:
        told.append(
            f"Phones ask for an internet on port 80, and the page listens on {settings.port}: "
            "with port = 80 the table can answer them."
        )
    if not settings.wifi_password:
        told.append("It will be open: everybody in reach can join, and look at the page.")
    return told


def shown(step: Step, secret: str = "") -> str:
    """A step as a line for a shell; the password hidden, for a log may keep it.

    >>> shown(Run(("nmcli", "psk", "geheim 12")), "geheim 12")
    "nmcli psk '…'"
    """
    match step:
        case Run(words, may_fail):
            told = shlex.join("…" if secret and word == secret else word for word in words)
            return f"{told} || true" if may_fail else told
        case Put(path, text):
            return f"tee {path} <<'END'\n{text}END"
        case Remove(path):
            return f"rm -f {path}"


def standing(connections: str, stations: str) -> str:
    """What nmcli's `-t -f NAME,DEVICE connection show` and iw's `station dump` tell, in a sentence.

    >>> standing("cacho-hotspot:wlan0", "Station 02:00:00:00:01:00 (on wlan0)")
    'The hotspot is on, on wlan0, with 1 phone in it.'
    """
    rows = dict(line.rpartition(":")[::2] for line in connections.splitlines())
    if PROFILE not in rows:
        return "There is no hotspot."
    if not rows[PROFILE]:
        return f"The hotspot is made but not on. sudo nmcli connection up {PROFILE}"
    phones = sum(line.startswith("Station ") for line in stations.splitlines())
    return f"The hotspot is on, on {rows[PROFILE]}, with {phones} phone{'' if phones == 1 else 's'} in it."


def _names(settings: Settings) -> str:
    """dnsmasq's lines that lead the names of probes to the table, and no other name."""
    number = settings.wifi_address.partition("/")[0]
    return "".join(f"address=/{name}/{number}\n" for name in PROBES)


def _passphrase(text: str) -> bool:
    return 8 <= len(text) <= 63 and all(" " <= letter <= "~" for letter in text)


def _private(text: str) -> bool:
    try:
        found = ipaddress.IPv4Interface(text)
    except ValueError:
        return False
    inside = found.ip not in (found.network.network_address, found.network.broadcast_address)
    return "/" in text and found.ip.is_private and not found.ip.is_loopback and found.network.prefixlen <= 29 and inside
