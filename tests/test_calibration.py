"""Rules of a calibration as a file: it reads back to itself, and nonsense is refused in words."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from calibrated import calibration
from hypothesis import given
from hypothesis import strategies as st

from vision.calibration import NotACalibration, from_json, to_json
from vision.keeping import NAME, forget, keep, kept, load, picture

JPEG = b"\xff\xd8picture"


def told() -> dict[str, Any]:
    """A good calibration as JSON."""
    found: dict[str, Any] = json.loads(to_json(calibration()))
    return found


def test_it_reads_back_to_itself_with_its_picture(tmp_path: Path) -> None:
    """What was measured is what is used, to the rounding of the file."""
    made = replace(calibration(), controls={"ExposureTime": 9900, "ColourGains": (1.9, 1.6)})
    keep(tmp_path, made, JPEG)
    found = kept(tmp_path)
    assert found is not None
    assert to_json(found) == to_json(made)
    assert (found.controls, found.reference) == (made.controls, made.reference)
    assert picture(tmp_path, found) == JPEG
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([NAME, made.picture])


def test_a_new_one_takes_the_place_of_the_old_and_none_is_none(tmp_path: Path) -> None:
    """One file and one picture, ever."""
    assert kept(tmp_path) is None
    keep(tmp_path, calibration(), JPEG)
    keep(tmp_path, replace(calibration(), picture="calibration-new.jpg", made="2026-12-01T20:00:00+00:00"), JPEG)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["calibration-new.jpg", NAME]
    forget(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("cut", range(0, 3000, 97))
def test_a_file_cut_off_anywhere_is_refused_in_words(cut: int) -> None:
    """The disk may lose the end of it."""
    with pytest.raises(NotACalibration):
        from_json(to_json(calibration())[:cut])


BROKEN: list[tuple[str, Any]] = [
    ("version", 2), ("version", True), ("made", ""), ("made", 5), ("camera", None), ("size", [640]), ("size", [0, 480]),
    ("size", [640.5, 480]), ("corners", []), ("corners", [[0, 0]] * 4), ("corners", [[0, 0], [9, 9], [1e9, 0], [0, 9]]),
    ("corners", "here"), ("side_px", 0), ("side_px", 300), ("side_px", float("nan")), ("side_px", "56"), ("light", -1),
    ("tray", [1, 2]), ("dice", [[0, 0, 300]]), ("dice", 5), ("controls", []), ("controls", {"": 1}),
    ("controls", {"a": "b"}),
    ("picture", "../cacho.db"), ("picture", ".hidden"), ("picture", 3), ("reference", "%%"), ("reference", "aGVsbG8="),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), BROKEN)
def test_nonsense_is_refused_by_the_name_of_what_is_wrong(key: str, value: Any) -> None:
    """So that who edited the file by hand finds it."""
    with pytest.raises(NotACalibration, match=key):
        from_json(json.dumps(told() | {key: value}))


@pytest.mark.parametrize("key", sorted(told()))
def test_nothing_may_be_missing(key: str) -> None:
    """Every value is used, so none has a default."""
    whole = told()
    del whole[key]
    with pytest.raises(NotACalibration, match=key):
        from_json(json.dumps(whole))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(sorted(told())), ANYTHING)
def test_whatever_stands_there_is_taken_or_refused_and_never_a_crash(key: str, value: Any) -> None:
    """A damaged card writes anything."""
    with suppress(NotACalibration):
        assert from_json(json.dumps(told() | {key: value})).plane


def test_a_folder_or_a_file_nobody_may_read_is_told_in_words(tmp_path: Path) -> None:
    """Whatever stands in its place."""
    (tmp_path / NAME).mkdir()
    with pytest.raises(NotACalibration, match="cannot be read"):
        load(tmp_path / NAME)
