"""One inbox, one owner: order, staleness, repeated taps, and what others may see from their threads."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from drawing import laid

from table.album import By, Doer
from table.backups import back_up
from table.card import Box
from table.care import Care, Restore
from table.events import Event, GiveUpMatch, Started, StartMatch, Throw, Wish, Write
from table.fault import NotWritten
from table.glance import Act, Button, Glance
from table.hands import Hands
from table.houses import FAMILIA, TRES_TIROS
from table.journal import Journal
from table.loop import Loop
from table.notice import Told, Why
from table.paper import Paper
from table.photos import Photos
from table.plea import GRACE_S, PLEA_S, Plea
from table.refusal import Code, Refusal, refuse
from table.refused import FADES_S, KEPT, Refused
from table.turning import turning
from vision.reading import Photo, Settled, Stirred

START = StartMatch(("Ana", "Beto"))
FIVE = Throw((1, 3, 3, 5, 6))


class Torn(Paper):
    """A history on paper that takes nothing while it is torn."""

    torn = True

    def append(self, events: tuple[Event, ...]) -> None:
        """Write, unless torn."""
        if self.torn:
            raise NotWritten(Why.FULL, "paper", "torn")
        super().append(events)


def asked(loop: Loop, what: Button | Wish | Care | Restore, key: str) -> int | Refusal:
    """Ask with fresh eyes."""
    return loop.ask(what, loop.latest().version, key)


def test_a_tap_changes_the_state_and_everybody_who_waits_sees_it() -> None:
    """The answer is the new version, and `wait` returns it."""
    paper = Paper()
    with turning(Loop(paper)) as loop:
        before = loop.latest().version
        version = asked(loop, START, "a")
        seen = loop.wait(before, 5.0)
        assert (version, seen.state.side.name) == (seen.version, "Ana")
        assert len(paper.events) == 1
        assert loop.wait(seen.version, 0.0) == seen


def test_a_match_is_played_by_the_house_of_the_table_also_after_a_restart() -> None:
    """The configured house counts for the next match, whatever the last one was played by."""
    paper = Paper()
    with turning(Loop(paper, house=FAMILIA)) as loop:
        asked(loop, START, "a")
        assert loop.latest().state.house == FAMILIA
    state = Loop(paper, house=TRES_TIROS).latest().state
    assert (state.house, state.home) == (FAMILIA, TRES_TIROS)


def test_the_same_key_counts_once_and_gets_the_same_answer() -> None:
    """A phone that repeats a tap on bad Wi-Fi books nothing twice, refused or not."""
    paper = Paper()
    with turning(Loop(paper)) as loop:
        first = asked(loop, START, "a")
        assert asked(loop, START, "a") == first
        refused = asked(loop, Write(Box.BALAS), "b")
        assert isinstance(refused, Refusal)
        asked(loop, FIVE, "c")
        assert asked(loop, Write(Box.BALAS), "b") == refused
        assert len(paper.events) == 2


def test_a_tap_made_for_an_older_meaning_is_refused_and_may_be_made_again() -> None:
    """Two phones tap at once: the second finds that the table has moved on, and books nothing."""
    with turning(Loop(Paper())) as loop:
        asked(loop, START, "a")
        asked(loop, FIVE, "b")
        version = loop.latest().version
        assert isinstance(loop.ask(Button.CONFIRM, version, "phone 1"), int)
        stale = loop.ask(Button.CONFIRM, version, "phone 2")
        assert isinstance(stale, Refusal)
        assert stale.code is Code.STALE
        assert loop.latest().state.turn == 1


def test_what_changes_no_button_makes_no_tap_stale() -> None:
    """A new picture, a hand in view: the tap still means what it meant."""
    with turning(Loop(Paper())) as loop:
        asked(loop, START, "a")
        asked(loop, FIVE, "b")
        version = loop.latest().version
        loop.show(b"jpeg")
        loop.put(Stirred(1.0))
        assert isinstance(loop.ask(Button.CONFIRM, version, "c"), int)


def test_messages_count_in_the_order_they_come() -> None:
    """Seen, thrown, pressed: one after the other."""
    paper = Paper()
    with turning(Loop(paper)) as loop:
        loop.put(Settled(0.0, ()))
        asked(loop, START, "a")
        for picture in ("", "1 3 3 5 6"):
            loop.put(Stirred(1.0))
            loop.put(Settled(1.0, laid(picture)))
        loop.put(Button.CONFIRM)
        loop.put(Button.BACK)
    assert [type(event).__name__ for event in paper.events] == ["Started", "Thrown", "Written", "TakenBack"]


def test_what_the_history_does_not_take_has_not_happened() -> None:
    """The journal comes first: a tap is refused in words, the state is as it was, and the next tap may count."""
    paper = Torn()
    with turning(Loop(paper)) as loop:
        refused = asked(loop, START, "a")
        assert isinstance(refused, Refusal)
        assert refused.code is Code.NOT_WRITTEN
        assert "the disk is full" in refused.words
        assert (loop.latest().state.version, loop.latest().glance.refusal) == (0, refused)
        paper.torn = False
        assert isinstance(asked(loop, START, "b"), int)


def test_a_throw_that_could_not_be_written_is_taken_as_it_lies_once_it_can_be() -> None:
    """Nobody throws again because a disk was full for a minute."""
    paper = Torn()
    paper.torn = False
    with turning(Loop(paper)) as loop:
        loop.put(Settled(0.0, ()))
        asked(loop, START, "a")
        paper.torn = True
        loop.put(Stirred(1.0))
        loop.put(Settled(1.0, laid("1 3 3 5 6")))
        while not loop.latest().glance.refusal:
            loop.wait(loop.latest().version, 1.0)
        assert loop.latest().state.result is None
        paper.torn = False
        while not loop.latest().state.result:
            loop.wait(loop.latest().version, 1.0)
        assert loop.latest().glance.refusal is None


def test_old_photographs_make_room_for_a_press_on_a_full_disk(tmp_path: Path) -> None:
    """Evidence is worth less than the card."""

    class Full(Paper):
        def append(self, events: tuple[Event, ...]) -> None:
            if (tmp_path / "1.jpg").exists():
                raise NotWritten(Why.FULL, "paper", "full")
            super().append(events)

    (tmp_path / "1.jpg").write_bytes(b"old")
    paper = Full()
    with turning(Loop(paper, photos=Photos(tmp_path, 1000))) as loop:
        assert isinstance(asked(loop, START, "a"), int)
    assert len(paper.events) == 1


def test_a_match_that_ends_is_told_once() -> None:
    """So that a backup is made of it."""
    told: list[int] = []
    paper = Paper()
    with turning(Loop(paper, ended=lambda: told.append(len(paper.events)))) as loop:
        asked(loop, START, "a")
        asked(loop, FIVE, "b")
        asked(loop, GiveUpMatch(), "c")
        asked(loop, Button.NEXT, "d")
    assert told == [3]


def test_a_history_that_is_put_back_is_the_state_and_old_taps_are_stale(tmp_path: Path) -> None:
    """The card, the photographs and what a tap means follow the backup; what the camera sees is looked at anew."""
    photos, hands = Photos(tmp_path / "p", 1000), Hands(tmp_path / "hands.txt")
    with closing(Journal(tmp_path)) as journal, turning(Loop(journal, photos=photos, hands=hands)) as loop:
        loop.put(Settled(0.0, ()))
        asked(loop, START, "a")
        backup, _ = back_up(tmp_path)
        for what in (Photo(b"seen"), Stirred(1.0), Settled(1.0, laid("1 3 3 5 6"))):
            loop.put(what)
        asked(loop, Button.NEXT, "b")
        assert (loop.photo(2), loop.whose(1), loop.whose(2)) == (b"seen", Doer(By.PHONE), Doer(By.EYE))
        seen = loop.latest().version
        assert isinstance(asked(loop, Restore(backup.path), "c"), int)
        assert isinstance(loop.ask(Button.CONFIRM, seen, "d"), Refusal)
        assert [type(event) for event in loop.history()] == [Started]
        assert loop.latest().state.result is None
        assert (loop.photo(2), loop.whose(1), loop.whose(2)) == (None, Doer(By.PHONE), None)
        assert [file.read_bytes() for file in tmp_path.glob("aside/*/photos/2.jpg")] == [b"seen"]
        told = [notice.code for notice in loop.latest().glance.history]
        assert [code for code in told if code is not Told.TEMPORARY] == [Told.RESTORED]  # a test's folder may lie so
        asked(loop, Care.READ, "e")
        assert loop.latest().glance.history == ()
        assert isinstance(asked(loop, Restore(tmp_path / "none.db"), "f"), Refusal)


class Long(Paper):
    """A history that takes its time to be put back, and meanwhile looks at the sign of life."""

    def restore(self, path: Path, alive: Callable[[], None]) -> None:
        """In steps; for each of them the watchdog waits anew."""
        for _ in range(2):
            self.silent_s.append(time.monotonic() + 40 - self.loop.turned_s)
            self.loop.turned_s = 0.0
            alive()
        self.silent_s.append(time.monotonic() + 40 - self.loop.turned_s)
        super().restore(path, alive)

    def __init__(self) -> None:
        super().__init__()
        self.silent_s: list[float] = []

    loop: Loop


def test_a_long_restore_is_a_sign_of_life(tmp_path: Path) -> None:
    """No watchdog ends the table in the middle of it; afterwards it looks as closely as before."""
    paper = Long()
    with turning(Loop(paper)) as loop:
        paper.loop = loop
        asked(loop, Restore(tmp_path / "none.db"), "a")
        asked(loop, Care.READ, "b")
        assert max(paper.silent_s) < 0
        assert loop.turned_s <= time.monotonic()


def test_a_loop_that_does_not_turn_is_told_to_the_phone() -> None:
    """Nobody waits for ever."""
    with pytest.raises(TimeoutError, match="did not answer"):
        Loop(Paper()).ask(START, 1, "a", timeout_s=0.01)


def test_lamps_follow_the_glance() -> None:
    """They are told at every visible change."""
    told: list[Glance] = []
    with turning(Loop(Paper(), lamps=told.append)) as loop:
        asked(loop, START, "a")
        asked(loop, FIVE, "b")
    assert told[-1] == loop.latest().glance


def test_a_new_loop_over_the_same_history_knows_the_same_state() -> None:
    """After a power cut the card, the turn, the throw and the dice are there, and old taps are stale."""
    paper = Paper()
    with turning(Loop(paper, first_version=1_000_000)) as loop:
        asked(loop, START, "a")
        asked(loop, FIVE, "b")
        version = loop.latest().version
    with turning(Loop(paper, first_version=2_000_000)) as again:
        assert again.latest().state == loop.latest().state
        assert isinstance(again.ask(Button.CONFIRM, version, "c"), Refusal)


def pleading(now: list[float]) -> Loop:
    """A loop in which phone 123 asks for the host's right while full may be written; the test moves its clock."""
    loop = Loop(Paper(), clock=lambda: now[0])
    with turning(loop):
        loop.ask(START, 99, "s")
        loop.ask(FIVE, 99, "f")
        loop.put(Plea("123"))
        loop.put(Plea("456"))
    return loop


