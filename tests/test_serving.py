"""Threads that answer phones: enough for a crowd, few when it has left."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from web.serving import SPARE, Threads

CROWD = 20


class Request:
    """Something that takes until `done`, and tells its thread."""

    def __init__(self, done: threading.Event | None = None, fault: Exception | None = None) -> None:
        self.done, self.fault = done, fault
        self.begun, self.cancelled = threading.Event(), False
        self.thread: threading.Thread | None = None

    def service(self) -> None:
        """Be answered."""
        self.thread = threading.current_thread()
        self.begun.set()
        if self.done:
            assert self.done.wait(10)
        if self.fault:
            raise self.fault

    def cancel(self) -> None:
        """Not be answered."""
        self.cancelled = True


@contextmanager
def serving(most: int, idle_s: float = 60.0) -> Iterator[Callable[[Request], Request]]:
    """Hands requests to threads; at the end none of them is left."""
    threads = Threads(most, idle_s)

    def ask(request: Request) -> Request:
        threads.add_task(request)
        return request

    yield ask
    assert threads.shutdown()


def test_a_crowd_is_answered_at_once_and_its_threads_end_after_it_has_left() -> None:
    """But for a few, whose turn comes again."""
    done, given_back = threading.Event(), threading.Event()
    threads = Threads(CROWD, 0.05, given_back.set)
    crowd = [Request(done) for _ in range(CROWD)]
    for request in crowd:
        threads.add_task(request)
    assert all(request.begun.wait(10) for request in crowd)
    assert threads.active_count == CROWD
    done.set()
    assert given_back.wait(10)
    assert (threads.count, threads.active_count) == (SPARE, 0)
    assert threads.shutdown()
    assert threads.count == 0


def test_the_thread_that_was_at_work_last_is_asked_first() -> None:
    """Or each of a hundred would be kept awake by one phone that asks now and then."""
    threads, done, never = Threads(CROWD), threading.Event(), threading.Event()

    def idle() -> bool:
        return any(not threads.active_count or never.wait(0.001) for _ in range(10_000))

    crowd = [Request(done) for _ in range(SPARE)]
    for request in crowd:
        threads.add_task(request)
    assert all(request.begun.wait(10) for request in crowd)
    done.set()
    asked = [Request() for _ in range(3)]
    for request in asked:
        assert idle()
        threads.add_task(request)
        assert request.begun.wait(10)
    assert len({request.thread for request in asked}) == 1
    assert threads.shutdown()


def test_beyond_the_most_requests_wait_and_none_is_forgotten() -> None:
    """Also when one before them fails."""
    with serving(1) as ask:
        done = threading.Event()
        first = ask(Request(done, ValueError("a fault of ours")))
        rest = [ask(Request()) for _ in range(3)]
        assert first.begun.wait(10)
        assert not rest[0].begun.is_set()
        done.set()
        assert all(request.begun.wait(10) for request in rest)


def test_what_waits_at_the_end_is_told_so() -> None:
    """The phone sees its connection closed, not a page that never comes."""
    threads, done = Threads(1), threading.Event()
    first, waits = Request(done), Request()
    threads.add_task(first)
    threads.add_task(waits)
    assert first.begun.wait(10)
    assert not threads.shutdown(timeout=0.05)
    assert waits.cancelled
    done.set()


def test_a_system_that_gives_no_more_threads_lets_requests_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """For those there are."""
    with serving(CROWD) as ask:
        done = threading.Event()
        first = ask(Request(done))
        assert first.begun.wait(10)

        def refused(_thread: threading.Thread) -> None:
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(threading.Thread, "start", refused)
        late = ask(Request())
        done.set()
        assert late.begun.wait(10)
        assert late.thread is first.thread
