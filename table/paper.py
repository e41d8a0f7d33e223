"""A history on paper: kept as long as the program runs, for measurements and tests. Writes no file."""

from collections.abc import Callable, Mapping
from pathlib import Path

from table.events import Event
from table.fault import TableFault
from table.notice import Notice


class Paper:
    """What the loop needs of a journal, in memory."""

    aside: Path | None = None
    whose: Mapping[int, str] = {}

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.told: tuple[Notice, ...] = ()

    def read(self) -> list[Event]:
        """Every event so far, oldest first."""
        return list(self.events)

    def append(self, events: tuple[Event, ...]) -> None:
        """Write events behind the others."""
        self.events.extend(events)

    def notices(self) -> tuple[Notice, ...]:
        """What was remarked and not read."""
        return self.told

    def health(self) -> str:
        """Paper does not fail."""
        return "ok"

    def acknowledge(self) -> None:
        """All was read."""
        self.told = ()

    def remark(self, told: Notice) -> None:
        """Keep it until it is read."""
        self.told = (*self.told, told)

    def go_on(self) -> None:
        """It never stops."""

    def try_again(self) -> None:
        """There is never anything owed."""

    def restore(self, path: Path, alive: Callable[[], None]) -> None:  # noqa: ARG002
        """There is no backup of paper."""
        raise TableFault(f"There is no backup {path}: this history is on paper.")
