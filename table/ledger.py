"""Where a card can stand at the start of a turn, and where each play leads. Knows cards as bits; no dice.

Two purses are counted: points, for which only the open boxes matter (1,536 places with two grandes), and the chance
of winning at once, for which it also matters whether panza and chicas can still come (9,525 places).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from table.card import CENTRE, NUMBERS, Box, Card, Entry, Sign
from table.house import House
from table.wins import is_chica

Play = tuple[Box, Entry]
SINGLE = (*NUMBERS, *CENTRE)
NUMBER_BOXES, CENTRE_BOXES = frozenset(NUMBERS), frozenset(CENTRE)
CROSSED = Entry(0, Sign.CROSS)


@dataclass(frozen=True, slots=True)
class Place:
    """A card as far as its future depends on it.

    open: the open boxes but grande.  grandes: open grande boxes.  had: grandes scored, as far as a win needs to know.
    panza, chicas: whether that win can still come.
    """

    open: frozenset[Box]
    grandes: int
    had: int = 0
    panza: bool = False
    chicas: bool = False

    @property
    def left(self) -> int:
        """How many boxes are open."""
        return len(self.open) + self.grandes

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The open boxes, each once."""
        return (*(box for box in SINGLE if box in self.open), *((Box.GRANDE,) if self.grandes else ()))


class Points:
    """Counts the points of one card, with no early end."""

    def __init__(self, house: House):
        self.house = house

    def places(self) -> Iterator[Place]:
        """Every place a card can be in."""
        for grandes, opened in product(range(self.house.grandes + 1), _subsets(SINGLE)):
            yield Place(opened, grandes)

    def place(self, card: Card) -> Place:
        """Where this card is."""
        free = card.open_boxes(self.house.grandes)
        return Place(frozenset(free) - {Box.GRANDE}, self.house.grandes - len(card[Box.GRANDE]))

    def after(self, place: Place, play: Play) -> tuple[float, Place | None]:
        """What a play earns at once, and where it leads."""
        box, entry = play
        if box is Box.GRANDE:
            return entry.points, Place(place.open, place.grandes - 1)
        return entry.points, Place(place.open - {box}, place.grandes)


class Chance:
    """Counts the chance of winning at once, within one's own turns."""

    def __init__(self, house: House):
        self.house = house

    def places(self) -> Iterator[Place]:
        """Every place a card can be in before it has won."""
        most = max(self.house.panza_grandes, self.house.chicas_grandes)
        grandes = [
            (opened, had)
            for opened in range(self.house.grandes + 1)
            for had in range(min(most, self.house.grandes - opened) + 1)
        ]
        for (opened, had), numbers, centre in product(grandes, _subsets(NUMBERS), _subsets(CENTRE)):
            for chicas in (True, False) if len(numbers) < len(NUMBERS) else (True,):
                for panza in (True, False) if len(centre) < len(CENTRE) else (True,):
                    yield Place(numbers | centre, opened, had, panza, chicas)

    def place(self, card: Card) -> Place:
        """Where this card is."""
        place = Place(frozenset(SINGLE), self.house.grandes, panza=True, chicas=True)
        for play in card:
            place = self._next(place, play)
        return place

    def after(self, place: Place, play: Play) -> tuple[float, Place | None]:
        """1 when a play wins at once, which leads nowhere; else 0 and where it leads."""
        there = self._next(place, play)
        panza = there.panza and there.open.isdisjoint(CENTRE_BOXES) and there.had >= self.house.panza_grandes
        chicas = there.chicas and there.open.isdisjoint(NUMBER_BOXES) and there.had >= self.house.chicas_grandes
        return (1.0, None) if panza or chicas else (0.0, there)

    def _next(self, place: Place, play: Play) -> Place:
        box, entry = play
        if box is Box.GRANDE:
            most = max(self.house.panza_grandes, self.house.chicas_grandes)
            had = min(most, place.had + (entry.sign is Sign.GRANDE))
            return Place(place.open, place.grandes - 1, had, place.panza, place.chicas)
        panza, chicas = place.panza, place.chicas
        if box in CENTRE_BOXES:
            panza = panza and entry.sign is Sign.MANO
        else:
            chicas = chicas and is_chica(self.house, box, entry.points)
        return Place(place.open - {box}, place.grandes, place.had, panza, chicas)


Purse = Points | Chance


@dataclass(frozen=True)
class Ledger:
    """Every place of a purse by number, and for each play what it earns there and where it leads.

    A number of places is its own: the one after the last stands for nowhere, which is worth nothing.
    """

    purse: Purse
    plays: tuple[Play, ...]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every place, those with fewest open boxes first."""
        return tuple(sorted(self.purse.places(), key=lambda place: place.left))

    @cached_property
    def number(self) -> dict[Place, int]:
        """The number of each place."""
        return {place: number for number, place in enumerate(self.places)}

    def row(self, place: Place) -> list[tuple[float, int] | None]:
        """For every play what it earns and the place it leads to; None where its box is used."""
        found: list[tuple[float, int] | None] = []
        boxes = set(place.boxes)
        for play in self.plays:
            if play[0] not in boxes:
                found.append(None)
                continue
            gain, there = self.purse.after(place, play)
            found.append((gain, len(self.number) if there is None else self.number[there]))
        return found


def _subsets(boxes: Iterable[Box]) -> Iterator[frozenset[Box]]:
    every = tuple(boxes)
    for chosen in product((True, False), repeat=len(every)):
        yield frozenset(box for box, is_in in zip(every, chosen, strict=True) if is_in)
