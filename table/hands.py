"""Whose doing each event was: a line of text each, by the event's number. Knows a file; no event and no rule."""

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from table.album import By, Doer

LINE = re.compile(r"(\d{1,9}) (eye|button|phone)(?: ([1-9]\d{0,3}))?")
NAME = "hands.txt"


def noted(file: Path) -> dict[int, Doer]:
    """The lines of a file; the last about a number counts, and a line that was cut off counts for nothing."""
    try:
        lines = file.read_text("ascii", "replace").splitlines()
    except OSError:
        lines = []
    return _doers(lines)


def _doers(lines: Iterable[str]) -> dict[int, Doer]:
    known = filter(None, map(LINE.fullmatch, lines))
    return {int(line[1]): Doer(By(line[2]), int(line[3] or 0)) for line in known}


class Hands:
    """The lines of `file`. A disk that takes no more costs this evidence, never the game."""

    def __init__(self, file: Path) -> None:
        self._file, self._known = file, noted(file)

    def note(self, first: int, count: int, doer: Doer) -> None:
        """The events from number `first` on were this one's doing, so many of them."""
        numbers = range(first, first + count)
        self._known |= dict.fromkeys(numbers, doer)
        try:
            with self._file.open("a", encoding="ascii") as lines:
                lines.writelines(f"{number} {doer}\n" for number in numbers)
        except OSError as error:
            sys.stderr.write(f"Whose doing that was could not be kept: {error}\n")

    def of(self, number: int) -> Doer | None:
        """Whose doing event `number` was, if that was kept."""
        return self._known.get(number)

    def forget(self, after: int) -> None:
        """Drop what was kept of events with higher numbers: those will be other events now."""
        self._known = {number: doer for number, doer in self._known.items() if number <= after}

    def put_back(self, after: int, whose: Mapping[int, str], aside: Path | None) -> None:
        """Of events with higher numbers what a backup tells counts. aside: a folder for the lines till now."""
        self.forget(after)
        self._known |= _doers(f"{number} {doer}" for number, doer in whose.items() if number > after)
        try:
            if aside and self._file.exists():
                self._file.rename(aside / NAME)
            if self._known:
                new = self._file.with_name(f"{NAME}.new")
                new.write_text("".join(f"{number} {doer}\n" for number, doer in self._known.items()), encoding="ascii")
                new.replace(self._file)
        except OSError as error:
            sys.stderr.write(f"Whose doing that was could not be kept: {error}\n")
