"""A second, learned look at a reading: at the dice read, and at the places doubted. Knows no pixels and no marks.

The net makes no reading by itself. A die that was read and does not look like its face, or looks another way than the
others, becomes a doubt; so does one that nobody noticed. What may settle a doubt is in settling.
"""

import numpy as np

from vision.aslant import surprises
from vision.burnt import hidden
from vision.frame import Picture
from vision.lens import NONE, look, look_around
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.settling import Beside, settled
from vision.sight import Floats
from vision.tuning import Tuning


def again(picture: Picture, seen: Reading, tuning: Tuning) -> Reading:
    """The reading with the doubts that a second look adds, and with the dice that settle doubts.

    The same where there is no die beside which to look; without a net only what is burnt out is doubted.
    """
    if not seen.dice:
        return seen
    seen = _looked(picture, seen, tuning)
    if seen.sure:
        white = tuple(Doubt(DoubtKind.UNCLEAR, x, y) for x, y in hidden(picture, seen.dice, tuning))
        seen = Reading(seen.dice, white)
    return seen


def _looked(picture: Picture, seen: Reading, tuning: Tuning) -> Reading:
    places = np.array([(die.x, die.y, side) for die, side in zip(seen.dice, _sides(seen.dice, tuning), strict=True)])
    said = look(picture, places)
    if said is None:
        return seen
    beside = Beside.of(picture, seen.dice, said.looks)
    off, least = _leaning(beside, tuning)
    if (off > tuning.lean_perhaps * least).any():  # in all turns it is told better, and so is what the others expect
        around = [look_around(picture, *place) for place in places.tolist()]
        looks = np.array([one.looks.mean(axis=0) for one in around if one is not None])
        beside = Beside.of(picture, seen.dice, looks if len(looks) == len(places) else said.looks)
        off, least = _leaning(beside, tuning)
    doubts = list(seen.doubts)
    for k, die in enumerate(seen.dice):
        face = int(said.face[k])
        other = face not in (die.value - 1, NONE) and float(said.classes[k, face]) > tuning.against
        if other and _surely(picture, places[k], face, tuning):
            doubts.append(Doubt(DoubtKind.UNCLEAR, die.x, die.y))
        elif off[k] > least[k]:
            doubts.append(Doubt(DoubtKind.COCKED, die.x, die.y))
    return settled(Reading(seen.dice, tuple(doubts)), beside, tuning)


def _leaning(beside: Beside, tuning: Tuning) -> tuple[Floats, Floats]:
    """How far each die looks another way than the others make expect, and from where on it leans: sines."""
    off, usual = surprises(beside.looks, beside.places)
    return off, np.maximum(tuning.lean_looks, tuning.lean_unusual * usual)


def overlooked(
    picture: Picture, places: list[tuple[float, float]], side: float, tuning: Tuning
) -> list[tuple[float, float]]:
    """The middles (px) of what is made out as a face about these places (px), as large as dice of this side (px)."""
    there = np.array([(x, y, side) for x, y in places])
    for perhaps in (tuning.faint_perhaps, tuning.faint_face):  # told better from the middle of it
        said = look(picture, there) if len(there) else None
        if said is None:
            return []
        seen = said.classes[:, :NONE].sum(axis=1) > perhaps
        seen &= np.hypot(*said.middle.T) < tuning.faint_beside
        there[:, :2] += said.middle * side
        there = there[seen]
    return [(float(x), float(y)) for x, y, _ in there]


def _surely(picture: Picture, place: Floats, face: int, tuning: Tuning) -> bool:
    said = look_around(picture, *place.tolist())
    return said is not None and float(said.classes[:, face].min()) > tuning.against


def _sides(dice: tuple[Die, ...], tuning: Tuning) -> list[float]:
    """How wide each die is: a six, whose rows may be close together, is as wide as the others of about its size."""
    others = [die.size for die in dice if die.value != 6]
    usual = float(np.median(others)) if others else 0.0
    near = usual / tuning.one_game, usual * tuning.one_game
    return [usual if die.value == 6 and near[0] < die.size < near[1] else die.size for die in dice]
