"""Asks this machine what the doctor wants to know. Each probe has its time, and none can hold up or break another.

Judges nothing. Whatever imports a compiled library does so in a child process, which may hang or crash.
"""

import json
import platform
import socket
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from table.address import page_address
from table.asking import QUICK_S, SLOW_S, Silent, child, fetch, tool
from table.board import PACKAGES
from table.facts import Facts
from table.machine import devices, disk, holders, rights, wear
from table.settings import Settings

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
        "packages": lambda: child("-c", VERSIONS, *PACKAGES),
        "memory": lambda: Path("/proc/meminfo").read_text(),
        "throttled": _throttled,
        "heat": lambda: Path("/sys/class/thermal/thermal_zone0/temp").read_text(),
        "clock": lambda: tool("timedatectl", "show"),
        "now": lambda: datetime.now().isoformat(" ", "minutes"),
        "disk": lambda: disk(settings.data),
        "wear": wear,
        "devices": lambda: " ".join(sorted(map(str, devices()))),
        "holders": holders,
        "rights": rights,
        "address": lambda: _address(settings),
        "nmcli": lambda: tool("nmcli", "-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device"),
        "iw link": lambda: tool("iw", "dev", "wlan0", "link"),
        "iw power": lambda: tool("iw", "dev", "wlan0", "get", "power_save"),
        "iw reg": lambda: tool("iw", "reg", "get"),
        "service": lambda: tool(
            "systemctl", "show", "cacho.service", "-p",
            "LoadState,ActiveState,SubState,Result,NRestarts,ExecMainStatus",
        ),
        "journal": lambda: tool("journalctl", "-u", "cacho", "-p", "warning", "-n", "1", "-o", "cat", "--no-pager"),
        "healthz": lambda: fetch(f"{here}/healthz").decode(),
        "picture": lambda: _picture(settings, here),
    }  # fmt: skip
    if settings.camera.startswith("pi"):
        wanted["libcamera"] = lambda: child("-c", CAMERAS)
    if settings.pins == "lgpio":
        wanted["panel"] = lambda: child("-c", PANEL, *([str(named)] if named else []))
    return wanted


def _picture(settings: Settings, here: str) -> str:
    """From the running table if there is one, for it holds the camera; else from the camera itself."""
    if settings.camera == "none":
        raise Silent("no camera is set")
    try:
        jpeg = fetch(f"{here}/camera.jpg")
    except Silent:
        return child("-m", "vision", "glimpse", settings.camera)
    return child("-m", "vision", "glimpse", "-", given=jpeg)


def _throttled() -> str:
    for path in Path("/sys/devices/platform/soc").glob("soc:firmware/get_throttled"):
        return path.read_text()
    return tool("vcgencmd", "get_throttled")


def _address(settings: Settings) -> str:
    try:
        avahi = tool("systemctl", "is-active", "avahi-daemon").strip()
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
