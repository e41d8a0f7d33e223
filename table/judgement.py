"""Everything a referee would say about one result. Knows one card; not the course of a match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from table import rules
from table.card import Box, Card
from table.house import House
from table.result import Result
from table.wins import win_by_writing
from table.worth import is_dormida


@dataclass(frozen=True, slots=True)
class Judgement:
    """What may be done with a result, flips that may still be made included.

    writes: for each open box every value that can be written.  crosses: boxes that can be crossed.  again: whether
    another throw is allowed.  flip_due: whether a die must be turned before anything is written.  win: `dormida` if it
    is won as it lies.  wins: boxes that would win the match, and how.
    """

    writes: Mapping[Box, tuple[int, ...]]
    crosses: tuple[Box, ...]
    again: bool
    flip_due: bool
    win: str | None
    wins: Mapping[Box, str]


def judge(house: House, card: Card, open_boxes: Iterable[Box], result: Result, *, more_flips: bool = True) -> Judgement:
    """Judge a result. With more_flips, any legal flips may still be made; without, the dice stay as they lie."""
    boxes = tuple(open_boxes)
    endings = tuple(rules.after_flips(house, boxes, result)) if more_flips else (result,)
    values: dict[Box, set[int]] = {}
    wins: dict[Box, str] = {}
    crossed: set[Box] = set()
    for ending in endings:
        for box, what in rules.writes(house, boxes, ending).items():
            if what.points in values.setdefault(box, set()):
                continue
            values[box].add(what.points)
            won = win_by_writing(house, card.plus(box, what))
            if won:
                wins.setdefault(box, won)
        crossed.update(rules.crosses(house, boxes, ending))
    return Judgement(
        writes={box: tuple(sorted(values[box])) for box in Box if box in values},
        crosses=tuple(box for box in Box if box in crossed),
        again=bool(rules.may_throw_again(house, boxes, result)),
        flip_due=rules.flip_due(house, boxes, result),
        win="dormida" if is_dormida(house, result) else None,
        wins={box: wins[box] for box in Box if box in wins},
    )
