"""What may be done now, as one object that is listed, counted and asked. Buttons, page and `decide` use it alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from table import rules
from table.card import Box, Entry, Sign
from table.dice import FACES, Dice
from table.events import Cast, ClaimDormida, Flip, LeaveSobre, Pass, Throw, VoidThrow, Wish, Write
from table.house import Cocked, MinPlays
from table.result import Result
from table.state import Phase, State
from table.worth import is_dormida

CROSS = Entry(0, Sign.CROSS)


@dataclass(frozen=True, slots=True)
class Choice:
    """One box to end the turn with. sobre: with the dice that were left on hold."""

    box: Box
    entry: Entry
    sobre: bool = False

    @property
    def wish(self) -> Write:
        """The wish that takes this choice."""
        return Write(self.box, self.entry.sign is Sign.CROSS, self.sobre)


@dataclass(frozen=True, slots=True, repr=False)
class Choices:
    """What may be done now. Iterating gives every wish but throws, whose dice nobody knows yet; `in` knows those too.

    boxes: what may be written or crossed, best first.  throws: how many dice may be in the cup for the next throw.
    turnings: the faces that may be turned, in every way.  flip_due: nothing is written before one is.
    dormida: it is won.  leave: the attempt may be left sobre.  may_pass: the second attempt may be done without.
    cast: one die each decides.  lying: the dice the next throw starts from.  standing: faces a void throw left lying.
    die_only: whether a void throw leaves some lying at all.
    """

    boxes: tuple[Choice, ...] = ()
    throws: tuple[int, ...] = ()
    turnings: tuple[tuple[int, ...], ...] = ()
    flip_due: bool = False
    dormida: bool = False
    leave: bool = False
    may_pass: bool = False
    cast: bool = False
    lying: Dice = ()
    standing: Dice = ()
    die_only: bool = False

    @property
    def flips(self) -> int:
        """How many more dice may be turned."""
        return max(map(len, self.turnings), default=0)

    @property
    def endings(self) -> tuple[Wish, ...]:
        """What ends the attempt with the dice as they lie: what the buttons step through, boxes first."""
        leave: tuple[Wish, ...] = (LeaveSobre(),) if self.leave else ()
        may_pass: tuple[Wish, ...] = (Pass(),) if self.may_pass else ()
        return (*(choice.wish for choice in self.boxes), *leave, *may_pass)

    def __iter__(self) -> Iterator[Wish]:
        if self.dormida:
            yield ClaimDormida()
        yield from self.endings
        yield from (Flip(faces) for faces in self.turnings)
        yield from (Cast(face) for face in FACES if self.cast)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return bool(self.throws) or any(True for _ in self)

    def __contains__(self, wish: object) -> bool:
        match wish:
            case Throw(dice, rerolled):
                return rerolled in self.throws and self.keeps(dice, rerolled)
            case VoidThrow(_, rerolled, standing):
                known = len(standing) < rerolled and all(face in FACES for face in standing)
                return rerolled in self.throws and known and (self.die_only or not standing)
            case Flip(faces):
                return tuple(sorted(faces)) in self.turnings
            case _:
                return wish in tuple(self)

    def keeps(self, dice: Dice, rerolled: int) -> bool:
        """Whether five dice after a throw of so many can show the ones that were kept, and those left standing."""
        free = list(dice)
        for face in self.standing:
            if face not in free:
                return False
            free.remove(face)
        kept = sum(min(self.lying.count(face), free.count(face)) for face in FACES)
        return rerolled == 5 or kept >= 5 - rerolled

    def __repr__(self) -> str:
        """The list in the words of a match file, for people who debug."""
        parts = [f"{c.box} {c.entry.points} {c.entry.sign}{' sobre' if c.sobre else ''}" for c in self.boxes]
        parts += [f"throw {count}" for count in self.throws]
        parts += ["flip " + " ".join(map(str, faces)) for faces in self.turnings]
        switches = {"dormida": self.dormida, "sobre": self.leave, "pass": self.may_pass, "cast": self.cast}
        return f"Choices({', '.join([*parts, *(word for word, on in switches.items() if on)])})"


def choices(state: State) -> Choices:
    """What may be done now; nothing when no match is on."""
    if state.phase in (Phase.DRAWING, Phase.PLAYOFF):
        return Choices(cast=True)
    if state.phase is not Phase.PLAYING:
        return Choices()
    result, house = state.result, state.house
    lying, die_only = result.dice if result else (), house.cocked is Cocked.RETHROW_DIE
    if state.void:
        return Choices(throws=(state.void.rerolled,), lying=lying, standing=state.void.standing, die_only=die_only)
    may_pass = state.attempt == 2 and state.sobre is None and house.min_plays is MinPlays.ONE
    if result is None:
        return Choices(throws=(5,), may_pass=may_pass, die_only=die_only)
    if is_dormida(house, result):
        return Choices(dormida=True)
    open_boxes = state.side.card.open_boxes(house.grandes)
    own = _boxes(state, result, sobre=False)
    held = _boxes(state, state.sobre, sobre=True) if state.sobre else ()
    return Choices(
        boxes=(*own, *held),
        throws=rules.may_throw_again(house, open_boxes, result),
        turnings=rules.turnings(house, open_boxes, result),
        flip_due=rules.flip_due(house, open_boxes, result) and not held,
        leave=bool(own) and house.pairs and state.attempt == 1 and house.min_plays is MinPlays.ONE,
        may_pass=may_pass,
        lying=lying,
        die_only=die_only,
    )


def _boxes(state: State, result: Result, *, sobre: bool) -> tuple[Choice, ...]:
    open_boxes = state.side.card.open_boxes(state.house.grandes)
    found = [Choice(box, what, sobre) for box, what in rules.writes(state.house, open_boxes, result).items()]
    crossed = [Choice(box, CROSS, sobre) for box in rules.crosses(state.house, open_boxes, result)]
    return (*sorted(found, key=_best_first), *crossed)


def _best_first(choice: Choice) -> tuple[int, int]:
    return -choice.entry.points, list(Box).index(choice.box)
