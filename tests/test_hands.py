"""Whose doing each event was: kept beside the history, told with how a box came about, and never in the game's way."""

from pathlib import Path

import pytest
from drawing import laid
from test_loop import START, asked

from table.album import By, Doer, counting, last_match
from table.card import Box
from table.events import ClaimDormida, Correct, Flip, TakeBack, Throw, Thrown, Write
from table.glance import Button
from table.hands import Hands
from table.loop import Loop
from table.paper import Paper
from table.photos import Photos
from table.turning import turning
from vision.reading import Settled
from web.app import create_app
from web.evidence import evidence
from web.tongue import tongue
from web.traces import traces

NEVER_STALE = 10**9
EN = tongue("en")
FIVE = Throw((6,) * 5)
HUEVO = (Throw((3, 3, 3, 5, 2)), Throw((3, 3, 3, 5, 5), 1), Flip((5,)), Write(Box.TRENES))


def test_what_the_camera_saw_what_was_pressed_and_what_was_tapped_are_told_apart(tmp_path: Path) -> None:
    """For every event by its number, and after a restart too."""
    file = tmp_path / "hands.txt"
    with turning(Loop(Paper(), hands=Hands(file))) as loop:
        asked(loop, START, "a")
        loop.put(Settled(0.0, ()))
        loop.put(Settled(0.0, laid("1 3 3 5 6")))
        loop.put(Button.CONFIRM)
        loop.ask(Throw((1, 1, 1, 2, 2)), NEVER_STALE, "b")
        loop.ask(Button.CONFIRM, NEVER_STALE, "c", phone=512)
    known = [Doer(By.PHONE), Doer(By.EYE), Doer(By.BUTTON), Doer(By.PHONE), Doer(By.PHONE, 512)]
    assert [loop.whose(number) for number in range(1, 7)] == [*known, None]
    assert [Hands(file).of(number) for number in range(1, 7)] == [*known, None]


def test_lines_that_were_cut_off_or_are_no_lines_are_passed_over(tmp_path: Path) -> None:
    """Evidence that is lost costs nothing else, and neither does a place that takes none."""
    file = tmp_path / "hands.txt"
    file.write_bytes(b"1 eye\n2 button\n2 phone 512\n\xff\n3 elbow\n4 phone 012\n5 ph")
    hands = Hands(file)
    assert [hands.of(number) for number in range(1, 6)] == [Doer(By.EYE), Doer(By.PHONE, 512), None, None, None]
    hands.note(6, 1, Doer(By.BUTTON))  # not joined to what was cut off
    assert Hands(file).of(6) == Doer(By.BUTTON)
    hands.forget(after=1)
    assert hands.of(2) is None


def test_of_long_ago_the_file_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last events' doers are held in memory; what was told twice counts as it was told last."""
    monkeypatch.setattr("table.hands.RECENT", 3)
    hands = Hands(tmp_path / "hands.txt")
    hands.note(1, 4, Doer(By.EYE))
    hands.note(2, 1, Doer(By.BUTTON))
    hands.note(5, 3, Doer(By.PHONE))
    told = [None, Doer(By.EYE), Doer(By.BUTTON), *[Doer(By.EYE)] * 2, *[Doer(By.PHONE)] * 3, None]
    for known in (hands, Hands(tmp_path / "hands.txt")):
        assert [known.of(number) for number in range(9)] == told
    hands.put_back(5, {4: "button", 6: "button"}, None)
    for known in (hands, Hands(tmp_path / "hands.txt")):
        assert [known.of(number) for number in range(9)] == [*told[:6], Doer(By.BUTTON), None, None]


def test_of_a_match_of_long_ago_the_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that tells it play by play asks for every event, and a long file takes a small board a while."""
    monkeypatch.setattr("table.hands.RECENT", 20)
    file = tmp_path / "hands.txt"
    hands = Hands(file)
    hands.note(1, 60, Doer(By.EYE))
    assert hands.of(15) == Doer(By.EYE)
    file.rename(tmp_path / "elsewhere")
    assert [hands.of(number) for number in (*range(5, 25), 25)] == [*[Doer(By.EYE)] * 20, None]


def test_a_place_that_takes_no_line_costs_no_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The press counts, the owner is told on the console, and until the next start it is known."""
    with turning(Loop(Paper(), hands=Hands(tmp_path / "missing" / "hands.txt"))) as loop:
        asked(loop, START, "a")
    assert loop.latest().state.sides
    assert "could not be kept" in capsys.readouterr().err
    assert loop.whose(1) == Doer(By.PHONE)


