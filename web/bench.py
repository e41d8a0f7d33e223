"""How soon a change is on the last of many phones, beside the plainest server of the same. Knows clocks and sockets."""

import asyncio
import json
import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any

from flask import Flask, Response

from table.events import StartMatch, Throw
from table.glance import Button
from table.loop import Loop
from table.paper import Paper
from web.app import create_app
from web.live import HEARTBEAT_S

STREAMS, POLLERS, POLL_S = 100, 200, 3.0  # the pollers ask as often as a page without a stream does
EVENTS, PAUSE_S = 60, 0.25
PATIENCE_S = 60.0  # how long phones may take to come or to leave


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many phones follow live, how many ask again and again, and how often the table changes meanwhile."""

    streams: int = STREAMS
    pollers: int = POLLERS
    changes: int = EVENTS


def bench_web(threads: int, connections: int, crowd: Crowd = Crowd()) -> Iterator[str]:
    """Measure our page and then the plainest; a line for a person on each."""
    yield (
        f"{crowd.streams} streams and {crowd.pollers} that ask every {POLL_S:.0f} s, {crowd.changes} changes, "
        "all on this machine"
    )
    loop = Loop(Paper(), simulated=True)
    turning = threading.Thread(target=loop.run)
    turning.start()
    loop.ask(StartMatch(("Ana", "Beto")), 10**9, "start")
    loop.ask(Throw((3, 3, 3, 5, 5)), 10**9, "throw")

    def press() -> int:
        before = loop.latest().version
        loop.put(Button.NEXT)
        return loop.wait(before, 5.0).version

    app = create_app(loop)
    try:
        with _served(app, threads, connections) as port:
            yield "this page:    " + _measured(port, crowd, press, lambda: int(app.extensions["cacho"].streams.count))
    finally:
        loop.stop()
        turning.join()
    plain, change, left = _plainest(app.test_client().get("/api/state").get_json())
    with _served(plain, threads, connections) as port:
        yield "the plainest: " + _measured(port, crowd, change, left)


def _measured(port: int, crowd: Crowd, change: Callable[[], int], left: Callable[[], int]) -> str:
    """Change what is served at a port while phones in another process follow; what they saw, in words."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    phones = spawn.Process(target=_phones, args=(port, crowd, theirs))
    phones.start()
    ours.recv()  # all follow
    began: dict[int, float] = {}
    for _ in range(crowd.changes):
        now = time.monotonic()
        began[change()] = now
        time.sleep(PAUSE_S)
    memory = _memory_mb()
    ours.send("enough")
    seen: list[tuple[int, float]] = ours.recv()
    phones.join()
    gone = time.monotonic()
    while left() and time.monotonic() - gone < PATIENCE_S:
        change()  # a phone that left is noticed by writing to it
        time.sleep(PAUSE_S)
    waited = time.monotonic() - gone
    arrived = {known: [at for version, at in seen if version == known] for known in began}
    last = [1000 * (max(at) - began[known]) for known, at in arrived.items() if len(at) == crowd.streams]
    cuts = quantiles(last, n=100) if len(last) > 1 else [float("nan")] * 99
    return (
        f"to the last phone median {cuts[49]:.0f} ms, 99 % {cuts[98]:.0f} ms; "
        f"{len(last)} of {crowd.changes} reached all; {memory:.0f} MB; "
        f"{waited:.1f} s after all left {left()} streams were held"
    )


@contextmanager
def _served(app: Flask, threads: int, connections: int) -> Iterator[int]:
    from waitress.server import create_server

    server = create_server(app, host="127.0.0.1", port=0, threads=threads, connection_limit=connections)
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    yield int(server.effective_port)
    server.close()


def _plainest(state: dict[str, Any]) -> tuple[Flask, Callable[[], int], Callable[[], int]]:
    """Flask and a condition: the whole state to every stream at every change."""
    app, changed = Flask("plainest"), threading.Condition()
    version, count = 0, 0

    @app.get("/api/state")
    def now() -> Response:
        return Response(json.dumps(state), mimetype="application/json")

    @app.get("/api/live")
    def live() -> Response:
        def told() -> Iterator[str]:
            nonlocal count
            count += 1
            seen = -1
            try:
                while True:
                    with changed:
                        if version == seen:
                            changed.wait(HEARTBEAT_S)
                        seen = version
                    yield f"id: {seen}\ndata: {json.dumps(state)}\n\n"
            finally:
                count -= 1

        return Response(told(), mimetype="text/event-stream")

    def change() -> int:
        nonlocal version
        with changed:
            version += 1
            changed.notify_all()
            return version

    return app, change, lambda: count


def _phones(port: int, crowd: Crowd, table: Connection) -> None:
    """All phones, in a process of their own: says when all follow, and at the end what each saw when."""
    seen: list[tuple[int, float]] = []

    async def asked(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {address}?lang=es HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return reader, writer

    async def follow(follows: asyncio.Event) -> None:
        reader, _writer = await asked("/api/live")
        while line := await reader.readline():
            if line.startswith(b"id: "):
                seen.append((int(line[4:]), time.monotonic()))
                follows.set()

    async def poll(after_s: float) -> None:
        await asyncio.sleep(after_s)
        while True:
            reader, writer = await asked("/api/state")
            await reader.readuntil(b"\r\n\r\n")
            writer.close()
            await asyncio.sleep(POLL_S)

    async def evening() -> None:
        begun = [asyncio.Event() for _ in range(crowd.streams)]
        tasks = [asyncio.create_task(follow(event)) for event in begun]
        await asyncio.wait_for(asyncio.gather(*(event.wait() for event in begun)), PATIENCE_S)
        tasks += [asyncio.create_task(poll(POLL_S * n / crowd.pollers)) for n in range(crowd.pollers)]
        await asyncio.sleep(POLL_S if crowd.pollers else 0)
        table.send("all follow")
        await asyncio.to_thread(table.recv)
        for task in tasks:
            task.cancel()

    asyncio.run(evening())
    table.send(seen)


def _memory_mb() -> float:
    """What this process holds now."""
    text = Path("/proc/self/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024
