"""The addresses that change something: wishes, the demo's tray, the host's PIN. Knows who may; not what is allowed."""

from collections.abc import Callable
from typing import TypeVar

from flask import Flask, Response, abort, request

from table.care import Care, Restore
from table.events import Wish
from table.glance import Button
from table.plea import Plea
from table.refusal import Code, Refusal, refuse
from web.host import COOKIE
from web.page import YEAR_S, Page, language, refusal, told, written
from web.tongue import tongue
from web.wishes import tap, tray_command

Asked = TypeVar("Asked")


def add(app: Flask, page: Page) -> None:
    """The addresses that change something."""

    @app.post("/api/wish")
    def wish() -> Response:
        tapped = wanted(page, tap)
        return answered(page, tapped.wish, tapped.version, tapped.key, page.patience_s)

    @app.post("/api/tray")
    def tray() -> Response:
        if page.tray is None:
            abort(404, "This is a real table: throw the dice by hand.")
        page.tray(wanted(page, tray_command))
        return Response(status=204)

    @app.post("/api/host")
    def host() -> Response:
        match asked(page):
            case {"pin": str(pin)}:
                return _with_pin(page, pin)
            case {"plea": True}:
                return _plea(page)
            case {"claim": str(claim)}:
                return _claim(page, claim)
            case {"revoke": True}:
                by_host(page)
                return _host(page, page.hosts.revoke(request.cookies.get(COOKIE)))
            case {"leave": True}:
                response = Response(status=204)
                response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
                return response
            case _:
                return abort(400, "Say pin, plea, claim, revoke or leave.")


def _with_pin(page: Page, pin: str) -> Response:
    try:
        cookie = page.hosts.welcome(pin, request.remote_addr or "")
    except PermissionError:
        return told(429, "too_many", "Too many tries. Wait half a minute.")
    return _host(page, cookie) if cookie else told(403, "wrong_pin", "That is not the PIN of this table.")


def _plea(page: Page) -> Response:
    """Light the table's buttons for this phone, unless they already answer another."""
    if page.table.latest().glance.plea:
        return told(409, "plea_waits", "Another phone is asking. Wait until it has its answer.")
    try:
        number, claim = page.hosts.plead(request.remote_addr or "")
    except PermissionError:
        return told(429, "too_many", "Too many tries. Wait half a minute.")
    page.table.put(Plea(number))
    words = tongue(language()).gettext("Your number is {number}. Press confirm on the table.").format(number=number)
    return written({"number": number, "claim": claim, "words": words}, 202)


def _claim(page: Page, claim: str) -> Response:
    """The answer to a plea: the host's right, not yet, or no."""
    number = page.hosts.plea(claim)
    if number and page.table.welcomes(number):
        return _host(page, page.hosts.cookie(number))
    if number and page.table.latest().glance.plea == number:
        return written({"number": number}, 202)
    return told(403, "not_welcome", "The table did not say yes.")


def _host(page: Page, cookie: str) -> Response:
    response = Response(status=204)
    response.headers["X-Cacho-Phone"] = str(page.hosts.phone(cookie))
    response.set_cookie(COOKIE, cookie, max_age=YEAR_S, httponly=True, samesite="Strict")
    return response


def asked(page: Page) -> object:
    """The JSON of a request from our own page: no foreign form can send this header."""
    if request.headers.get("X-Cacho") != "1":
        abort(403, "Changes come from the table's own page: the header X-Cacho is missing.")
    if not page.taps.take(request.remote_addr or ""):
        abort(told(429, "too_many_taps", "Too many taps at once. Wait a second."))
    body: object = request.get_json()
    return body


def wanted(page: Page, parse: Callable[[object], Asked]) -> Asked:
    """What a host's request asks for; `parse` says what is wrong with its body by a ValueError."""
    body = asked(page)
    by_host(page)
    try:
        return parse(body)
    except ValueError as error:
        abort(400, str(error))


def answered(page: Page, what: Button | Wish | Care | Restore, version: int, key: str, patience_s: float) -> Response:
    """What the table says to this wish of a phone that saw `version`."""
    try:
        outcome = page.table.ask(what, version, key, patience_s, page.phone())
    except TimeoutError:
        return told(503, "silent", "The table does not answer. Try again in a moment.")
    return refusal(409, outcome) if isinstance(outcome, Refusal) else written({"version": outcome})


def by_host(page: Page) -> None:
    if not page.hosted():
        abort(refusal(403, refuse(Code.NOT_THE_HOST)))
