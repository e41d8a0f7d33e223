"""What Linux's own files tell of this machine: its disk, devices, who holds them, our rights. Judges nothing."""

import getpass
import grp
import os
import shutil
from pathlib import Path

from table.fittings import NEEDED_GROUPS


def disk(folder: Path) -> str:
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
         f"owner={owner}", f"user={user()}")
    )  # fmt: skip


def wear() -> str:
    """What the memory card says of its age, and which file systems have met errors."""
    rows = []
    for card in sorted(Path("/sys/block").glob("mmcblk?")):
        for name in ("name", "date", "life_time"):
            if (file := card / "device" / name).is_file():
                rows.append(f"{name}={file.read_text().strip()}")
    for file in sorted(Path("/sys/fs/ext4").glob("*/errors_count")):
        rows.append(f"errors {file.parent.name}={file.read_text().strip()}")
    return "\n".join(rows)


def devices() -> list[Path]:
    """Cameras, GPIO chips and what they need."""
    patterns = ("video*", "media*", "gpiochip*", "dma_heap/*")
    return [path for pattern in patterns for path in Path("/dev").glob(pattern)]


def holders() -> str:
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


def rights() -> str:
    """Who we are, in which groups, and which of those that are needed there are at all."""
    names = {group.gr_gid: group.gr_name for group in grp.getgrall()}
    mine = " ".join(sorted(names.get(number, str(number)) for number in {*os.getgroups(), os.getegid()}))
    there = " ".join(name for name in NEEDED_GROUPS if name in names.values())
    return f"user={user()}\ngroups={mine}\nthere={there}"


def user() -> str:
    """The name of who runs this, or the number where it has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
