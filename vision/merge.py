"""Two readings of one picture put together. Knows places and values, no pictures."""

from math import hypot

from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.tuning import Tuning


def together(first: Reading, other: Reading, tuning: Tuning, unsure: bool = False) -> Reading:
    """The first reading, with the dice that only the other shows without a doubt, and without the doubts they settle.

    Where both show a die, the one with more pips explains more: a glare takes pips away and adds none. Ones and twos,
    which any specks can imitate, are taken only from a reading that has no doubt at all and shows more than them; where
    both readings have nothing else and differ, that is a doubt. unsure: that the other reading has doubts somewhere.
    With fewer doubts in the other, no less comes of it.
    """
    whole = other.sure and not unsure and other.beyond_specks
    first = _without_huge(first, other, tuning) if whole else first
    clear = [die for die in other.dice if not any(_within(tuning.doubt_near, doubt, die) for doubt in other.doubts)]
    dice = list(first.dice)
    added, doubted = [], []
    for die in clear:
        there = [d for d in dice if hypot(d.x - die.x, d.y - die.y) < tuning.looks_apart * (d.size + die.size) / 2]
        if (whole or die.value > 2) and _fits(die, first, tuning) and all(d.value < die.value for d in there):
            dice = [d for d in dice if d not in there] + [die]
            added.append(die)
        elif first.sure and not any(_same(die, d, tuning) for d in there):
            doubted.append(Doubt(DoubtKind.UNCLEAR, die.x, die.y))
    settled = [die for die in clear if die in added or any(_same(die, d, tuning) for d in dice)]
    enough = whole and len(other.dice) > 2  # whether a die leans shows beside others

    def stays(doubt: Doubt) -> bool:
        leans = doubt.kind is DoubtKind.COCKED and (doubt.stays or not enough)
        return leans or not any(_within(tuning.doubt_upon, doubt, die) for die in settled)

    doubts = [doubt for doubt in first.doubts if stays(doubt)]
    if added:
        doubts += [doubt for doubt in other.doubts if not any(_within(tuning.doubt_upon, doubt, die) for die in dice)]
    return Reading(tuple(sorted(dice, key=lambda d: (d.y, d.x, d.value))), tuple(doubts + doubted))


def instead(first: Reading, other: Reading, tuning: Tuning) -> Reading:
    """The other reading in place of the first, where it has no doubt and all that this shows or doubts is on its dice.

    That a die leans stays where no other look takes it away.
    """
    places = [(die.x, die.y) for die in first.dice] + [(d.x, d.y) for d in first.doubts]

    def explained(x: float | None, y: float | None) -> bool:
        return x is not None and y is not None and any(_near(tuning.doubt_upon, x, y, die) for die in other.dice)

    stays = any(doubt.stays for doubt in first.doubts)
    whole = other.sure and other.beyond_specks and not stays
    return other if whole and all(explained(x, y) for x, y in places) else first


def _without_huge(first: Reading, other: Reading, tuning: Tuning) -> Reading:
    """The first reading without what it took for one huge two, where the other shows the two dice that it was."""
    huge = [d for d in first.dice if d.value == 2 and d.size > tuning.huge * max(o.size for o in other.dice)]
    dice = tuple(d for d in first.dice if d not in huge)
    doubts = (doubt for doubt in first.doubts if not any(_within(tuning.doubt_itself, doubt, d) for d in huge))
    return Reading(dice, tuple(doubts))


def _fits(die: Die, first: Reading, tuning: Tuning) -> bool:
    """Whether a die has about the size of those of the first reading, where it has any."""
    sizes = sorted(d.size for d in first.dice) or [die.size]
    usual = sizes[len(sizes) // 2]
    return usual / tuning.one_game < die.size < usual * tuning.one_game


def _same(die: Die, other: Die, tuning: Tuning) -> bool:
    return die.value == other.value and hypot(die.x - other.x, die.y - other.y) < tuning.one_place * other.size


def _within(sides: float, doubt: Doubt, die: Die) -> bool:
    return doubt.x is not None and doubt.y is not None and _near(sides, doubt.x, doubt.y, die)


def _near(sides: float, x: float, y: float, die: Die) -> bool:
    return hypot(x - die.x, y - die.y) < sides * die.size
