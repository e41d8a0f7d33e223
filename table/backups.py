"""Backups of the history: whole databases in a folder of their own, numbered. Knows files; not when one is due.

Numbers order them, because the clock of a Pi may jump; the date in the name is for people. A backup counts only once
it was read back whole.
"""

import fcntl
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from table import book
from table.fault import TableFault
from table.hands import NAME, lines

FOLDER = "backups"
KEPT = 10
_NAME = re.compile(r"cacho-(\d{4,9})-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)\d\d\.db")


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup. at: day and minute by the clock of the table when it was made."""

    path: Path
    number: int
    at: str

    @property
    def name(self) -> str:
        """Its file's name."""
        return self.path.name


def backups(folder: Path) -> list[Backup]:
    """The backups of a data folder, newest first."""
    found = []
    for path in (folder / FOLDER).glob("cacho-*.db"):
        if name := _NAME.fullmatch(path.name):
            found.append(Backup(path, int(name[1]), f"{name[2]} {name[3]}:{name[4]}"))
    return sorted(found, key=lambda backup: backup.number, reverse=True)


def back_up(
    folder: Path, source: Path | None = None, keep: int = KEPT, alive: Callable[[], None] = lambda: None
) -> tuple[Backup, bool]:
    """Back up the history of a data folder, whether or not a table runs there; and whether there was anything new.

    source: another backup to take for the newest.  alive: told after each step, for a long history takes its time.
    The oldest go when there are more than `keep`, never the last good one. Raises TableFault.
    """
    hands = None if source else folder / NAME
    source = source or folder / "cacho.db"
    if not source.is_file():
        raise TableFault(f"There is no history in {folder} to back up. Name the folder of the table with --data.")
    try:
        (folder / FOLDER).mkdir(exist_ok=True)
        with _alone(folder):
            made = folder / FOLDER / ".making.db"
            try:
                return _made(folder, source, made, keep, hands, alive)
            finally:
                for left in (made, made.with_name(".making.db-journal"), made.with_name(".making.db-wal")):
                    left.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise _damaged(source, error) from error
        raise TableFault(
            f"No backup could be made in {folder / FOLDER} ({error}). See that the disk has room and can be written."
        ) from error


def place(folder: Path, name: str) -> Path | None:
    """Where a backup of this name lies, or lay before newer ones pushed it out; None when no backup is called so."""
    return folder / FOLDER / name if _NAME.fullmatch(name) else None


def find(folder: Path, named: str) -> Path:
    """The backup that is meant by its name, by a path to a file, or by `newest`. Raises TableFault."""
    known = backups(folder)
    if named == "newest" and known:
        return known[0].path
    for path in (folder / FOLDER / named, Path(named)):
        with suppress(OSError):  # a name longer than a file's can be is no backup either
            if path.is_file():
                return path
    names = ", ".join(backup.name for backup in known[:3])
    more = f" There are {len(known)}, the newest: {names}." if known else " There is none yet: make one with backup."
    raise TableFault(f"There is no backup {named!r} in {folder / FOLDER}.{more}")


def _made(
    folder: Path, source: Path, made: Path, keep: int, hands: Path | None, alive: Callable[[], None]
) -> tuple[Backup, bool]:
    _copied(source, made)
    alive()
    extent = book.extent(made)
    alive()
    if extent.flaw:
        raise _damaged(source, extent.flaw)
    known = backups(folder)
    if known and book.length(known[0].path) == extent.rows:
        if book.extent(known[0].path) == extent:
            return known[0], False
        alive()
    if hands:
        book.put_hands(made, ((number, str(doer)) for number, doer in lines(hands) if number <= extent.rows))
    book.durable(made)
    number = known[0].number + 1 if known else 1
    now = datetime.now()
    path = folder / FOLDER / f"cacho-{number:04}-{now:%Y-%m-%d-%H%M%S}.db"
    made.rename(path)
    book.durable(path.parent)
    for old in known[keep - 1 :]:
        old.path.unlink(missing_ok=True)
    return Backup(path, number, f"{now:%Y-%m-%d %H:%M}"), True


def _damaged(source: Path, flaw: object) -> TableFault:
    return TableFault(
        f"The history in {source} is damaged ({flaw}), so no backup was made and none was removed. "
        "Start the table again: it puts the newest good history in its place and says so."
    )


def _copied(source: Path, made: Path) -> None:
    """The database as it is at one moment, as one file."""
    made.unlink(missing_ok=True)
    with book.looked_at(source) as reading, closing(sqlite3.connect(made, isolation_level=None)) as copy:
        copy.execute(book.HOLD_LITTLE)
        reading.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold off others that make backups here, as the nightly one while a match ends."""
    with (folder / FOLDER / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
