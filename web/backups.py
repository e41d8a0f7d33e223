"""The addresses of backups: make one, take it away, put it back; and what is said to notices. Knows no file inside."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, send_file

from table.backups import Backup, back_up, backups, place
from table.care import Care, Restore
from table.fault import TableFault
from table.refusal import Code, refuse
from web.page import Page, drawn, refusal, told, written
from web.tapping import answered, asked, by_host

PATIENCE_S = 120.0
"""How long a phone waits until a history is put back: all of it is read twice."""


def add(app: Flask, page: Page, folder: Path | None) -> None:
    """The addresses of backups. folder: where history lies; None keeps none."""

    @app.get("/backups")
    def list_of_backups() -> str:
        return drawn(page, "backups.html", backups=_listed(folder), host=page.hosted())

    @app.get("/api/backups")
    def known() -> Response:
        return written(_listed(folder))

    @app.get("/api/backups/<name>")
    def one(name: str) -> Response:
        by_host(page)
        found = next((backup for backup in _known(folder) if backup.name == name), None)
        if found:
            with suppress(FileNotFoundError):
                return send_file(found.path, as_attachment=True, mimetype="application/vnd.sqlite3", max_age=0)
        return told(404, "no_such_backup", "There is no such backup.")

    @app.post("/api/backups")
    def do() -> Response:
        body = asked(page)
        by_host(page)
        if folder is None:
            return told(404, "no_backups", "This table keeps no backups.")
        match body:
            case {"make": True}:
                return _make(folder)
            case {"restore": str(name), "key": str(key)} if key:
                return _restore(page, folder, name, key)
            case _:
                return abort(400, "Say make, or restore with a name and a key.")

    @app.post("/api/notices")
    def notices() -> Response:
        body = asked(page)
        by_host(page)
        match body:
            case {"say": "read" | "go_on" as what, "key": str(key)} if key:
                return _care(page, Care(what), key, page.patience_s)
            case _:
                return abort(400, "Say read or go_on, with a key.")


def _known(folder: Path | None) -> list[Backup]:
    return backups(folder) if folder else []


def _listed(folder: Path | None) -> list[dict[str, Any]]:
    """Each backup for a person and for a program: `at` is by the clock of the table."""
    told = []
    for backup in _known(folder):
        with suppress(FileNotFoundError):  # a newer backup may just have pushed it out
            size = backup.path.stat().st_size
            told.append({"name": backup.name, "number": backup.number, "at": backup.at, "bytes": size})
    return told


def _make(folder: Path) -> Response:
    try:
        backup, new = back_up(folder)
    except TableFault:
        return told(409, "no_backup", "No backup could be made: see whether the disk is full.")
    return written({"name": backup.name, "new": new}, 201 if new else 200)


def _restore(page: Page, folder: Path, name: str, key: str) -> Response:
    path = place(folder, name)
    if path is None:
        return refusal(409, refuse(Code.NO_SUCH_BACKUP, name=name[:60]))
    return _care(page, Restore(path), key, PATIENCE_S)


def _care(page: Page, what: Care | Restore, key: str, patience_s: float) -> Response:
    return answered(page, what, page.table.latest().version, key, patience_s)