def played(paper: Paper, *wishes: object) -> Loop:
    """A loop after these wishes on that paper."""
    with turning(Loop(paper)) as loop:
        for key, wish in enumerate(wishes):
            asked(loop, wish, str(key))  # type: ignore[arg-type]
    return loop


def test_what_is_told_again_by_a_correction_keeps_when_it_happened() -> None:
    """Only what the correction says itself is new; what was taken back has no number any more."""
    paper = Paper()
    played(paper, START, *HUEVO, Button.BACK, Write(Box.TRENES), Correct(2, (Thrown((3, 3, 3, 5, 1), 5),), True))
    assert counting(paper.events, 1) == (1, 9, 3, 4, 7)
    again = Paper()
    played(again, START, Throw((1, 1, 1, 2, 2)), TakeBack(), START)
    assert counting(again.events, 5) == (5,)
    assert last_match(again.events) == (again.events, 1)
    assert last_match([]) == ([], 1)


def test_a_corrected_box_tells_who_did_what_and_what_it_said_before() -> None:
    """The camera saw, the table's button confirmed, a phone corrected; another box of that side tells nothing of it."""
    paper = Paper()
    wishes = (START, *HUEVO, Throw((1, 1, 1, 2, 2)), Write(Box.BALAS), Throw((2, 2, 5, 5, 5)), Write(Box.QUINAS))
    state = played(paper, *wishes, Correct(2, (Thrown((3, 3, 3, 5, 1), 5),), True)).latest().state
    whose = {2: Doer(By.EYE), 3: Doer(By.EYE), 4: Doer(By.BUTTON), 5: Doer(By.PHONE, 512)}
    told = traces(paper.events, 1, lambda number: whose.get(number, Doer(By.PHONE)), (3).__eq__)
    found = evidence(state, 0, Box.TRENES, 0, EN, told)
    assert found is not None
    assert [(play["words"], play["by"]) for play in found["plays"]] == [
        ("All five dice: 3 3 3 5 1", "by a tap on a phone"),
        ("One die again: 3 3 3 5 5", "seen by the camera"),
        ("Turned 5 → 2", "by a press at the table"),
        ("trenes 9 (corrected)", "by phone 512"),
    ]
    assert [play["photo"] for play in found["plays"]] == [None, "/photo/3.jpg", None, None]
    assert found["before"] == ["Before it was corrected: All five dice: 3 3 3 5 2"]
    other = evidence(state, 0, Box.QUINAS, 0, EN, told)
    assert other is not None
    assert other["before"] == []


def test_a_match_that_is_over_still_tells_it_play_by_play(tmp_path: Path) -> None:
    """The second match of a history has its own numbers there."""
    (tmp_path / "2.jpg").write_bytes(b"first match")
    (tmp_path / "5.jpg").write_bytes(b"second match")
    with turning(Loop(Paper(), hands=Hands(tmp_path / "hands.txt"), photos=Photos(tmp_path, 1000))) as loop:
        for key, wish in enumerate((START, FIVE, ClaimDormida(), START, FIVE, ClaimDormida())):
            loop.ask(wish, NEVER_STALE, str(key))
        phone = create_app(loop).test_client()
        told = phone.get("/matches/2?lang=en").text
    assert told.count("by a tap on a phone") == 3
    assert "/photo/5.jpg" in told
    assert "/photo/2.jpg" not in told


def test_a_hosts_phone_has_a_number_by_which_its_taps_are_told(tmp_path: Path) -> None:
    """The one it was asked by, for all to see; it keeps it when the others are sent away. A guest has none."""
    mine = {"X-Cacho": "1"}
    with turning(Loop(Paper(), hands=Hands(tmp_path / "hands.txt"))) as loop:
        app = create_app(loop, pin="4711")
        host, guest = app.test_client(), app.test_client()
        plea = host.post("/api/host", json={"plea": True}, headers=mine).json
        assert plea
        loop.ask(Button.CONFIRM, NEVER_STALE, "at the table")
        own = host.post("/api/host", json={"claim": plea["claim"]}, headers=mine).headers["X-Cacho-Phone"]
        assert own == plea["number"]
        assert host.post("/api/host", json={"revoke": True}, headers=mine).headers["X-Cacho-Phone"] == own
        start = {"wish": {"do": "start", "sides": ["Ana"]}, "version": NEVER_STALE, "key": "a"}
        assert host.post("/api/wish", json=start, headers=mine).status_code == 200
        assert loop.whose(1) == Doer(By.PHONE, int(own))
        assert f"This phone is number {own}." in host.get("/?lang=en").text
        assert own not in guest.get("/?lang=en").text.split('id="own"')[1].split("</p>")[0]
        assert f"desde el celular {own}" in guest.get("/matches/1?lang=es").text
