"""How glibc keeps the memory of this process: two words to it. Where there is another library they do nothing."""

import ctypes
from contextlib import suppress

ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


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
