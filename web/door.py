"""Which requests come in at all, and what every answer carries. Knows addresses and headers; no game."""

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from web.page import told

BIGGEST_BODY = 8 * 1024  # bytes; six names and a key are under 1 KB
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def guard(app: Flask, hosts: tuple[str, ...]) -> None:
    """Refuse names that are not this table's (DNS rebinding), and forbid the page everything foreign."""
    app.config["MAX_CONTENT_LENGTH"] = BIGGEST_BODY
    known = {name.casefold() for name in ("localhost", socket.gethostname(), *hosts)}

    @app.before_request
    def _known_name() -> None:
        name = _host(request.host)
        if not (name in known or name.endswith(".local") or _numeric(name)):
            abort(
                told(
                    400,
                    "unknown_name",
                    "This table does not go by that name. Use its numeric address, as shown at the table.",
                )
            )

    @app.after_request
    def _headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def _host(named: str) -> str:
    """The name without its port; empty when it is no name at all."""
    try:
        return urlsplit(f"//{named}").hostname or ""
    except ValueError:
        return ""


def _numeric(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
