"""Backups: made beside a running table, verified before they count, ten kept, put back, and what was there kept."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from lacking import lacks
from test_commands import cacho, faulted
from test_rescue import MATCH, kept_aside, told

from table import book
from table.account import Row, account, sealed
from table.album import By, Doer
from table.asides import tidy
from table.backups import Backup, back_up, backups, find
from table.events import GivenUp, Started, TakenBack
from table.fault import NotWritten, TableFault
from table.hands import lines
from table.houses import COCHABAMBA
from table.journal import Journal, read_history
from table.keeping import backed_up, described, exported, listed, restored
from table.notation import line
from table.notice import Told, Why
from table.replaying import check_lines


def test_a_backup_is_made_beside_a_running_table_and_only_of_what_is_new(tmp_path: Path) -> None:
    """It holds everything confirmed so far, as one file."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        backup, new = back_up(tmp_path)
        assert new
        assert list(book.read(backup.path).events) == journal.read()
        assert back_up(tmp_path) == (backup, False)
        journal.append((TakenBack(),))
        assert back_up(tmp_path)[1]
    assert {path.name for path in (tmp_path / "backups").iterdir()} == {
        ".lock", *(backup.name for backup in backups(tmp_path))
    }  # fmt: skip


def test_no_backup_is_made_of_what_could_not_be_put_back(tmp_path: Path) -> None:
    """All events tell the same, but the list of starts is gone, so that it counts as damaged when it is read."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    with closing(sqlite3.connect(tmp_path / "cacho.db")) as db:
        db.execute("DROP TABLE runs")
    with pytest.raises(TableFault, match="no such table: runs"):
        back_up(tmp_path)
    assert backups(tmp_path) == []


def test_ten_are_kept_by_number_whatever_the_clock_says(tmp_path: Path) -> None:
    """A clock that fell back by years makes no new backup the oldest."""
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "cacho-0007-2099-01-01-000000.db").write_bytes(b"")
    with closing(Journal(tmp_path)) as journal:
        for _ in range(12):
            journal.append((Started(COCHABAMBA, ("Ana",), 0), GivenUp()))
            back_up(tmp_path)
        assert [backup.number for backup in backups(tmp_path)] == list(range(19, 9, -1))
        assert find(tmp_path, "newest") == backups(tmp_path)[0].path
        assert list(book.read(find(tmp_path, "newest")).events) == journal.read()


def test_of_a_damaged_history_no_backup_is_made_and_none_is_removed(tmp_path: Path) -> None:
    """Or ten nights would push out the last good one."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        kept = back_up(tmp_path, keep=1)
    with closing(sqlite3.connect(tmp_path / "cacho.db", isolation_level=None)) as db:
        db.execute("UPDATE events SET line = '1 3 3 3 6 mano' WHERE number = 2")
    with pytest.raises(TableFault, match="damaged"):
        back_up(tmp_path, keep=1)
    (tmp_path / "cacho.db").write_bytes(b"no database" * 1000)
    with pytest.raises(TableFault, match="damaged"):
        back_up(tmp_path, keep=1)
    assert backups(tmp_path) == [kept[0]]


def test_a_history_is_put_back_and_what_was_there_is_kept(tmp_path: Path) -> None:
    """The backup that is put back is then the newest, so no start undoes it."""
    with closing(Journal(tmp_path)) as journal:
        journal.start_run()
        journal.append(MATCH)
        first, _ = back_up(tmp_path)
        journal.append((TakenBack(),))
        back_up(tmp_path)
        signs: list[str] = []
        journal.restore(first.path, lambda: signs.append("alive"))
        assert len(signs) >= 5  # of the steps of a long one none may be taken for silence
        assert (journal.read(), told(journal), journal.health()) == (list(MATCH), [Told.RESTORED], "ok")
        journal.append((TakenBack(), GivenUp()))
        assert len(backups(tmp_path)) == 3
    with closing(Journal(tmp_path)) as again:
        assert again.read() == [*MATCH, TakenBack(), GivenUp()]
    assert {"cacho.db", "cacho.carbon"} <= kept_aside(tmp_path)


