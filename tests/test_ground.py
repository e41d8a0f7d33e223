"""What a data folder stands on is told as it is: memory, an overlay over it, a full or closed disk."""

import errno
import sqlite3
from pathlib import Path

import pytest

from table.ground import forgets, ill, why
from table.notice import Why

MOUNTS = """\
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 27 0:5 / /run rw - tmpfs tmpfs rw
31 27 0:6 / /var/lib rw - tmpfs tmpfs rw
32 31 8:1 / /var/lib/cacho rw - ext4 /dev/sda1 rw
33 27 0:9 / /a\\040b rw - ramfs none rw
34 27 8:2 / /twice rw - ext4 /dev/sda2 rw
35 27 0:9 / /twice rw - tmpfs none rw
"""
OVERLAY = "27 1 0:20 / / rw,relatime - overlay overlay rw,lowerdir=/lower,upperdir=/upper\n"


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        *(("/home/x", False), ("/run/cacho", True), ("/var/lib/other", True), ("/var/lib/cacho", False)),
        *(("/a b/data", True), ("/twice/data", True), ("/runner", False)),
    ],
)
def test_a_folder_in_memory_is_known_by_its_mount(folder: str, told: bool) -> None:
    """The longest mount point counts, of two the later; names with spaces are spelt in octal."""
    assert forgets(Path(folder), MOUNTS, "") is told


@pytest.mark.parametrize(
    ("command_line", "told"),
    [("console=tty1 boot=overlay", True), ("overlayroot=tmpfs:swap=1", True), ("console=tty1", False), ("", False)],
)
def test_an_overlay_forgets_only_where_the_system_was_started_so(command_line: str, told: bool) -> None:
    """Raspberry Pi OS and overlayroot say it on the kernel's command line; a container's overlay lies on a disk."""
    assert forgets(Path("/var/lib/cacho"), OVERLAY, command_line) is told


def test_a_folder_that_is_not_there_is_gone_and_one_that_is_well_is_well(tmp_path: Path) -> None:
    """As the file system says."""
    assert ill(tmp_path / "none") is Why.GONE
    assert ill(tmp_path) is None


def test_errors_are_told_by_what_the_owner_can_do() -> None:
    """Make room, open the folder, end another program; anything else is the disk."""
    assert why(OSError(errno.ENOSPC, "")) is Why.FULL
    assert why(OSError(errno.EROFS, "")) is Why.READ_ONLY
    assert why(OSError(errno.EIO, "")) is Why.FAILED
    assert why(sqlite3.Error("told by Python itself")) is Why.FAILED
