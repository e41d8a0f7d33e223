"""Pictures from a folder or a film, by the recording's own clock. Knows nothing of what they show, and never waits."""

import csv
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.camera import CameraFault
from vision.files import pictures_in
from vision.frame import Frame

RATE = 10.0  # pictures a second, where a recording does not say
FRAMES = "frames.csv"  # when each picture of a folder was taken


class Folder:
    """A folder of pictures. `frames.csv` (t_ms,file) says when each was taken; without it, by name, ten a second."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._list: list[tuple[float, Path]] = []
        self._next = 0

    def open(self) -> None:
        """Read the list. Raises CameraFault."""
        if not _is(self._folder, Path.is_dir):
            raise CameraFault("absent", f"There is no folder {self._folder}.")
        self._next = 0
        times = self._folder / FRAMES
        if times.exists():
            self._list = self._timed(times)
        else:
            files = pictures_in(self._folder)
            self._list = [(k / RATE, file) for k, file in enumerate(files)]
        if not self._list:
            raise CameraFault("absent", f"There are no pictures in {self._folder}.")

    def frame(self, timeout_s: float) -> Frame:  # noqa: ARG002 - files do not keep one waiting
        """The next picture, at once. Raises CameraFault, `ended` after the last one."""
        if self._next >= len(self._list):
            raise CameraFault("ended", "The recording is over.")
        taken_s, file = self._list[self._next]
        picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if picture is None:
            raise CameraFault("unplugged", f"{file} cannot be read as a picture.")
        self._next += 1
        return Frame(np.asarray(picture, np.uint8), self._next - 1, taken_s)

    def close(self) -> None:
        """Nothing is held open."""

    def _timed(self, times: Path) -> list[tuple[float, Path]]:
        with times.open(newline="", encoding="utf-8-sig") as lines:
            try:
                rows = [(float(r["t_ms"]) / 1000, self._folder / r["file"]) for r in csv.DictReader(lines)]
            except (KeyError, TypeError, ValueError) as error:
                raise CameraFault("refused", f"{times} must have columns t_ms,file with numbers in t_ms.") from error
        return sorted(rows, key=lambda row: row[0])


class Video:
    """A film."""

    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self._film: cv2.VideoCapture | None = None
        self._rate = RATE
        self._next = 0

    def open(self) -> None:
        """Open the film. Raises CameraFault."""
        if not _is(self._file, Path.is_file):
            raise CameraFault("absent", f"There is no file {self._file}.")
        self._film = cv2.VideoCapture(str(self._file))
        if not self._film.isOpened():
            raise CameraFault("refused", f"{self._file} cannot be played. Is it a film?")
        self._rate = self._film.get(cv2.CAP_PROP_FPS) or RATE
        self._next = 0

    def frame(self, timeout_s: float) -> Frame:  # noqa: ARG002 - files do not keep one waiting
        """The next picture, at once. Raises CameraFault, `ended` after the last one."""
        came, picture = (False, None) if self._film is None else self._film.read()
        if not came or picture is None:
            raise CameraFault("ended", "The recording is over.")
        self._next += 1
        return Frame(np.asarray(picture, np.uint8), self._next - 1, (self._next - 1) / self._rate)

    def close(self) -> None:
        """Close the film."""
        if self._film is not None:
            self._film.release()
            self._film = None


def _is(path: Path, kind: Callable[[Path], bool]) -> bool:
    """Whether there is such a thing there; a name longer than a file's can be names nothing."""
    try:
        return kind(path)
    except OSError:
        return False
