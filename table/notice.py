"""What the owner must be told about the history: a closed set of codes, each with a sentence. Pure; knows no file.

The sentences here are English and are the keys of the page's catalogues.
"""

from dataclasses import dataclass
from enum import StrEnum


class Told(StrEnum):
    """Everything the owner can be told."""

    MENDED = "mended"
    FELL_BACK = "fell_back"
    BEGAN_EMPTY = "began_empty"
    COPY_MADE_ANEW = "copy_made_anew"
    RESTORED = "restored"
    NOT_BACKED_UP = "not_backed_up"
    TEMPORARY = "temporary"
    NOT_WRITTEN = "not_written"
    NOT_KEPT = "not_kept"
    NEARLY_FULL = "nearly_full"


SENTENCES: dict[Told, str] = {
    Told.MENDED: "The history was damaged and has been put right from its carbon copy, as far as {source}. "
    "What was there is kept in {aside}.",
    Told.FELL_BACK: "The history was damaged. It now stands as in {source}; what came after that is missing: "
    "compare the card. What was there is kept in {aside}.",
    Told.BEGAN_EMPTY: "The history was damaged and there was no good backup, so it begins empty. "
    "What was there is kept in {aside}.",
    Told.COPY_MADE_ANEW: "The carbon copy of the history was damaged and has been made anew: compare the card. "
    "What was there is kept in {aside}.",
    Told.RESTORED: "The history was put back to {source}. What was there is kept in {aside}.",
    Told.NOT_BACKED_UP: "No backup could be made: {why}.",
    Told.TEMPORARY: "The history lies in memory only ({folder}): a power cut takes all of it. "
    "Choose a folder on a disk, or end the read-only mode of the system.",
    Told.NOT_WRITTEN: "The history cannot be written: {why}. What is pressed does not happen until it can.",
    Told.NOT_KEPT: "The history cannot be written: {why}. The match goes on, but a power cut takes what came after.",
    Told.NEARLY_FULL: "The disk is nearly full: make room, or soon nothing more can be written.",
}


class Why(StrEnum):
    """What keeps history from being written."""

    FULL = "full"
    READ_ONLY = "read_only"
    GONE = "gone"
    HELD = "held"
    FAILED = "failed"


REASONS: dict[Why, str] = {
    Why.FULL: "the disk is full",
    Why.READ_ONLY: "the disk or folder takes nothing",
    Why.GONE: "its file was moved away",
    Why.HELD: "another program holds it",
    Why.FAILED: "the disk fails",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the owner must be told. facts: what the sentence names, by its placeholders; `why` names a Why."""

    code: Told
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it stays for as long as it is so; anything else stays until somebody has read it."""
        return self.code in (Told.NOT_WRITTEN, Told.NOT_KEPT, Told.NEARLY_FULL)

    @property
    def words(self) -> str:
        """The English sentence.

        >>> notice(Told.NOT_BACKED_UP, why=Why.FULL).words
        'No backup could be made: the disk is full.'
        """
        return SENTENCES[self.code].format(**{key: REASONS.get(fact, fact) for key, fact in self.facts})  # type: ignore[call-overload]


def notice(code: Told, **facts: str) -> Notice:
    """A notice with its facts named."""
    return Notice(code, tuple(facts.items()))
