"""Asks programs and pages for what they tell, each within its time: none can hold up or break whoever asks."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request

QUICK_S = 5.0  # a tool that only tells something
SLOW_S = 40.0  # a child that imports OpenCV or picamera2 on a small board


class Silent(Exception):
    """A probe has nothing to tell; the text says why."""


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


def tool(*words: str) -> str:
    """What a tool prints; also those of /usr/sbin, which not every user's PATH has. Raises Silent."""
    found = shutil.which(words[0]) or shutil.which(words[0], path="/usr/sbin:/sbin")
    if found is None:
        raise Silent(f"{words[0]} is not here")
    return _run((found, *words[1:]), QUICK_S)


def child(*words: str, given: bytes | None = None) -> str:
    """The last line a Python child prints: libraries may print before it. Raises Silent."""
    told = _run((sys.executable, "-P", *words), SLOW_S, given).strip().splitlines()
    if not told:
        raise Silent("it ended without a word")
    return told[-1]


def fetch(address: str) -> bytes:
    """What a page answers, also when it is an error. Raises Silent when nobody does."""
    try:
        with urllib.request.urlopen(address, timeout=QUICK_S) as answer:
            return bytes(answer.read())
    except urllib.request.HTTPError as error:
        return bytes(error.read())
    except OSError as error:
        raise Silent(str(getattr(error, "reason", error))) from error
