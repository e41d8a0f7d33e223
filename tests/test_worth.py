"""When another colour is worth a look: where it may settle every doubt there is."""

import cv2
import numpy as np
import pytest

from vision.pips import LAYOUTS
from vision.reader import DEFAULT
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.sight import shade, sight
from vision.worth import smaller, worth

SIDE = 40
READ = Die(4, 60.0, 60.0, float(SIDE))
PALE = (300.0, 200.0)  # where a five lies whose pips are less red than its body and no darker in the other colours
PLAIN = (120.0, 220.0)  # where nothing lies


def doubted(*places: tuple[float, float], kind: DoubtKind = DoubtKind.UNCLEAR) -> list[bool]:
    """Which of how colourful, weakest and strongest colour are worth a look."""
    picture = np.full((280, 400, 3), 90, np.uint8)
    for (cx, cy), value, pip in (((60, 60), 4, (30, 30, 30)), ((300, 200), 5, (190, 190, 110))):
        half = SIDE // 2
        cv2.rectangle(picture, (cx - half, cy - half), (cx + half, cy + half), (190, 190, 190), -1)
        for u, v in LAYOUTS[value]:
            cv2.circle(picture, (cx + u * SIDE // 4, cy + v * SIDE // 4), 4, pip, -1, cv2.LINE_AA)
    seen = Reading((READ,), tuple(Doubt(kind, x, y) for x, y in places))
    return list(worth(seen, sight(shade(picture), picture), 1.0, DEFAULT))


def test_those_colours_are_that_show_a_die_on_the_doubt() -> None:
    assert doubted(PALE) == [True, True, False]


@pytest.mark.parametrize("places", [[PLAIN], [PALE, PLAIN], [PLAIN, PALE]])
def test_none_is_while_one_doubt_would_stay(places: list[tuple[float, float]]) -> None:
    assert doubted(*places) == [False, False, False]


def test_a_doubt_upon_a_die_may_go_in_any_and_a_lean_in_the_weakest() -> None:
    assert doubted((62.0, 58.0)) == [True, True, True]
    assert doubted((62.0, 58.0), kind=DoubtKind.COCKED) == [False, True, False]


def test_all_are_where_most_of_the_picture_is_doubted() -> None:
    assert doubted(*[(x, y) for x in (40.0, 120.0, 200.0, 280.0, 360.0) for y in (140.0, 240.0)]) == [True] * 3


@pytest.mark.parametrize(("value", "side", "scale"), [(4, 200.0, 8.0), (4, 95.0, 2.0), (4, 20.0, 1.0), (2, 200.0, 1.0)])
def test_they_are_looked_at_in_the_smallest_size_that_shows_such_dice(value: int, side: float, scale: float) -> None:
    """Ones and twos may be specks, and tell no size."""
    looked = sight(np.zeros((480, 640), np.float32), np.zeros((480, 640, 3), np.uint8))
    small, its_scale = smaller(Reading((Die(value, 300.0, 200.0, side),)), looked, 1.0, DEFAULT)
    assert its_scale == scale
    assert small.shape == (480 // scale, 640 // scale)
