"""What the game's own things are called, and what a stranger would call them. Knows no moment and no match."""

from gettext import NullTranslations

from table.card import Box, Entry, Sign
from table.events import Irregular
from table.state import Phase

BOXES: dict[Box, str] = {box: box.value for box in Box} | {Box.POKER: "póquer"}
"""The players' words, the same in every language."""

GLOSSES: dict[Box, str] = {
    Box.BALAS: "ones",
    Box.TONTOS: "twos",
    Box.TRENES: "threes",
    Box.CUADRAS: "fours",
    Box.QUINAS: "fives",
    Box.SENAS: "sixes",
    Box.ESCALERA: "straight",
    Box.FULL: "full house",
    Box.POKER: "four of a kind",
    Box.GRANDE: "five of a kind",
}
"""A plain translation to stand small beside the game's word; a key of the catalogues."""

HANDS: dict[str, str] = {"mano": "from the hand", "huevo": "lower value"}
"""The same for de mano and de huevo, by the sign."""

WINS: dict[str, str] = {"dormida": "dormida", "panza": "panza de oro", "chicas": "chicas completas"}
"""The three ways to win at once, in the players' words."""

ON = (Phase.DRAWING, Phase.PLAYING, Phase.PLAYOFF)
"""While a match is on; it may be given up, and no other begins."""

IRREGULAR: dict[Irregular, str] = {
    Irregular.COCKED: "a die on edge",
    Irregular.STACKED: "a die on another",
    Irregular.OFF: "a die off the table",
    Irregular.UNDER: "a die under the cup",
}
"""Why a throw does not count; keys of the catalogues."""

GRID = (
    (Box.BALAS, Box.ESCALERA, Box.CUADRAS),
    (Box.TONTOS, Box.FULL, Box.QUINAS),
    (Box.TRENES, Box.POKER, Box.SENAS),
)
"""The card as it is drawn on paper, row by row; the grandes stand below it."""


def gloss(box: Box, t: NullTranslations, language: str) -> str:
    """The small translation beside a box's name; nothing for those who speak the game's language."""
    return "" if language == "es" else t.gettext(GLOSSES[box])


def aloud(box: Box, entry: Entry, t: NullTranslations) -> str:
    """A box and what stands in it as a person would say it."""
    _ = t.gettext
    name = BOXES[box]
    match entry.sign:
        case Sign.CROSS:
            return _("{box} crossed out").format(box=name)
        case Sign.MANO:
            return _("{box} {points} de mano").format(box=name, points=entry.points)
        case Sign.HUEVO:
            return _("{box} {points} de huevo").format(box=name, points=entry.points)
        case _:
            return f"{name} {entry.points}"
