"""The only writer of history: one row per event in SQLite. Knows files and power cuts; not what an event means.

WAL with synchronous=FULL: once `append` has returned, a power cut at any moment leaves the events there, and a cut
inside it leaves all of them or none.
"""

import fcntl
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from table.events import Event
from table.fault import TableFault
from table.notation import line, parse

SCHEMA = """
CREATE TABLE IF NOT EXISTS events (number INTEGER PRIMARY KEY, at TEXT NOT NULL, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (number INTEGER PRIMARY KEY, at TEXT NOT NULL);
"""


class Journal:
    """The history in `folder`/cacho.db. Any thread may read; the loop alone appends.

    Raises TableFault when the folder cannot be written or the file is damaged.
    """

    def __init__(self, folder: Path):
        self.path = folder / "cacho.db"
        self._lock = threading.Lock()
        self._owned: IO[str] | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=5.0)
            try:
                self._events = self._opened()
            except BaseException:
                self._db.close()
                raise
        except OSError as error:
            raise TableFault(
                f"The data folder {folder} cannot be written ({error.strerror}). "
                "Choose another with --data, or give this user the right to write there."
            ) from error
        except sqlite3.OperationalError as error:
            raise TableFault(
                f"The match cannot be kept in {self.path} ({error}). "
                "Choose another folder with --data, or see that it can be written and the disk is not full."
            ) from error
        except (sqlite3.DatabaseError, ValueError) as error:
            raise TableFault(
                f"The history in {self.path} is damaged ({error}). Nothing was changed in it. "
                "Move the file away to begin anew, or put a good copy in its place."
            ) from error

    def _opened(self) -> list[Event]:
        """Every event of a file that is whole."""
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        (whole,) = self._db.execute("PRAGMA integrity_check").fetchone()
        if whole != "ok":
            raise sqlite3.DatabaseError(whole)
        self._db.executescript(SCHEMA)
        return [parse(row[0]) for row in self._db.execute("SELECT line FROM events ORDER BY number")]

    def start_run(self) -> int:
        """Note that a table starts with this history; how many have, this one included.

        Raises TableFault while another table uses it: two owners would write two matches into one.
        """
        self._owned = self.path.with_suffix(".lock").open("w")  # the system lets go of it whatever ends us
        try:
            fcntl.flock(self._owned, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise TableFault(
                f"Another table is running with the history in {self.path.parent}. "
                "End that one, or choose another folder with --data."
            ) from error
        with self._lock:
            self._db.execute("INSERT INTO runs (at) VALUES (?)", (_now(),))
            return int(self._db.execute("SELECT count(*) FROM runs").fetchone()[0])

    def read(self) -> list[Event]:
        """Every event, oldest first."""
        with self._lock:
            return list(self._events)

    def append(self, events: tuple[Event, ...]) -> None:
        """Write events so that they outlast a power cut, all of them or none. Raises TableFault when none could be."""
        with self._lock:
            at = _now()
            try:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany("INSERT INTO events (at, line) VALUES (?, ?)", [(at, line(e)) for e in events])
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise TableFault(
                    f"The last press could not be written to {self.path} ({error}) and has not happened. "
                    "Everything before it is safe. See that the disk has room and can be written, then start again."
                ) from error
            self._events.extend(events)

    def close(self) -> None:
        """Release the files."""
        self._db.close()
        if self._owned:
            self._owned.close()


def read_history(folder: Path) -> list[Event]:
    """Every event in `folder`, for those who only look: nothing is written, and a table may be running there.

    Raises TableFault when there is no history or it cannot be understood.
    """
    path = folder / "cacho.db"
    if not path.is_file():
        raise TableFault(f"There is no history in {folder}. Name the folder of the table with --data.")
    for how in ("mode=ro", "immutable=1"):  # the second for a folder in which not even a reader's lock can be put
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=5.0)) as db:
                return [parse(row[0]) for row in db.execute("SELECT line FROM events ORDER BY number")]
        except sqlite3.OperationalError as error:
            why: Exception = error
        except (sqlite3.DatabaseError, ValueError) as error:
            why = error
            break
    raise TableFault(f"The history in {path} cannot be read ({why}). Put a good copy in its place.")


def _now() -> str:
    """Wall-clock time, a label only: order is by number, because the clock of a Pi may jump."""
    return datetime.now(UTC).isoformat(timespec="seconds")