def test_a_pressed_confirm_gives_a_phone_that_asks_the_right_and_writes_nothing() -> None:
    """While it asks, the buttons answer it and say so; the first that asks is answered, and told once."""
    now = [0.0]
    loop = pleading(now)
    glance = loop.latest().glance
    assert (glance.plea, glance.confirm, glance.back) == ("123", Act.WELCOME, Act.DISMISS)
    now[0] = GRACE_S + 0.1
    with turning(loop):
        loop.put(Button.CONFIRM)
    assert loop.latest().glance.plea == ""
    assert loop.latest().glance.confirm is Act.WRITE
    assert not loop.latest().state.side.card.written
    assert [loop.welcomes("456"), loop.welcomes("123"), loop.welcomes("123")] == [False, True, False]


def test_a_press_right_after_a_plea_was_meant_for_what_the_lamps_showed() -> None:
    """Who was about to write a box does not make a stranger host."""
    loop = pleading([0.0])
    with turning(loop):
        loop.put(Button.CONFIRM)
    assert loop.latest().state.sides[0].card.total > 0
    assert not loop.welcomes("123")


def test_back_sends_the_phone_away_and_time_does_too() -> None:
    """A plea that nobody answers must not keep the buttons from the game."""
    now = [0.0]
    loop = pleading(now)
    now[0] = GRACE_S + 0.1
    with turning(loop):
        loop.put(Button.BACK)
    assert (loop.latest().glance.plea, loop.welcomes("123")) == ("", False)
    assert loop.latest().state.result is not None
    loop = pleading(now)
    now[0] += PLEA_S + 1
    with turning(loop):
        loop.wait(loop.latest().version, 5)
    assert loop.latest().glance.plea == ""


