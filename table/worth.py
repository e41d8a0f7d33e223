"""What dice are worth in each box, by the house. Knows shapes and points (§3, §4); not whether a flip is due."""

from collections import Counter

from table.card import CENTRE, NUMBERS, Box, Entry, Sign
from table.dice import FACES, Dice
from table.house import DormidaOn, House, Straights
from table.result import Result

STRAIGHTS: dict[Straights, tuple[set[int], ...]] = {
    Straights.TWO: ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}),
    Straights.THREE: ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}, {3, 4, 5, 6, 1}),
    Straights.CYCLIC: tuple(set(FACES) - {face} for face in FACES),
}
MANO = {Box.ESCALERA: 25, Box.FULL: 35, Box.POKER: 45}
HUEVO = {Box.ESCALERA: 20, Box.FULL: 30, Box.POKER: 40}
GRANDE_POINTS = 50


def stands(house: House, box: Box, dice: Dice) -> bool:
    """Whether the dice show what a box asks for (§4); a number asks for one of its face.

    >>> from table.houses import COCHABAMBA as house
    >>> stands(house, Box.FULL, (3, 3, 3, 5, 5)), stands(house, Box.FULL, (3, 3, 3, 3, 3))
    (True, False)
    """
    counts = sorted(Counter(dice).values(), reverse=True)
    match box:
        case Box.ESCALERA:
            return set(dice) in STRAIGHTS[house.straights]
        case Box.FULL:
            return counts == [3, 2]
        case Box.POKER:
            return counts[0] == 4 or (counts[0] == 5 and house.poker_five)
        case Box.GRANDE:
            return counts[0] == 5
        case _:
            return NUMBERS.index(box) + 1 in dice


def de_mano(house: House, result: Result) -> bool:
    """All five from the cup and none turned since (§3), as far as the house counts it."""
    hand = result.throw == 1 or (result.all_five and house.mano_on_all_five)
    return hand and (not result.flips or house.mano_after_flip)


def entry(house: House, box: Box, result: Result) -> Entry | None:
    """What the result would write into a box, never mind whether a flip is due; None when it scores nothing.

    >>> from table.houses import COCHABAMBA as house
    >>> entry(house, Box.POKER, Result((4, 4, 4, 4, 1)))
    Entry(points=45, sign=<Sign.MANO: 'mano'>, corrected=False)
    """
    if not stands(house, box, result.dice):
        return None
    if box is Box.GRANDE:
        return Entry(GRANDE_POINTS, Sign.GRANDE)
    if box not in CENTRE:
        face = NUMBERS.index(box) + 1
        return Entry(face * result.dice.count(face), Sign.NUMBER)
    return Entry(MANO[box], Sign.MANO) if de_mano(house, result) else Entry(HUEVO[box], Sign.HUEVO)


def is_dormida(house: House, result: Result) -> bool:
    """Five equal in one throw of all five dice: the match is won, whatever is open (§5)."""
    counts = house.dormida and (result.throw == 1 or house.dormida_on is DormidaOn.ANY_ALL_FIVE)
    return counts and result.all_five and not result.flips and len(set(result.thrown)) == 1
