"""Every event as one readable line, and back. Knows how history is written down; not what is allowed.

    match cochabamba first 1 sides "Ana" "Beto"
    match "mi casa" throws=3 crossing=free first lot sides "Ana" "Beto"
    cast 5                        one die, for who starts
    3 3 3 5 1 mano                five from the cup
    3 3 3 5 2 huevo 2             two of them from the cup
    void cocked 2                 a throw of two dice that does not count
    void off 3 standing 2 5       the same, of which two lie well
    flip 4>3 1>6
    write poker 40 huevo
    write full 30 huevo sobre     with what was on hold; perhaps also: corrected
    sobre
    pass
    won dormida
    back
    back box                      the last box, and what came after it
    concede 2
    given up
    correct 7: 3 3 3 5 2 mano; flip 4>3
    correct 7 anyway: write full 30 huevo

A match is a text file of such lines; the journal holds the very same.
"""

import json
from typing import assert_never

from table.card import Sign, box_named
from table.dice import five, opposite
from table.events import (
    Conceded,
    Corrected,
    Event,
    Flipped,
    GivenUp,
    Irregular,
    LeftSobre,
    LotCast,
    Passed,
    Play,
    Started,
    TakenBack,
    Thrown,
    Voided,
    Won,
    Written,
)
from table.house import House
from table.houses import HOUSES, changes, house_from, spelled

WINS = ("dormida", "panza", "chicas")


def line(event: Event) -> str:
    """The event as one line.

    >>> line(Flipped((4, 1)))
    'flip 4>3 1>6'
    """
    match event:
        case Started(house, sides, first):
            names = " ".join(json.dumps(name, ensure_ascii=False) for name in sides)
            return f"match {_house(house)} first {'lot' if first is None else first + 1} sides {names}"
        case LotCast(face):
            return f"cast {face}"
        case Thrown(dice, rerolled):
            return f"{_faces(dice)} {'mano' if rerolled == 5 else f'huevo {rerolled}'}"
        case Voided(why, rerolled, standing):
            return f"void {why} {rerolled}" + (f" standing {_faces(standing)}" if standing else "")
        case Flipped(faces):
            return f"flip {' '.join(f'{face}>{opposite(face)}' for face in faces)}"
        case Written(box, points, sign, sobre, corrected):
            return f"write {box} {points} {sign}{' sobre' if sobre else ''}{' corrected' if corrected else ''}"
        case LeftSobre():
            return "sobre"
        case Passed():
            return "pass"
        case Won(how):
            return f"won {how}"
        case TakenBack(box):
            return "back box" if box else "back"
        case Conceded(side):
            return f"concede {side + 1}"
        case GivenUp():
            return "given up"
        case Corrected(at, plays, anyway):
            return f"correct {at}{' anyway' if anyway else ''}: {'; '.join(map(line, plays))}".rstrip()
        case _:  # pragma: no cover
            assert_never(event)


def parse(text: str) -> Event:
    """The event a line stands for, or a ValueError that says what is wrong with it.

    >>> parse("3 3 3 5 2 huevo 2")
    Thrown(dice=(3, 3, 3, 5, 2), rerolled=2)
    >>> parse("write poker forty huevo")
    Traceback (most recent call last):
    ValueError: Not a line of a match: 'write poker forty huevo'. The lines there are stand in table/notation.py.
    """
    try:
        return _parsed(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"Not a line of a match: {text!r}. The lines there are stand in table/notation.py.") from error


def _parsed(text: str) -> Event:
    match text.split():
        case ["match", *_]:
            return _started(text)
        case ["cast", face]:
            return LotCast(_number(face, 1, 6))
        case ["void", why, rerolled]:
            return Voided(Irregular(why), _number(rerolled, 1, 5))
        case ["void", why, rerolled, "standing", *faces] if faces:
            return Voided(Irregular(why), _number(rerolled, 1, 5), tuple(_number(face, 1, 6) for face in faces))
        case ["flip", *turns] if turns:
            return Flipped(tuple(_turn(turn) for turn in turns))
        case ["write", box, points, sign, *more] if more in ([], ["sobre"], ["corrected"], ["sobre", "corrected"]):
            return Written(box_named(box), int(points), Sign(sign), "sobre" in more, "corrected" in more)
        case ["sobre"]:
            return LeftSobre()
        case ["pass"]:
            return Passed()
        case ["won", how] if how in WINS:
            return Won(how)
        case ["back"]:
            return TakenBack()
        case ["back", "box"]:
            return TakenBack(box=True)
        case ["concede", side]:
            return Conceded(_number(side, 1, 6) - 1)
        case ["given", "up"]:
            return GivenUp()
        case ["correct", *_]:
            return _corrected(text)
        case [*dice, "mano"]:
            return Thrown(five(map(int, dice)), 5)
        case [*dice, "huevo", rerolled]:
            return Thrown(five(map(int, dice)), _number(rerolled, 1, 4))
        case _:
            raise ValueError(text)


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def _number(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise ValueError(text)
    return int(text)


def _turn(text: str) -> int:
    before, now = map(int, text.split(">"))
    if before not in range(1, 7) or now != opposite(before):
        raise ValueError(text)
    return before


def _house(house: House) -> str:
    name = house.name if house.name.replace("-", "").isalnum() else json.dumps(house.name, ensure_ascii=False)
    told = changes(house) or ({} if house.name in HOUSES else {"throws": spelled(house, "throws")})
    return " ".join([name, *(f"{option}={word}" for option, word in told.items())])


def _started(text: str) -> Started:
    rest = text.strip().removeprefix("match").strip()
    name, rest = _text(rest) if rest.startswith('"') else rest.split(" ", 1)
    options, first, sides = dict[str, str](), "", ""
    while not sides:
        word, rest = rest.strip().split(" ", 1)
        if word == "first":
            first, word, sides = rest.split(" ", 2)
            if word != "sides":
                raise ValueError(text)
        else:
            option, value = word.split("=")
            options[option] = value
    return Started(
        house_from({"name": name, **options}), _names(sides), None if first == "lot" else _number(first, 1, 6) - 1
    )


def _names(text: str) -> tuple[str, ...]:
    names: list[str] = []
    while text := text.strip():
        name, text = _text(text)
        names.append(name)
    return tuple(names)


def _text(text: str) -> tuple[str, str]:
    """The text between the first quotes, and what follows them."""
    found, end = json.JSONDecoder().raw_decode(text)
    if not isinstance(found, str):
        raise ValueError(text)
    return found, text[end:]


def _corrected(text: str) -> Corrected:
    head, plays = text.split(":", 1)
    match head.split():
        case ["correct", at]:
            anyway = False
        case ["correct", at, "anyway"]:
            anyway = True
        case _:
            raise ValueError(text)
    told = [_parsed(play) for play in plays.split(";") if play.strip()]
    return Corrected(_number(at, 1, 9999), tuple(_play(event) for event in told), anyway)


def _play(event: Event) -> Play:
    if not isinstance(event, Thrown | Flipped | Written | Won):
        raise ValueError(line(event))
    return event
