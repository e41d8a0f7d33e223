"""Every event as one readable line, and back. Knows how history is written down; not what is allowed.

    match cochabamba first 1 sides "Ana" "Beto"
    3 3 3 5 1 mano          five from the cup
    3 3 3 5 2 huevo 2       two of them from the cup
    flip 4>3 1>6
    write poker 40 huevo
    won dormida
    back
    given up

A match is a text file of such lines; the journal holds the very same.
"""

import json
from typing import assert_never

from table.card import Sign, box_named
from table.dice import five, opposite
from table.events import Event, Flipped, GivenUp, Started, TakenBack, Thrown, Won, Written

WINS = ("dormida", "panza", "chicas")


def line(event: Event) -> str:
    """The event as one line.

    >>> line(Flipped((4, 1)))
    'flip 4>3 1>6'
    """
    match event:
        case Started(house, sides, first):
            names = " ".join(json.dumps(name, ensure_ascii=False) for name in sides)
            return f"match {house} first {first + 1} sides {names}"
        case Thrown(dice, rerolled):
            return f"{' '.join(map(str, dice))} {'mano' if rerolled == 5 else f'huevo {rerolled}'}"
        case Flipped(faces):
            return f"flip {' '.join(f'{face}>{opposite(face)}' for face in faces)}"
        case Written(box, points, sign):
            return f"write {box} {points} {sign}"
        case Won(how):
            return f"won {how}"
        case TakenBack():
            return "back"
        case GivenUp():
            return "given up"
        case _:
            assert_never(event)


def parse(text: str) -> Event:
    """The event a line stands for, or a ValueError that says what is wrong with it.

    >>> parse("3 3 3 5 2 huevo 2")
    Thrown(dice=(3, 3, 3, 5, 2), rerolled=2)
    >>> parse("write poker forty huevo")
    Traceback (most recent call last):
    ValueError: Not a line of a match: 'write poker forty huevo'. See the list of lines in README.md.
    """
    words = text.split()
    try:
        match words:
            case ["match", house, "first", first, "sides", *_]:
                return Started(house, _names(text.split("sides", 1)[1]), int(first) - 1)
            case ["flip", *turns] if turns:
                return Flipped(tuple(_turn(turn) for turn in turns))
            case ["write", box, points, sign]:
                return Written(box_named(box), int(points), Sign(sign))
            case ["won", how] if how in WINS:
                return Won(how)
            case ["back"]:
                return TakenBack()
            case ["given", "up"]:
                return GivenUp()
            case [*dice, "mano"]:
                return Thrown(five(map(int, dice)), 5)
            case [*dice, "huevo", rerolled] if rerolled in ("1", "2", "3", "4"):
                return Thrown(five(map(int, dice)), int(rerolled))
    except ValueError as error:
        raise ValueError(_wrong(text)) from error
    raise ValueError(_wrong(text))


def _wrong(text: str) -> str:
    return f"Not a line of a match: {text!r}. See the list of lines in README.md."


def _turn(text: str) -> int:
    before, now = map(int, text.split(">"))
    if before not in range(1, 7) or now != opposite(before):
        raise ValueError(text)
    return before


def _names(text: str) -> tuple[str, ...]:
    names: list[str] = []
    text = text.strip()
    while text:
        name, end = json.JSONDecoder().raw_decode(text)
        if not isinstance(name, str):
            raise ValueError(text)
        names.append(name)
        text = text[end:].strip()
    return tuple(names)
