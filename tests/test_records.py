"""What people have achieved at this table, on finished matches made by hand. Knows no page."""

from dataclasses import replace

from table.card import Box, Card, Entry, Sign
from table.state import Phase, Side, State
from web.records import Record, records


def over(*sides: tuple[str, int], wins: tuple[tuple[int, str], ...] = ()) -> State:
    """A match that ended with these totals."""
    cards = tuple(Side(name, Card(((Box.FULL, Entry(total, Sign.MANO)),))) for name, total in sides)
    return State(match=1, phase=Phase.OVER, sides=cards, wins=wins)


def test_the_highest_card_leads_and_says_in_which_match_it_was() -> None:
    """Who wins at once keeps the points that were written."""
    found = records(
        [(1, over(("Ana", 180), ("Beto", 200))), (2, over(("Ana", 150), ("Beto", 90), wins=((1, "panza"),)))]
    )
    assert found == [
        Record("Beto", matches=2, won=2, best=200, in_match=1, panza=1),
        Record("Ana", matches=2, won=0, best=180, in_match=1),
    ]


def test_a_name_is_the_same_in_capitals() -> None:
    """People type on phones that capitalise as they like."""
    found = records([(1, over(("ana", 10))), (2, over(("Ana", 20), wins=((0, "dormida"),)))])
    assert found == [Record("Ana", matches=2, won=2, best=20, in_match=2, dormida=1)]


def test_what_was_not_played_out_is_no_record() -> None:
    """Neither a match that goes on nor one given up."""
    state = over(("Ana", 300))
    assert records([(1, replace(state, phase=Phase.GIVEN_UP)), (2, replace(state, phase=Phase.PLAYING))]) == []
