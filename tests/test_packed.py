"""What is sent is small: every answer packed for phones that understand it, and the stream readable piece by piece."""

import json
import zlib
from dataclasses import replace
from pathlib import Path

from drawing import drawn
from flask import Flask

import web
from table.card import Box
from table.glance import Act, Glance, Snapshot
from table.loop import Loop
from table.paper import Paper
from table.rules import Result
from table.state import Phase, Side, State
from vision.reading import Die
from web.app import create_app
from web.packed import pieces
from web.page import compact
from web.tongue import LANGUAGES
from web.view import show

MOST_FIRST, MOST_UPDATE = 60 * 1024, 4 * 1024  # bytes
PACKED = {"Accept-Encoding": "gzip, deflate"}
LATE = drawn("""
     5   25m   20
     6   30h    x
     9   45m    .
       50$ / 50$
""")


def page() -> Flask:
    """A page with the demo's controls."""
    return create_app(Loop(Paper()), lambda _command: None)


def test_the_page_with_all_its_files_is_light() -> None:
    """Everything before a phone is whole: at most 60 KB as it is sent, though the bar's Wi-Fi is slow and full."""
    files = (Path(web.__file__).parent / "static").iterdir()
    phone = page().test_client()
    sent = 0
    for address in ("/?lang=ru", *(f"/static/{file.name}" for file in files)):
        with phone.get(address, headers=PACKED) as answer:
            sent += len(answer.data)
    assert sent <= MOST_FIRST


def test_the_largest_update_is_small() -> None:
    """Six sides late in a match with a photograph of every box, in the language with the longest letters."""
    names = ("Ana María", "Beto", "Carmen Rosa de los Ángeles Mamani Qui", "Don Félix", "Eva", "Wálter")
    state = State(90, 12, phase=Phase.PLAYING, sides=tuple(Side(name, LATE) for name in names))
    state = replace(state, result=Result((3, 3, 3, 4, 6), 2, 2))
    seen = tuple(Die(face, 100.5 * face, 80.25, 60.0, 0.98) for face in (3, 3, 3, 4, 6))
    glance = Glance("ok", simulated=True, seen=seen, settled=True, kept=(0, 1, 2), confirm=Act.WRITE)
    photos = {(12, n, box, which): 1234 + n for n in range(6) for box in Box for which in range(len(LATE[box]))}
    now = Snapshot(123456, 123400, state, glance, 23456, photos)
    for language in LANGUAGES:
        text = compact(show(now, language, tray=True))
        assert text.count("/photo/") == 6 * len(LATE.written)
        _head, piece = pieces([f"id: 123456\ndata: {text}\n\n"])
        assert len(piece) <= MOST_UPDATE


def test_each_piece_of_a_stream_can_be_read_as_soon_as_it_comes() -> None:
    """Whenever a phone's stream began and whatever was told before."""
    texts = ["retry: 2000\n\n", "id: 7\ndata: " + json.dumps(list(range(500))) + "\n\n", "event: beat\ndata: 7\n\n"]
    for start in range(len(texts)):
        phone = zlib.decompressobj(wbits=31)
        head, *rest = pieces(texts[start:])
        assert phone.decompress(head) == b""
        assert [phone.decompress(piece).decode() for piece in rest] == texts[start:]


def test_only_who_understands_packed_answers_gets_them() -> None:
    """And a phone that has the newest already is told so, packed or not."""
    phone = page().test_client()
    plain = phone.get("/api/state")
    packed = phone.get("/api/state", headers=PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert zlib.decompress(packed.data, wbits=31) == plain.data
    for known in (plain, packed):
        again = phone.get("/api/state", headers={**PACKED, "If-None-Match": known.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    for asked, encoding in (({}, None), (PACKED, "gzip"), ({"Accept-Encoding": "gzip;q=0"}, None)):
        live = phone.get("/api/live", headers=asked, buffered=False)
        assert live.headers.get("Content-Encoding") == encoding
        live.close()
