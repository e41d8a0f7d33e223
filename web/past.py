"""Matches as they were played, read from history. Knows how to list and print them; not how they were kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from table.events import Event, Started
from table.notation import line
from table.state import State, fold
from web.facts import card


@dataclass(frozen=True, slots=True)
class Played:
    """One match: its number, what happened in it, the journal's number of the first of that, and how it stands now."""

    number: int
    events: tuple[Event, ...]
    first: int
    state: State


def played(history: Iterable[Event]) -> list[Played]:
    """Every match in a history, oldest first, numbered from 1 as the table numbers them."""
    parts: list[tuple[int, list[Event]]] = []
    for number, event in enumerate(history, start=1):
        if isinstance(event, Started):
            parts.append((number, []))
        if parts:
            parts[-1][1].append(event)
    return [Played(n, tuple(events), first, fold(events)) for n, (first, events) in enumerate(parts, start=1)]


def brief(match: Played) -> dict[str, Any]:
    """One line of a list of matches."""
    state = match.state
    return {
        "id": str(match.number),
        "house": state.house.name,
        "phase": state.phase.value,
        "won": state.won,
        "sides": [{"name": side.name, "total": side.card.total} for side in state.sides],
        "winners": [state.sides[index].name for index in state.winners],
    }


def whole(match: Played) -> dict[str, Any]:
    """A match with every card and every event as a readable line."""
    state = match.state
    cards = [
        {"name": side.name, "total": side.card.total, "boxes": card(side.card, state.house.grandes)}
        for side in state.sides
    ]
    return brief(match) | {"sides": cards, "lines": [line(event) for event in match.events]}


def text(match: Played) -> str:
    """A match as the lines that `cacho replay --check` plays again."""
    return "".join(f"{line(event)}\n" for event in match.events)


def rows(match: Played) -> str:
    """A match as CSV, one event a row. Every line begins with a word or a face, so none is taken for a formula."""
    return "number,event\r\n" + "".join(
        f"{number},{_cell(line(event))}\r\n" for number, event in enumerate(match.events, start=1)
    )


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
