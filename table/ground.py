"""What a data folder stands on: a file system that only looks like a disk, that is full, or that takes nothing."""

import errno
import os
import re
import sqlite3
from pathlib import Path

from table.notice import Why

MEMORY = ("tmpfs", "ramfs")
OVERLAID = re.compile(r"\b(boot=overlay|overlayroot=tmpfs\S*)")
"""How Raspberry Pi OS and overlayroot say on the kernel's command line that nothing written will stay."""

ROOM_BYTES, SCARCE_BYTES = 100_000, 20_000_000
"""With less than the first free a disk is as good as full: a few dozen presses; with less than the second, soon."""

_BY_ERRNO = {
    errno.ENOSPC: Why.FULL,
    errno.EDQUOT: Why.FULL,
    errno.EROFS: Why.READ_ONLY,
    errno.EACCES: Why.READ_ONLY,
    errno.EPERM: Why.READ_ONLY,
    errno.ENOENT: Why.GONE,
}
_BY_SQLITE = {
    sqlite3.SQLITE_FULL: Why.FULL,
    sqlite3.SQLITE_READONLY: Why.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Why.READ_ONLY,
    sqlite3.SQLITE_BUSY: Why.HELD,
    sqlite3.SQLITE_LOCKED: Why.HELD,
}


def forgets(folder: Path, mounts: str | None = None, command_line: str | None = None) -> bool:
    """Whether what is written to this folder is gone after a power cut.

    mounts, command_line: what /proc/self/mountinfo and /proc/cmdline say, for tests.
    """
    mounts = _text("/proc/self/mountinfo") if mounts is None else mounts
    kind = _kind(folder.resolve(), mounts)
    if kind == "overlay":
        return bool(OVERLAID.search(_text("/proc/cmdline") if command_line is None else command_line))
    return kind in MEMORY


def ill(folder: Path) -> Why | None:
    """Why nothing more could be written there now, as far as the file system says."""
    try:
        about = os.statvfs(folder)
    except OSError:
        return Why.GONE
    if about.f_flag & os.ST_RDONLY or not os.access(folder, os.W_OK):
        return Why.READ_ONLY
    return Why.FULL if about.f_bavail * about.f_frsize < ROOM_BYTES else None


def scarce(folder: Path) -> bool:
    """Whether the disk will soon be full."""
    try:
        about = os.statvfs(folder)
    except OSError:
        return False
    return about.f_bavail * about.f_frsize < SCARCE_BYTES


def why(error: OSError | sqlite3.Error) -> Why:
    """What an error says of the disk."""
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0, Why.FAILED)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _BY_SQLITE.get(code, Why.FAILED)


def _kind(folder: Path, mounts: str) -> str:
    """The type of the file system with the longest mount point above the folder; of several there, the last."""
    best, kind = -1, ""
    for mount in mounts.splitlines():
        before, _, after = mount.partition(" - ")
        point = Path(re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), before.split()[4]))
        if folder.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), after.split()[0]
    return kind


def _text(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""
