"""What was found out about this machine, and what is thought of it. Pure; knows no machine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Grade(StrEnum):
    """How good something is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the doctor. words: what is so.  remedy: what to do about it; empty when nothing is to be done."""

    name: str
    grade: Grade
    words: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What tools and files said, word for word, by the name of the probe; and why others said nothing."""

    said: Mapping[str, str] = field(default_factory=dict)
    silent: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, probe: str) -> str:
        """What it said; empty when it said nothing."""
        return self.said.get(probe, "")

    def why(self, probe: str) -> str:
        """Why it said nothing."""
        return self.silent.get(probe, "it was not asked")

    @property
    def on_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in self["model"]


def ok(name: str, words: str) -> Line:
    """All is well."""
    return Line(name, Grade.OK, words)


def warning(name: str, words: str, remedy: str) -> Line:
    """It works, but somebody should look after it."""
    return Line(name, Grade.WARNING, words, remedy)


def fault(name: str, words: str, remedy: str) -> Line:
    """It does not work until this is done."""
    return Line(name, Grade.FAULT, words, remedy)


def pairs(text: str, sign: str = "=") -> dict[str, str]:
    """Lines as `key=value`; a value loses its quotes.

    >>> pairs('ID=debian\\nVERSION_CODENAME="trixie"')
    {'ID': 'debian', 'VERSION_CODENAME': 'trixie'}
    """
    found = (line.partition(sign) for line in text.splitlines() if sign in line)
    return {key.strip(): value.strip().strip('"') for key, _, value in found}
