"""The live stream: the state at once, every newer one, a beat in silence, and places that are counted. No sockets."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from table.glance import Glance, Snapshot
from table.state import State
from web.live import Streams

NOW = Snapshot(7, 7, State(), Glance())


@dataclass
class Scripted:
    """A table whose future is known: each wait gives the next of these snapshots."""

    future: Iterator[Snapshot]

    def wait(self, after: int, timeout_s: float) -> Snapshot:
        """The next snapshot, however long it was waited for."""
        assert after >= -1
        assert timeout_s <= 5
        return next(self.future)


def told(snapshot: Snapshot) -> str:
    """A stand-in for the words of a state."""
    return f"state {snapshot.version}"


def heard(*future: Snapshot, count: int) -> list[str]:
    """The first messages of a stream after its opening line."""
    lines = Streams().follow(Scripted(iter(future)), told)
    assert next(lines) == "retry: 2000\n\n"
    return [next(lines) for _ in range(count)]


def test_a_stream_begins_with_the_present() -> None:
    """A phone that comes, or comes back, needs no other request to be right."""
    assert heard(NOW, count=1) == ["id: 7\ndata: state 7\n\n"]


def test_a_stream_tells_every_newer_state() -> None:
    """The id is the version, so that a phone can tell old from new."""
    assert heard(NOW, replace(NOW, version=9), count=2)[1] == "id: 9\ndata: state 9\n\n"


def test_a_silent_stream_beats() -> None:
    """A phone that left is noticed only by writing to it, and the page must hear that the table lives."""
    assert heard(NOW, NOW, count=2)[1] == "event: beat\ndata: 7\n\n"


def test_a_table_that_began_again_is_told_though_its_version_is_lower() -> None:
    """After a restart the versions may begin again; the newest word counts, not the highest number."""
    assert heard(NOW, replace(NOW, version=2), count=2)[1] == "id: 2\ndata: state 2\n\n"


def test_streams_are_bounded_and_a_place_given_back_is_free() -> None:
    """Every stream holds a thread, so the last ones are sent away before taps find no thread."""
    streams = Streams(most=2)
    assert [streams.enter(), streams.enter(), streams.enter()] == [True, True, False]
    streams.leave()
    assert streams.enter()


def test_closed_streams_end_and_none_opens() -> None:
    """A table that stops does not wait for its phones."""
    streams = Streams()
    lines = streams.follow(Scripted(iter([NOW, NOW])), told)
    assert [next(lines), next(lines)][1].startswith("id: 7")
    streams.close()
    assert list(lines) == []
    assert not streams.enter()
