"""One table a folder: the lock that keeps two from writing two matches into one history. Knows files only."""

import fcntl
import os
from pathlib import Path
from typing import IO

from table.fault import TableFault


def owned(folder: Path) -> IO[str] | None:
    """The folder's lock, which the system lets go of whatever ends us; None where none can be put.

    Raises TableFault while another table uses the folder: two owners would write two matches into one.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise TableFault(f"{folder} is a file, and history is kept in a folder: choose one with --data.") from error
    except OSError as error:
        raise TableFault(f"The data folder {folder} cannot be made ({error.strerror}). {_remedy(folder)}") from error
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


def _remedy(folder: Path) -> str:
    if "INVOCATION_ID" in os.environ and folder.parts[1:2] in (("home",), ("root",)):  # systemd started this
        return "The service may not look into /home and /root: name a folder elsewhere as data in the settings."
    return "Choose another with --data, or give this user the right to write there."
