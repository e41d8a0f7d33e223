"""The wish that would have made an event, so that what happened can be judged again. Knows no rule."""

from typing import assert_never

from table.card import Sign
from table.events import (
    Cast,
    ClaimDormida,
    Concede,
    Conceded,
    Correct,
    Corrected,
    Event,
    Flip,
    Flipped,
    GivenUp,
    GiveUpMatch,
    LeaveSobre,
    LeftSobre,
    LotCast,
    Pass,
    Passed,
    Started,
    Starter,
    StartMatch,
    TakeBack,
    TakenBack,
    Throw,
    Thrown,
    Voided,
    VoidThrow,
    Wish,
    Won,
    Write,
    Written,
)


def wish_of(event: Event) -> Wish:
    """The wish that would have made this event.

    >>> wish_of(Thrown((1, 2, 3, 4, 5), 2))
    Throw(dice=(1, 2, 3, 4, 5), rerolled=2)
    """
    match event:
        case Started(house, sides, first):
            return StartMatch(sides, house, Starter.THROW if first is None else first)
        case LotCast(face):
            return Cast(face)
        case Thrown(dice, rerolled):
            return Throw(dice, rerolled)
        case Voided(why, rerolled, standing):
            return VoidThrow(why, rerolled, standing)
        case Flipped(faces):
            return Flip(faces)
        case Written(box, _, sign, sobre):
            return Write(box, sign is Sign.CROSS, sobre)
        case LeftSobre():
            return LeaveSobre()
        case Passed():
            return Pass()
        case Won():
            return ClaimDormida()
        case TakenBack(box):
            return TakeBack(box)
        case Conceded(side):
            return Concede(side)
        case GivenUp():
            return GiveUpMatch()
        case Corrected(at, plays, anyway):
            return Correct(at, plays, anyway)
        case _:  # pragma: no cover
            assert_never(event)
