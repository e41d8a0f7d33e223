"""Honest presses out of dishonest contacts, by time alone."""

import pytest

from table.debounce import Contact, edge, look

TICK_MS = 5


def presses(*edges_ms: float, until_ms: float = 1000) -> int:
    """How many presses a contact makes that closes and opens in turn at these times, looked at every 5 ms."""
    contact, count, closed = Contact(), 0, False
    changes = [(at, index % 2 == 0) for index, at in enumerate(edges_ms)]
    for now in range(0, int(until_ms) + TICK_MS, TICK_MS):
        while changes and changes[0][0] <= now:
            at, closed = changes.pop(0)
            contact = edge(contact, closed, at / 1000)
        contact, pressed = look(contact, now / 1000)
        count += pressed
    return count


@pytest.mark.parametrize(
    ("what", "edges_ms", "count"),
    [
        ("a clean press", (100, 200), 1),
        ("three bounces on press and on release", (100, 102, 104, 107, 109, 111, 113, 230, 232, 235, 238, 240), 1),
        ("two presses 120 ms apart", (100, 160, 220, 280), 2),
        ("stuck for a minute", (100,), 1),
        ("glitches of 1 to 5 ms on a long wire", (100, 101, 300, 303, 500, 505), 0),
        ("noise at 1 kHz", tuple(range(100, 600)), 0),
        ("released while it is still chattering", (100, 102, 104, 180, 181, 182), 1),
    ],
)
def test_presses(what: str, edges_ms: tuple[float, ...], count: int) -> None:
    """Chatter counts once, glitches never, two presses twice."""
    assert presses(*edges_ms, until_ms=60_000 if "minute" in what else 1000) == count


def test_a_level_told_twice_is_no_edge() -> None:
    """A driver that repeats itself does not start the wait anew."""
    contact = edge(Contact(), closed=True, at_s=1.0)
    assert edge(contact, closed=True, at_s=1.02) == contact
