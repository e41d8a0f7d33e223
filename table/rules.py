"""What each box is worth and what may be written. Knows one result at a time; not whose turn it is.

Sources are the sections of the rules as this project plays them: §2 a turn, §3 de mano and de huevo,
§4 boxes, §5 winning at once. Every function is pure.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from table.card import CENTRE, NUMBERS, Box, Card, Entry, Sign
from table.dice import Dice, turned
from table.house import House

STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}, {3, 4, 5, 6, 1})
MANO = {Box.ESCALERA: 25, Box.FULL: 35, Box.POKER: 45}
HUEVO = {Box.ESCALERA: 20, Box.FULL: 30, Box.POKER: 40}
GRANDE_POINTS = 50


@dataclass(frozen=True, slots=True)
class Result:
    """Dice in the middle of a turn, and how they came to lie so.

    thrown: the faces as they fell.  throw: 1 or 2.  rerolled: how many were in the cup for this throw.
    flips: the faces that were turned since, each as it was before.
    """

    thrown: Dice
    throw: int = 1
    rerolled: int = 5
    flips: tuple[int, ...] = ()

    @property
    def dice(self) -> Dice:
        """The faces now."""
        return turned(self.thrown, self.flips)

    @property
    def de_mano(self) -> bool:
        """All five from the cup and none turned (§3)."""
        return self.rerolled == 5 and not self.flips

    def flipped(self, faces: Iterable[int]) -> "Result":
        """This result after one more die of each of these faces is turned; none turns twice (ValueError)."""
        result = replace(self, flips=(*self.flips, *faces))
        turned(result.thrown, result.flips)
        return result


def stands(box: Box, dice: Dice) -> bool:
    """Whether the dice show what a box asks for (§4); a number asks for one of its face.

    >>> stands(Box.FULL, (3, 3, 3, 5, 5)), stands(Box.FULL, (3, 3, 3, 3, 3)), stands(Box.ESCALERA, (3, 4, 5, 6, 1))
    (True, False, True)
    """
    counts = sorted(Counter(dice).values(), reverse=True)
    if box is Box.ESCALERA:
        return set(dice) in STRAIGHTS
    if box is Box.FULL:
        return counts == [3, 2]
    if box is Box.POKER:
        return counts[0] >= 4
    if box is Box.GRANDE:
        return counts[0] == 5
    return box.face in dice


def entry(box: Box, result: Result) -> Entry | None:
    """What the result would write into a box, never mind whether a flip is due; None when it scores nothing.

    >>> entry(Box.POKER, Result((4, 4, 4, 4, 1)))
    Entry(points=45, sign=<Sign.MANO: 'mano'>)
    """
    if not stands(box, result.dice):
        return None
    if box in NUMBERS:
        face = NUMBERS.index(box) + 1
        return Entry(face * result.dice.count(face), Sign.NUMBER)
    if box is Box.GRANDE:
        return Entry(GRANDE_POINTS, Sign.GRANDE)
    return Entry(MANO[box], Sign.MANO) if result.de_mano else Entry(HUEVO[box], Sign.HUEVO)


def is_dormida(result: Result) -> bool:
    """Five equal in one throw of all five dice: the match is won, whatever is open (§5)."""
    return result.de_mano and len(set(result.dice)) == 1


def may_throw_again(house: House, result: Result) -> bool:
    """Whether another throw is allowed (§2.1)."""
    return result.throw < house.throws and not is_dormida(result)


def waived(box: Box, result: Result) -> bool:
    """Whether the flip is waived for this box: escalera, full or póquer thrown with all five (§2.4)."""
    return box in CENTRE and result.throw > 1 and result.de_mano and stands(box, result.dice)


def writes(open_boxes: Iterable[Box], result: Result) -> dict[Box, Entry]:
    """Every open box that scores with the dice exactly as they lie, flips and all (§2.2 to §2.5)."""
    if is_dormida(result):
        return {}
    free = result.throw == 1 or bool(result.flips)
    found = {box: entry(box, result) for box in open_boxes if free or waived(box, result)}
    return {box: what for box, what in found.items() if what is not None}


def crosses(open_boxes: Iterable[Box], result: Result) -> tuple[Box, ...]:
    """The boxes that can be crossed: all open ones, once the flip is made and none of them scores (§2.6)."""
    boxes = tuple(open_boxes)
    return boxes if result.throw > 1 and result.flips and not writes(boxes, result) else ()


def flip_due(open_boxes: Iterable[Box], result: Result) -> bool:
    """Whether nothing can be done before a die is turned (§2.3): no flip yet, and nothing written without one."""
    return result.throw > 1 and not result.flips and not is_dormida(result) and not writes(open_boxes, result)


def flips_left(house: House, result: Result) -> int:
    """How many more dice may be turned (§2.3)."""
    return 0 if result.throw == 1 or is_dormida(result) else house.flips - len(result.flips)


def after_flips(house: House, result: Result) -> Iterator[Result]:
    """The result as it lies, then every different one that further legal flips lead to."""
    yield result
    unturned = list(result.thrown)
    for face in result.flips:
        unturned.remove(face)
    for count in range(1, flips_left(house, result) + 1):
        for faces in sorted(set(combinations(sorted(unturned), count))):
            yield result.flipped(faces)


def win_by_writing(card: Card) -> str | None:
    """Which instant win a card just written to has completed: `panza`, `chicas` or None (§5)."""
    grande = any(e.sign is Sign.GRANDE for e in card[Box.GRANDE])
    if not grande:
        return None
    if all(any(e.sign is Sign.MANO for e in card[box]) for box in CENTRE):
        return "panza"
    if all(any(e.points >= 4 * face for e in card[box]) for face, box in enumerate(NUMBERS, start=1)):
        return "chicas"
    return None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Everything a referee would say about a result, flips that may still be made included."""

    writes: Mapping[Box, tuple[int, ...]]
    crosses: tuple[Box, ...]
    again: bool
    flip_due: bool
    win: str | None
    wins: Mapping[Box, str]


def judge(house: House, card: Card, open_boxes: Iterable[Box], result: Result, *, more_flips: bool = True) -> Judgement:
    """Judge a result. With more_flips, any legal flips may still be made; without, the dice stay as they lie."""
    boxes = tuple(open_boxes)
    endings = tuple(after_flips(house, result)) if more_flips else (result,)
    values: dict[Box, set[int]] = {}
    wins: dict[Box, str] = {}
    crossed: set[Box] = set()
    for ending in endings:
        for box, what in writes(boxes, ending).items():
            values.setdefault(box, set()).add(what.points)
            won = win_by_writing(card.plus(box, what))
            if won:
                wins.setdefault(box, won)
        crossed.update(crosses(boxes, ending))
    return Judgement(
        writes={box: tuple(sorted(values[box])) for box in Box if box in values},
        crosses=tuple(box for box in Box if box in crossed),
        again=may_throw_again(house, result) and not result.flips,
        flip_due=flip_due(boxes, result),
        win="dormida" if is_dormida(result) else None,
        wins={box: wins[box] for box in Box if box in wins},
    )
