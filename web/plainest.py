"""The plainest server of the same: Flask and a condition. Something to measure ours against; serves no table."""

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

from flask import Flask, Response

from web.live import HEARTBEAT_S


def plainest(state: dict[str, Any]) -> tuple[Flask, Callable[[], int]]:
    """An app that sends the whole state to every stream at every change, and what changes it."""
    app, changed = Flask("plainest"), threading.Condition()
    version = 0

    @app.get("/api/state")
    def now() -> Response:
        return Response(json.dumps(state), mimetype="application/json")

    @app.get("/api/live")
    def live() -> Response:
        def told() -> Iterator[str]:
            seen = -1
            while True:
                with changed:
                    if version == seen:
                        changed.wait(HEARTBEAT_S)
                    seen = version
                yield f"id: {seen}\ndata: {json.dumps(state)}\n\n"

        return Response(told(), mimetype="text/event-stream")

    def change() -> int:
        nonlocal version
        with changed:
            version += 1
            changed.notify_all()
            return version

    return app, change
