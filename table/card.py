"""One side's card: boxes, signs and what was written. Knows sums; not why a value was right."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from table.nearest import did_you_mean


class Box(StrEnum):
    """The eleven boxes of the card; grande stands twice on paper and once here."""

    BALAS = "balas"
    TONTOS = "tontos"
    TRENES = "trenes"
    CUADRAS = "cuadras"
    QUINAS = "quinas"
    SENAS = "senas"
    ESCALERA = "escalera"
    FULL = "full"
    POKER = "poker"
    GRANDE = "grande"


ALIASES = {"póquer": "poker", "poquer": "poker", "ases": "balas", "duques": "tontos", "cenas": "senas", "casa": "full"}
"""What players and the page also call a box (§11 of the rules)."""

NUMBERS = (Box.BALAS, Box.TONTOS, Box.TRENES, Box.CUADRAS, Box.QUINAS, Box.SENAS)
CENTRE = (Box.ESCALERA, Box.FULL, Box.POKER)


def box_named(name: str) -> Box:
    """The box with this name, as players write it too, or a ValueError that names the nearest.

    >>> box_named("poker").name, box_named("Póquer").name, box_named("ases").name
    ('POKER', 'POKER', 'BALAS')
    """
    plain = name.casefold().strip()
    try:
        return Box(ALIASES.get(plain, plain))
    except ValueError:
        raise ValueError(f"There is no box called {name!r}. {did_you_mean(name, Box)}") from None


class Sign(StrEnum):
    """What is drawn beside the number: nothing, a hand, an egg, $, or a cross for a box given up."""

    NUMBER = "number"
    MANO = "mano"
    HUEVO = "huevo"
    GRANDE = "grande"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in one box. corrected: whether a correction put it there, which the card then shows."""

    points: int
    sign: Sign
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """What one side has written, in the order it was written. A box that is not here is open."""

    written: tuple[tuple[Box, Entry], ...] = ()

    def __getitem__(self, box: Box) -> tuple[Entry, ...]:
        """The entries of a box: none while it is open, up to two for grande."""
        return tuple(entry for other, entry in self.written if other == box)

    def open_boxes(self, grandes: int) -> tuple[Box, ...]:
        """The boxes that can still be written, each once, in card order."""
        return tuple(box for box in Box if len(self[box]) < (grandes if box is Box.GRANDE else 1))

    def plus(self, box: Box, entry: Entry) -> "Card":
        """This card with one more entry."""
        return Card((*self.written, (box, entry)))

    @property
    def total(self) -> int:
        """The sum of the points."""
        return sum(entry.points for _, entry in self.written)

    def __iter__(self) -> Iterator[tuple[Box, Entry]]:
        return iter(self.written)

    def __len__(self) -> int:
        return len(self.written)
