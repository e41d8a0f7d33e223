"""Pictures from files, of every kind that cameras and phones leave, turned upright. Knows nothing of what they show."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Picture

PICTURES = (".bmp", ".jpeg", ".jpg", ".png", ".webp")


class NotAPicture(ValueError):
    """A file that cannot be read as a picture; the text says which and why."""


def pictures_in(folder: Path) -> list[Path]:
    """The pictures in a folder, by name; not those in folders within it."""
    return sorted(f for f in folder.iterdir() if f.suffix.lower() in PICTURES)


def load(path: str | Path) -> Frame:
    """Read one picture from a file, turned as its EXIF says, as frame 0.

    Grey, 16-bit and transparent pictures are accepted; what shines through a transparent one is black.

    Raises NotAPicture, with one sentence for a person, for anything that is no picture.
    """
    path = Path(path)
    try:
        stored = path.read_bytes()
    except FileNotFoundError:
        raise NotAPicture(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise NotAPicture(f"{path} is a folder, not a picture") from None
    except OSError as error:
        raise NotAPicture(f"{path} cannot be read: {error.strerror or error}") from None
    if not stored:
        raise NotAPicture(f"{path} is empty")
    return Frame(_decode(stored, path))


def _decode(stored: bytes, path: Path) -> Picture:
    # IMREAD_UNCHANGED would keep the alpha channel but forget the EXIF turn; so ask for the turn first, with any depth.
    try:
        picture = cv2.imdecode(np.frombuffer(stored, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    except cv2.error:  # OpenCV refuses pictures beyond its own limit of pixels this way
        picture = None
    if picture is None:
        raise NotAPicture(f"{path} is not a picture this program can read")
    return as_eight_bit(picture)


def as_eight_bit(picture: NDArray[Any]) -> Picture:
    """Bring any picture OpenCV hands out to height × width × 3 of eight bits, blue first.

    Takes grey (two axes, or one channel) and three or four channels, of 8 or 16 bits or of floats from 0 to 1.

    >>> as_eight_bit(np.full((1, 1), 65535, np.uint16)).tolist()
    [[[255, 255, 255]]]
    """
    if picture.dtype == np.uint16:
        picture = (picture >> 8).astype(np.uint8)
    elif picture.dtype != np.uint8:
        picture = (np.clip(np.nan_to_num(picture), 0.0, 1.0) * 255).astype(np.uint8)
    if picture.ndim == 2:
        picture = picture[:, :, None]
    if picture.shape[2] == 1:
        picture = np.repeat(picture, 3, axis=2)
    return np.ascontiguousarray(picture[:, :, :3])
