"""From a frame to a reading: what it answers, what it refuses, and how often it is right."""

import numpy as np
import pytest
from test_pips import draw, table, values

from vision.frame import Frame
from vision.reader import read
from vision.reading import Reading


def test_an_empty_table_is_a_reading_too() -> None:
    """No dice is not the same as cannot see."""
    assert read(Frame(table())) == Reading()


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (7, 7), (480, 640)])
@pytest.mark.parametrize("level", [0, 255])
def test_a_picture_of_nothing_holds_no_dice(shape: tuple[int, int], level: int) -> None:
    """Black, white and tiny pictures end in a reading, never in a fault."""
    assert read(Frame(np.full((*shape, 3), level, np.uint8))).dice == ()


def test_noise_holds_no_dice() -> None:
    """Thousands of specks fit thousands of layouts by chance, and none has the body of a die."""
    noise = np.random.default_rng(7).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    assert read(Frame(noise)).dice == ()


def test_the_same_frame_reads_the_same_for_ever() -> None:
    """Whoever appeals against a reading must get the same answer."""
    picture = table()
    for k, value in enumerate((1, 2, 3, 5, 6)):
        draw(picture, value, 100 + 105 * k, 150 + 40 * (k % 3), 50, k)
    first = read(Frame(picture))
    assert all(read(Frame(picture)) == first for _ in range(5))


def test_a_die_stands_where_it_was_drawn() -> None:
    """Others follow a die from frame to frame by its place."""
    picture = table()
    draw(picture, 5, 321.5, 200.25, 60, 0.4)
    (die,) = read(Frame(picture)).dice
    assert (die.value, die.x, die.y, die.size) == (
        5, pytest.approx(321.5, abs=0.7), pytest.approx(200.25, abs=0.7), pytest.approx(60, rel=0.1))  # fmt: skip


@pytest.mark.parametrize("count", [1, 2, 5, 7])
def test_any_number_of_dice_is_fine(count: int) -> None:
    """The reader counts; how many there should be is the game's business."""
    picture = table()
    for k in range(count):
        draw(picture, k % 6 + 1, 90 + 150 * (k % 4), 130 + 180 * (k // 4), 54, 0.5 * k)
    assert values(picture) == sorted(k % 6 + 1 for k in range(count))
