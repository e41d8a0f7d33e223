"""The addresses of the page and what each answers. Knows HTTP; no rule of the game, no pin and no camera."""

import json
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, abort, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from table.glance import Snapshot
from table.loop import Loop
from table.refusal import Code, Refusal, refuse
from web import past
from web.door import guard
from web.host import COOKIE, Hosts
from web.live import RETRY_AFTER_S, Streams
from web.moment import refused
from web.names import BOXES, GLOSSES, GRID
from web.pace import Pace
from web.tongue import LANGUAGES, tongue
from web.view import show
from web.wishes import tap, tray_command

LOOP_SILENT_S = 10.0  # the loop comes round every second; ten missed rounds is no accident
TAP_BURST, TAPS_PER_S = 40, 10  # one address: nobody taps faster for long, and a whole bar may share one
YEAR_S = 365 * 24 * 3600


@dataclass(slots=True)
class Page:
    """What the addresses share: the table, the demo's tray if there is one, and who may do what how often."""

    table: Loop
    tray: Callable[[dict[str, Any]], None] | None
    hosts: Hosts
    streams: Streams = field(default_factory=Streams)
    taps: Pace = field(default_factory=lambda: Pace(TAP_BURST, TAPS_PER_S))
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    """This run of the program: versions begin again after a restart, ETags must not."""

    def shown(self, snapshot: Snapshot, language: str) -> dict[str, Any]:
        """The snapshot as a page shows it."""
        return show(snapshot, language, tray=self.tray is not None)


def create_app(
    table: Loop,
    tray: Callable[[dict[str, Any]], None] | None = None,
    hosts: tuple[str, ...] = (),
    pin: str | None = None,
) -> Flask:
    """The page of one table.

    tray: takes commands for a simulated tray, as `web.wishes.tray_command` returns them; None on a real table.
    hosts: further names the page goes by.  pin: gives the host's right; None gives it to everybody.
    """
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    page = Page(table, tray, Hosts(pin))
    app.extensions["cacho"] = page
    guard(app, hosts)
    app.register_error_handler(HTTPException, _in_words)
    _looking(app, page)
    _changing(app, page)
    _history(app, page)
    return app


