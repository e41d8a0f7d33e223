"""Whose doing each event was: a line of text each, by the event's number. Knows a file; no event and no rule."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from table.album import By, Doer

LINE = re.compile(r"(\d{1,9}) (eye|button|phone)(?: ([1-9]\d{0,3}))?")
NAME = "hands.txt"
RECENT = 2000  # events whose doers are held in memory: more than a match has; older ones are looked up in the file


def lines(file: Path) -> Iterator[tuple[int, Doer]]:
    """The lines of a file, one after the other; one that was cut off is passed over."""
    try:
        with file.open(encoding="ascii", errors="replace") as told:
            yield from _doers(told)
    except OSError:
        return


def _doers(told: Iterable[str]) -> Iterator[tuple[int, Doer]]:
    for line in filter(None, map(LINE.fullmatch, map(str.rstrip, told))):
        yield int(line[1]), Doer(By(line[2]), int(line[3] or 0))


class Hands:
    """The lines of `file`; the last about a number counts.

    A disk that takes no more costs this evidence, never the game.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._recent, self._last = file, dict[int, Doer](), 0
        self._older = (0, dict[int, Doer]())  # the first of RECENT numbers looked up last, and their doers
        self._hold(lines(file))

    def note(self, first: int, count: int, doer: Doer) -> None:
        """The events from number `first` on were this one's doing, so many of them."""
        numbers = range(first, first + count)
        self._hold((number, doer) for number in numbers)
        try:
            with self._file.open("a", encoding="ascii") as told:
                told.write("\n")  # the line before may have been cut off by a full disk
                told.writelines(f"{number} {doer}\n" for number in numbers)
        except OSError as error:
            sys.stderr.write(f"Whose doing that was could not be kept: {error}\n")

    def of(self, number: int) -> Doer | None:
        """Whose doing event `number` was, if that was kept."""
        if number in self._recent or number > self._last:
            return self._recent.get(number)
        first, known = self._older
        if not 0 < first <= number < first + RECENT:  # of a match all are asked for, one by one
            first = max(1, number - RECENT // 2)
            known = {at: doer for at, doer in lines(self._file) if first <= at < first + RECENT}
            self._older = first, known
        return known.get(number)

    def forget(self, after: int) -> None:
        """Drop what was kept of events with higher numbers: those will be other events now."""
        self._recent = {number: doer for number, doer in self._recent.items() if number <= after}
        self._last = min(self._last, after)

    def put_back(self, after: int, whose: Mapping[int, str], aside: Path | None) -> None:
        """Of events with higher numbers what a backup tells counts. aside: a folder for the lines till now."""
        told = [*_doers(f"{number} {doer}" for number, doer in whose.items() if number > after)]
        self.forget(after)
        self._hold(told)
        new = self._file.with_name(f"{NAME}.new")
        try:
            with new.open("w", encoding="ascii") as copy:
                copy.writelines(f"{at} {doer}\n" for at, doer in lines(self._file) if at <= after)
                copy.writelines(f"{at} {doer}\n" for at, doer in told)
            if aside and self._file.exists():
                self._file.rename(aside / NAME)
            new.replace(self._file)
        except OSError as error:
            sys.stderr.write(f"Whose doing that was could not be kept: {error}\n")
        self._older = (0, {})

    def _hold(self, told: Iterable[tuple[int, Doer]]) -> None:
        self._older = (0, {})
        for number, doer in told:
            self._recent.pop(number, None)
            self._recent[number], self._last = doer, max(number, self._last)
            if len(self._recent) > RECENT:
                del self._recent[next(iter(self._recent))]
