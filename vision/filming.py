"""Scenes played before the painted camera: one deed after the other, each looked at before the next. Knows no game."""

from collections.abc import Iterable, Iterator

from vision.commands import Command, Suffer
from vision.frame import Frame
from vision.painted import Painted

LOOK_S = 1.3  # after a deed is done: long enough for what lies there to settle, if it does
PRESS_S = 0.2  # between presses of a button: a finger is no faster

Order = Command | str | float
"""What is done on the tray, the name of a button that is pressed, or so many seconds of nothing."""


def film(camera: Painted, orders: Iterable[Order]) -> Iterator[Frame | str]:
    """Every picture and every press, in the order of time, until all was done and looked at.

    orders is asked for the next one only when the one before is done, so it may look at what lies there.
    """
    script = iter(orders)
    waits_s = camera.now_s + LOOK_S
    while True:
        while camera.now_s < waits_s:
            yield camera.frame(1.0)
        match next(script, None):
            case None:
                return
            case str() as button:
                yield button
                waits_s = camera.now_s + PRESS_S
            case int() | float() as pause_s:
                waits_s = camera.now_s + pause_s
            case Suffer() as fault:
                camera.act(fault)
            case deed:
                camera.act(deed)
                waits_s = camera.ends_s + LOOK_S
