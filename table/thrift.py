"""How this process keeps its memory: words to glibc, which do nothing where there is another library, and to Python."""

import ctypes
import gc
from contextlib import suppress

ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
EVERY = 700, 10, 3  # objects made until the young are looked through; of which rounds for the older, and then for all


def keep_together() -> None:
    """Let all threads take memory from one place; to be said before there are any.

    Else each of the first sixteen gets a place of its own, whose unused end is never given back.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(ARENA_MAX, 1)


def give_back() -> None:
    """Return to the system the memory in which nothing lies; glibc keeps it for later."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def tidy_often() -> None:
    """Have Python find what only holds itself while there is little of it; to be said once all is loaded.

    What is there by then stays, and is not looked through again; so looking through all the rest costs little.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # so that Python measures by what is left how much may gather before it looks again
    gc.set_threshold(*EVERY)
