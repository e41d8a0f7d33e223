"""The threads that answer phones: as many as are asked for at once, few when none. Knows waitress; no address."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from flask import Flask

from table.thrift import give_back

SPARE = 6  # idle threads that stay: a phone asks for no more at once
IDLE_S = 15.0  # how long a thread beyond these has nothing to do before it ends


class Task(Protocol):
    """What waitress wants done: one request."""

    def service(self) -> None:
        """Answer it, however long that takes."""
        ...

    def cancel(self) -> None:
        """It will not be answered."""
        ...


def server_for(app: Flask, host: str, port: int, threads: int, connections: int) -> Any:
    """A server of waitress that listens but does not serve yet. Raises OSError and ValueError."""
    from waitress.server import create_server

    return create_server(
        app, host=host, port=port, connection_limit=connections, ident="cacho", _dispatcher=Threads(threads)
    )


class Threads:
    """Threads for waitress, at most so many: the one that was at work last is asked first, others end after a while.

    waitress's own never end and take turns, so that in the end each of them holds a stack and small stocks of memory.
    """

    def __init__(self, most: int, idle_s: float = IDLE_S, left: Callable[[], None] | None = None) -> None:
        """left: told when the last thread that was too many has ended; memory is given back then."""
        self._most, self._idle_s, self._left = most, idle_s, left or give_back
        self._lock = threading.Condition()
        self._count = 0
        self._idle: list[SimpleQueue[Task | None]] = []  # where each idle thread listens, the longest idle first
        self._waiting: deque[Task] = deque()
        self._ended = False

    @property
    def count(self) -> int:
        """How many there are."""
        with self._lock:
            return self._count

    @property
    def active_count(self) -> int:
        """How many are at work."""
        with self._lock:
            return self._count - len(self._idle)

    def add_task(self, task: Task) -> None:
        """Have a request answered: at once, or when one of the most that may be has done what it is at."""
        with self._lock:
            if self._idle:
                self._idle.pop().put(task)
                return
            if self._count < self._most and not self._ended:
                with suppress(RuntimeError):  # the system gives no more of them
                    threading.Thread(target=self._work, args=(task,), name="phone", daemon=True).start()
                    self._count += 1
                    return
            self._waiting.append(task)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5.0) -> bool:
        """End them all, those at work when they have done; whether nothing is left."""
        with self._lock:
            self._ended = True
            while self._idle:
                self._idle.pop().put(None)
            self._lock.wait_for(lambda: not self._count, timeout)
            while cancel_pending and self._waiting:
                self._waiting.popleft().cancel()
            return not self._count

    def _work(self, task: Task | None) -> None:
        own: SimpleQueue[Task | None] = SimpleQueue()
        while task is not None:
            try:
                task.service()
            except BaseException:  # else its place among the threads would be lost for good
                logging.getLogger("waitress").exception("A request was not answered")
            task = self._next(own)

    def _next(self, own: SimpleQueue[Task | None]) -> Task | None:
        """What is to be done next, waited for; None when this thread has left."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            if self._ended:
                self._leave()
                return None
            self._idle.append(own)
        while True:
            try:
                task = own.get(timeout=self._idle_s)
            except Empty:
                with self._lock:
                    if own not in self._idle or len(self._idle) <= SPARE:
                        continue
                    self._idle.remove(own)
                    self._leave()
                    last = len(self._idle) == SPARE
                if last:
                    self._left()
                return None
            if task is None:
                with self._lock:
                    self._leave()
            return task

    def _leave(self) -> None:
        self._count -= 1
        self._lock.notify_all()
