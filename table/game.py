"""What comes of a wish: events, or a refusal. Knows the course of a match; not how dice are seen or shown."""

from typing import assert_never

from table import rules
from table.choices import Choice as Choice
from table.choices import Choices as Choices
from table.choices import choices as choices
from table.correcting import correct
from table.dice import five
from table.events import (
    Cast,
    ClaimDormida,
    Concede,
    Conceded,
    Correct,
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
from table.refusal import Code, Refusal, refuse
from table.result import Result
from table.state import Phase, State, last_box
from table.wins import win_by_writing

Play = Cast | Throw | VoidThrow | Flip | Write | LeaveSobre | Pass | ClaimDormida
"""What is done within a match by the side whose turn it is."""

LONGEST_NAME = 40
MOST_SIDES = 6


def decide(state: State, wish: Wish) -> tuple[Event, ...] | Refusal:
    """The events a wish makes, or why it can't be had. Never raises, never changes anything."""
    match wish:
        case StartMatch():
            return _start(state, wish)
        case Correct():
            return correct(state, wish, decide)
        case GiveUpMatch():
            on = state.phase in (Phase.DRAWING, Phase.PLAYING, Phase.PLAYOFF)
            return (GivenUp(),) if on else refuse(Code.NO_MATCH)
        case TakeBack(box=True):
            return (TakenBack(box=True),) if last_box(state) else refuse(Code.NO_BOX_TO_TAKE_BACK)
        case TakeBack():
            return (TakenBack(),) if state.before else refuse(Code.NOTHING_TO_TAKE_BACK)
        case Concede(side):
            return _concede(state, side)
        case _:
            return _play(state, wish)


def _play(state: State, wish: Play) -> tuple[Event, ...] | Refusal:
    now = choices(state)
    if state.phase not in (Phase.PLAYING, Phase.DRAWING, Phase.PLAYOFF):
        return refuse(Code.NO_MATCH)
    if isinstance(wish, Throw) and not _is_five(wish):
        return refuse(Code.BAD_DICE)
    if wish not in now:
        return _why_not(state, now, wish)
    match wish:
        case Cast(face):
            return (LotCast(face),)
        case Throw(dice, rerolled):
            return (Thrown(dice, rerolled),)
        case VoidThrow(why, rerolled, standing):
            return (Voided(why, rerolled, standing),)
        case Flip(faces):
            return (Flipped(faces),)
        case Write():
            return _write(state, next(choice for choice in now.boxes if choice.wish == wish))
        case LeaveSobre():
            return (LeftSobre(),)
        case Pass():
            return (Passed(),)
        case ClaimDormida():
            return (Won("dormida"),)
        case _:  # pragma: no cover
            assert_never(wish)


def _is_five(wish: Throw) -> bool:
    try:
        five(wish.dice)
    except ValueError:
        return False
    return True


def _write(state: State, taken: Choice) -> tuple[Event, ...]:
    written = Written(taken.box, taken.entry.points, taken.entry.sign, taken.sobre)
    won = win_by_writing(state.house, state.side.card.plus(taken.box, taken.entry))
    return (written, Won(won)) if won else (written,)


def _start(state: State, wish: StartMatch) -> tuple[Event, ...] | Refusal:
    if state.phase in (Phase.DRAWING, Phase.PLAYING, Phase.PLAYOFF):
        return refuse(Code.MATCH_ON)
    names = tuple(" ".join(name.split()) for name in wish.sides)
    good = all(name and len(name) <= LONGEST_NAME and name.isprintable() for name in names)
    alone = len({name.casefold() for name in names}) == len(names)
    if not (good and alone and 1 <= len(names) <= MOST_SIDES):
        return refuse(Code.BAD_SIDES)
    first: int | None
    match wish.first:
        case Starter.THROW:
            first = None if len(names) > 1 else 0
        case Starter.LOSER:
            first = _loser(state, names)
        case index:
            first = index
    if first is not None and not 0 <= first < len(names):
        return refuse(Code.BAD_SIDES)
    return (Started(wish.house or state.home, names, first),)


def _loser(state: State, names: tuple[str, ...]) -> int:
    """The side that came last in the last match, conceding counted as last; where none did, the one after its first."""
    sides = state.sides[state.first :] + state.sides[: state.first]
    winners = {state.sides[index].name for index in state.winners}
    lost = [side for side in sides if winners and side.name not in winners and side.name in names]
    if lost:
        return names.index(min(lost, key=lambda side: (not side.out, side.card.total)).name)
    return next((names.index(side.name) for side in sides[1:] if side.name in names), 0)


def _concede(state: State, side: int) -> tuple[Event, ...] | Refusal:
    if state.phase is not Phase.PLAYING:
        return refuse(Code.NO_MATCH)
    if len(state.sides) == 1:
        return refuse(Code.ALONE)
    if not 0 <= side < len(state.sides) or state.sides[side].out:
        return refuse(Code.NOT_IN_MATCH)
    return (Conceded(side),)


def _why_not(state: State, now: Choices, wish: Play) -> Refusal:
    """Why a play is not among the choices, the nearest reason first."""
    result = state.result
    if now.cast:
        return refuse(Code.BAD_DIE if isinstance(wish, Cast) else Code.CAST_FIRST)
    if isinstance(wish, Cast):
        return refuse(Code.NOTHING_TO_CAST)
    if isinstance(wish, ClaimDormida):
        return refuse(Code.NO_DORMIDA)
    if now.dormida:
        return refuse(Code.WON_ALREADY)
    if result and isinstance(wish, Throw | VoidThrow | Flip | Write) and _forced(state, result):
        return refuse(Code.MANO_FIRST)
    if isinstance(wish, Throw | VoidThrow):
        return _why_no_throw(state, now, wish)
    if isinstance(wish, LeaveSobre):
        return refuse(Code.NO_SOBRE)
    if isinstance(wish, Pass):
        return refuse(Code.NO_PASS)
    if state.void:
        return refuse(Code.THROW_AGAIN, count=state.void.rerolled)
    if result is None:
        return refuse(Code.NOTHING_THROWN)
    return _why_no_flip(state, result, wish) if isinstance(wish, Flip) else _why_no_box(state, result, wish)


def _forced(state: State, result: Result) -> bool:
    return not state.void and rules.is_forced(state.house, state.side.card.open_boxes(state.house.grandes), result)


def _why_no_throw(state: State, now: Choices, wish: Throw | VoidThrow) -> Refusal:
    if not now.throws:
        return refuse(Code.NO_THROW_LEFT, dice=" ".join(map(str, now.lying)))
    if wish.rerolled not in now.throws:
        if state.void:
            return refuse(Code.THROW_AGAIN, count=state.void.rerolled)
        if state.result is None:
            return refuse(Code.FIRST_IS_ALL_FIVE)
        return refuse(Code.ALL_FIVE_AGAIN if now.throws == (5,) and wish.rerolled in range(1, 5) else Code.BAD_DICE)
    return refuse(Code.KEPT_CHANGED if isinstance(wish, Throw) else Code.BAD_VOID)


def _why_no_flip(state: State, result: Result, wish: Flip) -> Refusal:
    if result.throw == 1:
        return refuse(Code.FLIP_TOO_EARLY)
    if not state.house.flips:
        return refuse(Code.NO_FLIPS_HERE)
    if not 1 <= len(wish.faces) <= state.house.flips - len(result.flips):
        return refuse(Code.NO_FLIP_LEFT)
    left = list(result.unturned)
    for face in wish.faces:
        if face not in left:
            return refuse(Code.NO_SUCH_DIE, face=face)
        left.remove(face)
    return refuse(Code.FLIP_NO_BETTER)


def _why_no_box(state: State, result: Result, wish: Write) -> Refusal:
    if wish.box not in state.side.card.open_boxes(state.house.grandes):
        return refuse(Code.BOX_TAKEN, box=wish.box.value)
    if wish.sobre and not state.sobre:
        return refuse(Code.NOTHING_ON_HOLD)
    if result.throw > 1 and not wish.sobre and not rules.terms(state.house, result).final:
        return refuse(Code.FLIP_DUE)
    return refuse(Code.MAY_NOT_CROSS) if wish.cross else refuse(Code.DOES_NOT_SCORE, box=wish.box.value)
