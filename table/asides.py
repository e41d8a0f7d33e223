"""What was put aside when a history was put back or mended: how much of it stays. Knows files; puts nothing aside."""

import shutil
from contextlib import suppress
from pathlib import Path

from table import book, carbon
from table.account import Account
from table.backups import backups
from table.rescue import ASIDE, NAME

KEPT = 10  # folders, as many as backups
PHOTOS_BYTES = 200_000_000  # of photographs in all of them, as many as a table keeps


def tidy(folder: Path, keep: int = KEPT, photos_bytes: int = PHOTOS_BYTES) -> list[str]:
    """Let go of what was put aside longest ago, and say what, a word each.

    The newest `keep` stay, and of older ones those that tell what no other copy does, or nothing that can be read: the
    history, the backups and what was put aside later are asked. Photographs go, the oldest first, where they take more
    than `photos_bytes`, but for those of the newest folder.
    """
    asides = sorted((path for path in (folder / ASIDE).glob("*") if path.is_dir()), key=_age, reverse=True)
    gone = [f"{ASIDE}/{name}" for name in _told_elsewhere(folder, asides, keep)]
    taken = 0
    for place in asides:
        pictures = place / "photos"
        with suppress(OSError):
            taken += sum(file.stat().st_size for file in pictures.glob("*.jpg"))
        if taken > photos_bytes and place != asides[0] and pictures.is_dir():
            shutil.rmtree(pictures, ignore_errors=True)
            gone.append(f"{ASIDE}/{place.name}/photos")
    return gone


def _told_elsewhere(folder: Path, asides: list[Path], keep: int) -> list[str]:
    """Remove those beyond the newest `keep` whose every event is told elsewhere; their names."""
    if len(asides) <= keep:
        return []
    known = [_account(folder), *(_read(backup.path) for backup in backups(folder))]
    known += [_account(place) for place in asides[:keep]]
    gone = []
    for place in asides[keep:]:
        told = _account(place)
        if told.rows and any(other.holds(told) for other in known):
            shutil.rmtree(place, ignore_errors=True)
            gone.append(place.name)
        else:
            known.append(told)
    return gone


def _age(place: Path) -> tuple[str, int]:
    """By the day in its name, and the number behind it."""
    day, number = place.name[:17], place.name[18:]
    return day, int(number) if number.isdecimal() else 1


def _account(place: Path) -> Account:
    """The longest account that a folder holds."""
    told = [_read(place / NAME)]
    with suppress(OSError):
        told.append(carbon.read(place / carbon.NAME))
    return max(told, key=len)


def _read(file: Path) -> Account:
    """What a history tells; nothing where it went meanwhile, or is of a newer program."""
    with suppress(OSError, book.Newer):
        return book.read(file)
    return Account()
