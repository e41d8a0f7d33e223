"""Every address of the page on a table that runs: what it answers, to whom, and what it never lets in."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from table.glance import Button
from table.loop import Loop
from table.paper import Paper
from table.turning import turning
from table.version import own_version
from vision.reading import Die, Settled
from web.app import create_app
from web.pace import Pace
from web.page import Page
from web.ways import Ways

MINE = {"X-Cacho": "1"}


@pytest.fixture
def table() -> Iterator[Loop]:
    """A table whose loop turns."""
    with turning(Loop(Paper(), simulated=True)) as loop:
        yield loop


@pytest.fixture
def tossed() -> list[dict[str, Any]]:
    """What the simulated tray was told."""
    return []


@pytest.fixture
def app(table: Loop, tossed: list[dict[str, Any]]) -> Flask:
    """The demo's page."""
    return create_app(table, tossed.append)


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A phone in the bar."""
    return app.test_client()


def ask(phone: FlaskClient, wish: dict[str, Any], key: str, version: int | None = None) -> TestResponse:
    """Tap for a wish, with the version the phone sees unless another is given."""
    seen = phone.get("/api/state").json["version"] if version is None else version  # type: ignore[index]
    return phone.post("/api/wish", json={"wish": wish, "version": seen, "key": key}, headers=MINE)


def start(phone: FlaskClient, *names: str) -> TestResponse:
    """Start a match."""
    return ask(phone, {"do": "start", "sides": list(names)}, "start")


def test_a_turn_played_from_a_phone_is_on_every_phone(phone: FlaskClient, app: Flask) -> None:
    """Start, throw by hand, write: each answers the new version and the card has the box."""
    assert start(phone, "Ana", "Beto").status_code == 200
    assert ask(phone, {"do": "throw", "dice": [3, 3, 3, 5, 5]}, "throw").status_code == 200
    written = ask(phone, {"do": "write", "box": "full"}, "write")
    state = app.test_client().get("/api/state").json
    assert state is not None
    assert written.json == {"version": state["version"]}
    assert state["sides"][0]["boxes"]["full"] == {"points": 35, "sign": "mano", "photo": None}
    assert state["turn"]["side"] == 1


def test_how_a_box_came_about_can_be_asked_by_anyone(phone: FlaskClient) -> None:
    """Its plays in words; 404 where nothing is written or nobody sits."""
    start(phone, "Ana", "Beto")
    ask(phone, {"do": "throw", "dice": [3, 3, 3, 5, 5]}, "throw")
    assert [play["words"] for play in phone.get("/api/turn?lang=en").json["plays"]] == ["All five dice: 3 3 3 5 5"]  # type: ignore[index]
    ask(phone, {"do": "write", "box": "full"}, "write")
    found = phone.get("/api/turn/0/full/0?lang=en").json
    assert found is not None
    assert found["title"] == "Ana · full 35 de mano"
    for address in ("0/poker/0", "0/yahtzee/0", "5/full/0", "1/full/0", "0/full/1"):
        assert phone.get(f"/api/turn/{address}").status_code == 404


def test_a_corrected_box_says_so(phone: FlaskClient) -> None:
    """The dice of a written box are put right, its points follow, and the card is marked."""
    start(phone, "Ana", "Beto")
    ask(phone, {"do": "throw", "dice": [3, 3, 3, 5, 2]}, "throw")
    ask(phone, {"do": "write", "box": "trenes"}, "write")
    done = ask(phone, {"do": "correct", "at": 2, "plays": ["3 3 3 3 2 mano"]}, "correct")
    assert done.status_code == 200
    entry = phone.get("/api/state").json["sides"][0]["boxes"]["trenes"]  # type: ignore[index]
    assert entry == {"points": 12, "sign": "number", "photo": None, "corrected": True}


def test_the_same_key_counts_once(phone: FlaskClient) -> None:
    """A phone that lost the answer repeats its tap and gets the same answer."""
    start(phone, "Ana", "Beto")
    version = phone.get("/api/state").json["version"]  # type: ignore[index]
    throw = {"do": "throw", "dice": [1, 1, 2, 3, 6]}
    first, again = ask(phone, throw, "t", version), ask(phone, throw, "t", version)
    assert (again.status_code, again.json) == (first.status_code, first.json)
    assert phone.get("/api/state").json["turn"]["throw"] == 1  # type: ignore[index]


def test_a_refusal_says_why_in_the_phones_language(phone: FlaskClient) -> None:
    """409 with a code for programs and words for people; nothing changes."""
    before = phone.get("/api/matches").json
    refused = phone.post("/api/wish?lang=es", json={"wish": {"do": "give_up"}, "version": 1, "key": "g"}, headers=MINE)
    assert refused.status_code == 409
    assert refused.json == {"code": "no_match", "words": "No hay partida en juego. Empiecen una en la página."}
    assert phone.get("/api/matches").json == before


def test_a_tap_for_what_was_shown_before_is_stale(phone: FlaskClient) -> None:
    """A tap that raced a new throw is refused, not misapplied."""
    old = phone.get("/api/state").json["version"]  # type: ignore[index]
    start(phone, "Ana")
    stale = ask(phone, {"do": "throw", "dice": [1, 1, 2, 3, 6]}, "late", old)
    assert (stale.status_code, stale.json["code"]) == (409, "stale")  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "status"),
    [("{", 400), ("[]", 400), ('{"wish": {"do": "fly"}, "version": 1, "key": "k"}', 400), ("x" * 9000, 413)],
)
def test_a_body_that_is_wrong_is_told_so(phone: FlaskClient, body: str, status: int) -> None:
    """A clear sentence, and never a fault of ours."""
    answer = phone.post("/api/wish", data=body, headers=MINE, content_type="application/json")
    assert answer.status_code == status
    assert answer.json is not None
    assert answer.json["words"]


def test_a_foreign_page_can_change_nothing(phone: FlaskClient, tossed: list[dict[str, Any]]) -> None:
    """A form of another site cannot send our header, so every change needs it."""
    for address in ("/api/wish", "/api/tray", "/api/host"):
        assert phone.post(address, json={}).status_code == 403
    assert tossed == []


def test_who_taps_without_end_is_asked_to_wait(phone: FlaskClient) -> None:
    """One phone that floods costs the others nothing."""
    answers = {phone.post("/api/wish", json={}, headers=MINE).status_code for _ in range(80)}
    assert answers == {400, 429}


def test_a_caller_gets_new_knocks_with_time() -> None:
    """A burst at once, then so many a second, each caller on its own."""
    now = [0.0]
    pace = Pace(burst=2, per_s=0.5, clock=lambda: now[0])
    assert [pace.take("a"), pace.take("a"), pace.take("a"), pace.take("b")] == [True, True, False, True]
    now[0] = 1.9
    assert not pace.take("a")
    now[0] = 2.0
    assert [pace.take("a"), pace.take("a")] == [True, False]


def test_a_wish_to_a_table_that_stands_still_is_answered() -> None:
    """A loop that does not turn is said to be silent, and the page does not hang for ever."""
    still = create_app(Loop(Paper()))
    page: Page = still.extensions["cacho"]
    page.patience_s = 0.01
    answer = ask(still.test_client(), {"do": "give_up"}, "k")
    assert (answer.status_code, answer.json["code"]) == (503, "silent")  # type: ignore[index]


def test_only_who_gave_the_pin_changes_things(table: Loop) -> None:
    """Anyone may look; the PIN of the table gives one phone the host's right, and only that one."""
    app = create_app(table, pin="4711")
    host, guest = app.test_client(), app.test_client()
    assert start(guest, "Ana").status_code == 403
    assert host.post("/api/host", json={"pin": "1111"}, headers=MINE).status_code == 403
    welcome = host.post("/api/host", json={"pin": "4711"}, headers=MINE)
    assert welcome.status_code == 204
    assert {"HttpOnly", "SameSite=Strict"} <= set(welcome.headers["Set-Cookie"].split("; "))
    assert start(host, "Ana").status_code == 200
    assert ask(guest, {"do": "give_up"}, "g").json["code"] == "not_the_host"  # type: ignore[index]


