"""Whose doing each event was: a line of text each, by the event's number. Knows a file; no event and no rule."""

import re
import sys
from pathlib import Path

from table.album import By

LINE = re.compile(r"(\d+) (eye|button|phone)")
NAME = "hands.txt"


class Hands:
    """The lines of `file`; the last about a number counts, and a line that was cut off counts for nothing.

    A disk that takes no more costs this evidence, never the game.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[int, By] = {}
        try:
            lines = file.read_text("ascii", "replace").splitlines()
        except OSError:
            lines = []
        for found in filter(None, map(LINE.fullmatch, lines)):
            self._known[int(found[1])] = By(found[2])

    def note(self, first: int, count: int, by: By) -> None:
        """The events from number `first` on were this one's doing, so many of them."""
        numbers = range(first, first + count)
        self._known |= dict.fromkeys(numbers, by)
        try:
            with self._file.open("a", encoding="ascii") as lines:
                lines.writelines(f"{number} {by}\n" for number in numbers)
        except OSError as error:
            sys.stderr.write(f"Whose doing that was could not be kept: {error}\n")

    def of(self, number: int) -> By | None:
        """Whose doing event `number` was, if that was kept."""
        return self._known.get(number)

    def forget(self, after: int) -> None:
        """Drop what was kept of events with higher numbers: those will be other events now."""
        self._known = {number: by for number, by in self._known.items() if number <= after}
