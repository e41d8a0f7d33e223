"""Every house, enumerated: every throw against a second, independent statement of the rules."""

import json
from itertools import permutations, product
from pathlib import Path

import pytest
import referee

from table.card import Box, Card, Entry, Sign
from table.dice import THROWS, turned
from table.houses import COCHABAMBA, HOUSES, single_changes, spelled
from table.judgement import judge
from table.judging import answer
from table.meanings import MEANINGS
from table.result import Result
from table.rules import after_flips, crosses, flip_due, forget, terms, writes
from table.wins import win_by_writing
from table.worth import is_dormida

EXAMPLES = json.loads((Path(__file__).parent / "golden" / "examples.json").read_text())
BOXES = tuple(Box)
OURS = {**HOUSES, **single_changes()}
# Classes of opposite faces, as the formulae of the rules' section 8 use them.
A, B, C = {1, 6}, {2, 5}, {3, 4}


@pytest.mark.parametrize("hand", EXAMPLES, ids=lambda hand: f"hand-{hand['id']}")
def test_worked_hand(hand: dict[str, object]) -> None:
    """Every worked hand of the rules gives exactly its boxes and values; 0 stands for a cross."""
    said = answer({key: hand[key] for key in ("dice", "throw", "rerolled", "open")})
    if hand.get("result") == "dormida_win":
        assert (said["win"], said["writes"], said["crosses"]) == ("dormida", {}, [])
        return
    legal = {box: set(values) for box, values in said["writes"].items()}
    for box in said["crosses"]:
        legal.setdefault(box, set()).add(0)
    assert said["win"] is None
    assert legal == {box: set(values) for box, values in hand["legal"].items()}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", referee.HOUSES)
def test_every_throw_and_box_is_judged_as_the_rules_stated_twice_say(name: str) -> None:
    """All 252 throws, every box alone and all together, in each named house and with each option changed alone.

    Of few dice from the cup the named houses try every number; that they are fewer than five is all that counts.
    """
    house, stated = OURS[name], referee.HOUSES[name]
    cups = (1, 2, 3, 4, 5) if name in HOUSES else (1, 5)
    rounds = [(1, 5), *((throw, cup) for throw in range(2, house.throws + 1) for cup in cups)]
    several = (*([box] for box in referee.BOXES), referee.BOXES)
    for dice, (throw, cup), boxes in product(THROWS, rounds, several):  # one result at a time: what it allows is kept
        said = judge(house, Card(), map(Box, boxes), Result(dice, throw, cup))
        writes = {box.value: set(values) for box, values in said.writes.items()}
        told = (writes, set(said.crosses), said.again, said.flip_due, said.win)
        assert told == referee.referee(stated, dice, throw, cup, boxes), (boxes, dice, throw, cup)


def test_the_options_are_those_of_the_rules_each_with_its_default_first() -> None:
    """The second statement and the house name the same options, values and houses."""
    assert set(OURS) == set(referee.HOUSES)
    for name, house in OURS.items():
        assert {option: spelled(house, option) for option in MEANINGS} == referee.HOUSES[name]
    assert {option: list(words)[1:] for option, words in MEANINGS.items()} == referee.OTHERS


def test_counts_that_any_correct_program_meets() -> None:
    """252 throws, 756 results of one flip, 1,158 of two, and 150 throws that a double flip leaves as they were."""
    ends = {dice: list(after_flips(COCHABAMBA, BOXES, Result(dice, 2, 2))) for dice in THROWS}
    by_flips = {
        count: sum(len({tuple(sorted(r.dice)) for r in found if len(r.flips) == count}) for found in ends.values())
        for count in (1, 2)
    }
    back = sum(any(len(r.flips) == 2 and tuple(sorted(r.dice)) == dice for r in found) for dice, found in ends.items())
    assert (len(THROWS), by_flips[1], by_flips[2], back) == (252, 756, 1158, 150)


