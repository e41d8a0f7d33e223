"""Cards and dice drawn as text, so that a game test shows a before, a move and an after."""

from table.card import NUMBERS, Box, Card, Entry, Sign
from vision.reading import Die

SIGNS = {Sign.NUMBER: "", Sign.MANO: "m", Sign.HUEVO: "h", Sign.GRANDE: "$"}
GRID = (
    (Box.BALAS, Box.ESCALERA, Box.CUADRAS),
    (Box.TONTOS, Box.FULL, Box.QUINAS),
    (Box.TRENES, Box.POKER, Box.SENAS),
)


def drawing(card: Card) -> str:
    """The card as on paper: three rows and the grandes, `.` open, `x` crossed, 35m de mano, 30h de huevo."""
    rows = ["  ".join(f"{_cell(card, box):>4}" for box in row) for row in GRID]
    grandes = [_entry(entry) for entry in card[Box.GRANDE]]
    rows.append(f"{' / '.join([*grandes, '.', '.'][:2]):>14}")
    return "\n".join(rows)


def _cell(card: Card, box: Box) -> str:
    return _entry(card[box][0]) if card[box] else "."


def _entry(entry: Entry) -> str:
    return "x" if entry.sign is Sign.CROSS else f"{entry.points}{SIGNS[entry.sign]}"


def drawn(text: str) -> Card:
    """The card a drawing shows; the inverse of `drawing` but for the order of writing."""
    *rows, last = [line.split() for line in text.strip("\n").splitlines()]
    card = Card()
    for boxes, words in zip(GRID, rows, strict=True):
        for box, word in zip(boxes, words, strict=True):
            card = card if word == "." else card.plus(box, _read(box, word))
    for word in last:
        card = card if word in (".", "/") else card.plus(Box.GRANDE, _read(Box.GRANDE, word))
    return card


def _read(box: Box, word: str) -> Entry:
    if word == "x":
        return Entry(0, Sign.CROSS)
    if box in NUMBERS:
        return Entry(int(word), Sign.NUMBER)
    return Entry(int(word[:-1]), {sign: name for name, sign in SIGNS.items()}[word[-1]])


def laid(picture: str, *, side: float = 50.0) -> tuple[Die, ...]:
    """Dice where the digits stand in a picture of the tray: one column is half a die wide, one row a die high."""
    rows = picture.removeprefix("\n").splitlines()
    return tuple(
        Die(int(mark), x * side / 2, y * side, side)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark.isdigit()
    )
