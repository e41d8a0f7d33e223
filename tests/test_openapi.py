"""What the written description promises holds under any requests made from it, and under broken ones."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import web
from table.loop import Loop
from table.paper import Paper
from table.turning import turning
from web.app import create_app
from web.wishes import DOES

DESCRIPTION = json.loads((Path(web.__file__).parent / "static" / "openapi.json").read_text(encoding="utf-8"))
REQUESTS = 20  # of one example, one after the other
EXAMPLES = int(os.environ.get("CACHO_REQUESTS", "2000")) // REQUESTS
"""2,000 requests in the suite; CACHO_REQUESTS=20000 asks more, for an evening of patience."""


@contextmanager
def table(pin: str | None) -> Iterator[tuple[Flask, Paper, Loop]]:
    """A page on a loop that turns."""
    history = Paper()
    with turning(Loop(history, simulated=True)) as loop:
        yield create_app(loop, lambda _command: None, pin=pin), history, loop


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema of the description allows."""
    match schema:
        case {"const": only}:
            return st.just(only)
        case {"enum": known}:
            return st.sampled_from(known)
        case {"oneOf": ways}:
            return st.one_of(*map(values, ways))
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "integer"}:
            return st.integers(schema["minimum"], schema["maximum"])
        case {"type": "number"}:
            return st.floats(schema["minimum"], schema["maximum"], allow_nan=False)
        case {"type": "string"}:
            return st.text(min_size=schema.get("minLength", 0), max_size=schema["maxLength"])
        case {"type": "array"}:
            return st.lists(values(schema["items"]), min_size=schema.get("minItems", 0), max_size=schema["maxItems"])
        case {"type": "object"}:
            needed = schema.get("required", ())
            own = {key: values(what) for key, what in schema["properties"].items()}
            must = {key: what for key, what in own.items() if key in needed}
            return st.fixed_dictionaries(must, optional={key: own[key] for key in own if key not in needed})
    raise AssertionError(schema)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """A request of the description, now and then with a part of its body put wrong."""
    path = draw(st.sampled_from(["/api/wish"] * 20 + list(DESCRIPTION["paths"])))
    method, about = draw(st.sampled_from(list(DESCRIPTION["paths"][path].items())))
    for parameter in about["parameters"]:
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", quote(str(draw(values(parameter["schema"]))), safe=""))
    made: dict[str, Any] = {"method": method.upper(), "path": path}
    if method == "post":
        body = draw(values(about["requestBody"]["content"]["application/json"]["schema"]))
        if "version" in body:
            body["version"] = 10**9  # never stale, or hardly a wish would be judged
        if draw(st.integers(0, 3)) == 0:
            broken = body["wish"] if "wish" in body and draw(st.booleans()) else body
            broken[draw(st.sampled_from([*broken, "more"]))] = draw(ANYTHING)
        made |= {"data": json.dumps(body), "headers": {"X-Cacho": "1"}, "content_type": "application/json"}
    return made


def bodies(app: Flask, asked: list[dict[str, Any]]) -> Iterator[int]:
    """The status of each, every one from another phone so that none has to wait."""
    phone = app.test_client(use_cookies=False)
    for number, request in enumerate(asked):
        answer = phone.open(**request, environ_overrides={"REMOTE_ADDR": f"10.0.0.{number}"}, buffered=False)
        yield answer.status_code
        answer.close()


FEW = settings(max_examples=EXAMPLES // 2, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(st.lists(requests(), min_size=REQUESTS, max_size=REQUESTS))
def test_no_request_makes_the_table_fail(asked: list[dict[str, Any]]) -> None:
    """Where everybody is the host: whatever is asked, the answer is never a fault of ours."""
    with table(None) as (app, _history, _loop):
        assert [status for status in bodies(app, asked) if status >= 500] == []


@FEW
@given(st.lists(requests(), min_size=REQUESTS, max_size=REQUESTS))
def test_no_request_of_a_guest_changes_anything(asked: list[dict[str, Any]]) -> None:
    """Neither history nor state, and still no fault of ours."""
    with table("4711") as (app, history, loop):
        before = loop.latest().state
        assert [status for status in bodies(app, asked) if status >= 500] == []
        assert (history.events, loop.latest().state) == ([], before)


def test_the_description_names_every_address_and_every_wish() -> None:
    """And none that is not there."""
    app = create_app(Loop(Paper()))
    rules = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule)) for rule in app.url_map.iter_rules()}
    assert rules - {"/static/{filename}"} == set(DESCRIPTION["paths"])
    wish = DESCRIPTION["paths"]["/api/wish"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert {way["properties"]["do"]["const"] for way in wish["properties"]["wish"]["oneOf"]} == set(DOES)
    with app.test_client().get("/api/openapi.json") as answer:
        assert answer.json == DESCRIPTION


@pytest.mark.parametrize("body", [b"", b"null", b"[", b'{"wish":' * 900, b"\xff\xfe", b'{"version": 1e999}'])
@pytest.mark.parametrize("path", ["/api/wish", "/api/tray", "/api/host"])
def test_a_body_that_is_no_json_is_told_so(path: str, body: bytes) -> None:
    """Cut off, nested without end or not text at all."""
    phone = create_app(Loop(Paper()), lambda _command: None).test_client()
    answer = phone.post(path, data=body, headers={"X-Cacho": "1"}, content_type="application/json")
    assert answer.status_code in (400, 413)
