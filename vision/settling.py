"""Which doubts a second, learned look settles: where a die lies that was not read. Knows no pixels and no marks.

A place becomes a die only where geometry found something to doubt, the net is sure in every turn of the picture, it
looks the way its place makes expect, and the pips that can be made out lie as that face has them.
"""

from dataclasses import dataclass
from math import hypot
from statistics import median

import numpy as np

from vision.aslant import Looks, surprise
from vision.frame import Picture
from vision.layout import shown
from vision.lens import Said, look, look_around
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.tuning import Tuning

OPEN = frozenset({DoubtKind.UNCLEAR, DoubtKind.NO_FACE})
WHOLE = (5, 6)  # the only faces that are no part of another: a four may be what a glare has left of a five


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """The dice that were read, as what is looked at beside them is judged by: side, of a die, px, and how tops look."""

    picture: Picture
    side: float
    tops: Looks

    @classmethod
    def of(cls, picture: Picture, dice: tuple[Die, ...], said: Said) -> "Beside":
        """The same in other words."""
        side = median(die.size for die in dice)
        places = np.array([_place(picture, die.x, die.y) for die in dice])
        return cls(picture, side, Looks(places, said.looks, said.usual, said.leans))

    def surprise(self, x: float, y: float, said: Said) -> float:
        """How far a die here, which was looked at in several turns, looks another way than the others make expect."""
        place = np.array([_place(self.picture, x, y)])
        one = Looks(place, *(part.mean(axis=0)[None] for part in (said.looks, said.usual, said.leans)))
        return surprise(one, self.tops)[0]


def _place(picture: Picture, x: float, y: float) -> tuple[float, float]:
    h, w = picture.shape[:2]
    return (x - w / 2) / max(h, w), (y - h / 2) / max(h, w)


def settled(seen: Reading, beside: Beside, tuning: Tuning) -> Reading:
    """The reading with the dice that a second look shows where there were doubts."""
    if len(seen.dice) < 2:  # one may be a speck
        return seen
    for x, y in _doubted(seen, beside.side, tuning):
        if die := _die(x, y, seen, beside, tuning):
            left = tuple(d for d in seen.doubts if d.kind not in OPEN or not _near(d, die.x, die.y, die.size, tuning))
            seen = Reading(tuple(sorted((*seen.dice, die), key=lambda d: (d.y, d.x, d.value))), left)
    return seen


def _doubted(seen: Reading, side: float, tuning: Tuning) -> list[tuple[float, float]]:
    """The places of doubts that are about no die that was read, those of one die taken together."""
    groups: list[list[tuple[float, float]]] = []
    for doubt in seen.doubts:
        if doubt.kind in OPEN and doubt.x is not None and doubt.y is not None:
            if any(_near(doubt, die.x, die.y, die.size, tuning) for die in seen.dice):
                continue
            for group in groups:
                if _near(doubt, *group[0], side, tuning):
                    group.append((doubt.x, doubt.y))
                    break
            else:
                groups.append([(doubt.x, doubt.y)])
    places = [tuple(np.mean(group, axis=0).tolist()) for group in groups]
    return places if len(places) <= tuning.second_most else []


def _die(x: float, y: float, seen: Reading, beside: Beside, tuning: Tuning) -> Die | None:
    """The die that a doubt near this place is about, where it shows which face lies on top beyond doubt."""
    side = beside.side
    for _ in range(3):
        said = look(beside.picture, np.array([(x, y, side)]))
        if said is None or hypot(*said.middle[0]) > 1 - tuning.faint_beside:
            return None
        right, down = said.middle[0].tolist()
        x, y = x + right * side, y + down * side
    h, w = beside.picture.shape[:2]
    edge = tuning.second_edge * side
    inside = edge < x < w - edge and edge < y < h - edge
    apart = all(hypot(x - d.x, y - d.y) > tuning.looks_apart * (side + d.size) / 2 for d in seen.dice)
    upright = look(beside.picture, np.array([(x, y, side)])) if inside and apart else None
    if upright is None or max(float(upright.classes[0, value - 1]) for value in WHOLE) < tuning.second_least:
        return None  # one turn less sure than that is enough against it
    around = look_around(beside.picture, x, y, side, upright)
    if around is None:
        return None
    odds = around.classes.mean(axis=0)
    face = int(odds.argmax())
    if face + 1 not in WHOLE or float(around.classes[:, face].min()) < tuning.second_least:
        return None
    if not _lies(around, tuning) or beside.surprise(x, y, around) > tuning.second_looks:
        return None
    laid = shown(beside.picture, x, y, side, face + 1)
    sure = tuning.second_whole if laid.lost == 0 else tuning.second_sure
    agrees = (
        laid.lost <= max(0, (face - 1) // 2) and laid.other < tuning.second_other and not (laid.blind or laid.another)
    )
    return Die(face + 1, x, y, side, round(float(odds[face]), 3)) if agrees and odds[face] > sure else None


def _lies(around: Said, tuning: Tuning) -> bool:
    """Whether it lies flat, and where it was looked for."""
    return float(around.leans.mean()) < tuning.second_leans and hypot(*around.middle.mean(axis=0)) < tuning.second_off


def _near(doubt: Doubt, x: float, y: float, side: float, tuning: Tuning) -> bool:
    """Whether a doubt may be about a die here."""
    return doubt.x is not None and doubt.y is not None and hypot(doubt.x - x, doubt.y - y) < tuning.doubt_near * side
