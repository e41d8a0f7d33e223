"""Evidence: the picture of each throw and of the final dice goes with the event, to the box it led to; bounded."""

import queue
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import ceil, floor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np
import pytest
from calibrated import DICE, calibration, camera, spec
from drawing import laid
from test_loop import START, asked

from table.album import counting, last_match
from table.card import Box
from table.events import Correct, TakeBack, Throw, Thrown, Write
from table.glance import Button
from table.loop import Loop
from table.paper import Paper
from table.photos import Photos
from table.turning import turning
from vision.camera import opened
from vision.commands import Toss
from vision.eye import Eye
from vision.gaze import Watch, small_jpeg
from vision.painted import Painted
from vision.reading import Blind, Moment, Photo, Settled, Stirred
from vision.within import MARGIN, part
from web.app import create_app
from web.view import show

FIRST = laid("1   3     3\n\n   5    6")
BOX = (1, 0, Box.TRENES, 0)


def see(loop: Loop, dice: tuple, jpeg: bytes) -> None:
    """Dice are stirred and settle, with a photograph."""
    for what in (Stirred(0.0), Photo(jpeg), Settled(0.0, dice)):
        loop.put(what)
    while not ((glance := loop.latest().glance).settled and glance.seen == dice):
        loop.wait(loop.latest().version, 1.0)


def test_a_throw_and_the_box_it_led_to_have_its_photograph(tmp_path: Path) -> None:
    """Each by the number of its event, and the box of the card names it; after a restart too."""
    paper = Paper()
    with turning(Loop(paper, photos=Photos(tmp_path, 1000))) as loop:
        see(loop, (), b"empty")
        asked(loop, START, "a")
        see(loop, FIRST, b"thrown")
        see(loop, (), b"taken up")
        see(loop, FIRST, b"laid down")
        see(loop, (), b"taken up early")
        asked(loop, Write(Box.TRENES), "b")
        assert loop.photo(2) == b"thrown"
        assert loop.photo(3) == b"laid down"
        assert loop.latest().photos == {BOX: 3}
        shown = show(loop.latest(), "en", tray=False)["sides"]
    assert shown[0]["boxes"]["trenes"]["photo"] == "/photo/3.jpg"
    assert shown[1]["boxes"]["trenes"] is None
    assert Loop(paper, photos=Photos(tmp_path, 1000)).latest().photos == {BOX: 3}


def test_what_was_entered_by_hand_has_no_photograph(tmp_path: Path) -> None:
    """What the camera saw before is no evidence for it; nor is what lay there before it was blind."""
    with turning(Loop(Paper(), photos=Photos(tmp_path, 1000))) as loop:
        see(loop, (), b"empty")
        asked(loop, START, "a")
        see(loop, FIRST, b"thrown")
        asked(loop, TakeBack(), "b")
        asked(loop, Throw((2, 2, 2, 5, 5)), "c")
        loop.put(Blind(1.0, "hung", "hung"))
        asked(loop, Write(Box.FULL), "d")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2.jpg"]


def test_a_box_written_anew_has_the_new_photograph(tmp_path: Path) -> None:
    """Taken back and written again: the number is the later event's."""
    with turning(Loop(Paper(), photos=Photos(tmp_path, 1000))) as loop:
        see(loop, (), b"empty")
        asked(loop, START, "a")
        see(loop, FIRST, b"thrown")
        for key, wish in enumerate((Write(Box.TRENES), Button.BACK, Write(Box.TRENES))):
            asked(loop, wish, str(key))  # type: ignore[arg-type]
        assert loop.latest().photos == {BOX: 5}


def test_the_oldest_photographs_go_when_there_are_too_many(tmp_path: Path) -> None:
    """Never more than allowed, by number and not by name, and what was there at the start counts."""
    photos = Photos(tmp_path, 50)
    for number in (8, 9, 10):
        photos.keep(number, b"x" * 20)
    assert [number for number in range(20) if number in photos] == [9, 10]
    again = Photos(tmp_path, 50)
    again.keep(11, b"x" * 20)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["10.jpg", "11.jpg"]
    assert (again.find(9), again.find(11)) == (None, b"x" * 20)
    (tmp_path / "10.jpg").unlink()  # by somebody who made room
    again.keep(12, b"x" * 20)
    assert (11 in again, 12 in again) == (True, True)
    again.keep(12, b"x" * 30)
    assert (11 in again, 12 in again) == (True, True)
    Photos(tmp_path / "none", 0).keep(1, b"x")
    assert not (tmp_path / "none").exists()


def test_what_is_no_photograph_neither_counts_nor_hides_the_others(tmp_path: Path) -> None:
    """Other names, a folder, a file that the card has lost; and empty ones, left by a power cut, are no end of them."""
    (tmp_path / "007.jpg").write_bytes(b"x" * 50)
    (tmp_path / "4.jpg").mkdir()
    (tmp_path / "5.jpg").symlink_to(tmp_path / "lost")
    photos = Photos(tmp_path, 50)
    for number in (30, 31, 32):
        photos.keep(number, b"x" * 20)
    assert [number for number in (30, 31, 32) if number in photos] == [31, 32]
    for number in range(10, 20):
        (tmp_path / f"{number}.jpg").write_bytes(b"")
    assert [photos.shed() for _ in range(3)] == [True, True, False]
    assert 31 not in photos


