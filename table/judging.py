"""`judge` as programs ask it: a question as JSON in, an answer as JSON out. Knows the format, not the rules."""

from collections.abc import Mapping
from typing import Any

from table.card import Box, Card, Entry, Sign, box_named
from table.dice import five, opposite, turned
from table.house import House
from table.houses import house_from
from table.judgement import Judgement, judge
from table.nearest import did_you_mean
from table.result import Result

KEYS = ("dice", "throw", "rerolled", "open", "house", "flipped", "card")


def answer(question: Any) -> dict[str, Any]:
    """The judgement of one question, both as CONTRACTS of `judge --json`; ValueError with a sentence when it is bad."""
    if not isinstance(question, dict):
        raise ValueError('A question is one JSON object, like {"dice": [2, 2, 3, 3, 3], "throw": 2, "rerolled": 2}.')
    for key in question:
        if key not in KEYS:
            raise ValueError(f"There is nothing called {key!r} in a question. {did_you_mean(str(key), KEYS)}")
    house = _house(question.get("house") or "cochabamba")
    card = _card(question.get("card") or {}, house)
    boxes = _open(question.get("open"), card, house)
    flipped = _faces(question.get("flipped"))
    result = _result(question, house, flipped)
    return as_json(judge(house, card, boxes, result, more_flips=flipped is None))


def as_json(said: Judgement) -> dict[str, Any]:
    """A judgement as it is printed."""
    return {
        "writes": {box.value: list(values) for box, values in said.writes.items()},
        "crosses": [box.value for box in said.crosses],
        "again": said.again,
        "flip_due": said.flip_due,
        "win": said.win,
        "wins": {box.value: how for box, how in said.wins.items()},
    }


def _house(given: Any) -> House:
    if not isinstance(given, str | dict):
        raise ValueError(f'A house is given by its name, or as {{"name": …, option: value}}, not {given!r}.')
    return house_from(given)


def _result(question: Mapping[str, Any], house: House, flipped: tuple[int, ...] | None) -> Result:
    dice = question.get("dice")
    if not isinstance(dice, list):
        raise ValueError("The question needs dice, a list of five faces.")
    lying = five(dice)
    throw = _whole("throw", question.get("throw", 1), 1, house.throws)
    rerolled = _whole("rerolled", question.get("rerolled", 5), 1, 5)
    if throw == 1 and rerolled != 5:
        raise ValueError(f"The first throw is all five dice, so rerolled is 5, not {rerolled}.")
    if not flipped:
        return Result(lying, throw, rerolled)
    if throw == 1:
        raise ValueError("No die is turned after the first throw, so flipped is null or [].")
    if len(flipped) > house.flips:
        raise ValueError(f"At most {house.flips} dice may be turned in this house, not {len(flipped)}.")
    try:
        fell = turned(lying, [opposite(face) for face in flipped])
    except ValueError:
        turns = ", ".join(f"{face} to {opposite(face)}" for face in flipped)
        shown = " ".join(map(str, lying))
        raise ValueError(
            f"The dice {shown} can't be what is left after turning {turns}: dice are given after the flips."
        ) from None
    return Result(fell, throw, rerolled, flipped)


def _whole(name: str, given: Any, low: int, high: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise ValueError(f"{name} is a whole number from {low} to {high}, not {given!r}.")
    return given


def _faces(given: Any) -> tuple[int, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list) or any(isinstance(f, bool) or f not in range(1, 7) for f in given):
        raise ValueError("flipped is null, or a list of the faces that were turned, as they were before.")
    return tuple(given)


def _open(given: Any, card: Card, house: House) -> tuple[Box, ...]:
    free = card.open_boxes(house.grandes)
    if given is None:
        return free
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise ValueError("open is a list of box names.")
    boxes = tuple(box_named(name) for name in given)
    for box in boxes:
        if box not in free:
            raise ValueError(f"The box {box} is given both as open and as written on the card.")
    return boxes


def _card(given: Any, house: House) -> Card:
    if not isinstance(given, dict):
        raise ValueError('card is an object, like {"escalera": [25, "mano"]}.')
    card = Card()
    for name, value in given.items():
        box = box_named(name)
        entries = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
        if len(entries) > (house.grandes if box is Box.GRANDE else 1):
            raise ValueError(f"The box {box} holds fewer entries than the {len(entries)} given.")
        for entry in entries:
            card = card.plus(box, _entry(box, entry))
    return card


def _entry(box: Box, given: Any) -> Entry:
    match given:
        case [int(points), str(sign)] if sign in tuple(Sign) and not isinstance(points, bool):
            return Entry(points, Sign(sign))
        case _:
            raise ValueError(
                f"A box of the card is [points, sign] with sign one of {', '.join(Sign)}; {box} is {given!r}."
            )


def in_words(told: Mapping[str, Any]) -> str:
    """An answer for a person, a line for each thing to know."""
    if told["win"]:
        return "Dormida: five equal from the cup win the match."
    lines = [f"{box}: {' or '.join(map(str, values))}" for box, values in told["writes"].items()]
    lines += [f"{box}: may be crossed" for box in told["crosses"]]
    lines += [f"{box} would win the match ({how})" for box, how in told["wins"].items()]
    if told["flip_due"]:
        lines.append("One die must be turned first.")
    if told["again"]:
        lines.append("Another throw is allowed.")
    return "\n".join(lines) or "Nothing can be written with these dice."
