"""The only writer of history: one row per event in SQLite. Knows files and power cuts; not what an event means.

WAL with synchronous=FULL: once `append` has returned, a power cut at any moment leaves the events there, and a cut
inside it leaves all of them or none. The carbon copy beside it tells when the database has lost its newest part.
"""

import errno
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from table import book, carbon, rescue
from table.account import Account, Row, seal, sealed
from table.backups import back_up
from table.events import Event
from table.fault import NotWritten, TableFault
from table.ground import forgets, ill, scarce, why
from table.notice import Notice, Told, Why, notice
from table.owning import owned


class Journal:
    """The history in `folder`/cacho.db. Any thread may read; the loop alone appends, restores and acknowledges.

    What is damaged is put aside, the best whole account takes its place, and `notices` says so. Where nothing can be
    written history is still read, and every `append` tries anew.

    Raises TableFault when another table uses the folder, it cannot be made, or a newer version wrote there.
    """

    def __init__(self, folder: Path):
        self.folder, self.path = folder, folder / rescue.NAME
        self.aside: Path | None = None
        self.whose: Mapping[int, str] = {}
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None
        self._inode = self._carbon_bytes = 0
        self._events: list[Event] = []
        self._seal = ""
        self._runs = 0
        self._why: Why | None = None  # why the last attempt to write failed
        self._kept = True  # False once the host goes on although nothing can be written
        self._owing: list[Row] = []
        self._noted: tuple[Notice, ...] = ()
        self._fresh = [notice(Told.TEMPORARY, folder=str(folder))] if forgets(folder) else []
        self._owned = owned(folder)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    # --- for any thread ----------------------------------------------------------------------------------------------

    def read(self) -> list[Event]:
        """Every event, oldest first."""
        with self._lock:
            return list(self._events)

    def notices(self) -> tuple[Notice, ...]:
        """What the owner must be told: how things stand, then what nobody has read yet."""
        with self._lock:
            standing = []
            if self._why or not self._kept:
                code = Told.NOT_WRITTEN if self._kept else Told.NOT_KEPT
                standing = [notice(code, why=self._why or Why.FAILED)]
            elif scarce(self.folder):
                standing = [notice(Told.NEARLY_FULL)]
            if self._db is None and self._found.told:  # read from a copy, which could not be put in place yet
                standing.append(notice(self._found.told, source=self._found.source, aside="–"))
            return (*standing, *self._noted, *self._fresh)

    def health(self) -> str:
        """`ok`, or why a press now would not outlast a power cut: `not_kept`, or a Why."""
        with self._lock:
            if not self._kept:
                return "not_kept"
            if self._db is None:
                return self._why or Why.FAILED
            return (Why.GONE if self._gone() else None) or ill(self.folder) or self._why or "ok"

    # --- for the one that owns history -------------------------------------------------------------------------------

    def start_run(self) -> int:
        """Note that a table starts with this history; how many have, this one included."""
        with self._lock:
            self._runs += 1
            if self._db:
                with suppress(sqlite3.Error):  # a full disk: `append` will meet it, and says so
                    self._db.execute("INSERT INTO runs (number, at) VALUES (?, ?)", (self._runs, _now()))
            return self._runs

    def append(self, events: tuple[Event, ...]) -> None:
        """Write events so that they outlast a power cut, all of them or none. Raises NotWritten when none could be."""
        with self._lock:
            rows = sealed(self._seal, _now(), events)
            try:
                self._write([*self._owing, *rows])
                self._owing, self._kept = [], True
            except NotWritten:
                if self._kept:
                    raise
                self._owing += rows
            self._events.extend(events)
            self._seal = rows[-1].seal if rows else self._seal

    def go_on(self) -> None:
        """Take what happens from now on although it cannot be written; it is written once it can be."""
        with self._lock:
            self._kept = self._why is None

    def try_again(self) -> None:
        """Write what could not be written, if it can be by now; if nothing is owed, see whether anything could be."""
        with self._lock:
            if self._why is None and self._kept:
                return
            with suppress(NotWritten):
                self._write(self._owing)
                self._owing, self._kept = [], True

    def acknowledge(self) -> None:
        """Somebody has read what was to be told."""
        with self._lock:
            self._noted, self._fresh = (), []
            if self._db:
                with suppress(sqlite3.Error):  # told again at the next start, then
                    self._db.execute("DELETE FROM notices")

    def remark(self, told: Notice) -> None:
        """Have the owner told of this, once, until it is read."""
        with self._lock:
            if told not in self._fresh:
                self._fresh.append(told)

    def restore(self, path: Path, alive: Callable[[], None] = lambda: None) -> None:
        """Put the history back to a backup; what was there is kept aside.

        alive: told after each step, for all of a long history is read several times.

        Raises TableFault when the backup is damaged or newer than this program, NotWritten when it could not be done.
        """
        account, self.whose = rescue.backup_account(path), book.hands(path)
        alive()
        with self._lock:
            self._back_up(path, alive)  # the newest backup is what counts, or a start would take it for a lost end
            alive()
            self._close()
            played, owing = self._events[len(self._events) - len(self._owing) :], self._owing
            self._owing, self.aside = [], None
            try:
                whole = replace(account, runs=self._runs)
                self.aside = rescue.put_in_place(self.folder, whole, _now(), Told.RESTORED, path.name)
            except (OSError, sqlite3.Error) as error:
                self._begin()
                self._still_owing(owing, played)
                raise self._not_written(error) from error
            alive()
            self._kept, self._why = True, None
            self._begin(alive)
            alive()

    def close(self) -> None:
        """Release the files."""
        self._close()
        if self._owned:
            self._owned.close()

    # --- the files ---------------------------------------------------------------------------------------------------

    def _begin(self, alive: Callable[[], None] = lambda: None) -> None:
        """Read what is there, and open it for writing where that can be had."""
        with suppress(OSError):
            rescue.finish(self.folder)
        self._found, self._aside = rescue.found(self.folder), ""
        self._events, self._seal, self._runs = list(self._found.events), self._found.seal, self._found.runs
        alive()
        try:
            self._open()
        except NotWritten as fault:
            self._why = fault.why

    def _still_owing(self, owing: list[Row], played: list[Event]) -> None:
        """What was played without being kept stays owed after a restore that failed, if what it follows is there."""
        if owing and seal(self._seal, owing[0].at, owing[0].line) == owing[0].seal:
            self._owing, self._seal = owing, owing[-1].seal
            self._events.extend(played)

    def _open(self) -> sqlite3.Connection:
        """The database, opened for writing and brought to this version's layout. Raises NotWritten."""
        if self._db:
            return self._db
        try:
            self._own()
            with self.path.with_suffix(".lock").open("a"):
                pass  # SQLite would only say that it cannot open the file; this says why
            if not self._found.whole:
                rescue.put_in_place(self.folder, self._found.account, _now(), self._found.told, self._found.source)
            if self._found.whole and self._found.told:
                self._aside = self._aside or rescue.copy_aside(self.folder)
            db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=5.0)
            try:
                self._bring_forward(db)
                self._compare(db)
            except BaseException:
                db.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise self._not_written(error) from error
        self._db = db
        self._found = rescue.Found(Account(), whole=True)  # it is in the database now, and need not be held twice
        self._carbon([])
        return db

    def _own(self) -> None:
        """Have the folder for ourselves, if we could not before: then another table may have written meanwhile."""
        if self._owned:
            return
        try:
            self._owned = owned(self.folder)
        except TableFault as fault:
            raise NotWritten(Why.HELD, self.path, fault) from fault
        if self._found.whole and book.length(self.path) != len(self._found.account):
            raise NotWritten(Why.HELD, self.path, "another table has written there: start again")

    def _bring_forward(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version < book.VERSION:
            if self._events:
                self._back_up(None)  # so that an older version of the program can go on from there
            book.lay_out(db)
        book.seal_all(db)

    def _compare(self, db: sqlite3.Connection) -> None:
        """Take the carbon copy as it is where it tells the same; say that a damaged one was moved away."""
        if self._found.told and self._aside:
            book.note(db, notice(self._found.told, aside=self._aside))
        if self._found.copied:
            self._carbon_bytes = (self.folder / carbon.NAME).stat().st_size
        self._noted = book.noted(db)
        self._inode = self.path.stat().st_ino

    def _back_up(self, source: Path | None, alive: Callable[[], None] = lambda: None) -> None:
        """A backup that must be there before anything else is done. Raises NotWritten."""
        try:
            back_up(self.folder, source, alive=alive)
        except TableFault as fault:
            raise NotWritten(ill(self.folder) or Why.FAILED, self.path, fault) from fault

    def _write(self, rows: list[Row]) -> None:
        db = self._open()
        try:
            if self._gone():
                raise FileNotFoundError(errno.ENOENT, "it is not the file that was opened")
            db.execute("BEGIN IMMEDIATE")
            book.add(db, rows) if rows else book.touch(db)
            db.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            fault = self._not_written(error)
            self._why = fault.why
            raise fault from error
        self._why = None
        self._carbon(rows)

    def _carbon(self, rows: list[Row]) -> None:
        """Bring the carbon copy up to date; a press that is in the database has happened, whatever comes of this."""
        path = self.folder / carbon.NAME
        try:
            if not path.exists() or path.stat().st_size != self._carbon_bytes:
                assert self._db
                carbon.write(path, book.rows(self._db))
            elif rows:
                carbon.add(path, rows)
            self._carbon_bytes = path.stat().st_size
        except OSError:
            self._carbon_bytes = -1

    def _not_written(self, error: OSError | sqlite3.Error) -> NotWritten:
        told = why(error)
        return NotWritten((ill(self.folder) if told is Why.FAILED else None) or told, self.path, error)

    def _gone(self) -> bool:
        try:
            return self.path.stat().st_ino != self._inode
        except OSError:
            return True

    def _close(self) -> None:
        if self._db:
            self._db.close()
            self._db = None


def read_history(folder: Path) -> list[Event]:
    """Every event in `folder`, for those who only look: nothing is written, and a table may be running there.

    Raises TableFault when there is no history or it cannot be understood.
    """
    path = folder / rescue.NAME
    try:
        told = book.read(path)
    except FileNotFoundError:
        raise TableFault(f"There is no history in {folder}. Name the folder of the table with --data.") from None
    if told.flaw:
        raise TableFault(
            f"The history in {path} is damaged ({told.flaw}). "
            "Start the table: it puts the newest good one in its place."
        )
    return list(told.events)


def _now() -> str:
    """Wall-clock time, a label only: order is by number, because the clock of a Pi may jump."""
    return datetime.now(UTC).isoformat(timespec="seconds")
