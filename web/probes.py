"""Answers what phones ask to find out whether there is an internet. Knows their names; no game."""

from flask import Flask, Response, make_response, request

from table.captive import PROBES
from web.page import Page, drawn

STYLE = "/static/page.css"  # all that the page to tap may load by the name it came by


def add(app: Flask, page: Page) -> None:
    """Answer them before any other rule: they come by names that are not this table's.

    quiet: as they hope, so that the phone stays and says nothing.  page: a page to tap.  off: not at all.
    """
    if page.ways.probes == "off":
        return

    @app.before_request
    def _probe() -> Response | None:
        asked = PROBES.get(request.host.partition(":")[0].casefold())
        if asked is None:
            return None
        if page.ways.probes == "page":
            return app.send_static_file("page.css") if request.path == STYLE else _to_tap(page)
        hope = asked.get(request.path)
        return Response(hope.body, hope.status, mimetype=hope.kind) if hope else Response(status=404)


def _to_tap(page: Page) -> Response:
    """What a phone shows by itself: where the card is. No game in it, for this little window forgets everything."""
    return make_response(drawn(page, "portal.html", where=page.ways.numeric()))
