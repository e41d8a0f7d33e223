"""A damaged history: what was confirmed is there, or the newest good backup and a message; never silence."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from table import book, carbon
from table.account import account, sealed
from table.backups import back_up, backups
from table.card import Box, Sign
from table.events import Event, GivenUp, Started, TakenBack, Thrown, Written
from table.fault import TableFault
from table.houses import COCHABAMBA
from table.journal import Journal, read_history
from table.notice import Told

MATCH: tuple[Event, ...] = (
    Started(COCHABAMBA, ("Ana", "Ñusta «6»"), 1),
    Thrown((1, 3, 3, 5, 6), 5),
    Written(Box.TRENES, 6, Sign.NUMBER),
    Thrown((2, 2, 2, 2, 3), 5),
    GivenUp(),
)
FILES = ("cacho.db", "cacho.db-wal", "cacho.db-shm", "cacho.carbon")


def played(folder: Path, *, backed_up: bool = True) -> list[Event]:
    """A history of a match with a backup after it and half of the next, as a power cut leaves it: unmerged."""
    folder.mkdir()
    table = folder / "table"
    with closing(Journal(table)) as journal:
        journal.start_run()
        for event in MATCH:
            journal.append((event,))
        if backed_up:
            back_up(table)
        for event in MATCH[:3]:
            journal.append((event,))
        for name in (*FILES, "backups"):  # what a cut leaves; closing would tidy it up
            if (table / name).is_dir():
                shutil.copytree(table / name, folder / name)
            elif (table / name).exists():
                shutil.copyfile(table / name, folder / name)
        told = journal.read()
    shutil.rmtree(table)
    return told


def told(journal: Journal) -> list[Told]:
    """What the owner is told of the history itself; a test's folder may lie in memory."""
    return [notice.code for notice in journal.notices() if notice.code is not Told.TEMPORARY]


def kept_aside(folder: Path) -> set[str]:
    """The files that were put aside."""
    return {path.name for path in folder.glob("aside/*/*")}


def cut_off(path: Path, chance: random.Random) -> None:
    """Everything after some byte is gone."""
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(len(data))])


def zeroed(path: Path, chance: random.Random) -> None:
    """A stretch of zeros, as cards leave."""
    data = bytearray(path.read_bytes())
    start = chance.randrange(len(data))
    data[start : start + 4096] = bytes(len(data[start : start + 4096]))
    path.write_bytes(data)


def flipped(path: Path, chance: random.Random) -> None:
    """A few bits are others."""
    data = bytearray(path.read_bytes())
    for _ in range(8):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def missing(path: Path, _chance: random.Random) -> None:
    """It is gone."""
    path.unlink()


HARMS = (cut_off, zeroed, flipped, missing)
Harm = Callable[[Path, random.Random], None]


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
@pytest.mark.parametrize("name", FILES)
def test_damage_to_one_file_loses_nothing(tmp_path: Path, name: str, harm: Harm) -> None:
    """The database, its newest part, its index or the copy: the others still tell all, and damage is kept aside."""
    before = played(tmp_path / "was")
    for seed in range(3):
        folder = tmp_path / str(seed)
        shutil.copytree(tmp_path / "was", folder)
        harm(folder / name, random.Random(f"{seed}"))
        with closing(Journal(folder)) as journal:
            assert journal.read() == before
            assert told(journal) in ([], [Told.COPY_MADE_ANEW if name == "cacho.carbon" else Told.MENDED])
            assert (name in kept_aside(folder)) == bool(told(journal)) or harm is missing
            journal.append((TakenBack(),))
        with closing(Journal(folder)) as again:
            assert again.read() == [*before, TakenBack()]


