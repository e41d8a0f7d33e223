"""What people have achieved at this table, by name. Pure; knows finished matches, no page."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from table.state import Phase, State


@dataclass(frozen=True, slots=True)
class Record:
    """One name's. best: the highest card it finished.  in_match: number of the match that was in."""

    name: str
    matches: int = 0
    won: int = 0
    best: int = 0
    in_match: int = 0
    dormida: int = 0
    panza: int = 0
    chicas: int = 0


def records(matches: Iterable[tuple[int, State]]) -> list[Record]:
    """Every name's record over these matches, by number, the highest card first. Only matches played out count.

    Names that differ in capitals only are one, spelled as last written.
    """
    found: dict[str, Record] = {}
    for number, state in matches:
        if state.phase is not Phase.OVER:
            continue
        wins = dict(state.wins)
        for index, side in enumerate(state.sides):
            key, total = side.name.casefold(), side.card.total
            old = found.get(key, Record(side.name))
            best, in_match = max((old.best, old.in_match), (total, number), key=lambda pair: pair[0])
            how = wins.get(index)
            found[key] = replace(
                old,
                name=side.name,
                matches=old.matches + 1,
                won=old.won + (index in state.winners),
                best=best,
                in_match=in_match or number,
                dormida=old.dormida + (how == "dormida"),
                panza=old.panza + (how == "panza"),
                chicas=old.chicas + (how == "chicas"),
            )
    return sorted(found.values(), key=lambda record: (-record.best, -record.won, record.name))
