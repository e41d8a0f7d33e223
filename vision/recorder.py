"""Writes what a camera sees as a recording that `watch` understands. Knows no game and no buttons."""

import csv
from collections import deque
from pathlib import Path

import cv2

from vision.frame import Frame

QUALITY = 90  # of the JPEGs: dice read from them as from the camera, in a tenth of the bytes
LIMIT_BYTES = 1_000_000_000  # about half an hour at 12 pictures a second


class Recorder:
    """A folder of pictures with frames.csv (t_ms,file), at most `limit_bytes` of pictures: the oldest go first.

    Goes on with what is there already, as when the eye was started again. Raises OSError when it cannot be written.
    """

    def __init__(self, folder: Path, limit_bytes: int = LIMIT_BYTES) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._limit = folder, limit_bytes
        self._list = folder / "frames.csv"
        self._kept = deque((file, file.stat().st_size) for file in sorted(folder.glob("*.jpg")))
        self._held = sum(size for _, size in self._kept)
        self._write_list()

    def picture(self, frame: Frame) -> None:
        """Keep one picture; its name tells its time in milliseconds."""
        file = self._folder / f"{round(1000 * frame.taken_s):010d}.jpg"
        _, packed = cv2.imencode(".jpg", frame.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        file.write_bytes(packed.tobytes())
        self._kept.append((file, packed.size))
        self._held += packed.size
        if self._held > self._limit:
            self._forget_oldest()
            self._write_list()
        else:
            with self._list.open("a", newline="") as lines:
                csv.writer(lines).writerow(_row(file))

    def _forget_oldest(self) -> None:
        """Make room: a tenth at once, so that the list is not written anew for every picture."""
        while self._held > 0.9 * self._limit and len(self._kept) > 1:
            file, size = self._kept.popleft()
            file.unlink(missing_ok=True)
            self._held -= size

    def _write_list(self) -> None:
        with self._list.open("w", newline="") as lines:
            rows = csv.writer(lines)
            rows.writerow(["t_ms", "file"])
            rows.writerows(_row(file) for file, _ in self._kept)


def _row(file: Path) -> tuple[int, str]:
    return int(file.stem), file.name
