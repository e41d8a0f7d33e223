"""What the coloured lamp and the buzzer say of the present moment. Pure; knows colours and notes, no pins.

Both are extras: whoever has neither misses nothing that the page does not say in words.
"""

from enum import Enum

from table.glance import Act, Glance

Note = tuple[float, float]
"""Hertz, and seconds that it lasts; 0 Hz is silence."""

TICK: tuple[Note, ...] = ((1760.0, 0.03),)
ASK: tuple[Note, ...] = ((660.0, 0.12), (0.0, 0.05), (880.0, 0.12))
NO: tuple[Note, ...] = ((220.0, 0.25),)
WIN: tuple[Note, ...] = ((523.0, 0.12), (659.0, 0.12), (784.0, 0.12), (1047.0, 0.35))
LET_GO: tuple[Note, ...] = ((1320.0, 0.05), (0.0, 0.03), (1760.0, 0.05))


class Colour(Enum):
    """What the coloured lamp shows: red, green and blue, each on or off."""

    OFF = (0.0, 0.0, 0.0)
    RED = (1.0, 0.0, 0.0)
    AMBER = (1.0, 1.0, 0.0)
    GREEN = (0.0, 1.0, 0.0)
    BLUE = (0.0, 0.0, 1.0)
    WHITE = (1.0, 1.0, 1.0)


def colour(glance: Glance) -> Colour:
    """Red: refused. Amber: asked, or unsure. Blue: camera off. White: the match is over. Green: confirm would do.

    >>> colour(Glance(confirm=Act.WRITE, camera="ok"))
    <Colour.GREEN: (0.0, 1.0, 0.0)>
    """
    if glance.refusal:
        return Colour.RED
    if glance.question or glance.plea or glance.doubts:
        return Colour.AMBER
    if glance.camera not in ("ok", "starting", "none"):
        return Colour.BLUE
    if glance.next is Act.NEXT_MATCH:
        return Colour.WHITE
    return Colour.OFF if glance.confirm is Act.NOTHING else Colour.GREEN


def tune(before: Glance, now: Glance) -> tuple[Note, ...]:
    """What is heard when one moment follows the other; nothing when no ear needs to know."""
    if now.next is Act.NEXT_MATCH and before.next is not Act.NEXT_MATCH:
        return WIN
    if now.refusal and now.refusal != before.refusal:
        return NO
    if (now.question and now.question != before.question) or (now.plea and not before.plea):
        return ASK
    became_due = now.confirm is not Act.NOTHING and before.confirm is Act.NOTHING
    return TICK if became_due or len(now.turned) > len(before.turned) else ()
