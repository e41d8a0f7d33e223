"""The addresses anyone may look at: the page, the state, the live stream, pictures. Changes nothing."""

import time
from pathlib import Path

from flask import Flask, Response, request

from table.album import last_match
from table.card import Box
from table.version import own_version
from web.evidence import evidence, present
from web.live import RETRY_AFTER_S
from web.names import BOXES, GRID, IRREGULAR, WINS, gloss
from web.packed import pieces, wanted
from web.page import Page, drawn, language, told, written
from web.setup import offered
from web.tongue import tongue
from web.traces import Traces, traces

OTHERS = ("backups.js", "calibrate.js")  # of other pages than the card's
SCRIPTS = sorted(path.name for path in (Path(__file__).parent / "static").glob("*.js") if path.name not in OTHERS)
LOOP_SILENT_S = 10.0  # the loop comes round every second; ten missed rounds is no accident


def add(app: Flask, page: Page) -> None:
    """The addresses anyone may look at."""
    version = own_version()

    @app.get("/")
    def index() -> str:
        return _page(page, language())

    @app.get("/tv")
    def tv() -> str:
        return _page(page, language(), tv=True)

    @app.get("/api/openapi.json")
    def description() -> Response:
        return app.send_static_file("openapi.json")

    @app.get("/api/state")
    def state() -> Response:
        spoken, snapshot = language(), page.table.latest()
        response = Response(page.told(snapshot, spoken), mimetype="application/json")
        response.set_etag(f"{page.run}-{snapshot.version}-{spoken}")
        response.headers["Cache-Control"] = "no-cache"
        response.vary.update(("Accept-Language", "Cookie"))
        response.make_conditional(request)
        return response

    @app.get("/api/live")
    def live() -> Response:
        if not page.streams.enter():
            response = told(503, "full", "Too many phones follow live just now; this one asks again by itself.")
            response.headers["Retry-After"] = str(RETRY_AFTER_S)
            return response
        spoken = language()
        told_live = page.streams.follow(page.table, lambda snapshot: page.told(snapshot, spoken))
        packed = wanted()
        response = Response(pieces(told_live) if packed else told_live, mimetype="text/event-stream")
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(page.streams.leave)
        return response

    @app.get("/camera.jpg")
    def camera() -> Response:
        picture = page.table.picture
        if not picture:
            return told(404, "no_picture", "The camera has not taken a picture yet.")
        return Response(picture, mimetype="image/jpeg")

    @app.get("/healthz")
    def healthz() -> Response:
        turns = time.monotonic() - page.table.turned_s < LOOP_SILENT_S
        camera = page.table.latest().glance.camera
        kept = page.table.health()
        health = {"loop": "ok" if turns else "silent", "camera": camera, "database": kept, "version": version}
        return written(health, 200 if turns and kept == "ok" else 503)

    @app.get("/api/turn")
    def turn() -> Response:
        return written(present(page.table.latest().state, tongue(language()), _traces(page)))

    @app.get("/api/turn/<int:side>/<box>/<int:which>")
    def box(side: int, box: str, which: int) -> Response:
        snapshot = page.table.latest()
        state = snapshot.state
        known = side < len(state.sides) and box in list(Box)
        found = evidence(state, side, Box(box), which, tongue(language()), _traces(page)) if known else None
        if not found:
            return told(404, "open", "Nothing is written there.")
        photo = snapshot.photos.get((state.match, side, Box(box), which))
        return written(found | {"photo": f"/photo/{photo}.jpg" if photo else None})

    @app.get("/photo/<int:number>.jpg")
    def photo(number: int) -> Response:
        jpeg = page.table.photo(number)
        if jpeg is None:
            return told(404, "no_photograph", "There is no such photograph.")
        return Response(jpeg, mimetype="image/jpeg")


def _traces(page: Page) -> Traces:
    match, first = last_match(page.table.history())
    return traces(match, first, page.table.whose, page.table.pictured)


def _page(page: Page, spoken: str, *, tv: bool = False) -> str:
    """The whole page; on a television without anything to tap."""
    t = tongue(spoken)
    snapshot = page.table.latest()
    state = page.shown(snapshot, spoken)
    state["page"]["demo"] = state["page"]["demo"] and not tv
    return drawn(
        page,
        "page.html",
        s=state,
        p=state["page"],
        boxes={box.value: name for box, name in BOXES.items()},
        glosses={box.value: gloss(box, t, spoken) for box in BOXES},
        wins=WINS,
        irregular=IRREGULAR,
        setup=offered(snapshot.state.home, t),
        grid=[[box.value for box in row] for row in GRID],
        host=page.hosted() and not tv,
        everybody=page.hosts.everybody,
        phone=page.phone(),
        tv=tv,
        scripts=SCRIPTS,
        where=page.ways.numeric().removeprefix("http://").rstrip("/"),
        named=page.ways.named().removeprefix("http://").rstrip("/"),
        version=own_version(),
    )
