"""Server-sent events: the table as it changes, to each phone. Knows threads and time; not what a state means."""

import threading
from collections.abc import Callable, Iterator
from typing import Protocol

from table.glance import Snapshot

HEARTBEAT_S = 4.0  # a phone that left is noticed only by writing to it; the page is told to worry after 12 s
MOST_STREAMS = 110  # each holds one of the server's threads; the rest is left for taps and polls (cacho bench web)
RETRY_AFTER_S = 15  # how long a phone that got no stream polls before it asks again


class Waitable(Protocol):
    """What a stream needs of the table."""

    def wait(self, after: int, timeout_s: float) -> Snapshot:
        """The first snapshot newer than version `after`, or the present one when the time is up."""
        ...


class Streams:
    """The open streams, counted and bounded. May be asked from any thread."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._count = 0
        self._closed = False

    @property
    def count(self) -> int:
        """How many are open."""
        with self._lock:
            return self._count

    def enter(self) -> bool:
        """Take a place; False when there is none. Whoever took one must `leave`."""
        with self._lock:
            if self._closed or self._count >= self._most:
                return False
            self._count += 1
            return True

    def leave(self) -> None:
        """Give the place back."""
        with self._lock:
            self._count -= 1

    def close(self) -> None:
        """End every stream at its next heartbeat or change, and open no other."""
        with self._lock:
            self._closed = True

    def follow(
        self, table: Waitable, tell: Callable[[Snapshot], str], heartbeat_s: float = HEARTBEAT_S
    ) -> Iterator[str]:
        """The present state at once, then each newer one; a beat when nothing changed for a while.

        A phone's last version is not believed: after a restart of the table versions begin again.
        """
        yield "retry: 2000\n\n"
        version = -1
        while not self._closed:
            snapshot = table.wait(version, heartbeat_s)
            if snapshot.version == version:
                yield f"event: beat\ndata: {version}\n\n"
            else:
                version = snapshot.version
                yield f"id: {version}\ndata: {tell(snapshot)}\n\n"
