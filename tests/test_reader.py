"""From a frame to a reading: what it answers, what it refuses, and how often it is right."""

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from test_pips import BLACK, FELT, WHITE, draw, table, values

from vision.files import load
from vision.frame import Frame
from vision.reader import read
from vision.reading import DoubtKind, Reading


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


def test_a_picture_in_the_dark_is_not_an_empty_table() -> None:
    """No dice and cannot see are different answers."""
    picture = table(colour=(0, 0, 0))
    draw(picture, 5, 200, 200, 60, 0.3, die=(9, 9, 9), pip=(0, 0, 0))
    (doubt,) = read(Frame(picture)).doubts
    assert doubt.kind is DoubtKind.TOO_DARK


@pytest.mark.parametrize("size", [(8, 8), (8, 640), (640, 9), (12, 640), (30, 2000), (64, 1280), (8, 3000), (90, 100)])
@pytest.mark.parametrize("side", [None, 10.0, 40.0])
def test_a_strip_of_a_picture_is_read_or_doubted(size: tuple[int, int], side: float | None) -> None:
    """However narrow, full of specks or bare; one in which no die could be told shows too little."""
    noise = np.random.default_rng(1).integers(0, 255, (*size, 3)).astype(np.uint8)
    bare = np.full((*size, 3), FELT, np.uint8)
    cv2.circle(bare, (size[1] // 2, size[0] // 2), 3, WHITE, -1)
    for picture in (noise, bare):
        assert all(die.size <= max(size) for die in read(Frame(picture), side_px=side).dice)
    if min(size) < 12:
        assert [doubt.kind for doubt in read(Frame(noise)).doubts] == [DoubtKind.TOO_SMALL]


def test_a_lost_pip_is_a_doubt_and_no_other_face() -> None:
    """A six without one of its pips is no face: four pips and one left over."""
    picture = table()
    draw(picture, 6, 320, 240, 80, 0.3)
    draw(picture, 3, 150, 120, 80, 1.0)
    cv2.circle(picture, tuple(int(v) for v in corner(320, 240, 80, 0.3)), 10, WHITE, -1)
    assert not read(Frame(picture)).sure


def test_pips_on_no_die_are_a_doubt() -> None:
    """What looks like the pips of the dice in view and belongs to none may be a die that was not understood."""
    picture = table()
    draw(picture, 5, 150, 150, 80, 0.3)
    cv2.circle(picture, (450, 300), 40, WHITE, -1, cv2.LINE_AA)
    for x, y in ((440, 290), (466, 296), (444, 320)):
        cv2.circle(picture, (x, y), 7, BLACK, -1, cv2.LINE_AA)
    assert not read(Frame(picture)).sure


def test_the_pips_of_a_side_that_is_seen_are_no_doubt() -> None:
    """Near the edge of the view a die shows a side, darker than its top, whose six runs together to two bars."""
    picture = table()
    draw(picture, 5, 150, 150, 60, 0.3)
    cv2.rectangle(picture, (344, 190), (372, 250), (110, 112, 112), -1)
    for y in (206, 234):
        cv2.ellipse(picture, (359, y), (6, 5), 0, 0, 360, (36, 36, 36), -1, cv2.LINE_AA)
    draw(picture, 2, 402, 220, 60, 0)
    assert values(cv2.GaussianBlur(picture, (0, 0), 0.7)) == [2, 5]


@pytest.mark.parametrize("turn", [0.0, 0.4, 0.8])
def test_a_die_that_leans_is_a_doubt(turn: float) -> None:
    """Seen from above, the top of a die tilted by 40° is a quarter narrower one way than the other."""
    picture = table()
    for k, value in enumerate((5, 4, 6)):
        draw(picture, value, 120 + 200 * k, 120, 60, 0.3 * k)
    leaning = table()
    draw(leaning, 5, 320, 240, 60, turn)
    squeeze = np.float32([[0.75, 0, 320 * 0.25], [0, 1, 100]])
    squeezed = cv2.warpAffine(leaning, squeeze, (640, 480), borderValue=FELT)
    picture[240:] = squeezed[240:]
    assert not read(Frame(picture)).sure


def test_a_picture_stretched_along_one_side_is_read_all_the_same() -> None:
    """Interlaced cameras leave out every second line; every pip is then drawn out alike."""
    picture = table()
    for k, value in enumerate((1, 4, 5, 6)):
        draw(picture, value, 90 + 150 * k, 200 + 30 * k, 60, 0.3 * k)
    assert values(cv2.resize(picture, (640, 660))) == [1, 4, 5, 6]


@pytest.mark.photos
def test_real_photographs_of_a_table_are_read(photos: Path) -> None:
    """The floor on every third photograph from above: a wrong value costs a player, an unsure one only a moment."""
    with (photos / "manifest.csv").open(newline="") as manifest:
        rows = sorted((row for row in csv.DictReader(manifest) if from_above(row)), key=lambda row: row["file"])[::3]
    assert len(rows) > 50
    exact = wrong = 0
    for row in rows:
        reading = read(load(photos / row["file"]))
        right = sorted(d.value for d in reading.dice) == sorted(map(int, row["values"].split()))
        exact += reading.sure and right
        wrong += reading.sure and not right
    assert exact / len(rows) >= 0.92
    assert wrong / len(rows) <= 0.02


@pytest.mark.photos
def test_rendered_tables_are_read_and_cocked_dice_are_not(renders: Path) -> None:
    """Coloured dice, coloured lamps: few are refused for glare, none is misread, no die on its edge is counted."""
    exact = wrong = flat = 0
    for line in (renders / "truth.jsonl").read_text().splitlines():
        truth = json.loads(line)
        reading = read(load(renders / truth["file"]))
        right = sorted(d.value for d in reading.dice) == truth["values"] and truth["kind"] != "cocked"
        flat += truth["kind"] != "cocked"
        exact += reading.sure and right
        wrong += reading.sure and not right
    assert exact / flat >= 0.95
    assert wrong == 0


def from_above(row: dict[str, str]) -> bool:
    """Whether a photograph shows what a camera above a play area sees, and its truth is certain."""
    other = {"mixed-size", "decoy", "watermark", "far", "weak-truth"} & set(row["tags"].split(";"))
    return row["view"] == "overhead" and int(row["n_dice"]) <= 7 and not other


def corner(x: float, y: float, side: float, turn: float) -> tuple[float, float]:
    """Where a die's first corner pip is."""
    c, s = np.cos(turn), np.sin(turn)
    return x + side * 0.25 * (-c + s), y + side * 0.25 * (-s - c)
