"""What the eye costs while nothing moves, and how soon after rest dice are told. Knows painted dice and a clock."""

import time
from collections.abc import Iterator
from statistics import mean, median
from typing import Any

import cv2

from vision.commands import Clear, Place, Toss
from vision.gaze import Watch
from vision.lookout import Lookout
from vision.painted import Painted
from vision.reading import Settled

DICE = Place((1, 2, 3, 4, 6))
IDLE_S = 12.0  # painted seconds; the first of them are for settling
SETTLING_S = 4.0
THROWS = 20
COST, REST_S = 0.10, 0.6
"""What may be: the share of a core at rest; seconds from the moment nothing moves in view until the dice are told."""


class _Deaf:
    """Hears everything and keeps nothing, as a parent does that is quick."""

    def send(self, _: Any) -> None:
        """Take what is said."""


def bench_eye() -> Iterator[str]:
    """Measure both; a line for a person on each."""
    cv2.setNumThreads(1)
    for rate, size in ((15.0, (640, 480)), (15.0, (1280, 960))):
        took = idle(rate, size)
        share = rate * mean(took)
        yield (
            f"nothing moves, {rate:.0f} pictures a second of {size[0]} × {size[1]}: {1000 * mean(took):.1f} ms each, "
            f"{share:.1%} of a core (at 640 × 480 {COST:.0%} may be)"
        )
    for rate in (10.0, 12.0, 15.0):
        rests = rest(rate)
        yield (
            f"from rest to settled, {rate:.0f} pictures a second, {len(rests)} throws: median {median(rests):.2f} s, "
            f"at most {max(rests):.2f} s of {REST_S}"
        )


def idle(rate: float, size: tuple[int, int]) -> list[float]:
    """Processor seconds that each picture of dice lying still costs the eye, once they have settled; painting apart."""
    camera = Painted(seed=3, size=size, speed=1e6, rate=rate, dice=DICE)
    camera.open()
    watch, took = Watch(_Deaf()), []  # type: ignore[arg-type]
    while camera.now_s < IDLE_S:
        frame = camera.frame(1.0)
        began = time.thread_time()
        watch.see(frame)
        if camera.now_s > SETTLING_S:
            took.append(time.thread_time() - began)
    return took


def rest(rate: float, throws: int = THROWS) -> list[float]:
    """Painted seconds of each throw from when the cup is out of view and every die lies until they are told."""
    camera, lookout, waits = Painted(seed=5, speed=1e6, rate=rate), Lookout(), list[float]()
    camera.open()
    for _ in range(throws):
        camera.act(Toss())
        rests_s = camera.ends_s
        while not (told := [m for m in lookout.see(camera.frame(1.0)) if isinstance(m, Settled) and len(m.dice) == 5]):
            assert camera.now_s < rests_s + 10.0, "a painted throw was not settled"
        waits.append(told[0].at_s - rests_s)
        camera.act(Clear())
        while camera.now_s < camera.ends_s:
            for _ in lookout.see(camera.frame(1.0)):
                pass
    return waits
