"""Which event wrote which box, so that its photograph can be found. Pure; knows events and cards, no files."""

from collections.abc import Iterable, Mapping

from table.card import Box
from table.events import Event, Written
from table.state import State, evolve

Place = tuple[int, int, Box, int]
"""A box of a card: match, side, box, and which of two grandes."""


def placed(state: State, events: Iterable[Event]) -> Mapping[Place, int]:
    """The number of the event that wrote each box, for events that followed on `state`.

    >>> placed(State(), [])
    {}
    """
    found: dict[Place, int] = {}
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, Written) and before.sides:
            which = len(before.side.card[event.box])
            found[before.match, before.turn, event.box, which] = state.version
    return found