def test_a_damaged_backup_is_not_put_back(tmp_path: Path) -> None:
    """Nothing changes, and the table writes on."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        backup, _ = back_up(tmp_path)
        backup.path.write_bytes(backup.path.read_bytes()[:5000])
        with pytest.raises(TableFault, match="damaged"):
            journal.restore(backup.path)
        journal.append((TakenBack(),))
        assert (journal.read(), told(journal)) == ([*MATCH, TakenBack()], [])


def test_the_command_line_backs_up_and_restores(tmp_path: Path) -> None:
    """Restore waits for the table to end, and says what it did."""
    where = ("--data", str(tmp_path))
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        made = cacho("backup", *where)
        name = Path(made.stdout.strip()).name
        assert (made.returncode, made.stderr, name) == (0, "", backups(tmp_path)[0].name)
        journal.append((TakenBack(),))
        assert "Another table is running" in faulted(cacho("restore", "newest", *where))
    (tmp_path / "photos").mkdir()
    for number in (1, len(MATCH) + 1):
        (tmp_path / "photos" / f"{number}.jpg").touch()
    restored = cacho("restore", name, *where)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert f"put back to {name}" in restored.stdout
    assert [file.name for file in tmp_path.glob("photos/*")] == ["1.jpg"]
    assert [file.name for file in tmp_path.glob("aside/*/photos/*")] == [f"{len(MATCH) + 1}.jpg"]
    assert read_history(tmp_path) == list(MATCH)


def test_backups_are_told_by_name_and_what_is_missing_is_told_too(tmp_path: Path) -> None:
    """A person who lost something must not have to guess."""
    with pytest.raises(TableFault, match="There is no history"):
        backed_up(tmp_path)
    assert "Make one" in "".join(listed(tmp_path))
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    name = Path(backed_up(tmp_path)).name
    assert backed_up(tmp_path).startswith("Nothing has happened since")
    assert listed(tmp_path)[0].startswith(name)
    with pytest.raises(TableFault, match=f"There is no backup 'yesterday'.*{name}"):
        find(tmp_path, "yesterday")
    with pytest.raises(TableFault, match="There is no backup 'aaa"):
        find(tmp_path, "a" * 400)


def test_what_root_makes_belongs_to_whoever_owns_the_folder(tmp_path: Path) -> None:
    """A table that runs as a user of its own must still be able to write after `sudo cacho restore`."""
    if os.geteuid() != 0:
        lacks("files can be given away by root only")
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    os.chown(tmp_path, 12345, 12346)
    backed_up(tmp_path)
    restored(tmp_path, "newest")
    owners = {(path.stat().st_uid, path.stat().st_gid) for path in tmp_path.rglob("*")}
    assert owners == {(12345, 12346)}


def test_matches_are_taken_away_as_json_csv_and_text(tmp_path: Path) -> None:
    """All of them, or one; the text is what replay plays."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    [match] = json.loads(exported(tmp_path, None, "json"))
    assert (match["id"], match["lines"]) == ("1", [line(event) for event in MATCH])
    assert exported(tmp_path, 1, "csv").splitlines()[2] == "1,2,1 3 3 5 6 mano"
    (tmp_path / "lines").write_text(exported(tmp_path, None, "text"))
    assert "every line agrees" in check_lines(tmp_path / "lines")
    assert "There is no match 9" in faulted(cacho("export", "9", "--data", str(tmp_path)))


def test_a_history_that_was_moved_away_takes_nothing_more(tmp_path: Path) -> None:
    """SQLite would go on writing into a file that nobody finds again."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        (tmp_path / "cacho.db").rename(tmp_path / "elsewhere.db")
        with pytest.raises(NotWritten) as fault:
            journal.append((TakenBack(),))
        assert (fault.value.why, journal.health(), told(journal)) == (Why.GONE, "gone", [Told.NOT_WRITTEN])
        journal.go_on()
        journal.append((TakenBack(),))
        assert (journal.health(), told(journal)) == ("not_kept", [Told.NOT_KEPT])
        journal.try_again()
        assert journal.health() == "not_kept"
        (tmp_path / "elsewhere.db").rename(tmp_path / "cacho.db")
        journal.try_again()
        assert (journal.health(), told(journal)) == ("ok", [])
        assert read_history(tmp_path) == [*MATCH, TakenBack()]
        journal.append((GivenUp(),))
    assert read_history(tmp_path) == [*MATCH, TakenBack(), GivenUp()]


def test_a_disk_that_takes_things_again_is_found_out_without_a_press(tmp_path: Path) -> None:
    """The message on the page goes by itself."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        (tmp_path / "cacho.db").rename(tmp_path / "elsewhere.db")
        with pytest.raises(NotWritten):
            journal.append((TakenBack(),))
        (tmp_path / "elsewhere.db").rename(tmp_path / "cacho.db")
        journal.try_again()
        assert (journal.health(), told(journal), journal.read()) == ("ok", [], list(MATCH))


def test_a_backup_tells_whose_doing_each_event_was(tmp_path: Path) -> None:
    """Also on a new card that has nothing but the backup; what is put back over others counts, theirs is kept aside."""
    old, new = tmp_path / "old", tmp_path / "new"
    with closing(Journal(old)) as journal:
        journal.append(MATCH)
        (old / "hands.txt").write_text("".join(f"{n} eye\n" for n in range(1, len(MATCH) + 9)))
        backup, _ = back_up(old)
    with closing(Journal(new)) as journal:
        journal.append((*MATCH[:2], GivenUp()))
        (new / "hands.txt").write_text("1 phone 512\n2 phone 512\n3 phone\n")
    restored(new, str(backup.path))
    assert dict(lines(new / "hands.txt")) == {
        **dict.fromkeys((1, 2), Doer(By.PHONE, 512)),
        **dict.fromkeys(range(3, len(MATCH) + 1), Doer(By.EYE)),
    }
    assert [file.read_text() for file in new.glob("aside/*/hands.txt")] == ["1 phone 512\n2 phone 512\n3 phone\n"]
    assert book.hands(backups(new)[0].path) == book.hands(backup.path)


