"""Which of several accounts of one history to believe, and putting it in place. Knows files; not how to append."""

import shutil
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path

from table import book, carbon
from table.account import Account
from table.backups import Backup, backups
from table.events import Event
from table.fault import TableFault
from table.notice import Told, notice

NAME, NEW = "cacho.db", "cacho.db.new"
ASIDE = "aside"
PRESS = 8  # one press writes fewer events than that, and the carbon copy may lack those of the last
LEAP = 1000
"""How far the count of starts leaps where the true one may be lost: versions that phones saw must stay old."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a folder holds. whole: whether its database can stay as it is.  told: what the owner must hear if not.

    copied: whether the carbon copy tells the very same.
    """

    account: Account
    whole: bool
    told: Told | None = None
    source: str = ""
    copied: bool = False

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return self.account.events

    @property
    def seal(self) -> str:
        """What the next row is sealed with."""
        return self.account.seal

    @property
    def runs(self) -> int:
        """How often a table has started with it."""
        return self.account.runs


def found(folder: Path) -> Found:
    """The account to believe. A folder never used holds an empty one; a damaged one never does without saying so.

    Raises book.Newer.
    """
    try:
        base = book.read(folder / NAME)
    except FileNotFoundError:
        if not _used(folder):
            return Found(Account(), whole=False)
        base = Account(flaw="it is missing")
    copied = bool(base.rows) and carbon.tells(folder / carbon.NAME, base.rows)
    copy = replace(base, flaw="") if copied else _carbon(folder)
    emptied = not base.rows and bool(copy.flaw) and base.version > 0
    if base.flaw or emptied or _longer(copy, base) or _longer_backup(folder, base):
        return _best(base, copy, _newest_good(folder))
    return Found(base, whole=True, told=_copy_told(base, copy), copied=copied)


def finish(folder: Path) -> None:
    """Finish putting an account in place if the power went between its last two steps. Raises OSError, book.Newer."""
    new = folder / NEW
    if new.exists() and not (folder / NAME).exists() and not (account := book.read(new)).flaw:
        carbon.write(folder / carbon.NAME, account.rows)
        new.rename(folder / NAME)
        book.durable(folder)


def backup_account(path: Path) -> Account:
    """The account of a backup that is to be put in place. Raises TableFault when it cannot be."""
    try:
        told = book.read(path)
    except FileNotFoundError:
        raise TableFault(f"There is no backup {path}.") from None
    if told.flaw:
        raise TableFault(f"The backup {path} is damaged ({told.flaw}). Choose another; nothing was changed.")
    return told


def put_in_place(folder: Path, account: Account, at: str, told: Told | None, source: str) -> Path | None:
    """Make `account` the history of this folder and note what the owner must hear of it.

    What was there is moved into a folder of its own, and only when the new files are complete; the carbon copy first,
    or it would outvote the new database. That folder, if anything was there. Raises OSError and sqlite3.Error.
    """
    aside = _free_name(folder)
    there = [path for name in (carbon.NAME, NAME, f"{NAME}-wal", f"{NAME}-shm") if (path := folder / name).exists()]
    kept = f"{ASIDE}/{aside.name}" if there else "–"
    book.make(folder / NEW, account, at, [notice(told, source=source, aside=kept)] if told else [])
    copy = carbon.prepared(folder / carbon.NAME, account.rows)
    if there:
        aside.mkdir(parents=True)
    for path in there:
        path.rename(aside / path.name)
    if there:
        book.durable(aside)
        book.durable(aside.parent)
    copy.rename(folder / carbon.NAME)
    (folder / NEW).rename(folder / NAME)
    book.durable(folder)
    return aside if there else None


def _free_name(folder: Path) -> Path:
    """A folder for what is moved aside, named by the day; the clock may have shown the same second before."""
    day = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (day if n == 1 else f"{day}-{n}" for n in count(1))
    return next(path for name in names if not (path := folder / ASIDE / name).exists())


def _longer(one: Account, other: Account) -> bool:
    return len(one) > len(other) and one.holds(other)


def _longer_backup(folder: Path, base: Account) -> bool:
    """Whether the newest backup knows what came after a database that looks well: then that has lost its end.

    A history put back to an older backup is no such case, for a backup is made of it at once.
    """
    newest = backups(folder)[:1]
    return bool(newest) and book.length(newest[0].path) > len(base) and _longer(book.read(newest[0].path), base)


def _copy_told(base: Account, copy: Account) -> Told | None:
    """Whether a database that looks well may have lost its end unseen, because its carbon copy is damaged too."""
    if base.version == 0 or not base.rows:
        return None
    cut = copy.flaw == carbon.TORN and len(base) - len(copy) <= PRESS
    return Told.COPY_MADE_ANEW if (copy.flaw and not cut) or not base.holds(copy) else None


def copy_aside(folder: Path) -> str:
    """Keep a damaged carbon copy, and the database as it is before SQLite tidies it up, in a folder of their own.

    That folder's name. Only while nobody has the database open. Raises OSError.
    """
    aside = _free_name(folder)
    try:
        aside.mkdir(parents=True)
        for name in (NAME, f"{NAME}-wal"):
            if (folder / name).exists():
                shutil.copyfile(folder / name, aside / name)
    except OSError:
        shutil.rmtree(aside, ignore_errors=True)  # a full disk is tried again and again
        raise
    if (folder / carbon.NAME).exists():
        (folder / carbon.NAME).rename(aside / carbon.NAME)
    book.durable(aside)
    return f"{ASIDE}/{aside.name}"


def _best(base: Account, copy: Account, good: tuple[Backup, Account] | None) -> Found:
    """Out of a damaged database, its carbon copy and the newest good backup, the one that tells most."""
    backup = good[1] if good else Account()
    runs = max(base.runs, copy.runs, backup.runs) + LEAP
    best = max((account for account in (base, copy) if account.holds(backup)), key=len, default=backup)
    source = best.rows[-1].at if best.rows else ""
    if not best.rows:
        told = Told.BEGAN_EMPTY
    elif not copy.flaw and copy.holds(best):
        told = Told.MENDED
    else:
        told = Told.FELL_BACK
        source = good[0].name if good and len(best) == len(backup) else source
    return Found(Account(best.rows, best.events, "", runs), whole=False, told=told, source=source)


def _carbon(folder: Path) -> Account:
    try:
        return carbon.read(folder / carbon.NAME)
    except FileNotFoundError:
        return Account(flaw="it is missing")


def _newest_good(folder: Path) -> tuple[Backup, Account] | None:
    for backup in backups(folder):
        try:
            account = book.read(backup.path)
        except (OSError, book.Newer):
            continue
        if not account.flaw:
            return backup, account
    return None


def _used(folder: Path) -> bool:
    """Whether a history has ever been kept here."""
    traces = [*folder.glob(f"{NAME}-wal"), *folder.glob(carbon.NAME), *folder.glob("photos/*.jpg")]
    return bool(traces or backups(folder) or any(folder.glob(f"{ASIDE}/*")))
