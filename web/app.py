"""The application: which page belongs to which table. Knows who plugs into what; no address and no rule."""

from pathlib import Path

from flask import Flask
from werkzeug.exceptions import HTTPException

from table.loop import Loop
from web import backups as keeping
from web import calibrating, history, joining, looking, probes, tapping
from web.door import guard
from web.host import Hosts
from web.packed import pack
from web.page import Calibrator, Page, Tray, in_words, stays
from web.ways import Ways


def create_app(
    table: Loop,
    tray: Tray | None = None,
    hosts: tuple[str, ...] = (),
    pin: str | None = None,
    ways: Ways | None = None,
    key: Path | None = None,
    data: Path | None = None,
    calibrator: Calibrator | None = None,
) -> Flask:
    """The page of one table. Starts no thread and touches no hardware.

    tray: takes commands for a simulated tray; None on a real table, where dice are thrown by hand.
    hosts: further names the page goes by.  pin: gives the host's right; None gives it to everybody.
    key: the file that keeps hosts what they are through a restart.
    calibrator: makes and keeps the calibration; None where there is no camera.
    data: the folder of the history, for its backups.
    ways: how phones find the page, for the codes they scan.
    """
    app = Flask(__name__)
    page = Page(table, tray, Hosts(pin, key), ways or Ways(), calibrator)
    app.extensions["cacho"] = page
    probes.add(app, page)
    guard(app, hosts)
    app.after_request(stays)
    app.after_request(pack)
    app.register_error_handler(HTTPException, in_words)
    looking.add(app, page)
    history.add(app, page)
    joining.add(app, page)
    tapping.add(app, page)
    keeping.add(app, page, data)
    calibrating.add(app, page)
    return app
