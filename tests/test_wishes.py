"""What a phone may ask for, and how a body that asks wrongly is answered. Knows no server and no table."""

from typing import get_args

import pytest

from table.card import Box
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
    Starter,
    StartMatch,
    TakeBack,
    Throw,
    Thrown,
    VoidThrow,
    Wish,
    Write,
)
from table.glance import Button
from table.house import House
from table.houses import FAMILIA
from web.wishes import DOES, Tap, tap, tray_command


@pytest.mark.parametrize(
    ("asked", "wish"),
    [
        ({"do": "press", "button": "confirm"}, Button.CONFIRM),
        ({"do": "press", "button": "back"}, Button.BACK),
        ({"do": "write", "box": "poker"}, Write(Box.POKER)),
        ({"do": "write", "box": "grande", "cross": True}, Write(Box.GRANDE, cross=True)),
        ({"do": "start", "sides": ["Ana", "Beto"], "first": 1}, StartMatch(("Ana", "Beto"), None, 1)),
        (
            {"do": "start", "sides": ["Ana"], "house": "familia", "first": "loser"},
            StartMatch(("Ana",), FAMILIA, Starter.LOSER),
        ),
        (
            {"do": "start", "sides": ["Ana"], "house": {"name": "x", "throws": 3}},
            StartMatch(("Ana",), House("x", throws=3)),
        ),
        ({"do": "throw", "dice": [1, 2, 3, 4, 5]}, Throw((1, 2, 3, 4, 5), 5)),
        ({"do": "throw", "dice": [1, 2, 3, 4, 5], "rerolled": 2}, Throw((1, 2, 3, 4, 5), 2)),
        ({"do": "flip", "faces": [4, 4]}, Flip((4, 4))),
        ({"do": "give_up"}, GiveUpMatch()),
        ({"do": "write", "box": "full", "sobre": True}, Write(Box.FULL, sobre=True)),
        ({"do": "sobre"}, LeaveSobre()),
        ({"do": "pass"}, Pass()),
        ({"do": "dormida"}, ClaimDormida()),
        ({"do": "take_back"}, TakeBack()),
        ({"do": "cast", "face": 4}, Cast(4)),
        ({"do": "concede", "side": 1}, Concede(1)),
        ({"do": "void", "why": "off", "rerolled": 3, "standing": [2, 5]}, VoidThrow(Irregular.OFF, 3, (2, 5))),
        (
            {"do": "correct", "at": 7, "plays": ["3 3 3 5 2 mano", "flip 4>3"], "anyway": True},
            Correct(7, (Thrown((3, 3, 3, 5, 2), 5), Flipped((4,))), anyway=True),
        ),
    ],
)
def test_a_tap_asks_for_one_wish(asked: dict[str, object], wish: Wish | Button) -> None:
    """Every wish of the page becomes exactly one wish of the table."""
    assert tap({"wish": asked, "version": 7, "key": "k"}) == Tap(wish, 7, "k")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (None, "JSON object"),
        ([], "JSON object"),
        ({"version": 1, "key": "k"}, "wish"),
        ({"wish": {"do": "give_up"}, "version": 1}, "key"),
        ({"wish": {"do": "give_up"}, "version": 1, "key": "k" * 81}, "key"),
        ({"wish": {"do": "give_up"}, "version": True, "key": "k"}, "version"),
        ({"wish": {"do": "give_up"}, "version": -1, "key": "k"}, "version"),
        ({"wish": {"do": "give_up"}, "version": 2**60, "key": "k"}, "version"),
        ({"wish": {"do": "cheat"}, "version": 1, "key": "k"}, "press, write"),
        ({"wish": {"do": "press", "button": "red"}, "version": 1, "key": "k"}, "confirm, next, back"),
        ({"wish": {"do": "press", "button": ["back"]}, "version": 1, "key": "k"}, "confirm, next, back"),
        ({"wish": {"do": "write", "box": "yahtzee"}, "version": 1, "key": "k"}, "yahtzee"),
        ({"wish": {"do": "write", "box": "full", "cross": "yes"}, "version": 1, "key": "k"}, "cross"),
        ({"wish": {"do": "start", "sides": "Ana"}, "version": 1, "key": "k"}, "sides"),
        ({"wish": {"do": "start", "sides": [1]}, "version": 1, "key": "k"}, "sides"),
        ({"wish": {"do": "start", "sides": ["Ana"], "house": 3}, "version": 1, "key": "k"}, "house"),
        (
            {"wish": {"do": "start", "sides": ["A"], "house": "famila"}, "version": 1, "key": "k"},
            "Did you mean familia",
        ),
        ({"wish": {"do": "throw", "dice": [1, 2, 3.5, 4, 5]}, "version": 1, "key": "k"}, "dice"),
        ({"wish": {"do": "throw", "dice": [1, 2, True, 4, 5]}, "version": 1, "key": "k"}, "dice"),
        ({"wish": {"do": "flip"}, "version": 1, "key": "k"}, "faces"),
        ({"wish": {"do": ["flip"]}, "version": 1, "key": "k"}, "press, write"),
        ({"wish": {"do": "void", "why": "late"}, "version": 1, "key": "k"}, "cocked, stacked"),
        ({"wish": {"do": "correct", "at": 1, "plays": ["sobre"]}, "version": 1, "key": "k"}, "throws, flips"),
        ({"wish": {"do": "correct", "at": 1, "plays": ["7 7"]}, "version": 1, "key": "k"}, "Not a line"),
        ({"wish": {"do": "correct", "at": 1, "plays": "sobre"}, "version": 1, "key": "k"}, "list of lines"),
    ],
)
def test_a_body_that_asks_wrongly_is_told_what_is_wrong(body: object, says: str) -> None:
    """The sentence names the field that is wrong."""
    with pytest.raises(ValueError, match=says):
        tap(body)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "shake"},
        {"do": "throw", "cup": []},
        {"do": "throw", "cup": [[1, 2]] * 6},
        {"do": "throw", "cup": [[1]]},
        {"do": "throw", "cup": [[1, True]]},
        {"do": "turn"},
        {"do": "turn", "die": [float("nan"), 2]},
        {"do": "turn", "die": [1, 2, 3]},
    ],
)
def test_the_simulated_tray_takes_only_what_a_hand_could_do(body: object) -> None:
    """A throw of one to five dice that lie somewhere, a turn of one, or clearing the tray."""
    with pytest.raises(ValueError, match=r"must|place"):
        tray_command(body)


def test_a_throw_of_the_whole_tray_names_no_dice() -> None:
    """Without places, all dice go into the cup."""
    assert tray_command({"do": "throw", "cup": None}) == {"do": "throw", "cup": None}


def test_every_wish_of_the_table_can_be_asked_for() -> None:
    """A wish that no tap reaches could only be had with a keyboard on the table itself."""
    examples = {
        "press": {"button": "next"}, "write": {"box": "full"}, "start": {"sides": ["Ana"]},
        "throw": {"dice": [1, 2, 3, 4, 5]}, "flip": {"faces": [1]}, "void": {"why": "off"}, "cast": {"face": 1},
        "concede": {"side": 0}, "correct": {"at": 1, "plays": []},
    }  # fmt: skip
    asked = {type(tap({"wish": {"do": do, **examples.get(do, {})}, "version": 1, "key": "k"}).wish) for do in DOES}
    assert asked >= set(get_args(Wish))
