"""An account of what happened, row by row, and how far it can be trusted. Pure; knows no file.

Every row is sealed together with all rows before it. So a row that was changed, lost or put in between is found out
at that row, although the database or the text it lies in may look well.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from table.events import Event
from table.notation import line, parse
from table.state import State, evolve


class Row(NamedTuple):
    """One event as it is kept. at: when, by a clock that may have jumped; a label only."""

    at: str
    line: str
    seal: str


class Extent(NamedTuple):
    """How far an account can be trusted, without holding it.

    rows: how many.  seal: of the last.  flaw: why there are no more; empty if all is well.
    """

    rows: int = 0
    seal: str = ""
    flaw: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """The rows that can be trusted, oldest first, and their events. flaw: why there are no more; empty if all is well.

    runs: how often a table has started with it, as far as is known.  version: of the layout it was read from.
    """

    rows: tuple[Row, ...] = ()
    events: tuple[Event, ...] = ()
    flaw: str = ""
    runs: int = 0
    version: int = 0

    def __len__(self) -> int:
        """How many events."""
        return len(self.rows)

    @property
    def seal(self) -> str:
        """What the next row is sealed with."""
        return self.rows[-1].seal if self.rows else ""

    def holds(self, other: "Account") -> bool:
        """Whether this one begins with all that the other tells."""
        return len(self) >= len(other) and (not other.rows or self.rows[len(other) - 1].seal == other.seal)


def seal(before: str, at: str, text: str) -> str:
    """What keeps a row, and with it all before it, from being changed unseen: 16 hexadecimal digits."""
    return sha256(f"{before}\n{at}\n{text}".encode()).hexdigest()[:16]


def sealed(before: str, at: str, events: Iterable[Event]) -> list[Row]:
    """Rows for events that follow on a seal."""
    rows: list[Row] = []
    for event in events:
        text = line(event)
        before = seal(before, at, text)
        rows.append(Row(at, text, before))
    return rows


def trusted(told: Iterable[tuple[str, str, str | None]], flaws: list[str]) -> Iterator[tuple[Row, Event]]:
    """The rows of (at, line, seal) up to the first that cannot be true, each with its event; `flaws` is told why.

    A row that was never sealed is taken and sealed: older versions wrote no seals.
    """
    before, state = "", State()
    for number, (at, text, kept) in enumerate(told, start=1):
        due = seal(before, at, text)
        if kept is not None and kept != due:
            flaws.append(f"event {number} is not what was written")
            return
        try:
            event = parse(text)
            state = evolve(state, event)
        except ValueError:
            flaws.append(f"event {number} cannot be understood: {text!r}")
            return
        except Exception:  # evolve judges nothing, so it may stumble in any way over what never happened
            flaws.append(f"event {number} cannot have happened: {text!r}")
            return
        before = due
        yield Row(at, text, due), event


def account(told: Iterable[tuple[str, str, str | None]], flaw: str = "") -> Account:
    """The account of these rows as far as they can be trusted.

    flaw: what is wrong with the end of them, if all that is there can be.

    >>> account([("now", "write poker forty huevo", None)]).flaw
    "event 1 cannot be understood: 'write poker forty huevo'"
    """
    flaws: list[str] = []
    pairs = list(trusted(told, flaws))
    return Account(tuple(row for row, _ in pairs), tuple(event for _, event in pairs), next(iter(flaws), flaw))


def extent_of(told: Iterable[tuple[str, str, str | None]], flaws: list[str]) -> Extent:
    """How far these rows can be trusted; none of them is held."""
    known = Extent()
    for row, _event in trusted(told, flaws):
        known = Extent(known.rows + 1, row.seal)
    return known._replace(flaw=next(iter(flaws), ""))
