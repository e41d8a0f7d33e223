"""How each side stands: its turn, whether it leads, what it can still win at once. Pure; knows no layout."""

from gettext import NullTranslations
from typing import Any

from table.card import Card
from table.house import House
from table.ledger import Chance
from table.state import Phase, State
from web.names import ON, WINS


def marks(state: State, t: NullTranslations) -> list[dict[str, Any]]:
    """Beside each side's name: whether it is its turn, whether it leads or has won, and in which words."""
    wins, leaders = dict(state.wins), state.leaders
    found = []
    for index, side in enumerate(state.sides):
        won = index in state.winners or index in wins
        leads = state.phase is Phase.PLAYING and len(state.sides) > 1 and index in leaders and side.card.total > 0
        words = ""
        if won:
            words = WINS[wins[index]] if index in wins else t.gettext("wins")
        elif side.out:
            words = t.gettext("has left")
        elif leads:
            words = t.gettext("leads")
        turn = state.phase in ON and index == state.turn
        found.append({"turn": turn, "best": leads or won, "words": words, **alive(state.house, side.card)})
    return found


def alive(house: House, card: Card) -> dict[str, bool]:
    """Whether panza de oro and chicas completas can still come to this card.

    >>> from table.houses import COCHABAMBA
    >>> alive(COCHABAMBA, Card())
    {'panza': True, 'chicas': True}
    """
    place = Chance(house).place(card)
    grandes = place.had + place.grandes
    return {
        "panza": place.panza and grandes >= house.panza_grandes,
        "chicas": place.chicas and grandes >= house.chicas_grandes,
    }