def test_what_the_flips_reach_follows_from_the_classes_of_opposite_faces() -> None:
    """Section 8's formulae, which speak of classes only, agree for every throw of fewer than five dice."""
    for dice in THROWS:
        a, b, c = (sum(face in group for face in dice) for group in (A, B, C))
        said = judge(COCHABAMBA, Card(), BOXES, Result(dice, 2, 3)).writes
        sizes = sorted(size for size in (a, b, c) if size)
        assert (Box.POKER in said) == (max(a, b, c) >= 4), dice
        assert (Box.FULL in said) == (sizes in ([2, 3], [5])), dice
        one_class = sizes == [5] and len(set(dice)) == 2
        assert (Box.GRANDE in said) == one_class, dice
        needed = sum(len(set(dice) & group) == 1 for group in (A, C)) + (2 in dice)
        straight = c == 2 and ((a, b) == (1, 2) or ((a, b) == (2, 1) and needed < 3))
        assert (Box.ESCALERA in said) == straight, dice
        for face, box in enumerate(list(Box)[:6], start=1):
            own, other = dice.count(face), dice.count(7 - face)
            most = face * (4 if own == 5 else own + min(other, 2))
            assert max(said.get(box, (0,))) <= most, dice


@pytest.mark.parametrize(("open_boxes", "due"), [((Box.POKER,), False), ((Box.BALAS,), True), ((), True)])
def test_the_flip_is_waived_only_for_the_combination_itself(open_boxes: tuple[Box, ...], due: bool) -> None:
    """A póquer of all five may be written unflipped in its own open box; for any other box the flip is due."""
    result = Result((4, 4, 4, 4, 1), 2, 5)
    assert flip_due(COCHABAMBA, open_boxes, result) is due
    assert flip_due(COCHABAMBA, open_boxes, Result((4, 4, 4, 4, 1), 2, 4)) is True


def test_a_dormida_needs_all_five_from_the_cup_unturned() -> None:
    """Five equal win at once on either throw of all five; after a kept die or a flip they are a grande."""
    assert is_dormida(COCHABAMBA, Result((2,) * 5))
    assert is_dormida(COCHABAMBA, Result((2,) * 5, 2, 5))
    assert not is_dormida(COCHABAMBA, Result((2,) * 5, 2, 4))
    assert not is_dormida(COCHABAMBA, Result((2, 2, 2, 2, 5), 2, 5, (5,)))
    assert writes(COCHABAMBA, [Box.GRANDE], Result((2, 2, 2, 2, 5), 2, 5, (5,))) == {Box.GRANDE: Entry(50, Sign.GRANDE)}


MANO = {Box.ESCALERA: (25, Sign.MANO), Box.FULL: (35, Sign.MANO), Box.POKER: (45, Sign.MANO)}
FOURS = {box: (4 * (i + 1), Sign.NUMBER) for i, box in enumerate(BOXES[:6])}
GRANDE = (50, Sign.GRANDE)
CROSS = (0, Sign.CROSS)


def card(*written: tuple[Box, tuple[int, Sign]]) -> Card:
    """A card with these boxes."""
    return Card(tuple((box, Entry(*entry)) for box, entry in written))


def test_panza_and_chicas_are_won_whichever_box_completes_them() -> None:
    """In every order of writing, the win comes with the last of the boxes and with none before."""
    for how, boxes in (("panza", MANO), ("chicas", FOURS)):
        parts = [*boxes.items(), (Box.GRANDE, GRANDE)]
        for last in range(len(parts)):
            rest = [part for i, part in enumerate(parts) if i != last]
            assert win_by_writing(COCHABAMBA, card(*rest)) is None
            assert win_by_writing(COCHABAMBA, card(*rest, parts[last])) == how


