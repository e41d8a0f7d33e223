"""One table a folder: the lock that keeps two from writing two matches into one history. Knows files only."""

import fcntl
from pathlib import Path
from typing import IO

from table.fault import TableFault


def owned(folder: Path) -> IO[str] | None:
    """The folder's lock, which the system lets go of whatever ends us; None where none can be put.

    Raises TableFault while another table uses the folder: two owners would write two matches into one.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableFault(
            f"The data folder {folder} cannot be made ({error.strerror}). "
            "Choose another with --data, or give this user the right to write there."
        ) from error
    try:
        lock = (folder / "cacho.lock").open("a")
    except OSError:
        try:
            lock = (folder / "cacho.lock").open()
        except OSError:
            return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise TableFault(
            f"Another table is running with the history in {folder}. "
            "End that one, or choose another folder with --data."
        ) from error
    return lock
