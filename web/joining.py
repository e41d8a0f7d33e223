"""The card to print for the table, and its codes to scan. Knows addresses as they are told; no game."""

import io

import segno
from flask import Flask, Response, abort
from segno.helpers import make_wifi_data

from web.page import Page, drawn


def add(app: Flask, page: Page) -> None:
    """The card to print, and the codes on it."""
    ways = page.ways

    @app.get("/join")
    def join() -> str:
        return drawn(page, "join.html", w=ways)

    @app.get("/join.svg")
    def join_code() -> Response:
        return _code(ways.numeric())

    @app.get("/wifi.svg")
    def wifi_code() -> Response:
        if not ways.wifi:
            abort(404, "No Wi-Fi is set. Name it with the setting wifi.")
        return _code(make_wifi_data(ways.wifi, ways.password or None, "WPA" if ways.password else None))


def _code(what: str) -> Response:
    """A QR code as a picture that stays sharp on paper; dark on light in every theme, or phones cannot read it."""
    drawn = io.BytesIO()
    segno.make(what, error="m", micro=False).save(drawn, kind="svg", scale=4, border=4, light="#fff", dark="#000")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
