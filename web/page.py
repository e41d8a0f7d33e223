"""What all addresses of the page share, and how each answers in the phone's language. Knows no address."""

import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask import Response, render_template, request
from werkzeug.exceptions import HTTPException

from table.glance import Snapshot
from table.loop import Loop
from table.refusal import Refusal
from web.host import COOKIE, Hosts
from web.live import Streams
from web.moment import refused
from web.pace import Pace
from web.tongue import LANGUAGES, tongue
from web.view import show
from web.ways import Ways

YEAR_S = 365 * 24 * 3600
TAP_BURST, TAPS_PER_S = 40, 10  # one address: nobody taps faster for long, and a whole bar may share one

Tray = Callable[[dict[str, Any]], None]
"""Takes commands for a simulated tray, as `web.wishes.tray_command` returns them."""


class Calibrator(Protocol):
    """Makes and keeps the calibration of the table's camera."""

    def told(self, *, touch: bool = False) -> dict[str, Any]:
        """`kept`: the one there is, and `going`: how far the next is, both None if none. touch: its maker looks."""

    def picture(self) -> bytes | None:
        """The picture of the one there is."""

    def do(self, asked: dict[str, Any]) -> str:
        """Do as asked, as `web.calibrating.step_asked` returns it; a code why not, empty when it could be done."""


@dataclass(slots=True)
class Page:
    """The table, the demo's tray if there is one, and who may do what how often."""

    table: Loop
    tray: Tray | None
    hosts: Hosts
    ways: Ways = field(default_factory=Ways)
    calibrator: Calibrator | None = None
    streams: Streams = field(default_factory=Streams)
    taps: Pace = field(default_factory=lambda: Pace(TAP_BURST, TAPS_PER_S))
    patience_s: float = 5.0
    """How long a tap waits for a loop that does not turn before the phone is told so."""
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    """This run of the program, so that a phone's stored copies of an older one are not taken for the present."""

    _told: dict[str, tuple[int, str]] = field(default_factory=dict)
    _telling: threading.Lock = field(default_factory=threading.Lock)

    def shown(self, snapshot: Snapshot, language: str) -> dict[str, Any]:
        """The snapshot as a page shows it."""
        return show(snapshot, language, tray=self.tray is not None)

    def told(self, snapshot: Snapshot, language: str) -> str:
        """The same as short JSON, worked out once for all phones of a language."""
        with self._telling:
            version, text = self._told.get(language, (-1, ""))
            if version != snapshot.version:
                text = compact(self.shown(snapshot, language))
                self._told[language] = snapshot.version, text
            return text

    def hosted(self) -> bool:
        """Whether the phone that asks may change things."""
        return self.hosts.may(_cookie())

    def phone(self) -> int:
        """The number of the host's phone that asks; 0 when it has none."""
        return self.hosts.phone(_cookie())


def _cookie() -> str | None:
    return request.cookies.get(COOKIE)


def language() -> str:
    """The language asked for in the address, else by an earlier choice, else by the phone; Spanish for all others."""
    for asked in (request.args.get("lang"), request.cookies.get("lang")):
        if asked in LANGUAGES:
            return asked
    return request.accept_languages.best_match(list(LANGUAGES)) or next(iter(LANGUAGES))


def drawn(page: Page, template: str, **what: object) -> str:
    """A whole page in the phone's language: what every template needs, and what this one does besides."""
    spoken = language()
    return render_template(
        template, _=tongue(spoken).gettext, language=spoken, languages=LANGUAGES, run=page.run, **what
    )


def stays(response: Response) -> Response:
    """The answer, with which a language chosen on any page is remembered on that phone."""
    if request.args.get("lang") in LANGUAGES and response.mimetype == "text/html":
        response.set_cookie("lang", language(), max_age=YEAR_S, samesite="Strict", httponly=True)
    return response


def written(value: object, status: int = 200) -> Response:
    """An answer as short JSON."""
    return Response(compact(value), status, mimetype="application/json")


def compact(value: object) -> str:
    """JSON without spaces and with its accents: a state goes to forty phones at every change."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def told(status: int, code: str, sentence: str) -> Response:
    """An answer that says why not; `sentence` is a key of the catalogues."""
    return written({"code": code, "words": tongue(language()).gettext(sentence)}, status)


def refusal(status: int, why: Refusal) -> Response:
    """A refusal of the table as an answer."""
    return written({"code": why.code.value, "words": refused(why, tongue(language()))}, status)


def in_words(error: HTTPException) -> Response:
    """A refusal of HTTP itself, as one sentence; what only a program can get wrong is told in English."""
    if isinstance(error.response, Response):
        return error.response
    if error.description == type(error).description and error.code == 404:
        return told(404, "not_found", "There is nothing at this address.")
    return written({"code": error.name.lower().replace(" ", "_"), "words": error.description}, error.code or 500)