def test_every_press_is_heard_of_wherever_it_was_made() -> None:
    """A finger's and a phone's, before they are obeyed; nothing else."""
    heard: list[Button] = []
    with turning(Loop(Paper(), heard=heard.append)) as loop:
        loop.put(Button.CONFIRM)
        asked(loop, START, "a")
        asked(loop, Button.NEXT, "b")
    assert heard == [Button.CONFIRM, Button.NEXT]


def test_a_refused_press_fades_and_stays_in_the_log() -> None:
    """What is to be done comes back before the eyes; what was refused can still be read, the last first, each once."""
    now = [0.0]
    loop = Loop(Paper(), clock=lambda: now[0])
    with turning(loop):
        asked(loop, Button.CONFIRM, "a")
        asked(loop, START, "b")
        for key in "cd":
            asked(loop, Button.CONFIRM, key)
        now[0] = FADES_S - 0.1
        loop.put(Stirred(0.0))
        asked(loop, Button.NEXT, "e")
    nobody = Refused(refuse(Code.NO_MATCH))
    choose, confirm = refuse(Code.NOTHING_TO_CHOOSE), refuse(Code.NOTHING_TO_CONFIRM)
    assert loop.latest().glance.refusal == choose
    now[0] += FADES_S
    with turning(loop):
        loop.put(Stirred(0.0))
    assert loop.latest().glance.refusal is None
    assert loop.latest().refused == (Refused(choose, "Ana", 1), Refused(confirm, "Ana", 1), nobody)
    assert len(loop.latest().refused) <= KEPT


def test_what_lies_wrong_is_refused_for_as_long_as_it_lies_so() -> None:
    """A die turned to a face that is not its other side is told until it is put right, however long that takes."""
    now = [0.0]
    loop = Loop(Paper(), clock=lambda: now[0])
    with turning(loop):
        asked(loop, START, "a")
        loop.put(Settled(0.0, ()))
        for faces in ((1, 3, 3, 5, 6), (1, 3, 3, 5, 4)):
            loop.put(Settled(0.0, laid(" ".join(map(str, faces)))))
        before = asked(loop, Button.CONFIRM, "b")
        now[0] = 10 * FADES_S
        loop.put(Stirred(0.0))
    assert isinstance(before, Refusal)
    assert loop.latest().glance.refusal is not None
