"""The addresses that change something: wishes, the demo's tray, the host's PIN. Knows who may; not what is allowed."""

from flask import Flask, Response, abort, request

from table.refusal import Code, Refusal, refuse
from web.host import COOKIE
from web.page import Page, refusal, told, written
from web.wishes import tap, tray_command


def add(app: Flask, page: Page) -> None:
    """The addresses that change something."""

    @app.post("/api/wish")
    def wish() -> Response:
        body = _asked(page)
        _by_host(page)
        try:
            wanted = tap(body)
        except ValueError as error:
            abort(400, str(error))
        try:
            outcome = page.table.ask(wanted.wish, wanted.version, wanted.key, page.patience_s)
        except TimeoutError:
            return told(503, "silent", "The table does not answer. Try again in a moment.")
        if isinstance(outcome, Refusal):
            return refusal(409, outcome)
        return written({"version": outcome})

    @app.post("/api/tray")
    def tray() -> Response:
        if page.tray is None:
            abort(404, "This is a real table: throw the dice by hand.")
        body = _asked(page)
        _by_host(page)
        try:
            command = tray_command(body)
        except ValueError as error:
            abort(400, str(error))
        page.tray(command)
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
            return told(429, "too_many", "Too many tries. Wait half a minute.")
        if token is None:
            return told(403, "wrong_pin", "That is not the PIN of this table.")
        response = Response(status=204)
        response.set_cookie(COOKIE, token, httponly=True, samesite="Strict")
        return response


def _asked(page: Page) -> object:
    """The JSON of a request from our own page: no foreign form can send this header."""
    if request.headers.get("X-Cacho") != "1":
        abort(403, "Changes come from the table's own page: the header X-Cacho is missing.")
    if not page.taps.take(request.remote_addr or ""):
        abort(429, "Too many taps at once. Wait a second.")
    body: object = request.get_json()
    return body


def _by_host(page: Page) -> None:
    if not page.hosted():
        abort(refusal(403, refuse(Code.NOT_THE_HOST)))
