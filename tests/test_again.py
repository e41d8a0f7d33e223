"""The second, learned look: what it reads in a glare, what it doubts, and that nothing hangs on its file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from test_pips import draw, table

from vision import lens
from vision.aslant import Looks, surprises
from vision.files import load
from vision.frame import Frame
from vision.layout import shown
from vision.reader import DEFAULT, read
from vision.reading import DoubtKind
from vision.tilting import leaning, lying

PICTURES = Path(__file__).parent / "pictures"


@pytest.fixture
def without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """From then on the net's file is missing."""

    def take_away() -> None:
        monkeypatch.setattr(lens, "MODEL", tmp_path / "missing.onnx")
        lens.net.cache_clear()

    yield take_away
    lens.net.cache_clear()


def test_a_die_in_a_glare_is_read_where_its_pips_can_be_made_out(without: Callable[[], None]) -> None:
    """Red dice, a lamp mirrored in a five and a six: geometry alone leaves both open."""
    frame = load(PICTURES / "lamp.jpg")
    reading = read(frame)
    assert reading.sure
    assert sorted(die.value for die in reading.dice) == [2, 3, 4, 5, 6, 6]
    without()
    assert not read(frame).sure


def test_a_die_that_nobody_noticed_is_read_or_doubted(without: Callable[[], None]) -> None:
    """Four red dice, a lamp in the top of one, which then has the table's colour: geometry sees three, and no doubt."""
    frame = load(PICTURES / "glare.jpg")
    reading = read(frame)
    assert not reading.sure or sorted(die.value for die in reading.dice) == [2, 3, 4, 4]
    without()
    assert read(frame).sure


def test_a_die_that_leans_is_told_by_all_of_them_in_all_turns() -> None:
    """Five white dice, one on an edge: how the flat ones look is told well enough only where they are turned, too."""
    reading = read(load(PICTURES / "leaning.jpg"))
    assert [doubt.kind for doubt in reading.doubts] == [DoubtKind.COCKED]


def test_a_lean_of_ten_degrees_shows_by_how_the_others_look(without: Callable[[], None]) -> None:
    """White dice, a three on something low: it turns its lower side up, which no other does; its pips tell nothing."""
    frame = load(PICTURES / "slight.jpg")
    [doubt] = read(frame).doubts
    assert doubt.kind is DoubtKind.COCKED
    assert doubt.x == pytest.approx(270, abs=3)
    assert doubt.y == pytest.approx(266, abs=3)
    without()
    assert read(frame).sure