@pytest.mark.parametrize("harm", HARMS[:3], ids=lambda harm: harm.__name__)
def test_how_far_a_history_can_be_trusted_is_told_the_same_without_holding_it(tmp_path: Path, harm: Harm) -> None:
    """As many rows, the same seal, the same flaw, of a whole one and of a damaged one."""
    played(tmp_path / "was")
    for seed in range(8):
        db = tmp_path / f"{seed}.db"
        shutil.copy(backups(tmp_path / "was")[0].path, db)
        if seed:
            harm(db, random.Random(seed))
        held = book.read(db)
        assert book.extent(db) == (len(held), held.seal, held.flaw)


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_damage_to_all_files_falls_back_to_the_newest_good_backup(tmp_path: Path, harm: Harm) -> None:
    """Or to more, where more can be trusted; and the message stays until it was read, also over a restart."""
    before = played(tmp_path / "was")
    for seed in range(3):
        folder = tmp_path / str(seed)
        shutil.copytree(tmp_path / "was", folder)
        for name in FILES:
            harm(folder / name, random.Random(f"{seed} {name}"))
        with closing(Journal(folder)) as journal:
            now = journal.read()
            assert now == before[: len(now)]
            assert len(now) >= len(MATCH)
            assert told(journal) or now == before
        with closing(Journal(folder)) as again:
            assert again.read() == now
            assert told(again) == told(journal)
            again.acknowledge()
        with closing(Journal(folder)) as later:
            assert told(later) == []


def test_without_any_good_backup_it_begins_empty_and_says_so(tmp_path: Path) -> None:
    """Never a silent empty game; what was there can still be looked at."""
    played(tmp_path / "x", backed_up=False)
    for name in FILES:
        (tmp_path / "x" / name).write_bytes(b"no database" * 1000)
    with closing(Journal(tmp_path / "x")) as journal:
        assert (journal.read(), told(journal)) == ([], [Told.BEGAN_EMPTY])
    [aside] = (tmp_path / "x" / "aside").iterdir()
    for name in ("cacho.db", "cacho.db-wal", "cacho.carbon"):
        assert (aside / name).read_bytes() == b"no database" * 1000


def test_a_folder_never_used_begins_empty_without_a_word(tmp_path: Path) -> None:
    """And one from which everything but photographs is gone does not."""
    with closing(Journal(tmp_path / "new")) as journal:
        assert (journal.read(), told(journal)) == ([], [])
    (tmp_path / "old" / "photos").mkdir(parents=True)
    (tmp_path / "old" / "photos" / "7.jpg").touch()
    with closing(Journal(tmp_path / "old")) as journal:
        assert (journal.read(), told(journal)) == ([], [Told.BEGAN_EMPTY])


def test_a_damaged_backup_is_passed_over(tmp_path: Path) -> None:
    """The newest good one is meant, not the newest."""
    before = played(tmp_path / "x")
    for name in FILES[:3]:
        (tmp_path / "x" / name).unlink()
    (tmp_path / "x" / "cacho.carbon").write_bytes(b"")
    newest = tmp_path / "x" / "backups" / "cacho-0002-2026-01-01-000000.db"
    newest.write_bytes(backups(tmp_path / "x")[0].path.read_bytes()[:5000])
    with closing(Journal(tmp_path / "x")) as journal:
        assert journal.read() == before[: len(MATCH)]
        assert told(journal) == [Told.FELL_BACK]
        assert "cacho-0001" in journal.notices()[0].words


@pytest.mark.parametrize(
    ("line", "why"),
    [("write poker forty huevo", "cannot be understood"), ("back", "cannot have happened"), ("flip 6>1", "happened")],
)
def test_a_history_that_parses_but_does_not_add_up_is_damage(tmp_path: Path, line: str, why: str) -> None:
    """A start never ends in a traceback over it; those who only look are told."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH[:1])
    with closing(sqlite3.connect(tmp_path / "cacho.db", isolation_level=None)) as db:
        db.execute("INSERT INTO events (at, line) VALUES ('now', ?)", (line,))
    with pytest.raises(TableFault, match=why):
        read_history(tmp_path)
    with closing(Journal(tmp_path)) as journal:
        assert (journal.read(), told(journal)) == (list(MATCH[:1]), [Told.MENDED])


def test_a_row_that_was_changed_is_found_out(tmp_path: Path) -> None:
    """A database that is whole for SQLite and folds, with other dice: the card must not show them."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    with closing(sqlite3.connect(tmp_path / "cacho.db", isolation_level=None)) as db:
        db.execute("UPDATE events SET line = '1 3 3 3 6 mano' WHERE number = 2")
    with closing(Journal(tmp_path)) as journal:
        assert (journal.read(), told(journal)) == (list(MATCH), [Told.MENDED])