def as_host(table: Loop, key: Path) -> tuple[FlaskClient, str]:
    """A phone that gave the PIN, and its cookie."""
    phone = create_app(table, pin="4711", key=key).test_client()
    given = phone.post("/api/host", json={"pin": "4711"}, headers=MINE).headers["Set-Cookie"]
    return phone, given.split(";")[0].split("=", 1)[1]


def test_a_host_stays_host_through_a_restart_and_no_one_signs_a_cookie_but_the_table(
    table: Loop, tmp_path: Path
) -> None:
    """The key lies in the data folder, for its owner's eyes only."""
    key = tmp_path / "host.key"
    _phone, cookie = as_host(table, key)
    assert key.stat().st_mode & 0o077 == 0
    again = create_app(table, pin="4711", key=key)
    for shown, status in ((cookie, 200), (cookie[:-1] + "x", 403), ("a.b", 403), ("", 403)):
        phone = again.test_client()
        phone.set_cookie("cacho_host", shown)
        assert ask(phone, {"do": "start", "sides": ["Ana"]}, f"s{status}").status_code == status


def test_a_host_sends_the_others_away_and_may_go_himself(table: Loop, tmp_path: Path) -> None:
    """Only the phone that asked stays host, over a restart too; leaving forgets the right."""
    phone, old = as_host(table, tmp_path / "key")
    assert phone.post("/api/host", json={"revoke": True}, headers=MINE).status_code == 204
    other = phone.application.test_client()
    other.set_cookie("cacho_host", old)
    assert ask(other, {"do": "give_up"}, "g").status_code == 403
    assert other.post("/api/host", json={"revoke": True}, headers=MINE).status_code == 403
    assert start(phone, "Ana").status_code == 200
    phone.post("/api/host", json={"leave": True}, headers=MINE)
    assert ask(phone, {"do": "give_up"}, "h").status_code == 403