def test_a_card_that_cannot_be_written_costs_no_match(tmp_path: Path) -> None:
    """It is said on standard error, and the photograph is simply not there."""
    (tmp_path / "file").write_text("")
    photos = Photos(tmp_path / "file", 1000)
    photos.keep(1, b"x")
    assert 1 not in photos
    assert photos.find(1) is None


def test_a_photograph_is_whole_for_whoever_reads_it_while_it_is_written(tmp_path: Path) -> None:
    """It takes its name when all of it is there; what had the name till then is read to its end."""
    photos = Photos(tmp_path, 50)
    photos.keep(7, b"before" * 5)
    with (tmp_path / "7.jpg").open("rb", buffering=0) as reading:
        photos.keep(7, b"after" * 5)
        assert (reading.read(), photos.find(7)) == (b"before" * 5, b"after" * 5)
    photos.keep(8, b"x" * 25)
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["7.jpg", "8.jpg"]


def test_a_phone_gets_the_photograph(tmp_path: Path) -> None:
    """As a JPEG; another number is not there."""
    photos = Photos(tmp_path, 1000)
    photos.keep(7, b"jpeg")
    phone = create_app(Loop(Paper(), photos=photos), None).test_client()
    answer = phone.get("/photo/7.jpg")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", b"jpeg")
    assert phone.get("/photo/8.jpg").status_code == 404


@pytest.mark.parametrize("noisy", [False, True])
def test_a_photograph_is_small_whatever_it_shows(noisy: bool) -> None:
    """At most 60 KB, also of what packs badly."""
    chance = np.random.default_rng(1)
    picture = chance.integers(0, 255 if noisy else 20, (960, 1280, 3)).astype(np.uint8)
    jpeg = small_jpeg(picture, 960, 60_000)
    assert len(jpeg) <= 60_000
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (720, 960, 3)


def test_the_eye_gives_a_photograph_before_it_says_settled() -> None:
    """So that whoever hears Settled has its evidence already."""
    said: queue.Queue[Moment | Photo] = queue.Queue()
    eye = Eye("painted:seed=7,speed=4", said.put, lambda _: None, keep=said.put)
    eye.start()
    try:
        eye.act(Toss())
        heard: list[Moment | Photo] = []
        while not (heard and isinstance(heard[-1], Settled) and len(heard[-1].dice) == 5):
            heard.append(said.get(timeout=60))
    finally:
        eye.stop()
    for n, what in enumerate(heard):
        if isinstance(what, Settled):
            before = heard[n - 1]
            assert isinstance(before, Photo)
            assert before.jpeg[:2] == b"\xff\xd8"
            assert len(before.jpeg) <= 60_000


def test_once_calibrated_a_photograph_shows_the_play_area_and_a_little_beside_it() -> None:
    """So that a die that just counts is whole in it, at the size it had; without calibration the whole picture."""
    made = replace(calibration(), corners=((120.0, 60.0), (540.0, 60.0), (540.0, 400.0), (120.0, 400.0)))
    with opened(camera()) as painted:
        assert isinstance(painted, Painted)
        painted.act(DICE)
        frames = [painted.frame(1.0) for _ in range(8)]
    for given, rows, columns in ((made, *part(made)), (None, slice(0, 480), slice(0, 640))):
        ours, theirs = Pipe()
        watch = Watch(theirs, calibration=given, spec=spec())
        for frame in frames:
            watch.see(frame)
        theirs.close()
        said = list(heard(ours))
        (photo,) = [what for what in said if isinstance(what, Photo)]
        shown = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)
        seen = frames[-1].picture[rows, columns]
        assert shown.shape == seen.shape
        assert np.abs(shown.astype(float) - seen).mean() < 8
        assert len(photo.jpeg) <= 60_000
    rows, columns = part(made)
    assert (rows.start, columns.start, rows.stop, columns.stop) == (
        0, floor(120 - MARGIN * made.side_px), ceil(400 + MARGIN * made.side_px), ceil(540 + MARGIN * made.side_px),
    )  # fmt: skip


def heard(pipe: Connection) -> Iterator[object]:
    """All that was said through it."""
    with suppress(EOFError):
        while True:
            yield pipe.recv()


def test_what_a_correction_tells_again_keeps_what_was_seen_when_it_happened(tmp_path: Path) -> None:
    """What lies there at the time of the correction is no evidence for it; the corrected throw keeps its own."""
    paper = Paper()
    with turning(Loop(paper, photos=Photos(tmp_path, 1000))) as loop:
        see(loop, (), b"empty")
        asked(loop, START, "a")
        see(loop, FIRST, b"thrown")
        asked(loop, Write(Box.TRENES), "b")
        see(loop, (), b"taken up")
        see(loop, laid("2 2 5 5 5"), b"another's")
        asked(loop, Correct(2, (Thrown((1, 3, 3, 3, 6), 5),), True), "c")  # type: ignore[arg-type]
        assert loop.latest().photos == {BOX: 3}
        match, first = last_match(paper.events)
        assert [loop.photo(number) for number in counting(match, first)] == [None, b"thrown", b"thrown", b"another's"]
    assert Loop(paper, photos=Photos(tmp_path, 1000)).latest().photos == {BOX: 3}
