"""A second, learned look at a reading: at the dice read, and at the places doubted. Knows no pixels and no marks.

The net makes no reading by itself. A die that was read and does not look like its face, or looks another way than the
others, becomes a doubt; so does one that nobody noticed. What may settle a doubt is in settling.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from statistics import median

import numpy as np

from vision.burnt import hidden
from vision.frame import Picture
from vision.lens import NONE, Said, look, look_around
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.settling import Beside, settled
from vision.sight import Floats
from vision.tilting import leaning, lying, may_lean
from vision.tuning import Tuning
from vision.unlike import unlike

FEW = 3
"""Pips at most of a face whose layout tells too little of a lean for the net not to know better."""
DRAWN_IN = (2, 6)
"""Faces whose pips some makers set closer together than those of the others."""

Place = tuple[float, float]


def again(picture: Picture, seen: Reading, tuning: Tuning) -> Reading:
    """The reading with the doubts that a second look adds, and with the dice that settle doubts.

    The same where there is no die beside which to look; without a net only what is burnt out is doubted.
    """
    if not seen.dice:
        return seen
    seen = _looked(picture, seen, tuning)
    white = tuple(Doubt(DoubtKind.UNCLEAR, x, y) for x, y in hidden(picture, seen.dice, tuning))
    return Reading(seen.dice, (*seen.doubts, *white))


def _looked(picture: Picture, seen: Reading, tuning: Tuning) -> Reading:
    places = np.array([(die.x, die.y, side) for die, side in zip(seen.dice, _sides(seen.dice, tuning), strict=True)])
    said = look(picture, places)
    if said is None:
        return seen
    beside = Beside.of(picture, seen.dice, said)
    told = {(doubt.x, doubt.y) for doubt in seen.doubts if doubt.kind is DoubtKind.COCKED}
    doubtful = any((die.x, die.y) in told and die.value <= FEW for die in seen.dice)  # the others' lean stays told
    some = [*range(len(places))] if doubtful else may_lean(beside.tops, tuning)
    if some:
        better = _all_round(picture, places, said, some)
        beside = Beside.of(picture, seen.dice, better)
        if may_lean(beside.tops, tuning):  # not only by a glance
            rest = [k for k in range(len(places)) if k not in some]
            beside = Beside.of(picture, seen.dice, _all_round(picture, places, better, rest))
    lean = leaning(beside.tops, tuning) if some else set()
    surely = lying(beside.tops, tuning) if doubtful else ()
    flat = {(die.x, die.y) for k in surely if (die := seen.dice[k]).value <= FEW}
    doubts = [doubt for doubt in seen.doubts if doubt.kind is not DoubtKind.COCKED or (doubt.x, doubt.y) not in flat]
    for k, die in enumerate(seen.dice):
        others = [one.size for one in seen.dice if one is not die]
        if unlike(picture, die, float(places[k, 2]), said.of(k), others, tuning):
            doubts.append(Doubt(DoubtKind.UNCLEAR, die.x, die.y))
        elif k in lean and (die.x, die.y) not in told:
            doubts.append(Doubt(DoubtKind.COCKED, die.x, die.y))
    return settled(Reading(seen.dice, tuple(doubts)), beside, tuning)


def _all_round(picture: Picture, places: Floats, said: Said, which: Sequence[int]) -> Said:
    """The same, with how these look and lean told better, and so what they make others expect: from all eight turns."""
    looks, usual, leans = said.looks.copy(), said.usual.copy(), said.leans.copy()
    for k in which:
        x, y, side = places[k].tolist()
        if (one := look_around(picture, x, y, side, said.of(k))) is not None:
            looks[k], usual[k], leans[k] = one.looks.mean(axis=0), one.usual.mean(), one.leans.mean()
    return replace(said, looks=looks, usual=usual, leans=leans)


def overlooked(
    picture: Picture, places: list[Place], side: float, tuning: Tuning, known: Sequence[Place] = ()
) -> list[Place]:
    """The middles (px) of what is made out as a die about these places (px), as large as dice of this side (px).

    A die whose face is washed out may look as if it stood on an edge. known: middles of what was told before.
    """
    there = np.array([(x, y, side) for x, y in places])
    for perhaps in (tuning.faint_perhaps, tuning.faint_face):  # told better from the middle of it
        said = look(picture, there) if len(there) else None
        if said is None:
            return []
        seen = said.classes[:, NONE] < 1 - perhaps
        seen &= np.hypot(*said.middle.T) < tuning.faint_beside
        there[:, :2] += said.middle * side
        there = there[seen]
    kept: list[Place] = []
    for x, y, _ in there.tolist():
        if not _near(x, y, [*known, *kept], tuning.faint_same * side) and _no_table(picture, x, y, side, tuning):
            kept.append((x, y))
    return kept


def _near(x: float, y: float, others: list[Place], reach: float) -> bool:
    return any(hypot(x - a, y - b) < reach for a, b in others)


def _no_table(picture: Picture, x: float, y: float, side: float, tuning: Tuning) -> bool:
    """Whether what lies here is a die in all turns, if perhaps one whose face is washed out or aslant."""
    said = look_around(picture, x, y, side)
    if said is None:
        return False
    odds = said.classes.mean(axis=0)
    return float(odds[NONE]) < tuning.faint_none and float(odds[:NONE].sum()) > tuning.faint_any


def _sides(dice: tuple[Die, ...], tuning: Tuning) -> list[float]:
    """How wide each die is: twos and sixes, whose pips may be close together, as the others of about their size."""
    others = [die.size for die in dice if die.value not in DRAWN_IN]
    usual = median(others) if others else 0.0
    near = usual / tuning.one_game, usual * tuning.one_game
    return [usual if die.value in DRAWN_IN and near[0] < die.size < near[1] else die.size for die in dice]
