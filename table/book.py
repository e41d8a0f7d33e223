"""A history as a database file: how one is laid out, made and read. Knows SQLite; not which file counts."""

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from table.account import Account, Extent, Row, account, extent_of, seal
from table.fault import TableFault
from table.notice import Notice, Told

T = TypeVar("T")
VERSION = 1
"""The layout, as PRAGMA user_version: 0 had no seals and no notices."""

LAYOUT = """
CREATE TABLE IF NOT EXISTS events (number INTEGER PRIMARY KEY, at TEXT NOT NULL, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (number INTEGER PRIMARY KEY, at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS notices (number INTEGER PRIMARY KEY, code TEXT NOT NULL, facts TEXT NOT NULL);
"""
HOLD_LITTLE = "PRAGMA cache_size=-100"
"""100 kB of pages instead of 2 MB, for what goes through a database once."""
ELSEWHERE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)
"""Not the file is at fault but where it lies: a folder that cannot be written has no room for a reader's lock."""


class Newer(TableFault):
    """A newer version of this program has written there."""


def read(path: Path) -> Account:
    """The account in a database, or as much of it as can be trusted; the file is left as it is, byte by byte.

    Raises Newer, and FileNotFoundError when there is none.
    """
    return _told(path, _account, lambda why: Account(flaw=why))


def extent(path: Path) -> Extent:
    """How far the account in a database can be trusted, row by row; a long one takes no more memory than a short one.

    Raises Newer, and FileNotFoundError when there is none.
    """
    return _told(path, _extent, lambda why: Extent(flaw=why))


def _told(path: Path, of: Callable[[sqlite3.Connection, Path], T], flawed: Callable[[str], T]) -> T:
    try:
        there = path.is_file()
    except OSError as error:  # a name too long, a folder nobody may look into
        return flawed(str(error))
    if not there:
        raise FileNotFoundError(path)
    try:
        with looked_at(path) as db:
            return of(db, path)
    except sqlite3.Error as error:
        if _primary(error) not in ELSEWHERE:
            return flawed(str(error))
    try:
        with _copy(path) as copy, looked_at(copy) as db:
            return of(db, path)
    except (sqlite3.Error, OSError) as error:
        return flawed(str(error))


def length(path: Path) -> int:
    """How many events a database seems to hold, at a glance; 0 when it cannot be read."""
    try:
        with looked_at(path) as db:
            return int(db.execute("SELECT count(*) FROM events").fetchone()[0])
    except sqlite3.Error:
        return 0


def make(path: Path, account: Account, at: str, notices: Iterable[Notice] = ()) -> None:
    """Make a database of an account that survives a power cut once this returns. Raises sqlite3.Error, OSError."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=FULL")
        lay_out(db)
        db.execute("BEGIN")
        add(db, account.rows)
        if account.runs:
            db.execute("INSERT INTO runs (number, at) VALUES (?, ?)", (account.runs, at))
        for notice in notices:
            note(db, notice)
        db.execute("COMMIT")
    durable(path)


def lay_out(db: sqlite3.Connection) -> None:
    """Bring a database forward to this version's layout, all of it or nothing."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for statement in LAYOUT.strip().split("\n"):
            db.execute(statement)
        if "seal" not in {row[1] for row in db.execute("PRAGMA table_info(events)")}:
            db.execute("ALTER TABLE events ADD COLUMN seal TEXT")
        db.execute(f"PRAGMA user_version={VERSION}")


