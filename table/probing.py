"""Asks this machine what the doctor wants to know. Each probe has its time, and none can hold up or break another.

Judges nothing. Whatever imports a compiled library does so in a child process, which may hang or crash.
"""

import getpass
import grp
import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from table.address import page_address
from table.board import PACKAGES
from table.facts import Facts
from table.fittings import NEEDED_GROUPS
from table.settings import Settings

QUICK_S = 5.0  # a tool that only tells something
SLOW_S = 40.0  # a child that imports OpenCV or picamera2 on a small board

VERSIONS = """
import importlib, importlib.metadata, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        module = importlib.import_module(name)
        named = importlib.metadata.version(name) if name in ("flask", "gpiozero", "waitress", "click") else ""
        found[name] = named or str(getattr(module, "__version__", "")) or "of unknown version"
    except BaseException as error:
        found[name] = f"!{type(error).__name__}: {error}"
print(json.dumps(found))
"""
CAMERAS = """
import json
try:
    import importlib.metadata, libcamera, picamera2
    try:
        version = importlib.metadata.version("picamera2")
    except importlib.metadata.PackageNotFoundError:
        version = ""
    found = picamera2.Picamera2.global_camera_info()
    known = str(libcamera.CameraManager.singleton().version)
    print(json.dumps({"version": version, "libcamera": known, "cameras": found}))
except BaseException as error:
    print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
"""
PANEL = """
import sys
from table.fault import TableFault
from table.panel import Panel
from table.settings import read_settings
from pathlib import Path
try:
    panel = Panel("lgpio", read_settings(named=Path(sys.argv[1]) if sys.argv[1:] else None)[0].panel)
    print("notices: " + " ".join(panel.notices) if panel.notices else "ok")
    panel.close()
except TableFault as fault:
    print(fault)
"""


class Silent(Exception):
    """A probe has nothing to tell; the text says why."""


def probe(settings: Settings, notices: tuple[str, ...], named: Path | None = None) -> Facts:
    """Everything that can be found out within a minute, the probes side by side.

    notices: what was wrong with the configuration.  named: the configuration file the user named.
    """
    said: dict[str, str] = {"notices": "\n".join(notices), "camera": settings.camera, "pins": settings.pins}
    silent: dict[str, str] = {}
    asking = [
        (name, threading.Thread(target=_ask, args=(name, ask, said, silent), daemon=True))
        for name, ask in _probes(settings, named).items()
    ]
    for _, thread in asking:
        thread.start()
    end = time.monotonic() + SLOW_S + QUICK_S
    for name, thread in asking:
        thread.join(max(0.0, end - time.monotonic()))
        if thread.is_alive():
            silent[name] = "no answer in time"
    return Facts(dict(said), dict(silent))


def _ask(name: str, ask: Callable[[], str], said: dict[str, str], silent: dict[str, str]) -> None:
    try:
        said[name] = ask()
    except Silent as why:
        silent[name] = str(why)
    except Exception as error:  # the boundary: whatever breaks in one probe stays there
        silent[name] = f"{type(error).__name__}: {error}"


def _probes(settings: Settings, named: Path | None) -> dict[str, Callable[[], str]]:
    here = f"http://127.0.0.1:{settings.port}"
    wanted: dict[str, Callable[[], str]] = {
        "model": lambda: Path("/proc/device-tree/model").read_text().strip("\0\n "),
        "os": lambda: Path("/etc/os-release").read_text(),
        "machine": platform.machine,
        "python": lambda: f"version={platform.python_version()}\nexecutable={sys.executable}\nbase={sys.base_prefix}",
        "packages": lambda: _child("-c", VERSIONS, *PACKAGES),
        "memory": lambda: Path("/proc/meminfo").read_text(),
        "throttled": _throttled,
        "heat": lambda: Path("/sys/class/thermal/thermal_zone0/temp").read_text(),
        "clock": lambda: _tool("timedatectl", "show"),
        "now": lambda: datetime.now().isoformat(" ", "minutes"),
        "disk": lambda: _disk(settings.data),
        "wear": _wear,
        "devices": lambda: " ".join(sorted(map(str, _devices()))),
        "holders": _holders,
        "rights": _rights,
        "address": lambda: _address(settings),
        "nmcli": lambda: _tool("nmcli", "-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device"),
        "iw link": lambda: _tool("iw", "dev", "wlan0", "link"),
        "iw power": lambda: _tool("iw", "dev", "wlan0", "get", "power_save"),
        "iw reg": lambda: _tool("iw", "reg", "get"),
        "service": lambda: _tool(
            "systemctl", "show", "cacho.service", "-p",
            "LoadState,ActiveState,SubState,Result,NRestarts,ExecMainStatus",
        ),
        "journal": lambda: _tool("journalctl", "-u", "cacho", "-p", "warning", "-n", "1", "-o", "cat", "--no-pager"),
        "healthz": lambda: _fetch(f"{here}/healthz").decode(),
        "picture": lambda: _picture(settings, here),
    }  # fmt: skip
    if settings.camera.startswith("pi"):
        wanted["libcamera"] = lambda: _child("-c", CAMERAS)
    if settings.pins == "lgpio":
        wanted["panel"] = lambda: _child("-c", PANEL, *([str(named)] if named else []))
    return wanted


