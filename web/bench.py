"""How soon a change is on the last of many phones, beside the plainest server of the same. Knows clocks and sockets."""

import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from statistics import quantiles
from typing import Any
from urllib.request import urlopen

from table.events import StartMatch, Throw
from table.glance import Button
from table.loop import Loop
from table.paper import Paper
from table.processes import memory_mb
from table.thrift import keep_together
from table.turning import turning
from web.app import create_app
from web.crowd import FULL, PATIENCE_S, POLL_S, Crowd, phones
from web.plainest import plainest
from web.serving import SPARE, server_for

PAUSE_S = 0.25  # between two changes
AGAIN = 12  # changes while all are there a second time


def bench_web(threads: int, connections: int, crowd: Crowd = FULL) -> Iterator[str]:
    """Measure our page and then the plainest; a line for a person on each."""
    yield (
        f"{crowd.streams} streams and {crowd.pollers} that ask every {POLL_S} s, {crowd.changes} changes, "
        "all on this machine"
    )
    keep_together()  # as a table that runs does
    with turning(Loop(Paper(), simulated=True)) as loop:
        loop.ask(StartMatch(("Ana", "Beto")), 10**9, "start")
        loop.ask(Throw((3, 3, 3, 5, 5)), 10**9, "throw")

        def press() -> int:
            before = loop.latest().version
            loop.put(Button.NEXT)
            return loop.wait(before, 5.0).version

        app = create_app(loop)
        with _served(server_for(app, "127.0.0.1", 0, threads, connections)) as (port, busy):
            yield "this page:    " + _measured(port, crowd, press, busy)
    from waitress.server import create_server

    plain, change = plainest(app.test_client().get("/api/state").get_json())
    server = create_server(plain, host="127.0.0.1", port=0, threads=threads, connection_limit=connections)
    with _served(server) as (port, busy):
        yield "the plainest: " + _measured(port, crowd, change, busy)


def _measured(port: int, crowd: Crowd, change: Callable[[], int], busy: Callable[[], int]) -> str:
    """Change what is served at a port while phones follow, twice, as memory that is kept is not yet memory that grows.

    busy: how many of the server's threads are at work.
    """
    with urlopen(f"http://127.0.0.1:{port}/api/state?lang=es") as answer:
        answer.read()  # whoever comes first brings words that stay
    threads, before = threading.active_count(), memory_mb()
    first = _evening(port, crowd, change, busy, threads)
    again = _evening(port, replace(crowd, changes=min(crowd.changes, AGAIN)), change, busy, threads)
    arrived = {known: [at for version, at in first.seen if version == known] for known in first.began}
    last = [1000 * (max(at) - first.began[known]) for known, at in arrived.items() if len(at) == crowd.streams]
    cuts = quantiles(last, n=100) if len(last) > 1 else [float("nan")] * 99
    memory = [before, *first.memory_mb, *again.memory_mb]
    return (
        f"to the last phone median {cuts[49]:.0f} ms, 99 % {cuts[98]:.0f} ms; "
        f"{len(last)} of {crowd.changes} reached all; "
        f"memory before, with all, {first.left_s:.1f} s after they left, and both again "
        f"{_arrows(memory, '.0f')} MB; threads at work {_arrows([*first.at_work, *again.at_work], 'd')}, "
        f"in all {_arrows([threads, *first.threads, *again.threads], 'd')}"
    )


@dataclass(frozen=True, slots=True)
class Evening:
    """When each version began and was seen, and memory and threads while all were there and after they left."""

    began: dict[int, float]
    seen: list[tuple[int, float]]
    memory_mb: tuple[float, float]
    at_work: tuple[int, int]
    threads: tuple[int, int]
    left_s: float


def _evening(port: int, crowd: Crowd, change: Callable[[], int], busy: Callable[[], int], threads: int) -> Evening:
    """Phones come, follow every change, and leave without a word. threads: how many there were before."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    followers = spawn.Process(target=phones, args=(port, crowd, theirs))
    followers.start()
    ours.recv()  # all follow
    began: dict[int, float] = {}
    for _ in range(crowd.changes):
        now = time.monotonic()
        began[change()] = now
        time.sleep(PAUSE_S)
    memory, at_work, all_there = memory_mb(), busy(), threading.active_count()
    ours.send("enough")
    seen: list[tuple[int, float]] = ours.recv()
    followers.join()
    gone = time.monotonic()
    while (busy() or threading.active_count() > threads + SPARE) and time.monotonic() - gone < PATIENCE_S:
        change()  # a phone that left is noticed by writing to it
        time.sleep(PAUSE_S)
    left = time.monotonic() - gone
    return Evening(began, seen, (memory, memory_mb()), (at_work, busy()), (all_there, threading.active_count()), left)


def _arrows(values: Sequence[float], form: str) -> str:
    return " → ".join(format(value, form) for value in values)


@contextmanager
def _served(server: Any) -> Iterator[tuple[int, Callable[[], int]]]:
    """The port a server serves at for as long as this lasts, and how many of its threads are at work."""
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    yield int(server.effective_port), lambda: int(server.task_dispatcher.active_count)
    server.close()
    server.task_dispatcher.shutdown()