def add(db: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Put rows behind the others; the caller's transaction holds them together."""
    db.executemany("INSERT INTO events (at, line, seal) VALUES (?, ?, ?)", rows)


def touch(db: sqlite3.Connection) -> None:
    """Write something that leaves nothing, to see whether the disk takes it."""
    db.execute("INSERT INTO notices (code, facts) VALUES ('', '')")
    db.execute("DELETE FROM notices WHERE code = ''")


def rows(db: sqlite3.Connection) -> list[Row]:
    """Every row of a database that is whole."""
    return [Row(*row) for row in db.execute("SELECT at, line, seal FROM events ORDER BY number")]


def seal_all(db: sqlite3.Connection) -> None:
    """Seal what an older version wrote without."""
    if not db.execute("SELECT 1 FROM events WHERE seal IS NULL LIMIT 1").fetchone():
        return
    before, due = "", []
    for number, at, line, kept in db.execute("SELECT number, at, line, seal FROM events ORDER BY number"):
        before = kept or seal(before, at, line)
        due.append((before, number))
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.executemany("UPDATE events SET seal = ? WHERE number = ?", due)


def note(db: sqlite3.Connection, notice: Notice) -> None:
    """Keep a notice until somebody has read it."""
    db.execute("INSERT INTO notices (code, facts) VALUES (?, ?)", (notice.code, json.dumps(dict(notice.facts))))


def noted(db: sqlite3.Connection) -> tuple[Notice, ...]:
    """The notices nobody has read yet, oldest first; one that is not understood is no reason to stop."""
    found = []
    for code, facts in db.execute("SELECT code, facts FROM notices ORDER BY number"):
        with suppress(ValueError, TypeError, KeyError):
            known = Notice(Told(code), tuple(json.loads(facts).items()))
            found.append(known)
    return tuple(found)


def put_hands(path: Path, whose: Iterable[tuple[int, str]]) -> None:
    """Add to a backup whose doing its events were, by their numbers; the last word counts. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("CREATE TABLE IF NOT EXISTS hands (number INTEGER PRIMARY KEY, whose TEXT NOT NULL)")
        db.executemany("INSERT OR REPLACE INTO hands (number, whose) VALUES (?, ?)", whose)
        db.execute("COMMIT")


def hands(path: Path) -> dict[int, str]:
    """Whose doing each event was, as far as a backup tells; older ones do not."""
    try:
        with looked_at(path) as db:
            return {int(number): str(whose) for number, whose in db.execute("SELECT number, whose FROM hands")}
    except (sqlite3.Error, ValueError):
        return {}


def durable(path: Path) -> None:
    """Return once a file, or the names in a folder, would outlast a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def looked_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A database to be read from one end to the other, of which little is held: each page is needed once."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5.0)) as db:
        db.execute(HOLD_LITTLE)  # of one that is damaged not even that can be done
        yield db


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    """The database and what was not yet put into it, in a folder where readers can lock it."""
    with tempfile.TemporaryDirectory(prefix="cacho-") as folder:
        for name in (path.name, f"{path.name}-wal"):
            if path.with_name(name).is_file():
                shutil.copyfile(path.with_name(name), Path(folder) / name)
        yield Path(folder) / path.name


def _account(db: sqlite3.Connection, path: Path) -> Account:
    """Raises Newer, and sqlite3.Error when not even the first page can be read."""
    flaws: list[str] = []
    version = _version(db, path)
    judged = account(_rows(db, flaws, sealed=version > 0))
    runs = _runs(db, flaws)
    flaw = judged.flaw or next(iter(flaws), "") or _broken(db)
    return Account(judged.rows, judged.events, flaw, runs, version)


def _extent(db: sqlite3.Connection, path: Path) -> Extent:
    """Raises as `_account`."""
    flaws: list[str] = []
    told = extent_of(_rows(db, flaws, sealed=_version(db, path) > 0), flaws)
    _runs(db, flaws)
    return told._replace(flaw=next(iter(flaws), "") or _broken(db))


def _version(db: sqlite3.Connection, path: Path) -> int:
    db.text_factory = bytes
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise Newer(
            f"The history in {path} was written by a newer version of this program (its layout {version}, here "
            f"{VERSION}). Install that version again, or choose another folder with --data."
        )
    return int(version)


def _runs(db: sqlite3.Connection, flaws: list[str]) -> int:
    """How many tables have started with it; what cannot be read is added to `flaws`."""
    try:
        return int(db.execute("SELECT coalesce(max(number), 0) FROM runs").fetchone()[0])
    except (sqlite3.Error, TypeError, ValueError) as error:
        flaws.append(str(error))
        return 0


def _broken(db: sqlite3.Connection) -> str:
    """What SQLite itself finds wrong with the file; empty when it is whole."""
    try:
        (whole,) = db.execute("PRAGMA integrity_check").fetchone()
        return "" if whole == b"ok" else " ".join(whole.decode(errors="replace").split())
    except sqlite3.Error as error:
        return str(error)


def _rows(db: sqlite3.Connection, flaws: list[str], *, sealed: bool) -> Iterator[tuple[str, str, str | None]]:
    """Rows up to the first that cannot be read; `flaws` is told why it is the first."""
    try:
        asked = db.execute(f"SELECT number, at, line, {'seal' if sealed else 'NULL'} FROM events ORDER BY number")
        for due, (number, *told) in enumerate(asked, start=1):
            if number != due:
                flaws.append(f"event {due} is missing")
                return
            at, line, seal = (None if cell is None else cell.decode() for cell in told)
            yield at or "", line or "", seal
    except sqlite3.Error as error:
        if _primary(error) in ELSEWHERE:
            raise
        flaws.append(str(error))
    except (ValueError, AttributeError) as error:  # a cell that is no text
        flaws.append(str(error))


def _primary(error: sqlite3.Error) -> int:
    """SQLite's error code without its finer part; -1 for what is told by Python itself."""
    return getattr(error, "sqlite_errorcode", -1) & 0xFF