@pytest.mark.parametrize("spoiler", [(Box.FULL, (30, Sign.HUEVO)), (Box.FULL, CROSS)])
def test_a_huevo_or_a_cross_in_the_centre_spoils_the_panza(spoiler: tuple[Box, tuple[int, Sign]]) -> None:
    """All three of the centre must be de mano."""
    rest = [part for part in MANO.items() if part[0] is not spoiler[0]]
    assert win_by_writing(COCHABAMBA, card(*rest, spoiler, (Box.GRANDE, GRANDE))) is None


def test_a_crossed_grande_does_not_spoil_a_win_if_the_other_is_scored() -> None:
    """One grande is enough, and without any there is no win."""
    for order in permutations([(Box.GRANDE, GRANDE), (Box.GRANDE, CROSS)]):
        assert win_by_writing(COCHABAMBA, card(*MANO.items(), *order)) == "panza"
    assert win_by_writing(COCHABAMBA, card(*MANO.items(), (Box.GRANDE, CROSS), (Box.GRANDE, CROSS))) is None


FIVES = {Box.SENAS: (30, Sign.NUMBER)}
CENTRES = {
    "mano": MANO,
    "huevo": {**MANO, Box.FULL: (30, Sign.HUEVO)},
    "crossed": {**MANO, Box.POKER: CROSS},
    "open": {Box.ESCALERA: MANO[Box.ESCALERA], Box.FULL: MANO[Box.FULL]},
}
LEFTS = {
    "four": FOURS,
    "five": {**FOURS, **FIVES},
    "three": {**FOURS, Box.TONTOS: (6, Sign.NUMBER)},
    "open": dict(list(FOURS.items())[1:]),
}


@pytest.mark.parametrize("name", referee.HOUSES)
def test_who_has_won_by_writing_is_as_the_rules_stated_twice_say(name: str) -> None:
    """Every kind of centre, of numbers and of grandes together, in each house."""
    stated = referee.HOUSES[name]
    for (centre, middle), (numbers, left), had in product(CENTRES.items(), LEFTS.items(), (0, 1, 2)):
        grandes = [(Box.GRANDE, GRANDE if number < had else CROSS) for number in range(2)]
        panza = centre == "mano" and had >= int(stated["panza_grandes"])
        enough = numbers == "four" or (numbers == "five" and stated["chicas_exact"] == "no")
        chicas = enough and had >= int(stated["chicas_grandes"])
        won = win_by_writing(OURS[name], card(*middle.items(), *left.items(), *grandes))
        assert won == ("panza" if panza else "chicas" if chicas else None), (centre, numbers, had)


def test_judge_names_the_box_that_would_win() -> None:
    """With the centre de mano but for full, and a grande, a full from the cup wins the match; a huevo does not."""
    said = {"escalera": [25, "mano"], "poker": [45, "mano"], "grande": [[50, "grande"]]}
    question = {"dice": [2, 2, 3, 3, 3], "throw": 1, "rerolled": 5, "open": ["full"], "card": said}
    assert answer(question)["wins"] == {"full": "panza"}
    assert answer({**question, "throw": 2, "rerolled": 2})["wins"] == {}


def test_a_cross_needs_a_flip_first() -> None:
    """Before the flip nothing can be crossed, even when no box scores as the dice lie."""
    assert crosses(COCHABAMBA, [Box.SENAS], Result((1, 2, 3, 4, 4), 2, 2)) == ()
    assert crosses(COCHABAMBA, [Box.SENAS], Result((1, 2, 3, 4, 4), 2, 2, (4,))) == (Box.SENAS,)


def test_a_die_that_does_not_lie_there_is_not_turned() -> None:
    """No die is turned twice, and none that shows another face."""
    with pytest.raises(ValueError, match="no die showing 6 left"):
        turned((1, 2, 3, 4, 5), (1, 6))


def test_what_was_forgotten_is_worked_out_again_the_same() -> None:
    """A table forgets at the end of each match, and no answer changes by it."""
    result = Result((4, 4, 4, 4, 1), 2, 5)
    before = terms(COCHABAMBA, result)
    forget()
    again = terms(COCHABAMBA, result)
    assert again == before
    assert again is not before
