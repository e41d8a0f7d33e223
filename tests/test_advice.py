"""The best play: exact totals any correct program meets, and the same values worked out slowly from the choices."""

import random
from dataclasses import replace
from itertools import combinations_with_replacement
from math import isclose

import numpy as np
import pytest

from table.advice import Keep, advise, chance_of, expected_total, points_of, win_chance
from table.card import Box, Card, Entry, Sign
from table.choices import choices
from table.dice import FACES, THROWS
from table.events import Flip, Irregular, Voided, Write
from table.house import DormidaOn, House, SecondFlip
from table.houses import COCHABAMBA, HOUSES, TRES_TIROS, single_changes
from table.ledger import Chance, Place, Points, Purse
from table.result import Result
from table.solving import KEEPS, Solver, ways
from table.state import Phase, Side, State

HOUSES_CHANGED = single_changes()
ROLLS = [list(combinations_with_replacement(FACES, count)) for count in range(6)]
FROM_RULES = {
    "straights=two": 202.1187,
    "second_flip=none": 167.0572,
    "first_flip=optional": 208.9775,
    "mano_after_flip=yes": 208.3424,
    "waiver=any_combo": 208.9773,
    "crossing=free": 206.7572,
}


def test_the_default_house_gives_the_expected_total_of_the_rules_to_six_decimals() -> None:
    """One card under the default rules, no early end, over 1,536 cards at the start of a turn."""
    assert f"{expected_total(COCHABAMBA):.6f}" == "206.733470"
    assert len(points_of(COCHABAMBA).ledger.places) == 1536


@pytest.mark.parametrize("name", FROM_RULES)
def test_each_single_change_gives_the_expected_total_of_the_rules_to_four_decimals(name: str) -> None:
    """These totals fix what the options mean where the rules leave it open."""
    assert f"{expected_total(HOUSES_CHANGED[name]):.4f}" == f"{FROM_RULES[name]:.4f}"


def test_the_best_chance_of_winning_at_once_is_that_of_the_rules() -> None:
    """Dormida, panza or chicas within eleven turns of one's own, over 9,525 cards."""
    assert f"{win_chance(COCHABAMBA):.6f}" == "0.063627"
    assert len(chance_of(COCHABAMBA).ledger.places) == 9525


def slowly(state: State, solver: Solver, place: Place, won: float | None) -> float:
    """What a result is worth when no throw follows, from the choices of the table one by one."""
    now = choices(state)
    assert state.result
    if now.dormida:
        assert won is not None
        return won
    found = [solver.gain(place, (choice.box, choice.entry)) for choice in now.boxes]
    found += [slowly(replace(state, result=state.result.flipped(faces)), solver, place, won) for faces in now.turnings]
    return max(found)


def some_place(solver: Solver, chance: random.Random) -> tuple[Place, Card]:
    """A place that has some boxes open, and a card that stands there."""
    while True:
        card = Card()
        for box in (*Box, Box.GRANDE):
            if chance.random() < 0.6 and box in card.open_boxes(solver.house.grandes):
                card = card.plus(box, Entry(0, Sign.CROSS))
        if card.open_boxes(solver.house.grandes):
            return solver.ledger.purse.place(card), card


WINS = ["cochabamba", "tres-tiros", "panza_grandes=2", "panza_grandes=0", "chicas_exact=yes", "dormida_on=first_only"]


@pytest.mark.parametrize(
    ("name", "purse"), [*((name, Points) for name in (*HOUSES, *HOUSES_CHANGED)), *((name, Chance) for name in WINS)]
)
def test_the_solver_chooses_from_exactly_what_the_table_offers(name: str, purse: type[Purse]) -> None:
    """With any values of the cards to come, each keep is worth the mean of the best choices after its throws."""
    chance = random.Random(name)
    house = replace({**HOUSES, **HOUSES_CHANGED}[name], pairs=False)
    if purse is Points:
        house = replace(house, dormida=False, dormida_on=DormidaOn.ANY_ALL_FIVE)
    solver = Solver(house, purse(house))
    size = len(solver.values)
    solver.values = np.append(np.random.default_rng(size).random(size - 1) * (20 if purse is Points else 1), 0.0)
    for _ in range(
        6 if house.second_flip is SecondFlip.ONLY_IF_BETTER else 1
    ):  # its way to judge flips is the solver's
        check_turn(solver, *some_place(solver, chance), chance)


