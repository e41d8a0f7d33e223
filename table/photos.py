"""What the camera saw when something happened, as files named by the event's number. Knows files, no cameras."""

import re
import sys
from contextlib import suppress
from pathlib import Path

NAME = re.compile(r"(\d+)\.jpg")
SHED = 10  # photographs given up at once, at most 600 KB: hundreds of presses


class Photos:
    """JPEGs in `folder`, together at most `limit_bytes`: the oldest events' go first.

    A card that is full or cannot be written costs the photographs, never the game.
    """

    def __init__(self, folder: Path, limit_bytes: int) -> None:
        self._folder, self._limit = folder, limit_bytes
        found = [(int(name[1]), file) for file in folder.glob("*.jpg") if (name := NAME.fullmatch(file.name))]
        self._sizes = {number: file.stat().st_size for number, file in sorted(found)}

    def __contains__(self, number: int) -> bool:
        """Whether there is one of this event."""
        return number in self._sizes

    def keep(self, number: int, jpeg: bytes) -> None:
        """Keep the photograph of event `number`."""
        if len(jpeg) > self._limit:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file(number).write_bytes(jpeg)
        except OSError as error:
            sys.stderr.write(f"A photograph could not be kept: {error}\n")
            with suppress(OSError):
                self._file(number).unlink(missing_ok=True)  # half a picture
            return
        self._sizes[number] = len(jpeg)
        while sum(self._sizes.values()) > self._limit:
            self._drop(min(self._sizes))

    def copy(self, number: int, to: int) -> None:
        """Keep what there is of event `number`, if anything, as that of event `to` too."""
        jpeg = self.find(number)
        if jpeg is not None:
            self.keep(to, jpeg)

    def shed(self) -> bool:
        """Make room on a full disk for what matters more; False when there is nothing left to give."""
        oldest = sorted(self._sizes)[:SHED]
        for number in oldest:
            self._drop(number)
        return bool(oldest)

    def forget(self, after: int, aside: Path | None = None) -> None:
        """Let go the photographs of events with higher numbers: those will be other events now.

        aside: a folder where their events are kept; they are moved into its `photos` and no longer count here.
        """
        for number in [known for known in self._sizes if known > after]:
            if aside:
                with suppress(OSError):
                    (aside / "photos").mkdir(exist_ok=True)
                    self._file(number).rename(aside / "photos" / f"{number}.jpg")
            self._drop(number)

    def find(self, number: int) -> bytes | None:
        """The photograph of event `number`, if it was kept and is still there."""
        try:
            return self._file(number).read_bytes() if number in self._sizes else None
        except OSError:
            return None

    def _drop(self, number: int) -> None:
        del self._sizes[number]
        with suppress(OSError):
            self._file(number).unlink(missing_ok=True)

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.jpg"
