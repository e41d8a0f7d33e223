"""Backups, restoring and taking matches away, as the command line asks for them. Knows words, and no layout."""

import csv
import io
import json
import os
from pathlib import Path

from table.asides import tidy
from table.backups import FOLDER, Backup, back_up, backups, find
from table.care import common
from table.hands import NAME as HANDS
from table.hands import Hands
from table.journal import Journal, read_history
from table.photos import Photos
from table.rescue import ASIDE
from web.past import Played, played, text, whole

FORMATS = ("json", "csv", "text")


def backed_up(folder: Path) -> str:
    """Make a backup, whether or not a table runs, and let go of what was put aside long ago. Raises TableFault."""
    try:
        backup, new = back_up(folder)
    finally:
        _hand_over(folder)
    told = f"{backup.path}" if new else f"Nothing has happened since {backup.path}."
    gone = tidy(folder)
    return f"{told}\nRemoved, for it is old and told elsewhere: {', '.join(gone)}" if gone else told


def listed(folder: Path) -> list[str]:
    """The backups there are, newest first, and how one is put back."""
    known = backups(folder)
    if not known:
        return [f"There is no backup in {folder}. Make one with: cacho backup"]
    return [*filter(None, map(described, known)), "Put one back with: cacho restore NAME, or cacho restore newest"]


def described(backup: Backup) -> str:
    """One backup in a line: its name and how large it is; empty when a newer one has just pushed it out."""
    try:
        return f"{backup.name}  {backup.path.stat().st_size / 1000:.0f} kB"
    except FileNotFoundError:
        return ""


def restored(folder: Path, named: str) -> list[str]:
    """Put a backup in the place of the history; what the owner should know of it. Raises TableFault."""
    path = find(folder, named)
    journal = Journal(folder)
    try:
        before = journal.read()
        journal.restore(path)
        same = common(before, journal.read())
        Photos(folder / "photos", 0).forget(after=same, aside=journal.aside)
        Hands(folder / HANDS).put_back(same, journal.whose, journal.aside)
        return [told.words for told in journal.notices()]
    finally:
        journal.close()
        _hand_over(folder)


def _hand_over(folder: Path) -> None:
    """Give what root has made here to whoever owns the folder, or the table could not write to it."""
    if os.geteuid() != 0 or not folder.is_dir():
        return
    owner = folder.stat()
    for path in (p for name in ("cacho.*", HANDS, f"{FOLDER}/**/*", f"{ASIDE}/**/*") for p in folder.glob(name)):
        os.chown(path, owner.st_uid, owner.st_gid)
    for name in (FOLDER, ASIDE):
        if (folder / name).is_dir():
            os.chown(folder / name, owner.st_uid, owner.st_gid)


def exported(folder: Path, number: int | None, kind: str) -> str:
    """Every match, or one, as JSON, CSV or lines that `replay --check` plays. Raises TableFault and LookupError."""
    matches = played(read_history(folder))
    if number is not None:
        matches = [match for match in matches if match.number == number]
        if not matches:
            raise LookupError(number)
    if kind == "json":
        return json.dumps([whole(match) for match in matches], ensure_ascii=False, indent=1) + "\n"
    return _csv(matches) if kind == "csv" else "".join(text(match) for match in matches)


def _csv(matches: list[Played]) -> str:
    """One event a row. Every line begins with a word or a face, so none is taken for a formula."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(("match", "number", "event"))
    for match in matches:
        table.writerows((match.number, n, line) for n, line in enumerate(text(match).splitlines(), start=1))
    return written.getvalue()