def test_without_its_file_the_reader_reads_by_geometry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is missing or damaged leaves more unsure; it stops nothing."""
    picture = table()
    draw(picture, 5, 120, 150, 60, 0.3)
    draw(picture, 6, 240, 330, 60, 1.0)
    whole = read(Frame(picture))
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(lens.MODEL.read_bytes()[:1000])
    for path in (tmp_path / "missing.onnx", damaged):
        monkeypatch.setattr(lens, "MODEL", path)
        lens.net.cache_clear()
        assert lens.net() is None
        assert read(Frame(picture)) == whole
    lens.net.cache_clear()


def test_it_says_the_same_however_often_it_is_asked() -> None:
    """To the bit, alone and among others."""
    picture = table()
    draw(picture, 5, 120, 150, 60, 0.3)
    draw(picture, 6, 240, 330, 60, 1.0)
    places = np.array([(120.0, 150.0, 60.0), (240.0, 330.0, 60.0), (400.0, 100.0, 60.0)])
    first = lens.look(picture, places)
    assert first is not None
    for _ in range(20):
        again = lens.look(picture, places)
        assert again is not None
        assert again.classes.tobytes() == first.classes.tobytes()
        assert again.looks.tobytes() == first.looks.tobytes()
    assert first.face.tolist() == [4, 5, lens.NONE]


def test_eight_ways_of_looking_are_turned_back() -> None:
    """A die that lies off the place is told to lie on the same side of it in every turn."""
    picture = table()
    draw(picture, 5, 316, 232, 60, 0.3)
    said = lens.look_around(picture, 326, 240, 60)
    assert said is not None
    assert said.face.tolist() == [4] * 8
    assert np.abs(said.middle - (-10 / 60, -8 / 60)).max() < 0.08


def test_tops_that_look_the_way_their_places_make_expect_are_no_surprise() -> None:
    """Under a wide lens dice by the edge show their sides; one that leans shows another."""
    places = np.array([(-0.3, -0.2), (0.25, -0.15), (-0.25, 0.2), (0.3, 0.2), (0.05, 0.0)])
    looks, told, even = 1.0 * places + (0.02, -0.03), np.full(5, 0.05), np.full(5, 0.5)
    off, usual = surprises(Looks(places, looks, told, even))
    assert (off < usual).all()
    looks[4] += (0.25, 0.1)
    off, usual = surprises(Looks(places, looks, told, even))
    assert off[4] > 3 * usual[4]
    assert off[4] > 2 * off[:4].max()


def test_what_is_hardly_seen_tells_little_of_itself_and_of_others() -> None:
    """A die in the dark that is thought to look another way surprises little, and makes no other a surprise."""
    places = np.array([(-0.1, -0.05), (0.1, -0.05), (0.0, 0.05), (0.05, 0.0)])
    looks = np.array([(0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.3, 0.0)])
    off, usual = surprises(Looks(places, looks, np.array([0.05, 0.05, 0.05, 0.05]), np.full(4, 0.5)))
    dark, unusual = surprises(Looks(places, looks, np.array([0.05, 0.05, 0.05, 0.4]), np.full(4, 0.5)))
    assert off[3] / usual[3] > 3
    assert dark[3] / unusual[3] < 1
    assert dark[:3].max() < off[:3].max() / 2


def test_a_die_that_seems_to_lean_only_beside_one_of_the_others_lies_flat() -> None:
    """A six by the edge of the view is told to look a little too far out, and a five between a little too far in."""
    places = np.array([(-0.06, -0.12), (-0.33, -0.06), (0.17, -0.05), (-0.17, -0.02), (0.31, 0.07)])
    looks = np.array([(-0.094, -0.147), (-0.346, -0.123), (0.057, -0.066), (-0.172, -0.061), (0.394, 0.127)])
    usual, leans = np.array([0.042, 0.064, 0.044, 0.048, 0.086]), np.array([0.026, 0.107, 0.039, 0.02, 0.433])
    assert leaning(Looks(places, looks, usual, leans), DEFAULT) == set()
    looks[4] += (0.1, 0.1)
    assert leaning(Looks(places, looks, usual, leans), DEFAULT) == {4}


def test_an_ace_that_leans_a_little_against_its_neighbour_is_told_by_its_top_alone() -> None:
    """Its one side that shows is the outer; beside fewer dice, which tell less, so little is no lean."""
    places = np.array([(0.016, -0.096), (-0.244, -0.089), (0.382, -0.046), (-0.061, 0.13), (-0.164, 0.195)])
    looks = np.array([(0.008, -0.064), (-0.137, -0.058), (0.306, -0.007), (0.05, 0.021), (0.106, -0.074)])
    usual, leans = np.array([0.054, 0.06, 0.058, 0.065, 0.059]), np.array([0.019, 0.081, 0.156, 0.009, 0.019])
    assert leaning(Looks(places, looks, usual, leans), DEFAULT) == {4}
    looks[4] = (0.09, -0.074)
    assert leaning(Looks(places, looks, usual, leans).of([0, 2, 4]), DEFAULT) == set()
    looks[4] = (-0.04, 0.1)
    assert leaning(Looks(places, looks, usual, leans), DEFAULT) == set()


def test_a_die_that_plainly_leans_is_told_though_its_top_looks_as_it_would_lying_flat() -> None:
    """An ace on edge near the end of the view; seen aslant from far off, all dice show two sides, and none leans."""
    places = np.array([(-0.4, -0.29), (0.05, -0.12), (0.17, -0.05), (-0.39, -0.05), (0.1, 0.07)])
    looks = np.array([(-0.2, -0.05), (0.01, -0.04), (0.14, 0.03), (-0.33, -0.07), (0.04, 0.12)])
    usual, leans = np.array([0.08, 0.07, 0.09, 0.17, 0.07]), np.array([0.15, 0.07, 0.1, 0.97, 0.14])
    assert leaning(Looks(places, looks, usual, leans), DEFAULT) == {3}
    assert leaning(Looks(places, looks, usual, np.array([0.6, 0.7, 0.5, 0.97, 0.7])), DEFAULT) == set()


def test_dice_that_lie_flat_are_read_though_the_side_of_one_seems_to_tell_a_lean(without: Callable[[], None]) -> None:
    """A three near the edge of the view, whose top looks just as those of the others make expect."""
    frame = load(PICTURES / "flat.jpg")
    assert [die.value for die in read(frame).dice] == [4, 6, 5, 3, 2]
    assert read(frame).sure
    without()
    assert {doubt.kind for doubt in read(frame).doubts} == {DoubtKind.COCKED}


def test_what_is_not_seen_well_or_alone_surely_lies_flat_in_no_case() -> None:
    """Nor what looks another way than the others make expect, or seems to lean by itself."""
    places = np.array([(-0.3, -0.2), (0.25, -0.15), (-0.25, 0.2), (0.3, 0.2), (0.05, 0.0)])
    usual, leans = np.full(5, 0.04), np.full(5, 0.1)
    assert lying(Looks(places, places, usual, leans), DEFAULT) == {0, 1, 2, 3, 4}
    assert 2 not in lying(Looks(places, places, usual * (1, 1, 2, 1, 1), leans), DEFAULT)
    assert 2 not in lying(Looks(places, places, usual, leans * (1, 1, 3, 1, 1)), DEFAULT)
    assert 2 not in lying(Looks(places, places + np.eye(5)[:, [2, 3]] * 0.25, usual, leans), DEFAULT)
    assert lying(Looks(places, places, usual, leans).of([0, 1, 2]), DEFAULT) == set()


def test_a_lone_die_that_may_lean_by_itself_may_be_seen_aslant() -> None:
    """Nothing beside it tells how the camera is held; far aslant it is not, and beside others they tell."""
    place, look = np.array([(-0.04, -0.09)]), np.array([(0.025, -0.525)])
    one = Looks(place, look, np.array([0.129]), np.array([0.974]))
    assert leaning(one, DEFAULT) == set()
    assert leaning(Looks(place, look * 1.6, one.usual, one.leans), DEFAULT) == {0}
    beside = np.array([(0.2, 0.0), (-0.2, 0.1), (0.1, -0.2)])
    flat = Looks(
        np.vstack((place, beside)), np.vstack((look, beside)), np.full(4, 0.1), np.array([0.974, 0.1, 0.1, 0.1])
    )
    assert leaning(flat, DEFAULT) == {0}


def test_a_layout_counts_the_pips_that_show() -> None:
    """A five of which a glare has taken two agrees with a five, and not with a four."""
    picture = table()
    draw(picture, 5, 320, 240, 60, 0.3)
    whole = shown(picture, 320, 240, 60, 5)
    assert (whole.seen, whole.lost, whole.blind) == (5, 0, False)
    assert whole.other < 0.2
    assert shown(picture, 320, 240, 60, 4).other > 0.6
    cv2.circle(picture, (330, 259), 9, (235, 240, 240), -1)
    part = shown(picture, 320, 240, 60, 5)
    assert part.seen < 5
    assert part.other < 0.2


@pytest.mark.parametrize(
    ("value", "glares", "left"),
    [
        (1, [], set()),
        (1, [(14, -14)], set()),  # a pip across from it would be seen
        (1, [(14, -14), (-14, 14)], {2, 3, 4, 5, 6}),
        (2, [(0, 0)], {1, 3, 5}),
        (2, [(15, -15)], set()),
        (2, [(15, -15), (-15, 15)], {4, 5, 6}),
        (3, [(15, -15)], set()),
        (3, [(15, -15), (-15, 15)], {4, 5, 6}),
        (4, [(0, 0)], {1, 3, 5}),
        (4, [(15, 0), (0, 15)], set()),
        (4, [(15, 0), (-15, 0)], {6}),
        (5, [(15, 0), (-15, 0)], set()),
    ],
)
def test_where_the_body_is_seen_no_face_can_have_a_pip(
    value: int, glares: list[tuple[int, int]], left: set[int]
) -> None:
    """White pips on red; what a white glare covers may hide some, and what lies bare rules a face out."""
    picture = table()
    draw(picture, value, 320, 240, 60, 0.0, (30, 30, 200), (235, 240, 240))
    for right, down in glares:
        cv2.circle(picture, (320 + right, 240 + down), 8, (235, 240, 240), -1, cv2.LINE_AA)
    assert shown(picture, 320, 240, 60, value).left == left


@pytest.mark.parametrize(
    ("wide", "high", "sure"), [(70, 70, False), (150, 90, False), (30, 30, True), (260, 24, True), (400, 160, True)]
)
def test_a_white_spot_that_may_hide_a_die_is_doubted(wide: int, high: int, sure: bool) -> None:
    """One as large as a die of 60 pixels; not a small gleam, a bright wall, or a sheet of paper."""
    picture = table()
    draw(picture, 5, 120, 150, 60, 0.3)
    draw(picture, 6, 120, 330, 60, 1.0)
    assert read(Frame(picture)).sure
    cv2.ellipse(picture, (420, 220), (wide // 2, high // 2), 0, 0, 360, (255, 255, 255), -1)
    cv2.GaussianBlur(picture, (0, 0), 2, dst=picture)
    reading = read(Frame(picture))
    assert [die.value for die in reading.dice] == [5, 6]
    assert reading.sure == sure
    for doubt in reading.doubts:
        assert doubt.x is not None
        assert abs(doubt.x - 420) < 5


def test_a_white_spot_that_may_hide_a_die_is_doubted_beside_other_doubts() -> None:
    """These may lie beside the tray, where they do not count."""
    picture = table()
    draw(picture, 5, 120, 150, 60, 0.3)
    draw(picture, 6, 120, 330, 60, 1.0)
    cv2.ellipse(picture, (380, 220), (75, 45), 0, 0, 360, (255, 255, 255), -1)
    cv2.GaussianBlur(picture, (0, 0), 2, dst=picture)
    cv2.rectangle(picture, (560, 60), (620, 120), (245, 245, 245), -1)
    draw(picture, 2, 590, 400, 60, 0.3)
    cv2.rectangle(picture, (560, 360), (640, 395), (60, 90, 140), -1)
    doubts = read(Frame(picture)).doubts
    near = [d.x is not None and d.y is not None and np.hypot(d.x - 380, d.y - 220) < 5 for d in doubts]
    assert any(near)
    assert not all(near)
