"""The carbon copy of the history: a plain text of one line an event, beside the database. Knows files, no SQLite.

A database whose newest part was lost looks well; only beside a second copy is it seen to be short. And when the
database is damaged, nothing is lost. A line is the seal, when, and what happened: `cut -d' ' -f3-` leaves the lines
that `cacho replay --check` plays.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from table.account import Account, Row, account
from table.book import durable

NAME = "cacho.carbon"
TORN = "its last line is torn"
"""As a power cut leaves it."""


def read(path: Path) -> Account:
    """The account in a carbon copy, up to the first line that cannot be true. Raises FileNotFoundError."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        return Account(flaw=str(error))
    whole, _newline, torn = text.rpartition(b"\n")
    return account(_rows(whole.split(b"\n") if whole else []), TORN if torn else "")


def tells(path: Path, rows: Iterable[Row]) -> bool:
    """Whether the copy holds exactly these rows, at a glance: nothing of it has to be understood for that."""
    try:
        return path.read_bytes() == _text(rows)
    except OSError:
        return False


def write(path: Path, rows: Iterable[Row]) -> None:
    """Put a carbon copy of these rows in the place of what was there, all of it or nothing. Raises OSError."""
    prepared(path, rows).replace(path)
    durable(path.parent)


def prepared(path: Path, rows: Iterable[Row]) -> Path:
    """A carbon copy beside the place it is for, which takes no more room to be put there. Raises OSError."""
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.write(_text(rows))
        file.flush()
        os.fsync(file.fileno())
    return new


def add(path: Path, rows: Iterable[Row]) -> None:
    """Add rows so that they outlast a power cut. Raises OSError, after which the last line may be torn."""
    with path.open("ab") as file:
        file.write(_text(rows))
        file.flush()
        os.fsync(file.fileno())


def _text(rows: Iterable[Row]) -> bytes:
    return "".join(f"{row.seal} {row.at} {row.line}\n" for row in rows).encode()


def _rows(lines: Iterable[bytes]) -> Iterator[tuple[str, str, str | None]]:
    for line in lines:
        seal, _, rest = line.decode(errors="replace").partition(" ")
        at, _, text = rest.partition(" ")
        yield at, text, seal
