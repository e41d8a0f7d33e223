"""A history on paper: kept as long as the program runs, for measurements and tests. Writes no file."""

from table.events import Event


class Paper:
    """What the loop needs of a journal, in memory."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def read(self) -> list[Event]:
        """Every event so far, oldest first."""
        return list(self.events)

    def append(self, events: tuple[Event, ...]) -> None:
        """Write events behind the others."""
        self.events.extend(events)
