"""How often one caller may knock. Knows callers by a word and the time; not what they want."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

CALLERS_KEPT = 1000  # a bar has fewer phones; beyond that the longest silent is forgotten


class Pace:
    """A bucket for each caller: `burst` knocks at once, then `per_s` a second. May be asked from any thread."""

    def __init__(self, burst: int, per_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._per_s = per_s
        self._clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str) -> bool:
        """Take one knock of this caller's; False when none is left."""
        with self._lock:
            now = self._clock()
            left, at = self._left.pop(caller, (float(self._burst), now))
            left = min(self._burst, left + (now - at) * self._per_s)
            self._left[caller] = (left - 1 if left >= 1 else left, now)
            if len(self._left) > CALLERS_KEPT:
                self._left.popitem(last=False)
            return left >= 1
