"""History outlasts a power cut at any moment, and damage is told, never passed over."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from table import book
from table.account import account, sealed
from table.events import Started, TakenBack, Thrown
from table.fault import NotWritten, TableFault
from table.houses import COCHABAMBA
from table.journal import Journal, read_history

EVENTS = (Started(COCHABAMBA, ("Ana", "Ñusta «6»"), 1), Thrown((1, 3, 3, 5, 6), 5), TakenBack())

WRITER = """
import sys
from contextlib import closing
from pathlib import Path
from table.events import Started, TakenBack, Thrown
from table.houses import COCHABAMBA
from table.journal import Journal, read_history
journal = Journal(Path(sys.argv[1]))
if not journal.read():
    journal.append((Started(COCHABAMBA, ("Ana",), 0),))
print("ready", flush=True)
for number in range(10_000):
    journal.append((Thrown((1, 2, 3, 4, 5), 5), TakenBack()))
    print(number, flush=True)
"""


def test_events_come_back_in_order_after_the_file_is_opened_again(tmp_path: Path) -> None:
    """What was appended is read, whatever the names, and more can follow."""
    journal = Journal(tmp_path)
    journal.append(EVENTS[:2])
    journal.append(EVENTS[2:])
    assert journal.read() == list(EVENTS)
    journal.close()
    with closing(Journal(tmp_path)) as again:
        assert again.read() == list(EVENTS)


def test_runs_are_counted(tmp_path: Path) -> None:
    """Each start with a history is a new run, so versions of an earlier one are always older."""
    for number in (1, 2, 3):
        with closing(Journal(tmp_path)) as journal:
            assert journal.start_run() == number


def test_two_tables_cannot_own_one_history(tmp_path: Path) -> None:
    """The second is told, reading is free, and the folder is free again when the first has ended."""
    with closing(Journal(tmp_path)) as first:
        first.start_run()
        with pytest.raises(TableFault, match="Another table"):
            Journal(tmp_path)
        assert read_history(tmp_path) == []
    with closing(Journal(tmp_path)) as third:
        assert third.start_run() == 2


def test_a_kill_at_any_moment_loses_nothing_confirmed_and_halves_no_press(tmp_path: Path) -> None:
    """Killed while writing as fast as it can, four times over: every confirmed pair is there, and no lone half."""
    chance = random.Random(5)
    confirmed = 0
    for _ in range(4):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
        for _ in range(chance.randrange(1, 40)):
            writer.stdout.readline()
            confirmed += 1
        os.kill(writer.pid, signal.SIGKILL)
        confirmed += writer.stdout.read().count("\n")
        writer.stdout.close()
        writer.wait()
        with closing(Journal(tmp_path)) as journal:
            events = journal.read()
        pairs, half = divmod(len(events) - 1, 2)
        assert half == 0
        assert confirmed <= pairs <= confirmed + 1  # a pair may be on the disk and not yet said to be
        confirmed = pairs


def test_the_disk_is_told_to_keep_every_commit(tmp_path: Path) -> None:
    """WAL with synchronous=FULL (2): weaker settings lose the last events in a power cut."""
    with closing(Journal(tmp_path)) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_folder_that_is_a_file_is_a_fault_with_the_remedy(tmp_path: Path) -> None:
    """The owner is told which folder, and what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(TableFault, match="--data"):
        Journal(tmp_path / "file")


def test_what_the_disk_does_not_take_is_told_and_has_not_happened(tmp_path: Path) -> None:
    """Another program holds the file, or the disk is full: a fault with the remedy, and the history as it was."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(EVENTS[:1])
        journal._db.execute("PRAGMA busy_timeout=0")
        with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotWritten, match="has not happened"):
                journal.append(EVENTS[1:])
            other.execute("ROLLBACK")
        journal._db.execute(f"PRAGMA max_page_count={journal._db.execute('PRAGMA page_count').fetchone()[0]}")
        with pytest.raises(NotWritten, match="full"):
            append_for_ever(journal)
        kept = journal.read()
    assert read_history(tmp_path) == kept


def append_for_ever(journal: Journal) -> None:
    """Append until something gives."""
    while True:
        journal.append(EVENTS[1:])


def test_a_history_is_read_beside_a_running_table_and_in_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Those who only look change nothing."""
    with closing(Journal(tmp_path)) as journal:
        journal.start_run()
        journal.append(EVENTS)
        assert read_history(tmp_path) == list(EVENTS)
    before = (tmp_path / "cacho.db").read_bytes()
    tmp_path.chmod(0o555)
    assert read_history(tmp_path) == list(EVENTS)
    tmp_path.chmod(0o755)
    assert (tmp_path / "cacho.db").read_bytes() == before
    with pytest.raises(TableFault, match="--data"):
        read_history(tmp_path / "none")


def test_a_clock_that_jumps_by_years_changes_no_order(tmp_path: Path) -> None:
    """When something happened is a label: a Pi without a clock of its own wakes in another year."""
    days = ("2026-11-30T20:00:00+00:00", "1970-01-01T00:00:09+00:00", "2099-01-01T00:00:00+00:00")
    rows, before = [], ""
    for day, event in zip(days, EVENTS, strict=True):
        rows += sealed(before, day, (event,))
        before = rows[-1].seal
    book.make(tmp_path / "cacho.db", account(rows), days[1])
    with closing(Journal(tmp_path)) as journal:
        assert journal.read() == list(EVENTS)
        journal.append(EVENTS[1:2])
    assert read_history(tmp_path) == [*EVENTS, EVENTS[1]]