def _run(words: tuple[str, ...], within_s: float, given: bytes | None = None) -> str:
    """What a program prints; it and all it started are gone afterwards."""
    try:
        child = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
    except OSError as error:
        raise Silent(f"{words[0]} is not here" if isinstance(error, FileNotFoundError) else str(error)) from error
    with child:
        try:
            told, complaint = child.communicate(given, timeout=within_s)
        except subprocess.TimeoutExpired as error:
            raise Silent(f"no answer within {within_s:.0f} s") from error
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
    if child.returncode and not told.strip():
        last = complaint.decode(errors="replace").strip().splitlines()[-1:] or [f"status {child.returncode}"]
        raise Silent(last[0])
    return told.decode(errors="replace")


def _tool(*words: str) -> str:
    """What a tool prints; also those of /usr/sbin, which not every user's PATH has."""
    found = shutil.which(words[0]) or shutil.which(words[0], path="/usr/sbin:/sbin")
    if found is None:
        raise Silent(f"{words[0]} is not here")
    return _run((found, *words[1:]), QUICK_S)


def _child(*words: str, given: bytes | None = None) -> str:
    """The last line a Python child prints: libraries may print before it."""
    told = _run((sys.executable, "-P", *words), SLOW_S, given).strip().splitlines()
    if not told:
        raise Silent("it ended without a word")
    return told[-1]


def _fetch(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=QUICK_S) as answer:
            return bytes(answer.read())
    except urllib.request.HTTPError as error:
        return bytes(error.read())
    except OSError as error:
        raise Silent(str(getattr(error, "reason", error))) from error


def _picture(settings: Settings, here: str) -> str:
    """From the running table if there is one, for it holds the camera; else from the camera itself."""
    if settings.camera == "none":
        raise Silent("no camera is set")
    try:
        jpeg = _fetch(f"{here}/camera.jpg")
    except Silent:
        return _child("-m", "vision", "glimpse", settings.camera)
    return _child("-m", "vision", "glimpse", "-", given=jpeg)


def _throttled() -> str:
    for path in Path("/sys/devices/platform/soc").glob("soc:firmware/get_throttled"):
        return path.read_text()
    return _tool("vcgencmd", "get_throttled")


def _disk(folder: Path) -> str:
    """The folder of the history, or the nearest one above it that exists."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    above = {str(path) for path in (there.resolve(), *there.resolve().parents)}
    here = (row for row in mounts if row[1] in above)
    _, _, kind, options, *_ = max(here, key=lambda row: len(row[1]), default=[""] * 4)  # a cage may tell none of them
    free = shutil.disk_usage(there).free // 1_000_000
    try:
        owner = there.owner()
    except KeyError:
        owner = str(there.stat().st_uid)
    writable = "yes" if os.access(there, os.W_OK) else "no"
    return "\n".join(
        (f"folder={folder}", f"free_mb={free}", f"kind={kind}", f"options={options}", f"writable={writable}",
         f"owner={owner}", f"user={_user()}")
    )  # fmt: skip


def _wear() -> str:
    rows = []
    for card in sorted(Path("/sys/block").glob("mmcblk?")):
        for name in ("name", "date", "life_time"):
            if (file := card / "device" / name).is_file():
                rows.append(f"{name}={file.read_text().strip()}")
    for file in sorted(Path("/sys/fs/ext4").glob("*/errors_count")):
        rows.append(f"errors {file.parent.name}={file.read_text().strip()}")
    return "\n".join(rows)


def _devices() -> list[Path]:
    patterns = ("video*", "media*", "gpiochip*", "dma_heap/*")
    return [path for pattern in patterns for path in Path("/dev").glob(pattern)]


def _holders() -> str:
    """Who has a camera or GPIO chip open, as far as this user may see: device, number, command, parent's command."""
    rows = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            held = {str(fd.readlink()) for fd in (process / "fd").iterdir()}
        except OSError:
            continue  # another user's, or gone
        for device in sorted(name for name in held if name.startswith(("/dev/video", "/dev/media", "/dev/gpiochip"))):
            rows.append("\t".join((device, process.name, _command(process), _command(_parent(process)))))
    return "\n".join(rows)


def _command(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def _parent(process: Path) -> Path:
    try:
        return Path("/proc") / (process / "stat").read_text().rpartition(")")[2].split()[1]
    except OSError:
        return Path("/proc/0")


def _rights() -> str:
    names = {group.gr_gid: group.gr_name for group in grp.getgrall()}
    mine = " ".join(sorted(names.get(number, str(number)) for number in {*os.getgroups(), os.getegid()}))
    there = " ".join(name for name in NEEDED_GROUPS if name in names.values())
    return f"user={_user()}\ngroups={mine}\nthere={there}"


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def _address(settings: Settings) -> str:
    try:
        avahi = _tool("systemctl", "is-active", "avahi-daemon").strip()
    except Silent:
        avahi = "unknown"
    name = socket.gethostname().partition(".")[0]
    port = "" if settings.port == 80 else f":{settings.port}"
    address = page_address(settings.host, settings.port)
    return f"address={address}\nname=http://{name}.local{port}/\navahi={avahi}"


def facts_from(text: str) -> Facts:
    """Facts as `recorded` wrote them."""
    told = json.loads(text)
    return Facts(told["said"], told["silent"])


def recorded(facts: Facts) -> str:
    """Facts as text, so that a machine's answers can be judged elsewhere."""
    return json.dumps({"said": dict(facts.said), "silent": dict(facts.silent)}, ensure_ascii=False, indent=1)
