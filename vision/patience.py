"""Waiting only so long for what may never come back. Knows threads; not what they do."""

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def within_time(seconds: float, what: Callable[[], T]) -> T:
    """What `what` returns or raises; TimeoutError when it takes longer, and then it is left to itself.

    Calls into a camera's driver cannot be broken off: only a thread that is given up, or the process, ends them.
    """
    answer: queue.SimpleQueue[tuple[T | None, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            answer.put((what(), None))
        except BaseException as error:
            answer.put((None, error))

    threading.Thread(target=work, name="patience", daemon=True).start()
    try:
        result, error = answer.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"nothing came back within {seconds:.0f} s") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]