def test_of_what_was_put_aside_the_newest_stay_and_what_nothing_else_tells(tmp_path: Path) -> None:
    """A bar that restores every night must not fill its card, and must not lose a match either."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        back_up(tmp_path)
        copied, alone, unread, newest = (tmp_path / "aside" / f"2026-01-0{day}-200000" for day in (1, 2, 3, 4))
        for place in (copied, alone, unread, newest):
            shutil.copytree(tmp_path / "backups", place)
            next(place.glob("*.db")).rename(place / "cacho.db")
        book.make(alone / "cacho.db", account((row.at, row.line, None) for row in other()), "now")
        (unread / "cacho.db").write_bytes(b"no database")
        assert backed_up(tmp_path).endswith(f"since {backups(tmp_path)[0].path}.")
        assert tidy(tmp_path, keep=1) == [f"aside/{copied.name}"]
    assert {path.name for path in (tmp_path / "aside").iterdir()} == {alone.name, unread.name, newest.name}


def test_a_backup_of_a_newer_program_keeps_nothing_from_being_tidied(tmp_path: Path) -> None:
    """The one just made is told all the same."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        newer, _ = back_up(tmp_path)
        for day in (1, 2):
            place = tmp_path / "aside" / f"2026-01-0{day}-200000"
            shutil.copytree(tmp_path / "backups", place)
            next(place.glob("*.db")).rename(place / "cacho.db")
        with closing(sqlite3.connect(newer.path, isolation_level=None)) as db:
            db.execute("PRAGMA user_version=99")
        assert tidy(tmp_path, keep=1) == ["aside/2026-01-01-200000"]


def other() -> list[Row]:
    """A match that no other copy tells."""
    return sealed("", "then", (Started(COCHABAMBA, ("Caro",), 0), GivenUp()))


def test_photographs_put_aside_take_only_so_much_room(tmp_path: Path) -> None:
    """The oldest go first, those of the newest restore last."""
    for day in (1, 2, 3):
        photos = tmp_path / "aside" / f"2026-01-0{day}-200000" / "photos"
        photos.mkdir(parents=True)
        (photos / "1.jpg").write_bytes(b"1" * 100)
    assert tidy(tmp_path, photos_bytes=250) == ["aside/2026-01-01-200000/photos"]
    assert tidy(tmp_path, photos_bytes=10) == ["aside/2026-01-02-200000/photos"]


def test_a_backup_that_has_just_been_pushed_out_is_not_listed(tmp_path: Path) -> None:
    """Another table may make newer ones meanwhile."""
    assert described(Backup(tmp_path / "cacho-0001-2026-01-01-000000.db", 1, "2026-01-01 00:00")) == ""


@pytest.mark.parametrize("moved", [True, False])
def test_a_restore_that_fails_keeps_what_was_played_without_being_kept(tmp_path: Path, moved: bool) -> None:
    """It is still owed to the history that stayed, and written once that can be."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        backup, _ = back_up(tmp_path)
        journal.append((TakenBack(),))
        (tmp_path / "cacho.db").rename(tmp_path / "elsewhere.db")
        with pytest.raises(NotWritten):
            journal.append((GivenUp(),))
        journal.go_on()
        journal.append((GivenUp(),))
        if not moved:
            (tmp_path / "elsewhere.db").rename(tmp_path / "cacho.db")
        (tmp_path / "cacho.db.new").mkdir()
        with pytest.raises(NotWritten):
            journal.restore(backup.path)
        assert journal.read() == [*MATCH, TakenBack(), GivenUp()]
        assert journal.health() == "not_kept"
        (tmp_path / "cacho.db.new").rmdir()
        journal.try_again()
        assert (journal.health(), read_history(tmp_path)) == ("ok", [*MATCH, TakenBack(), GivenUp()])
        journal.append((TakenBack(),))
    assert read_history(tmp_path) == [*MATCH, TakenBack(), GivenUp(), TakenBack()]


def test_two_backups_at_once_wait_for_each_other(tmp_path: Path) -> None:
    """The nightly one while a match ends: both end well, and one of them found nothing new."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
    words = [sys.executable, "-P", "-m", "table", "backup", "--data", str(tmp_path)]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [one.communicate(timeout=60)[0] for one in both]
    assert [one.returncode for one in both] == [0, 0]
    assert sorted("Nothing" in words for words in said) == [False, True]
    assert len(backups(tmp_path)) == 1