def test_a_power_cut_while_a_rescue_is_put_in_place_is_finished_at_the_next_start(tmp_path: Path) -> None:
    """Between moving the damaged file away and naming the new one."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    (tmp_path / "cacho.db").rename(tmp_path / "cacho.db.new")
    (tmp_path / "aside" / "2026-01-01-000000").mkdir(parents=True)
    (tmp_path / "cacho.carbon").rename(tmp_path / "aside" / "2026-01-01-000000" / "cacho.carbon")
    with closing(Journal(tmp_path)) as journal:
        assert (journal.read(), told(journal)) == (list(MATCH), [])


def test_a_history_of_an_older_version_is_brought_forward_with_a_backup(tmp_path: Path) -> None:
    """Every event is there and sealed, and what an older version adds afterwards is taken too."""
    rows = sealed("", "2026-01-01T00:00:00+00:00", MATCH)
    with closing(sqlite3.connect(tmp_path / "cacho.db", isolation_level=None)) as db:
        db.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, at TEXT NOT NULL, line TEXT NOT NULL)")
        db.execute("CREATE TABLE runs (number INTEGER PRIMARY KEY, at TEXT NOT NULL)")
        db.executemany("INSERT INTO events (at, line) VALUES (?, ?)", [row[:2] for row in rows])
        db.execute("INSERT INTO runs (at) VALUES ('then')")
    with closing(Journal(tmp_path)) as journal:
        assert (journal.read(), told(journal), journal.start_run()) == (list(MATCH), [], 2)
    assert book.read(tmp_path / "cacho.db") == replace(account(rows), runs=2, version=1)
    assert len(backups(tmp_path)) == 1
    with closing(sqlite3.connect(tmp_path / "cacho.db", isolation_level=None)) as db:
        db.execute("INSERT INTO events (at, line) VALUES ('later', 'back')")
    with closing(Journal(tmp_path)) as journal:
        assert (journal.read(), told(journal)) == ([*MATCH, TakenBack()], [])
    assert len(carbon.read(tmp_path / "cacho.carbon")) == 6


def test_an_older_version_that_was_never_played_on_is_no_damage(tmp_path: Path) -> None:
    """It has no carbon copy, and nothing to lose."""
    with closing(sqlite3.connect(tmp_path / "cacho.db", isolation_level=None)) as db:
        db.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, at TEXT NOT NULL, line TEXT NOT NULL)")
        db.execute("CREATE TABLE runs (number INTEGER PRIMARY KEY, at TEXT NOT NULL)")
    for _ in range(2):
        with closing(Journal(tmp_path)) as journal:
            assert (journal.read(), told(journal)) == ([], [])


def test_a_history_of_a_newer_version_is_refused_and_not_touched(tmp_path: Path) -> None:
    """Falling back to a backup would hide what that version wrote."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    back_up(tmp_path)
    with closing(sqlite3.connect(tmp_path / "cacho.db", isolation_level=None)) as db:
        db.execute("PRAGMA user_version=99")
    before = (tmp_path / "cacho.db").read_bytes()
    for opening in (Journal, read_history, back_up):
        with pytest.raises(TableFault, match="newer version"):
            opening(tmp_path)
    assert (tmp_path / "cacho.db").read_bytes() == before
    assert not (tmp_path / "aside").exists()


def test_versions_that_phones_saw_stay_old_after_a_rescue(tmp_path: Path) -> None:
    """The count of starts never falls, whatever was lost."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        last = [journal.start_run() for _ in range(5)][-1]
    (tmp_path / "cacho.db").unlink()
    with closing(Journal(tmp_path)) as journal:
        assert journal.start_run() > last