def _looking(app: Flask, page: Page) -> None:
    @app.get("/")
    def index() -> Response:
        language = _language()
        t = tongue(language)
        state = page.shown(page.table.latest(), language)
        html = render_template(
            "page.html",
            s=state,
            p=state["page"],
            _=t.gettext,
            language=language,
            languages=LANGUAGES,
            boxes={box.value: name for box, name in BOXES.items()},
            glosses={box.value: t.gettext(gloss) if language != "es" else "" for box, gloss in GLOSSES.items()},
            grid=[[box.value for box in row] for row in GRID],
            host=page.hosts.may(request.cookies.get(COOKIE)),
            run=page.run,
        )
        response = Response(html, mimetype="text/html")
        if request.args.get("lang") in LANGUAGES:
            response.set_cookie("lang", language, max_age=YEAR_S, samesite="Lax")
        return response

    @app.get("/api/state")
    def state() -> Response:
        language, snapshot = _language(), page.table.latest()
        response = Response(_json(page.shown(snapshot, language)), mimetype="application/json")
        response.set_etag(f"{page.run}-{snapshot.version}-{language}")
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Vary"] = "Accept-Language, Cookie"
        response.make_conditional(request)
        return response

    @app.get("/api/live")
    def live() -> Response:
        if not page.streams.enter():
            response = _told(503, "full", "Too many phones follow live just now; this one asks again by itself.")
            response.headers["Retry-After"] = str(RETRY_AFTER_S)
            return response
        language = _language()
        lines: Iterator[str] = page.streams.follow(page.table, lambda snapshot: _json(page.shown(snapshot, language)))
        response = Response(lines, mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(page.streams.leave)
        return response

    @app.get("/camera.jpg")
    def camera() -> Response:
        picture = page.table.picture
        if not picture:
            abort(404, "The camera has not taken a picture yet.")
        return Response(picture, mimetype="image/jpeg")

    @app.get("/healthz")
    def healthz() -> tuple[Response, int]:
        turns = time.monotonic() - page.table.turned_s < LOOP_SILENT_S
        page.table.history()
        health = {"loop": "ok" if turns else "silent", "camera": page.table.latest().glance.camera, "database": "ok"}
        return jsonify(health), 200 if turns else 503


def _changing(app: Flask, page: Page) -> None:
    @app.post("/api/wish")
    def wish() -> Response:
        body = _asked(page)
        _by_host(page)
        try:
            wanted = tap(body)
        except ValueError as error:
            abort(400, str(error))
        try:
            outcome = page.table.ask(wanted.wish, wanted.version, wanted.key)
        except TimeoutError:
            return _told(503, "silent", "The table does not answer. Try again in a moment.")
        if isinstance(outcome, Refusal):
            return _refusal(409, outcome)
        return Response(_json({"version": outcome}), mimetype="application/json")

    @app.post("/api/tray")
    def tray() -> Response:
        if page.tray is None:
            abort(404, "This is a real table: throw the dice by hand.")
        body = _asked(page)
        _by_host(page)
        try:
            page.tray(tray_command(body))
        except ValueError as error:
            abort(400, str(error))
        return Response(status=204)

    @app.post("/api/host")
    def host() -> Response:
        body = _asked(page)
        pin = body.get("pin") if isinstance(body, dict) else None
        if not isinstance(pin, str):
            abort(400, "pin must be a text.")
        try:
            token = page.hosts.welcome(pin, request.remote_addr or "")
        except PermissionError:
            return _told(429, "too_many", "Too many tries. Wait half a minute.")
        if token is None:
            return _told(403, "wrong_pin", "That is not the PIN of this table.")
        response = Response(status=204)
        response.set_cookie(COOKIE, token, httponly=True, samesite="Strict")
        return response


def _history(app: Flask, page: Page) -> None:
    @app.get("/api/matches")
    def matches() -> Response:
        return jsonify([past.brief(match) for match in past.played(page.table.history())])

    @app.get("/api/matches/<int:number>")
    def match(number: int) -> Response:
        return jsonify(past.whole(_played(page, number)))

    @app.get("/api/matches/<int:number>.csv")
    def match_csv(number: int) -> Response:
        response = Response(past.rows(_played(page, number)), mimetype="text/csv")
        response.headers["Content-Disposition"] = f'attachment; filename="cacho-{number}.csv"'
        return response

    @app.get("/photo/<int:number>.jpg")
    def photo(number: int) -> Response:
        abort(404, f"There is no photograph {number}.")


def _played(page: Page, number: int) -> past.Played:
    found = next((match for match in past.played(page.table.history()) if match.number == number), None)
    return found or abort(404, f"There is no match {number}.")


def _language() -> str:
    """The language asked for in the address, else by an earlier choice, else by the phone; Spanish for all others."""
    for asked in (request.args.get("lang"), request.cookies.get("lang")):
        if asked in LANGUAGES:
            return asked
    return request.accept_languages.best_match(list(LANGUAGES)) or next(iter(LANGUAGES))


def _asked(page: Page) -> object:
    """The JSON of a request that changes something, from our own page: no foreign form can send this header."""
    if request.headers.get("X-Cacho") != "1":
        abort(403, "Changes come from the table's own page: the header X-Cacho is missing.")
    if not page.taps.take(request.remote_addr or ""):
        abort(429, "Too many taps at once. Wait a second.")
    body: object = request.get_json()
    return body


def _by_host(page: Page) -> None:
    if not page.hosts.may(request.cookies.get(COOKIE)):
        abort(_refusal(403, refuse(Code.NOT_THE_HOST)))


def _refusal(status: int, refusal: Refusal) -> Response:
    words = refused(refusal, tongue(_language()))
    return Response(_json({"code": refusal.code.value, "words": words}), status, mimetype="application/json")


def _told(status: int, code: str, sentence: str) -> Response:
    words = tongue(_language()).gettext(sentence)
    return Response(_json({"code": code, "words": words}), status, mimetype="application/json")


def _in_words(error: HTTPException) -> Response:
    """Any refusal of HTTP itself, as one sentence."""
    if isinstance(error.response, Response):
        return error.response
    body = {"code": error.name.lower().replace(" ", "_"), "words": error.description}
    return Response(_json(body), error.code or 500, mimetype="application/json")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
