"""Honest presses out of dishonest contacts, by time alone."""

from itertools import accumulate, chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.debounce import GLITCH_S, HOLD_S, STILL_S, STUCK_S, Contact, Told, edge, held, look

MINUTE_MS = 60_000
HUM = tuple(range(100, 1100, 10))
Edges = tuple[float, ...]


def told(*edges_ms: float, until_ms: float, every_ms: float = 5) -> list[tuple[Told, int]]:
    """What a contact that closes and opens in turn at these times tells and when, looked at now and then."""
    contact, found = Contact(), []
    levels = [(at, index % 2 == 0) for index, at in enumerate(edges_ms)]
    looks = [(now * every_ms, None) for now in range(round(until_ms / every_ms) + 1)]
    for at, closed in sorted([*levels, *looks], key=lambda step: step[0]):
        contact, what = look(contact, at / 1000) if closed is None else edge(contact, closed, at / 1000)
        if what:
            found.append((what, round(at)))
    return found


def presses(*edges_ms: float, until_ms: float = 2000) -> int:
    """How many presses that makes; there must be no hold among them."""
    found = [what for what, _ in told(*edges_ms, until_ms=until_ms)]
    assert set(found) <= {Told.PRESS}
    return len(found)


@pytest.mark.parametrize(
    ("what", "edges_ms", "until_ms", "count"),
    [
        (
            "three bounces on press and release",
            (100, 102, 104, 107, 109, 111, 113, 230, 232, 235, 238, 240, 243, 246),
            2000,
            1,
        ),
        ("a tap of 8 ms", (100, 108), 2000, 1),
        ("a double press of 120 ms", (100, 160, 220, 280), 2000, 2),
        ("stuck for 60 s", (100, 60_100), 61_000, 1),
        ("stuck for ever", (100,), MINUTE_MS, 1),
        ("noise at 1 kHz", tuple(n / 2 for n in range(200, 2200)), 2000, 0),
        ("noise at 1 kHz, each level a millisecond", tuple(range(100, 1100)), 2000, 0),
        *((f"a glitch of {ms} ms", (100, 100 + ms), 2000, 0) for ms in (1, 2, 3, 4, 5)),
        ("glitches all evening", tuple(chain.from_iterable((n, n + 5) for n in range(100, MINUTE_MS, 40))), 61_000, 0),
    ],
)
def test_the_named_trains_make_the_named_counts(what: str, edges_ms: Edges, until_ms: float, count: int) -> None:
    """Contacts as owners met them: bounces, a quick tap, a double press, a stuck key, noise, long wires."""
    assert presses(*edges_ms, until_ms=until_ms) == count, what


@pytest.mark.parametrize(
    ("what", "edges_ms", "count"),
    [
        ("a clean press", (100, 200), 1),
        ("released while it is still chattering", (100, 102, 104, 180, 181, 182), 1),
        ("the mains on a floating wire: 10 ms closed, 10 ms open", HUM, 0),
        ("two taps of 8 ms", (100, 108, 160, 168), 2),
        ("taps so close that no finger made them", (100, 108, 128, 136, 156, 164), 0),
        ("a chattering tap", (100, 101, 102, 112), 1),
        ("a press that chatters open in the middle", (100, 200, 205, 300), 1),
    ],
)
def test_other_trains(what: str, edges_ms: Edges, count: int) -> None:
    """Chatter counts once, and noise that is no glitch never."""
    assert presses(*edges_ms) == count, what


def test_a_press_is_told_while_the_finger_is_still_down() -> None:
    """25 ms after the contact lies still, to the next look; a tap once it has been open as long."""
    assert told(100, 102, 104, 400, until_ms=1000) == [(Told.PRESS, 130)]
    assert told(100, 108, until_ms=1000) == [(Told.PRESS, 135)]


@pytest.mark.parametrize(("down_s", "is_hold"), [(1.4, False), (1.6, True), (9.9, True), (10.1, False)])
def test_a_hold_is_told_when_it_is_let_go(down_s: float, is_hold: bool) -> None:
    """The press first, as always; the hold at the end of one of 1.5 to 10 s, and never of a stuck key."""
    up = 100 + 1000 * down_s
    found = [what for what, _ in told(100, up, up + 3, up + 6, until_ms=up + 100)]
    assert found == [Told.PRESS, *([Told.HOLD] if is_hold else [])]


def test_a_hold_shows_while_letting_go_would_make_it_one() -> None:
    """So that a lamp can say: now."""
    contact, _ = edge(Contact(), closed=True, at_s=1.0)
    contact, _ = look(contact, 1.1)
    moments = {at: held(contact, at) for at in (1.1, 1.0 + HOLD_S, 0.9 + STUCK_S, 1.0 + STUCK_S)}
    assert list(moments.values()) == [False, True, True, False]


def test_a_slow_look_loses_nothing() -> None:
    """A busy board may look only once a second: the edges' own times tell."""
    assert [what for what, _ in told(100, 160, 230, 290, until_ms=2000, every_ms=1000)] == [Told.PRESS, Told.PRESS]
    assert [what for what, _ in told(100, 108, 400, 2400, 2600, 2700, until_ms=4000, every_ms=1000)] == [
        Told.PRESS,
        Told.PRESS,
        Told.HOLD,
        Told.PRESS,
    ]


def test_a_level_told_twice_is_no_edge() -> None:
    """A driver that repeats itself does not start the wait anew."""
    contact, _ = edge(Contact(), closed=True, at_s=1.0)
    assert edge(contact, closed=True, at_s=1.02) == (contact, None)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0.0005, 0.0055), min_size=1, max_size=40), st.integers(1, 60))
def test_no_train_of_glitches_is_a_press(levels_s: list[float], quiet_ms: int) -> None:
    """Whatever their order, and however long it is quiet between two such trains."""
    assert max(levels_s) < GLITCH_S < STILL_S
    once = list(accumulate(1000 * level for level in (0.1, *levels_s)))
    train = once if len(once) % 2 == 0 else once[:-1]
    again = [at + train[-1] - train[0] + quiet_ms for at in train]
    assert presses(*train, *again) == 0


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0.030, 1.4), min_size=1, max_size=12), st.lists(st.floats(0.0005, 0.004), max_size=5))
def test_every_honest_press_counts_once_however_it_chatters(lasts_s: list[float], chatter_s: list[float]) -> None:
    """Each closing and opening of 30 ms and more, with as much chatter before it lies still."""
    edges, now = [], 0.1
    for lasting in lasts_s:
        for pause in (lasting, 0.05):
            edges.append(now)
            for short in chatter_s if len(chatter_s) % 2 == 0 else chatter_s[:-1]:
                now += short
                edges.append(now)
            now += pause
    found = presses(*(1000 * at for at in edges), until_ms=1000 * now + 100)
    assert found == len(lasts_s)
