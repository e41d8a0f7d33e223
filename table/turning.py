"""A loop that turns in a thread of its own for a while, as measurements and tests need it. Knows no table."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from table.loop import Loop

ENDS_S = 5.0  # for what is in the inbox already


@contextmanager
def turning(loop: Loop) -> Iterator[Loop]:
    """The loop, turning for as long as this lasts. Raises TimeoutError when it does not end."""
    thread = threading.Thread(target=loop.run, name="loop", daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.stop()
        thread.join(ENDS_S)
    if thread.is_alive():
        raise TimeoutError(f"The loop did not end within {ENDS_S:.0f} s.")
