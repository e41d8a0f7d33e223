"""What the camera saw when something happened, as files named by the event's number. Knows files, no cameras."""

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

NAME = re.compile(r"([1-9]\d{0,8})\.jpg")
SPARE = 256  # the part of the limit that is kept free once it was reached: some ten photographs
SHED = 10  # photographs given up at once, at most 600 KB: hundreds of presses


class Photos:
    """JPEGs in `folder`, together at most `limit_bytes`: the oldest events' go first.

    A card that is full or cannot be written costs the photographs, never the game.
    """

    def __init__(self, folder: Path, limit_bytes: int) -> None:
        self._folder, self._limit = folder, limit_bytes
        self._bytes = sum(self._sizes().values())

    def __contains__(self, number: int) -> bool:
        """Whether there is one of this event."""
        return self._size(number) > 0

    def keep(self, number: int, jpeg: bytes) -> None:
        """Keep the photograph of event `number`."""
        if len(jpeg) > self._limit:
            return
        was = self._size(number)
        new = self._folder / "new"  # for a page may ask for it just now, and half of it is no picture
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            new.write_bytes(jpeg)
            new.rename(self._file(number))
        except OSError as error:
            sys.stderr.write(f"A photograph could not be kept: {error}\n")
            with suppress(OSError):
                new.unlink(missing_ok=True)
            self._drop(number)
            return
        self._bytes += len(jpeg) - was
        if self._bytes > self._limit:
            self._make_room()

    def copy(self, number: int, to: int) -> None:
        """Keep what there is of event `number`, if anything, as that of event `to` too."""
        jpeg = self.find(number)
        if jpeg is not None:
            self.keep(to, jpeg)

    def shed(self) -> bool:
        """Make room on a full disk for what matters more; False when there is nothing left to give."""
        gone = 0
        for number in self._sizes():
            gone += self._drop(number)
            if gone == SHED:
                break
        return gone > 0

    def forget(self, after: int, aside: Path | None = None) -> None:
        """Let go the photographs of events with higher numbers: those will be other events now.

        aside: a folder where their events are kept; they are moved into its `photos` and no longer count here.
        """
        for number in self._sizes():
            if number > after and aside:
                self._move(number, aside / "photos")
            elif number > after:
                self._drop(number)

    def find(self, number: int) -> bytes | None:
        """The photograph of event `number`, if it was kept and is still there."""
        try:
            return self._file(number).read_bytes()
        except OSError:
            return None

    def _sizes(self) -> dict[int, int]:
        """How many bytes there are of which event, the oldest first. Not held in memory, where it would grow."""
        sizes = dict[int, int]()
        with suppress(OSError), os.scandir(self._folder) as found:
            for file in found:
                with suppress(OSError):  # one that the card has lost hides none of the others
                    if (name := NAME.fullmatch(file.name)) and file.is_file():
                        sizes[int(name[1])] = file.stat().st_size
        return dict(sorted(sizes.items()))

    def _make_room(self) -> None:
        """Drop the oldest that are too many of those that are there now, for somebody may have deleted some.

        A little more than needed goes: not every photograph is worth a look at all of them.
        """
        sizes = self._sizes()
        self._bytes = sum(sizes.values())
        for number in sizes:
            if self._bytes <= self._limit - self._limit // SPARE:
                return
            self._drop(number)

    def _size(self, number: int) -> int:
        """In bytes; 0 where there is none. Asked often, and each name that pathlib makes Python keeps in a table,
        which is made anew for so many of them: 2 MB come and go.
        """
        try:
            return os.stat(f"{self._folder}/{number}.jpg").st_size  # noqa: PTH116
        except OSError:
            return 0

    def _drop(self, number: int) -> bool:
        """Whether it went."""
        size = self._size(number)
        try:
            self._file(number).unlink()
        except OSError:
            return False
        self._bytes -= size
        return True

    def _move(self, number: int, to: Path) -> None:
        size = self._size(number)
        try:
            to.mkdir(exist_ok=True)
            self._file(number).rename(to / self._file(number).name)
            self._bytes -= size
        except OSError:
            self._drop(number)

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.jpg"
