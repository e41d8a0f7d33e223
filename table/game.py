"""What may be done now, and what comes of it. Knows the course of a match; not how dice are seen or shown."""

from dataclasses import dataclass
from typing import assert_never

from table import rules
from table.card import Box, Card, Entry, Sign
from table.dice import five
from table.events import (
    ClaimDormida,
    Event,
    Flip,
    Flipped,
    GivenUp,
    GiveUpMatch,
    Started,
    StartMatch,
    TakeBack,
    TakenBack,
    Throw,
    Thrown,
    Wish,
    Won,
    Write,
    Written,
)
from table.house import HOUSES
from table.refusal import Code, Refusal, refuse
from table.state import Phase, State

LONGEST_NAME = 40
MOST_SIDES = 6


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to end the turn with the dice as they lie."""

    box: Box
    entry: Entry

    @property
    def wish(self) -> Write:
        """The wish that takes this choice."""
        return Write(self.box, self.entry.sign is Sign.CROSS)


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be done now. Buttons step through `boxes`; `decide` accepts nothing else.

    boxes: what may be written or crossed, best first.  throws: how many dice may be in the cup for the next throw.
    flips: how many dice may still be turned.  flip_due: nothing else can be done before one is.  dormida: it is won.
    """

    boxes: tuple[Choice, ...] = ()
    throws: tuple[int, ...] = ()
    flips: int = 0
    flip_due: bool = False
    dormida: bool = False


def choices(state: State) -> Choices:
    """What may be done now; nothing when no match is on."""
    if state.phase is not Phase.PLAYING:
        return Choices()
    result = state.result
    if result is None:
        return Choices(throws=(5,))
    if rules.is_dormida(result):
        return Choices(dormida=True)
    open_boxes = state.side.card.open_boxes(state.house.grandes)
    found = [Choice(box, what) for box, what in rules.writes(open_boxes, result).items()]
    crossed = [Choice(box, Entry(0, Sign.CROSS)) for box in rules.crosses(open_boxes, result)]
    return Choices(
        boxes=tuple(sorted(found, key=_best_first) or crossed),
        throws=(1, 2, 3, 4, 5) if rules.may_throw_again(state.house, result) else (),
        flips=rules.flips_left(state.house, result),
        flip_due=rules.flip_due(open_boxes, result),
    )


def _best_first(choice: Choice) -> tuple[int, int]:
    return -choice.entry.points, list(Box).index(choice.box)


def decide(state: State, wish: Wish) -> tuple[Event, ...] | Refusal:
    """The events a wish makes, or why it can't be had. Never raises, never changes anything."""
    match wish:
        case StartMatch():
            return _start(state, wish)
        case GiveUpMatch():
            return (GivenUp(),) if state.phase is Phase.PLAYING else refuse(Code.NO_MATCH)
        case TakeBack():
            return (TakenBack(),) if state.before else refuse(Code.NOTHING_TO_TAKE_BACK)
        case _ if state.phase is not Phase.PLAYING:
            return refuse(Code.NO_MATCH)
        case Throw():
            return _throw(state, wish)
        case Flip():
            return _flip(state, wish)
        case Write():
            return _write(state, wish)
        case ClaimDormida():
            return (Won("dormida"),) if choices(state).dormida else refuse(Code.NO_DORMIDA)
        case _:
            assert_never(wish)


def _start(state: State, wish: StartMatch) -> tuple[Event, ...] | Refusal:
    if state.phase is Phase.PLAYING:
        return refuse(Code.MATCH_ON)
    if wish.house not in HOUSES:
        return refuse(Code.NO_HOUSE, house=wish.house)
    names = tuple(" ".join(name.split()) for name in wish.sides)
    good = all(name and len(name) <= LONGEST_NAME and name.isprintable() for name in names)
    alone = len({name.casefold() for name in names}) == len(names)
    if not (good and alone and 1 <= len(names) <= MOST_SIDES and 0 <= wish.first < len(names)):
        return refuse(Code.BAD_SIDES)
    return (Started(wish.house, names, wish.first),)


def _throw(state: State, wish: Throw) -> tuple[Event, ...] | Refusal:
    try:
        dice = five(wish.dice)
    except ValueError:
        return refuse(Code.BAD_DICE)
    now = choices(state)
    if now.dormida:
        return refuse(Code.WON_ALREADY)
    if not now.throws:
        return refuse(Code.NO_THROW_LEFT)
    if wish.rerolled not in now.throws:
        return refuse(Code.FIRST_IS_ALL_FIVE if state.result is None else Code.BAD_DICE)
    if state.result and _same_faces(state.result.dice, dice) < 5 - wish.rerolled:
        return refuse(Code.KEPT_CHANGED)
    return (Thrown(dice, wish.rerolled),)


def _same_faces(old: tuple[int, ...], new: tuple[int, ...]) -> int:
    return sum(min(old.count(face), new.count(face)) for face in set(old))


def _flip(state: State, wish: Flip) -> tuple[Event, ...] | Refusal:
    result, now = state.result, choices(state)
    if result is None:
        return refuse(Code.NOTHING_THROWN)
    if now.dormida:
        return refuse(Code.WON_ALREADY)
    if result.throw == 1:
        return refuse(Code.FLIP_TOO_EARLY)
    if not 1 <= len(wish.faces) <= now.flips:
        return refuse(Code.NO_FLIP_LEFT)
    for upto in range(1, len(wish.faces) + 1):
        try:
            result.flipped(wish.faces[:upto])
        except ValueError:
            return refuse(Code.NO_SUCH_DIE, face=wish.faces[upto - 1])
    return (Flipped(wish.faces),)


def _write(state: State, wish: Write) -> tuple[Event, ...] | Refusal:
    now = choices(state)
    taken = next((choice for choice in now.boxes if choice.wish == wish), None)
    if taken is None:
        return _why_not(state, now, wish)
    written = Written(taken.box, taken.entry.points, taken.entry.sign)
    won = rules.win_by_writing(state.side.card.plus(taken.box, taken.entry))
    return (written, Won(won)) if won else (written,)


def _why_not(state: State, now: Choices, wish: Write) -> Refusal:
    if state.result is None:
        return refuse(Code.NOTHING_THROWN)
    if now.dormida:
        return refuse(Code.WON_ALREADY)
    card: Card = state.side.card
    if wish.box not in card.open_boxes(state.house.grandes):
        return refuse(Code.BOX_TAKEN, box=wish.box.value)
    if now.flip_due or (now.flips == state.house.flips and not wish.cross):
        return refuse(Code.FLIP_DUE)
    return refuse(Code.MAY_NOT_CROSS) if wish.cross else refuse(Code.DOES_NOT_SCORE, box=wish.box.value)
