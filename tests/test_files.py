"""Pictures from files, and a clear sentence for everything that is none."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.files import NotAPicture, as_eight_bit, load


@pytest.mark.parametrize("shape", [(5, 7), (5, 7, 3), (5, 7, 4), (1, 1)])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_every_png_becomes_three_channels_of_eight_bits(tmp_path: Path, shape: tuple[int, ...], dtype: type) -> None:
    """Grey, coloured or transparent, eight bits or sixteen."""
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.full(shape, np.iinfo(dtype).max, dtype))
    picture = load(path).picture
    assert picture.shape == (*shape[:2], 3)
    assert picture.dtype == np.uint8
    assert picture.min() == 255


def test_floats_are_taken_as_zero_to_one() -> None:
    """Some cameras and most mistakes hand over floats; what is no number is black."""
    assert as_eight_bit(np.array([[0.0, 1.0, 2.0, np.nan]])).tolist() == [[[0] * 3, [255] * 3, [255] * 3, [0] * 3]]


def test_the_exif_turn_is_obeyed(tmp_path: Path) -> None:
    """A phone held upright stores a lying picture and a note to turn it."""
    ok, jpeg = cv2.imencode(".jpg", np.zeros((10, 20, 3), np.uint8))
    assert ok
    # APP1 with one entry, orientation = 6: turn a quarter clockwise to show
    tiff = b"II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    segment = b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body
    path = tmp_path / "phone.jpg"
    path.write_bytes(jpeg.tobytes()[:2] + segment + jpeg.tobytes()[2:])
    assert load(path).picture.shape == (20, 10, 3)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [("a.jpg", b"", "is empty"), ("a.jpg", b"hello", "is not a picture"), ("gone.jpg", None, "there is no such file")],
)
def test_what_is_no_picture_is_told_in_a_sentence(tmp_path: Path, name: str, content: bytes | None, words: str) -> None:
    """The sentence names the file and what is wrong with it."""
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NotAPicture, match=words) as told:
        load(path)
    assert str(path) in str(told.value)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    """People drag folders."""
    with pytest.raises(NotAPicture, match="is a folder"):
        load(tmp_path)
