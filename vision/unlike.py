"""Whether a die that was read does not look like its face to the net. Knows no marks, and nothing of leans."""

from math import hypot
from statistics import median

from vision.frame import Picture
from vision.lens import EDGE_ON, NONE, Said, look_around
from vision.reading import Die
from vision.tuning import Tuning


def unlike(picture: Picture, die: Die, side: float, said: Said, others: list[float], tuning: Tuning) -> bool:
    """Whether it is another face, lies elsewhere, or is no die at all, by what the net says of it in eight turns.

    side: how wide it is, px. said: what the net made of it alone. others: sizes of the other dice read, px.
    """
    face, own = int(said.face[0]), die.value - 1
    if (own, face) == (1, 0) and float(said.classes[0, face]) > tuning.ace_of_two:
        return True
    other = face not in (own, NONE) and float(said.classes[0, face]) > tuning.against
    beside = hypot(*said.middle[0]) > tuning.middle_off  # a glare that takes one pip of a two leaves an ace beside it
    around = look_around(picture, die.x, die.y, side, said) if other or beside else None
    if around is not None and other and float(around.classes[:, face].min()) > tuning.against:
        return True
    if around is not None and beside and hypot(*around.middle.mean(axis=0)) > tuning.middle_off:
        return True
    if not others or 1 / tuning.one_size < die.size / median(others) < tuning.one_size:
        return False
    return _on_edge(picture, die, others, tuning) if die.value == 1 else _imagined(picture, die, tuning)


def _imagined(picture: Picture, die: Die, tuning: Tuning) -> bool:
    """Whether a two or three of another size than the others does not look like one: two flowers make a large two."""
    around = look_around(picture, die.x, die.y, die.size) if die.value in (2, 3) else None
    return around is not None and float(around.classes[:, die.value - 1].mean()) < tuning.imagined


def _on_edge(picture: Picture, die: Die, others: list[float], tuning: Tuning) -> bool:
    """Whether what passes for an ace of another size is one of theirs that stands on an edge, seen aslant."""
    around = look_around(picture, die.x, die.y, median(others))
    return around is not None and float(around.classes[:, EDGE_ON].mean()) > tuning.on_edge
