"""Matches in the middle of something, and what may be done there: for tests of the game."""

from dataclasses import replace

from table.card import Box, Card, Entry, Sign
from table.events import Wish
from table.game import decide
from table.house import House
from table.houses import COCHABAMBA
from table.refusal import Code, Refusal
from table.result import Result
from table.state import Phase, Side, State, fold

EMPTY = Card()


def playing(
    result: Result | None = None, *cards: Card, house: House = COCHABAMBA, turn: int = 0, **more: object
) -> State:
    """A match of as many sides as cards, two if none are given, in the middle of a turn."""
    sides = tuple(Side(name, card) for name, card in zip("ABCDEF", cards or (EMPTY, EMPTY), strict=False))
    return replace(State(match=1, house=house, phase=Phase.PLAYING, sides=sides, turn=turn, result=result), **more)  # type: ignore[arg-type]


def after(state: State, *wishes: Wish) -> State:
    """The state after wishes that must all be allowed."""
    for wish in wishes:
        decided = decide(state, wish)
        assert not isinstance(decided, Refusal), (wish, decided.words)
        state = fold(decided, state)
    return state


def code(state: State, wish: Wish) -> Code:
    """Why a wish is refused."""
    decided = decide(state, wish)
    assert isinstance(decided, Refusal), decided
    assert decided.words
    return decided.code


def full_but(*boxes: Box, points: int = 1) -> Card:
    """A card on which only these boxes are open; grande counts once for each time it is named."""
    left = list(boxes)
    card = Card()
    for box in (*Box, Box.GRANDE):
        if box in left:
            left.remove(box)
        else:
            card = card.plus(box, Entry(points, Sign.NUMBER))
    return card