def check_turn(solver: Solver, place: Place, card: Card, chance: random.Random) -> None:
    """Compare a turn at one place with the choices of the table, one throw after the other."""
    house = solver.house
    turn = solver.turn([place])
    state = State(house=house, phase=Phase.PLAYING, sides=(Side("A", card),))
    for kept in ((), chance.choice(KEEPS[1:])):
        mean = 0.0
        for fell in ROLLS[5 - len(kept)]:
            result = Result((*kept, *fell), house.throws, 5 - len(kept))
            share = ways(fell) / 6 ** len(fell)
            mean += share * slowly(replace(state, result=result), solver, place, 1.0)
        assert isclose(turn.keeps[-1][0, KEEPS.index(kept)], mean), kept
    for dice in chance.sample(THROWS, 25):
        lying = replace(state, result=Result(dice))
        now = choices(lying)
        best = [solver.gain(place, (choice.box, choice.entry)) for choice in now.boxes]
        best += [
            turn.keeps[0][0, number]
            for number, kept in enumerate(KEEPS)
            if 5 - len(kept) in now.throws and all(kept.count(face) <= dice.count(face) for face in kept)
        ]
        assert isclose(turn.first[0, THROWS.index(dice)], 1.0 if now.dormida else max(best)), dice


def playing(result: Result | None, card: Card = Card(), house: House = COCHABAMBA) -> State:  # noqa: B008
    """One side in the middle of a turn."""
    return State(house=house, phase=Phase.PLAYING, sides=(Side("A", card),), result=result)


def test_advice_lists_every_alternative_best_first() -> None:
    """After the first throw: each keep and each box; with an empty card even a póquer de mano is thrown on."""
    state = playing(Result((4, 4, 4, 4, 1)))
    told = advise(state)
    assert [known.value for known in told] == sorted((known.value for known in told), reverse=True)
    assert {known.what for known in told if isinstance(known.what, Write)} == set(choices(state).endings)
    keeps = {known.what.faces for known in told if isinstance(known.what, Keep)}
    assert len(keeps) == 9  # none to four fours, each with the one or without, less all five
    assert told[0].what == Keep((4, 4, 4, 4))
    assert told[1].what == Write(Box.POKER)


def test_advice_after_the_last_throw_names_flips_and_then_boxes() -> None:
    """The last die of five is turned, and the grande written."""
    state = playing(Result((2, 2, 2, 2, 5), 2, 1))
    best = advise(state)[0]
    assert best.what == Flip((5,))
    turned = advise(replace(state, result=Result((2, 2, 2, 2, 5), 2, 1, (5,))))[0]
    assert turned.what == Write(Box.GRANDE)
    assert turned.value == best.value


def test_advice_counts_what_is_left_of_a_third_throw() -> None:
    """In three throws a keep is worth more before the second than before the third, and flips may wait."""
    before = {known.what: known.value for known in advise(playing(Result((1, 1, 2, 3, 6)), house=TRES_TIROS))}
    later = {known.what: known.value for known in advise(playing(Result((1, 1, 2, 3, 6), 2, 5), house=TRES_TIROS))}
    assert before[Keep((1, 1))] > later[Keep((1, 1))]


@pytest.mark.parametrize(
    "state",
    [
        State(),
        playing(None),
        playing(Result((3, 3, 3, 3, 3))),
        replace(playing(Result((3, 3, 3, 3, 1))), void=Voided(Irregular.COCKED, 2)),
    ],
)
def test_there_is_no_advice_where_there_is_nothing_to_choose(state: State) -> None:
    """Before a throw, on a dormida, and while a void throw is made again."""
    assert advise(state) == ()
