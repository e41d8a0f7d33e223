"""How soon it is told that a camera fails, and how soon it sees again. Knows the painted faults and a clock."""

import queue
import time
from collections.abc import Callable, Iterator

from vision.commands import Fault, Place, Suffer
from vision.eye import Eye
from vision.reading import Blind, Moment, Settled

IN_A_GAME = (Fault.HANG, Fault.FROZEN, Fault.CRASH, Fault.UNPLUG)
AT_THE_START = (Fault.ABSENT, Fault.BUSY)
PATIENCE_S = 60.0
DICE = Place((1, 3, 3, 5, 6))


def bench_faults() -> Iterator[str]:
    """Let the painted camera fail in each way, in real time; for each what is said, and two times."""
    for fault in (*IN_A_GAME, *AT_THE_START):
        yield f"{fault}: " + _failed(fault)


def _failed(fault: Fault) -> str:
    said: queue.Queue[Moment] = queue.Queue()
    early = fault in AT_THE_START
    eye = Eye(f"painted:seed=5,fault={fault}" if early else "painted:seed=5", said.put, lambda _: None)
    began = time.monotonic()
    eye.start()
    try:
        if not early:
            eye.act(DICE)
            _until(said, lambda moment: isinstance(moment, Settled) and len(moment.dice) == len(DICE.values))
            eye.act(Suffer(fault, PATIENCE_S))
            began = time.monotonic()
        blind = _until(said, lambda moment: isinstance(moment, Blind))
        told = time.monotonic()
        _until(said, lambda moment: isinstance(moment, Settled))
        seen = time.monotonic()
    finally:
        eye.stop()
    assert isinstance(blind, Blind)
    return f"told after {told - began:.1f} s, sees again {seen - told:.1f} s later; {blind.words}"


def _until(said: "queue.Queue[Moment]", wanted: Callable[[Moment], bool]) -> Moment:
    ends = time.monotonic() + PATIENCE_S
    while not wanted(moment := said.get(timeout=max(0.1, ends - time.monotonic()))):
        pass
    return moment
