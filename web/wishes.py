"""What a phone asks for, as wishes of the table. Knows JSON; not whether a wish can be had."""

from dataclasses import dataclass
from typing import Any

from table.card import box_named
from table.events import (
    Cast,
    ClaimDormida,
    Concede,
    Correct,
    Flip,
    Flipped,
    GiveUpMatch,
    Irregular,
    LeaveSobre,
    Pass,
    Play,
    Starter,
    StartMatch,
    TakeBack,
    Throw,
    Thrown,
    VoidThrow,
    Wish,
    Won,
    Write,
    Written,
)
from table.glance import Button
from table.houses import house_from
from table.notation import parse

LONGEST_KEY = 80
PLAIN: dict[str, Wish] = {
    "sobre": LeaveSobre(),
    "pass": Pass(),
    "dormida": ClaimDormida(),
    "take_back": TakeBack(),
    "give_up": GiveUpMatch(),
}
"""Wishes that need no more words than their name."""
DOES = ("press", "write", "start", "throw", "flip", "void", "cast", "concede", "correct", *PLAIN)
"""All that a tap may ask for, and those that say more first."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap on one phone. version: what the phone showed.  key: its own, so that a repeated tap counts once."""

    wish: Wish | Button
    version: int
    key: str


def tap(body: object) -> Tap:
    """The tap a request's body asks for; a ValueError whose text says what is wrong with it.

    >>> tap({"wish": {"do": "write", "box": "full"}, "version": 3, "key": "a1"}).wish
    Write(box=<Box.FULL: 'full'>, cross=False)
    """
    whole = _object(body, "The body")
    key = whole.get("key")
    if not isinstance(key, str) or not 0 < len(key) <= LONGEST_KEY:
        raise ValueError(f"key must be a text of 1 to {LONGEST_KEY} characters, a new one for every tap.")
    return Tap(_wish(_object(whole.get("wish"), "wish")), _whole(whole, "version"), key)


def _wish(asked: dict[str, Any]) -> Wish | Button:
    match asked.get("do"):
        case "press":
            names = ", ".join(Button)
            if asked.get("button") not in list(Button):
                raise ValueError(f"button must be one of {names}.")
            return Button(asked["button"])
        case "write":
            return Write(box_named(str(asked.get("box"))), _yes(asked, "cross"), _yes(asked, "sobre"))
        case "start":
            house = asked.get("house")
            return StartMatch(_names(asked), None if house is None else house_from(house), _first(asked))
        case "throw":
            return Throw(_faces(asked, "dice"), _whole(asked, "rerolled", 5))
        case "flip":
            return Flip(_faces(asked, "faces"))
        case "void":
            return VoidThrow(_why(asked), _whole(asked, "rerolled", 5), _faces(asked, "standing", []))
        case "cast":
            return Cast(_whole(asked, "face"))
        case "concede":
            return Concede(_whole(asked, "side"))
        case "correct":
            return Correct(_whole(asked, "at"), _plays(asked), _yes(asked, "anyway"))
        case str(do) if do in PLAIN:
            return PLAIN[do]
        case _:
            raise ValueError(f"do must be one of {', '.join(DOES)}.")


def tray_command(body: object) -> dict[str, Any]:
    """A command for a simulated tray, checked: throw (cup: places or null for all), turn (die: its place), clear.

    >>> tray_command({"do": "turn", "die": [120, 80]})
    {'do': 'turn', 'die': [120.0, 80.0]}
    """
    asked = _object(body, "The body")
    match asked.get("do"):
        case "throw":
            cup = asked.get("cup")
            if cup is not None and (not isinstance(cup, list) or not 1 <= len(cup) <= 5):
                raise ValueError("cup must be null for all dice, or one to five places [x, y].")
            return {"do": "throw", "cup": None if cup is None else [_place(place) for place in cup]}
        case "turn":
            return {"do": "turn", "die": _place(asked.get("die"))}
        case "clear":
            return {"do": "clear"}
        case _:
            raise ValueError("do must be one of throw, turn, clear.")


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name} must be a JSON object.")
    return value


def _whole(asked: dict[str, Any], key: str, default: int | None = None) -> int:
    value = asked.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise ValueError(f"{key} must be a whole number.")
    return value


def _first(asked: dict[str, Any]) -> int | Starter:
    return Starter(asked["first"]) if asked.get("first") in list(Starter) else _whole(asked, "first", 0)


def _yes(asked: dict[str, Any], key: str) -> bool:
    value = asked.get(key, False)
    if not isinstance(value, bool):
        raise ValueError(f"{key} must be true or false.")
    return value


def _names(asked: dict[str, Any]) -> tuple[str, ...]:
    sides = asked.get("sides")
    if not isinstance(sides, list) or not all(isinstance(name, str) for name in sides):
        raise ValueError("sides must be a list of names.")
    return tuple(sides)


def _why(asked: dict[str, Any]) -> Irregular:
    if asked.get("why") not in list(Irregular):
        raise ValueError(f"why must be one of {', '.join(Irregular)}.")
    return Irregular(asked["why"])


def _plays(asked: dict[str, Any]) -> tuple[Play, ...]:
    """Plays as lines of a match, as in `3 3 3 5 2 huevo 2`."""
    lines = asked.get("plays")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise ValueError("plays must be a list of lines of a match.")
    plays = tuple(parse(line) for line in lines)
    good = tuple(play for play in plays if isinstance(play, Thrown | Flipped | Written | Won))
    if good != plays:
        raise ValueError("plays can only be throws, flips, boxes or a dormida.")
    return good


def _faces(asked: dict[str, Any], key: str, default: list[int] | None = None) -> tuple[int, ...]:
    faces = asked.get(key, default)
    if not isinstance(faces, list) or not all(type(face) is int for face in faces):
        raise ValueError(f"{key} must be a list of faces from 1 to 6.")
    return tuple(faces)


def _place(value: object) -> list[float]:
    numbers = [n for n in value if type(n) in (int, float)] if isinstance(value, list) else []
    if len(numbers) != 2 or not all(0 <= n < 100_000 for n in numbers):
        raise ValueError("A place is [x, y] in pixels of the picture.")
    return [float(n) for n in numbers]
