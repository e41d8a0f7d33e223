"""Which doubts a second, learned look settles: where a die lies that was not read. Knows no pixels and no marks.

A place becomes a die only where geometry found something to doubt, the net is sure in every turn of the picture, it
looks the way its place makes expect, and the pips that can be made out lie as that face has them and no other could.
"""

from dataclasses import dataclass
from math import hypot
from statistics import median

import numpy as np

from vision.aslant import Looks, surprise
from vision.bare import others
from vision.frame import Picture
from vision.layout import shown
from vision.lens import NONE, Said, look, look_around
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.sight import Floats
from vision.tuning import Tuning

OPEN = frozenset({DoubtKind.UNCLEAR, DoubtKind.NO_FACE})
WHOLE = (5, 6)  # the only faces that are no part of another: a four may be what a glare has left of a five
LIKELY = 2  # faces that may be tried at one place


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
    if upright is None or max(float(_odds(upright, face)[0]) for face in range(NONE)) < tuning.second_least:
        return None  # one turn less sure than that is enough against it
    around = look_around(beside.picture, x, y, side, upright)
    if around is None or not _lies(around, tuning) or beside.surprise(x, y, around) > tuning.second_looks:
        return None
    for face in np.argsort(-around.classes[:, :NONE].mean(axis=0))[:LIKELY].tolist():
        odds = _odds(around, face)
        if float(odds.min()) >= tuning.second_least and _agrees(beside.picture, x, y, side, face + 1, odds, tuning):
            return Die(face + 1, x, y, side, round(float(odds.mean()), 3))
    return None


def _odds(said: Said, face: int) -> Floats:
    """How likely the face is where those are none that must be ruled out for it: one for each look."""
    out = [other - 1 for other in others(face + 1)]
    return np.asarray(said.classes[:, face] / np.maximum(1 - said.classes[:, out].sum(axis=1), 1e-6))


def _agrees(picture: Picture, x: float, y: float, side: float, value: int, odds: Floats, tuning: Tuning) -> bool:
    """Whether the pips that can be made out lie as this face has them, and all others are ruled out for which it might
    pass. Of a five or six some may be lost.
    """
    laid = shown(picture, x, y, side, value)
    if laid.left or laid.another or laid.other > tuning.second_other:
        return False
    if laid.lost == 0:
        return float(odds.mean()) > tuning.second_whole and not (laid.blind and value in WHOLE)
    lost = value in WHOLE and laid.lost <= (value - 2) // 2
    return lost and float(odds.mean()) > tuning.second_sure and not laid.blind


def _lies(around: Said, tuning: Tuning) -> bool:
    """Whether it lies flat, and where it was looked for."""
    return float(around.leans.mean()) < tuning.second_leans and hypot(*around.middle.mean(axis=0)) < tuning.second_off


def _near(doubt: Doubt, x: float, y: float, side: float, tuning: Tuning) -> bool:
    """Whether a doubt may be about a die here."""
    return doubt.x is not None and doubt.y is not None and hypot(doubt.x - x, doubt.y - y) < tuning.doubt_near * side
