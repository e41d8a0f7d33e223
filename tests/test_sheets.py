"""Drawings of what was seen: one for each picture, and the unsure ones side by side with the doubt in words."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from test_commands import cacho, faulted
from test_pips import draw, table

from vision.photographs import pictures
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.sheets import ACROSS, CELL, DOWN, Cell, Sheets, drawn, lines_of, sheet

TILTED = Doubt(DoubtKind.COCKED, 60.0, 40.0)


@pytest.fixture
def album(tmp_path: Path) -> Path:
    """A folder with a five, a six without one of its pips, and a note."""
    folder = tmp_path / "album"
    folder.mkdir()
    five, lost = table(320, 240), table(320, 240)
    draw(five, 5, 160, 120, 56, 0.3)
    draw(lost, 6, 160, 120, 56, 0)
    cv2.circle(lost, (160 - 14, 120 - 14), 8, (235, 240, 240), -1)
    cv2.imwrite(str(folder / "b five.png"), five)
    cv2.imwrite(str(folder / "a lost.png"), lost)
    (folder / "notes.txt").write_text("taken at Ana's")
    return folder


def test_a_folder_stands_for_its_pictures(album: Path) -> None:
    """By name; what is no picture is not one that could not be read, and an empty folder is."""
    assert pictures([str(album), "x.jpg"]) == [str(album / "a lost.png"), str(album / "b five.png"), "x.jpg"]
    (album / "empty").mkdir()
    assert pictures([str(album / "empty")]) == [str(album / "empty")]


def test_read_draws_each_picture_and_puts_the_unsure_ones_side_by_side(album: Path, tmp_path: Path) -> None:
    """Standard output stays what programs read."""
    done = cacho("read", "--json", str(album), "--draw", str(tmp_path / "new" / "out"))
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["unsure", "read"]
    assert done.returncode == 0
    assert done.stderr == f"unsure ones side by side: {tmp_path / 'new' / 'out' / 'unsure.jpg'}\n"
    made = sorted(file.name for file in (tmp_path / "new" / "out").iterdir())
    assert made == ["a lost.jpg", "b five.jpg", "unsure.jpg"]
    assert cv2.imread(str(tmp_path / "new" / "out" / "unsure.jpg")).shape[1] == CELL


def test_drawings_never_lie_among_the_photographs_or_fail_in_silence(album: Path, tmp_path: Path) -> None:
    """The next reading of the folder would read them; and a full card or a file in the way is told in a sentence."""
    assert "name another folder" in faulted(cacho("read", str(album), "--draw", str(album)))
    assert "name another folder" in faulted(cacho("read", str(album / "b five.png"), "--draw", str(album)))
    (tmp_path / "file").write_text("")
    assert "cannot be written" in faulted(cacho("read", str(album), "--draw", str(tmp_path / "file")))


def test_a_drawing_shows_values_and_doubts_and_leaves_the_picture_alone() -> None:
    """A ring at each die and a cross at each doubt, at their places even where the picture is reduced."""
    picture = table(2560, 1920)
    before = picture.copy()
    seen = drawn(picture, Reading((Die(5, 1000.0, 800.0, 200.0),), (Doubt(DoubtKind.UNCLEAR, 2000.0, 400.0),)))
    assert np.array_equal(picture, before)
    changed = np.argwhere((seen != before[::2, ::2]).any(axis=2))
    about_die = changed[changed[:, 1] < 800]
    assert about_die.min(axis=0) == pytest.approx((400 - 60, 500 - 60), abs=8)
    assert changed[changed[:, 1] > 800].mean(axis=0) == pytest.approx((200, 1000), abs=2)


def test_many_unsure_pictures_fill_several_sheets_and_none_overwrites_another(tmp_path: Path) -> None:
    """A hundred photographs of a bar may share their names."""
    sheets = Sheets(tmp_path)
    for k in range(ACROSS * DOWN + 1):
        sheets.add(f"{k % 5}/IMG.jpg", table(160, 120), Reading((), (TILTED,)), [TILTED.words])
    assert [path.name for path in sheets.finish()] == ["unsure-1.jpg", "unsure-2.jpg"]
    assert len(list(tmp_path.iterdir())) == ACROSS * DOWN + 1 + 2


def test_nothing_is_put_side_by_side_when_all_is_sure(tmp_path: Path) -> None:
    """No empty sheet."""
    sheets = Sheets(tmp_path)
    sheets.add("a.jpg", table(160, 120), Reading(), [])
    assert sheets.finish() == []


def test_a_sheet_has_room_for_every_shape_and_any_number_of_doubts() -> None:
    """Portraits leave less room for words than landscapes; what is left out is counted."""
    words = [TILTED.words] * 30
    assert lines_of(words, 4)[-1] == "and 27 more"
    cells = [
        Cell("ünïcode.jpg", table(w, h), words) for w, h in ((CELL, 300), (300, CELL), (8, 8), (CELL, CELL), (1, 9))
    ]
    assert sheet(cells).shape[1] == ACROSS * CELL
