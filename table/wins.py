"""Wins on writing a box: panza de oro and chicas completas (§5). Knows whole cards; not the dice."""

from table.card import CENTRE, NUMBERS, Box, Card, Sign
from table.house import House


def win_by_writing(house: House, card: Card) -> str | None:
    """Which instant win a card just written to has completed: `panza`, `chicas` or None."""
    grandes = sum(entry.sign is Sign.GRANDE for entry in card[Box.GRANDE])
    if grandes >= house.panza_grandes and all(any(entry.sign is Sign.MANO for entry in card[box]) for box in CENTRE):
        return "panza"
    if grandes >= house.chicas_grandes and all(
        any(is_chica(house, box, entry.points) for entry in card[box]) for box in NUMBERS
    ):
        return "chicas"
    return None


def is_chica(house: House, box: Box, points: int) -> bool:
    """Whether a number box holds enough for chicas completas: four or more of its face, or exactly four.

    >>> from table.houses import COCHABAMBA
    >>> is_chica(COCHABAMBA, Box.TRENES, 9), is_chica(COCHABAMBA, Box.TRENES, 15)
    (False, True)
    """
    four = 4 * (NUMBERS.index(box) + 1)
    return points == four if house.chicas_exact else points >= four
