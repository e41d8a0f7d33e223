"""The terminal's keys as buttons. Knows a terminal; not what a press means."""

import os
import select
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from table.glance import Button

KEYS = {"c": Button.CONFIRM, "\n": Button.CONFIRM, "\r": Button.CONFIRM, "n": Button.NEXT, "b": Button.BACK}
LOOK_S = 0.2  # seconds until the listener notices that it should end


@contextmanager
def listen(press: Callable[[Button], None], end: Callable[[], None]) -> Iterator[None]:
    """While inside, keys of the terminal press buttons, and q ends; without a terminal nothing is heard."""
    if not sys.stdin.isatty() or _in_background(sys.stdin.fileno()):
        yield
        return
    import termios
    import tty

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    ending = threading.Event()

    def hear() -> None:
        while not ending.is_set():
            if not select.select([fd], [], [], LOOK_S)[0]:
                continue
            key = os.read(fd, 1).decode("ascii", "ignore").lower()
            if key == "q":
                end()
            elif key in KEYS:
                press(KEYS[key])

    tty.setcbreak(fd)
    hearing = threading.Thread(target=hear, name="keyboard", daemon=True)
    hearing.start()
    try:
        yield
    finally:
        ending.set()
        hearing.join(timeout=2 * LOOK_S)
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _in_background(fd: int) -> bool:
    """Whether the terminal belongs to another program now, as after `&`: to touch it would stop us."""
    try:
        return os.tcgetpgrp(fd) != os.getpgrp()
    except OSError:
        return False  # a terminal, but nobody's controlling one
