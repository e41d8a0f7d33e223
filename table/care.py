"""What the loop needs of a journal, and what it may be asked about history itself. Knows values; no file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from table.events import Event
from table.fault import NotWritten, TableFault
from table.notice import REASONS, Notice, Why
from table.photos import Photos
from table.refusal import Code, Refusal, refuse


class History(Protocol):
    """What the loop needs of a journal. aside: where the last restore has put what was there.

    whose: what the backup that was put back last tells of whose doing each event was.
    """

    aside: Path | None
    whose: Mapping[int, str]

    def read(self) -> list[Event]:
        """Every event so far, oldest first."""
        ...

    def append(self, events: tuple[Event, ...]) -> None:
        """Write events so that they outlast a power cut, all of them or none. Raises NotWritten."""
        ...

    def notices(self) -> tuple[Notice, ...]:
        """What the owner must be told."""
        ...

    def health(self) -> str:
        """`ok`, or why a press now would not outlast a power cut."""
        ...

    def acknowledge(self) -> None:
        """Somebody has read what was to be told."""
        ...

    def remark(self, told: Notice) -> None:
        """Have the owner told of this until it is read."""
        ...

    def go_on(self) -> None:
        """Take what happens from now on although it cannot be written."""
        ...

    def try_again(self) -> None:
        """Write what could not be written, if it can be by now; does nothing when all is well."""
        ...

    def restore(self, path: Path, alive: Callable[[], None]) -> None:
        """Put the history back to a backup. alive: told after each step. Raises TableFault when that cannot be."""
        ...


class Care(StrEnum):
    """What the host may say to what the table tells about its history."""

    READ = "read"
    GO_ON = "go_on"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the owner must be told, found out by who makes backups."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Restore:
    """The host wants the history as it was in this backup."""

    path: Path


def take_care(history: History, what: Care | Remark | Restore, alive: Callable[[], None]) -> Refusal | None:
    """Do what was asked about the history; why it could not be. alive: told whenever a step of it is done."""
    match what:
        case Care.READ:
            history.acknowledge()
        case Care.GO_ON:
            history.go_on()
        case Remark(told):
            history.remark(told)
        case Restore(path):
            try:
                history.restore(path, alive)
            except NotWritten as fault:
                return not_written(fault)
            except TableFault:
                return refuse(Code.NO_SUCH_BACKUP, name=path.name)
    return None


def write(history: History, events: tuple[Event, ...], photos: Photos | None) -> Refusal | None:
    """Write events, or say why they have not happened. On a full disk old photographs make room first."""
    while True:
        try:
            history.append(events)
        except NotWritten as fault:
            if fault.why is Why.FULL and photos and photos.shed():
                continue
            return not_written(fault)
        return None


def common(before: list[Event], now: list[Event]) -> int:
    """With how many of the same events two histories begin.

    >>> common([], [])
    0
    """
    pairs = zip(before, now, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(before), len(now)))


def not_written(fault: NotWritten) -> Refusal:
    """What a phone and the lamps are told when history did not take a press."""
    return refuse(Code.NOT_WRITTEN, why=REASONS[fault.why])
