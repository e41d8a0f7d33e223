"""What numpy holds of small blocks of memory. Knows its allocator."""

import numpy as np

SMALL = 1024  # bytes; of each size below that ...
KEPT = 7  # ... so many freed blocks are kept for later (NBUCKETS and NCACHE in alloc.c of numpy 1.24 to 2.x)


def take_blocks() -> None:
    """Let numpy take at once all the small blocks that it ever keeps: 3.6 MB.

    Else they gather over hours, one odd size after the other, and look like a leak; and a leak looks like them.
    """
    held = [np.empty(size, np.uint8) for size in range(1, SMALL) for _ in range(KEPT)]
    held.clear()