def test_a_key_that_cannot_be_kept_stops_nothing_and_gives_no_right_back(
    table: Loop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hosts are hosts until the table ends; who was sent away stays so after a restart."""
    phone, old = as_host(table, tmp_path / "key")
    (tmp_path / "key.new").mkdir()
    (tmp_path / "key.new" / "full").touch()
    assert phone.post("/api/host", json={"revoke": True}, headers=MINE).status_code == 204
    assert start(phone, "Ana").status_code == 200
    assert "could not be kept" in capsys.readouterr().err
    _again, new = as_host(table, tmp_path / "key")
    assert new
    other = create_app(table, pin="4711", key=tmp_path / "key").test_client()
    other.set_cookie("cacho_host", old)
    assert ask(other, {"do": "give_up"}, "g").status_code == 403


def test_the_tables_own_button_makes_a_phone_host(table: Loop) -> None:
    """The phone shows a number, waits, and gets the right when confirm is pressed; another must wait its turn."""
    app = create_app(table, pin="4711")
    phone, other = app.test_client(), app.test_client()
    plea = phone.post("/api/host?lang=en", json={"plea": True}, headers=MINE)
    assert plea.status_code == 202
    assert plea.json is not None
    assert plea.json["number"] in plea.json["words"]
    table.wait(table.latest().version - 1 if table.latest().glance.plea else table.latest().version, 5)
    assert other.post("/api/host", json={"plea": True}, headers=MINE).status_code == 409
    claim = {"claim": plea.json["claim"]}
    assert phone.post("/api/host", json=claim, headers=MINE).status_code == 202
    version = table.latest().version
    table.ask(Button.CONFIRM, version, "host's own phone")
    assert other.post("/api/host", json={"claim": "x"}, headers=MINE).status_code == 403
    assert phone.post("/api/host", json=claim, headers=MINE).status_code == 204
    assert start(phone, "Ana").status_code == 200
    assert phone.post("/api/host", json=claim, headers=MINE).status_code == 403


def test_a_phone_that_asks_all_evening_is_told_to_wait(table: Loop) -> None:
    """Each plea takes the buttons for a moment, so one phone has only a few."""
    page: Page = create_app(table, pin="4711").extensions["cacho"]
    for _ in range(3):
        page.hosts.plead("10.0.0.9")
    with pytest.raises(PermissionError):
        page.hosts.plead("10.0.0.9")


def test_a_pin_cannot_be_guessed_by_trying_all(table: Loop) -> None:
    """After a few wrong ones even the right one must wait."""
    phone = create_app(table, pin="4711").test_client()
    tries = [phone.post("/api/host", json={"pin": "0000"}, headers=MINE).status_code for _ in range(6)]
    assert tries == [403] * 5 + [429]
    assert phone.post("/api/host", json={"pin": "4711"}, headers=MINE).status_code == 429


def test_the_demos_controls_move_painted_dice_only(phone: FlaskClient, tossed: list[dict[str, Any]]) -> None:
    """The command goes to the tray as it came; the game learns of it by looking."""
    start(phone, "Ana")
    before = phone.get("/api/state").json
    thrown = phone.post("/api/tray", json={"do": "throw", "cup": [[10, 20]]}, headers=MINE)
    assert thrown.status_code == 204
    assert tossed == [{"do": "throw", "cup": [[10.0, 20.0]]}]
    assert phone.get("/api/state").json == before
    assert phone.post("/api/tray", json={"do": "throw", "cup": []}, headers=MINE).status_code == 400


def test_a_real_table_has_no_simulated_tray(table: Loop) -> None:
    """Neither the address nor the buttons."""
    phone = create_app(table).test_client()
    assert phone.post("/api/tray", json={"do": "clear"}, headers=MINE).status_code == 404
    assert 'data-testid="throw"' not in phone.get("/").text


def test_the_card_to_print_has_the_numeric_address_first_and_the_wifi_where_one_is_set(table: Loop) -> None:
    """Names do not open on every phone. Without a Wi-Fi set there is neither its code nor its heading."""
    ways = Ways(lambda: "http://192.168.4.1:8080/", "Bar <Sur>", "clave;larga")
    phone = create_app(table, ways=ways).test_client()
    html = phone.get("/join?lang=en").text
    assert html.index("http://192.168.4.1:8080/") < html.index(".local:8080/")
    page = phone.get("/").text
    assert page.index("192.168.4.1:8080<") < page.index(".local:8080<")
    assert "Bar &lt;Sur&gt;" in html
    assert "clave;larga" in html
    assert phone.get("/wifi.svg").mimetype == phone.get("/join.svg").mimetype == "image/svg+xml"
    bare = create_app(table).test_client()
    assert "Wi-Fi" not in bare.get("/join?lang=en").text.split("If it does not open")[0]
    assert bare.get("/wifi.svg").status_code == 404


def test_a_television_shows_the_card_and_nothing_to_tap(phone: FlaskClient) -> None:
    """Even where everybody is the host: no demo controls, and its script takes it for a guest."""
    start(phone, "Ana", "Beto")
    html = phone.get("/tv?lang=es").text
    assert 'data-testid="throw"' not in html
    assert 'data-host="no"' in html
    assert "Ana" in html


def test_a_state_that_did_not_change_is_not_sent_again(phone: FlaskClient) -> None:
    """ETag and 304; another language is another answer."""
    first = phone.get("/api/state?lang=es")
    assert phone.get("/api/state?lang=es", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert phone.get("/api/state?lang=en", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    start(phone, "Ana")
    assert phone.get("/api/state?lang=es", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_live_stream_says_what_the_state_says(phone: FlaskClient, app: Flask) -> None:
    """The same object, in that phone's language; the place is free again when the phone leaves."""
    page: Page = app.extensions["cacho"]
    answer = phone.get("/api/live?lang=en", buffered=False)
    assert answer.mimetype == "text/event-stream"
    lines = iter(answer.response)
    assert next(lines) in ("retry: 2000\n\n", b"retry: 2000\n\n")
    sent = next(lines)
    event = sent.decode() if isinstance(sent, bytes) else str(sent)
    state = phone.get("/api/state?lang=en").json
    assert state is not None
    assert event.startswith(f"id: {state['version']}\ndata: ")
    assert json.loads(event.split("data: ", 1)[1]) == state
    assert page.streams.count == 1
    answer.close()
    assert page.streams.count == 0


def test_a_stream_too_many_is_sent_to_poll(phone: FlaskClient, app: Flask) -> None:
    """503 with the time to wait, so taps still find a thread."""
    page: Page = app.extensions["cacho"]
    while page.streams.enter():
        pass
    full = phone.get("/api/live")
    assert full.status_code == 503
    assert int(full.headers["Retry-After"]) > 0


def test_the_first_page_shows_the_card_without_any_script(phone: FlaskClient) -> None:
    """Names, dice and points stand in the HTML, and it refreshes itself where no script runs."""
    start(phone, "Ana", "Beto")
    ask(phone, {"do": "throw", "dice": [3, 3, 3, 5, 5]}, "throw")
    ask(phone, {"do": "write", "box": "full"}, "write")
    html = phone.get("/").text
    assert "<b>35</b>" in html
    assert 'http-equiv="refresh"' in html
    assert "mesa simulada" in html


def test_names_are_escaped_everywhere(phone: FlaskClient) -> None:
    """A name is text, also inside the state that the page's script reads."""
    start(phone, "<script>alert(1)</script>", "</script><b>", "=1+1")
    html = phone.get("/").text
    assert "<script>alert" not in html
    assert "</script><b>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


@pytest.mark.parametrize(
    ("address", "headers", "language"),
    [
        ("/", {}, "es"),
        ("/", {"Accept-Language": "en-GB,en;q=0.9,es;q=0.5"}, "en"),
        ("/", {"Accept-Language": "qu"}, "es"),
        ("/", {"Accept-Language": "en", "Cookie": "lang=es"}, "es"),
        ("/?lang=en", {"Cookie": "lang=es"}, "en"),
        ("/?lang=tlh", {}, "es"),
    ],
)
def test_the_page_speaks_by_choice_then_by_phone_then_spanish(
    app: Flask, address: str, headers: dict[str, str], language: str
) -> None:
    """The address, an earlier choice, the phone's own language, the house's."""
    phone = app.test_client(use_cookies=False)
    assert f'<html lang="{language}">' in phone.get(address, headers=headers).text


def test_a_chosen_language_stays(phone: FlaskClient) -> None:
    """Choosing once is enough, on whichever page."""
    phone.get("/?lang=en")
    assert '<html lang="en">' in phone.get("/").text
    phone.get("/matches?lang=ja")
    phone.get("/api/state?lang=ru")
    assert '<html lang="ja">' in phone.get("/").text
    phone.get("/?lang=en")
    assert '<html lang="en">' in phone.get("/").text


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:8000", "192.168.4.1", "[::1]:8000", "cacho.local", "bar.lan"])
def test_the_table_answers_to_its_own_names(table: Loop, name: str) -> None:
    """Numbers, localhost, .local and the names it was given."""
    assert create_app(table, hosts=("bar.lan",)).test_client().get("/", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("name", ["evil.example", "local", "192.168.4.1.evil.example", "[", ""])
def test_the_table_answers_to_no_other_name(phone: FlaskClient, name: str) -> None:
    """A name that a stranger points at this table could read and change it from their page."""
    answer = phone.get("/", headers={"Host": name})
    assert answer.status_code == 400


def test_every_answer_forbids_what_is_foreign(phone: FlaskClient) -> None:
    """No inline script or style, no frame, no third party, on pages, faults and files alike."""
    for address in ("/", "/api/state", "/nowhere", "/static/page.css", "/camera.jpg"):
        with phone.get(address) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_page_asks_nobody_else_for_anything(phone: FlaskClient) -> None:
    """A bar's Wi-Fi may have no internet, and nobody outside needs to know who plays."""
    html = phone.get("/").text
    assert "http://" not in html
    assert "https://" not in html
    assert " style=" not in html
    assert " onclick=" not in html


def test_the_newest_picture_is_there_once_there_is_one(phone: FlaskClient, table: Loop) -> None:
    """404 before the first."""
    assert phone.get("/camera.jpg").status_code == 404
    table.show(b"jpeg")
    answer = phone.get("/camera.jpg?v=1")
    assert (answer.data, answer.mimetype) == (b"jpeg", "image/jpeg")


def test_health_is_told_and_a_loop_that_stands_is_unwell(phone: FlaskClient, table: Loop) -> None:
    """200 while the loop comes round, 503 when it has not for ten seconds."""
    table.put(Settled(0.0, tuple(Die(face, 10.0 * face, 0.0, 5.0) for face in (1, 2, 3))))
    start(phone, "Ana")
    answer = phone.get("/healthz")
    told = {"loop": "ok", "camera": "ok", "database": "ok", "version": own_version()}
    assert (answer.status_code, answer.json) == (200, told)
    assert f"Cacho Alalay {own_version()}</small>" in phone.get("/").text
    stopped = Loop(Paper())
    stopped.turned_s -= 11
    assert create_app(stopped).test_client().get("/healthz").status_code == 503


def test_matches_can_be_read_afterwards(phone: FlaskClient) -> None:
    """A list, one match whole, and its events line by line, also for a spreadsheet."""
    start(phone, "=Ana", "Beto")
    ask(phone, {"do": "throw", "dice": [3, 3, 3, 5, 5]}, "throw")
    ask(phone, {"do": "write", "box": "full"}, "write")
    assert phone.get("/api/matches").json == [
        {
            "id": "1",
            "house": "cochabamba",
            "phase": "playing",
            "won": None,
            "sides": [{"name": "=Ana", "total": 35}, {"name": "Beto", "total": 0}],
            "winners": [],
        }
    ]
    whole = phone.get("/api/matches/1").json
    assert whole is not None
    assert whole["lines"][1:] == ["3 3 3 5 5 mano", "write full 35 mano"]
    rows = list(csv.reader(phone.get("/api/matches/1.csv").text.splitlines()))
    assert rows == [["number", "event"], *([str(n), line] for n, line in enumerate(whole["lines"], start=1))]
    assert phone.get("/api/matches/2").status_code == 404
    assert phone.get("/photo/1.jpg").status_code == 404


def test_past_matches_are_read_by_people_and_their_names_are_text(phone: FlaskClient) -> None:
    """The list has the records, a match every play in words; as text it is what the rules play again."""
    start(phone, "<b>Ana</b>", "Beto")
    ask(phone, {"do": "throw", "dice": [4, 4, 4, 4, 4]}, "throw")
    ask(phone, {"do": "dormida"}, "win")
    listed = phone.get("/matches?lang=en").text
    assert "&lt;b&gt;Ana&lt;/b&gt;" in listed
    assert "<b>Ana</b>" not in listed
    assert '<a href="/matches/1"' in listed
    told = phone.get("/matches/1?lang=en").text
    assert "All five dice: 4 4 4 4 4" in told
    assert "wins at once: dormida!" in told
    assert phone.get("/api/matches/1.txt").text.splitlines()[1:] == ["4 4 4 4 4 mano", "won dormida"]
    assert phone.get("/matches/2").status_code == 404
    assert "yet" in create_app(Loop(Paper())).test_client().get("/matches?lang=en").text


def test_an_address_that_is_not_there_is_said_so(phone: FlaskClient) -> None:
    """JSON with a sentence, as all refusals."""
    answer = phone.get("/nowhere")
    assert (answer.status_code, set(answer.json or ())) == (404, {"code", "words"})
