"""Takes the steps of a hotspot on this machine, or tells how it stands. Knows programs and files; decides nothing."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from table.fault import TableFault
from table.hotspot import PROFILE, Put, Remove, Run, Step, shown, standing

PATIENCE_S = 60.0  # nmcli waits for the access point to come up
UNDO = "cacho hotspot off --yes removes it."


def take(steps: Iterable[Step], secret: str = "") -> None:
    """Take them one after the other. Raises TableFault at the first that fails and may not."""
    for step in steps:
        try:
            match step:
                case Run(words, may_fail):
                    _run(words, may_fail, shown(step, secret))
                case Put(path, text):
                    Path(path).parent.mkdir(parents=True, exist_ok=True)
                    Path(path).write_text(text)
                case Remove(path):
                    Path(path).unlink(missing_ok=True)
        except OSError as error:
            raise TableFault(f"{shown(step, secret).splitlines()[0]}: {error}. Run it with sudo.") from error


def stands() -> str:
    """How the hotspot stands now, in a sentence. Raises TableFault without NetworkManager."""
    listed = _output("nmcli", "-t", "-f", "NAME,DEVICE", "connection", "show")
    if listed is None:
        raise TableFault("nmcli is not here: the hotspot needs NetworkManager, as on Raspberry Pi OS.")
    device = dict(line.rpartition(":")[::2] for line in listed.splitlines()).get(PROFILE, "")
    return standing(listed, _output("iw", "dev", device, "station", "dump") or "" if device else "")


def _run(words: tuple[str, ...], may_fail: bool, told: str) -> None:
    found = _found(words[0])
    if found is None:
        if may_fail:
            return
        raise TableFault(f"{words[0]} is not here. On Raspberry Pi OS: sudo apt-get install network-manager iw")
    try:
        done = subprocess.run((found, *words[1:]), capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:  # its own text tells the password
        raise TableFault(f"{told}\n{_tardy(words[0])} What was done before stands; {UNDO}") from None
    if done.returncode and not may_fail:
        why = (done.stderr or done.stdout).strip().splitlines()[-1:] or [f"status {done.returncode}"]
        raise TableFault(f"{told}\n{why[0]} What was done before stands; {UNDO}")


def _output(*words: str) -> str | None:
    found = _found(words[0])
    if found is None:
        return None
    try:
        done = subprocess.run((found, *words[1:]), capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        raise TableFault(_tardy(words[0])) from None
    return done.stdout


def _tardy(name: str) -> str:
    return f"{name} did not answer within {PATIENCE_S:.0f} seconds. See what systemctl status NetworkManager says."


def _found(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
