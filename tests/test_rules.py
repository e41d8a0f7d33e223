"""The default house, enumerated: every throw against a second, independent statement of the rules."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest

from table.card import Box, Card, Entry, Sign
from table.dice import THROWS, Dice
from table.house import COCHABAMBA
from table.judging import answer
from table.rules import Result, after_flips, crosses, flip_due, is_dormida, judge, win_by_writing, writes

EXAMPLES = json.loads((Path(__file__).parent / "golden" / "examples.json").read_text())
BOXES = tuple(Box)
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


def flipped_once_or_twice(dice: Dice) -> Iterator[Dice]:
    """Every result of turning one die, or two different dice, by trying every pair of places."""
    for i, j in product(range(5), repeat=2):
        yield tuple(7 - face if k in (i, j) else face for k, face in enumerate(dice))


def stated(box: Box, dice: Dice, *, mano: bool) -> int:
    """Points of a box, stated anew from section 4 without the code under test."""
    counts = Counter(dice)
    shape = tuple(sorted(counts.values()))
    if box is Box.ESCALERA:
        runs = [{1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}, {1, 3, 4, 5, 6}]
        return (25 if mano else 20) if set(dice) in runs else 0
    if box is Box.FULL:
        return (35 if mano else 30) if shape == (2, 3) else 0
    if box is Box.POKER:
        return (45 if mano else 40) if max(shape) >= 4 else 0
    if box is Box.GRANDE:
        return 50 if shape == (5,) else 0
    face = 1 + ["balas", "tontos", "trenes", "cuadras", "quinas", "senas"].index(box.value)
    return face * counts[face]


@pytest.mark.parametrize("rerolled", [1, 2, 3, 4, 5])
def test_after_the_last_throw_every_value_is_one_that_some_flip_reaches(rerolled: int) -> None:
    """For all 252 throws: one flip is due and a second allowed; five-dice combinations may stand unflipped."""
    for dice in THROWS:
        want: dict[Box, set[int]] = {}
        if not (rerolled == 5 and len(set(dice)) == 1):
            for box in BOXES:
                values = {stated(box, lying, mano=False) for lying in flipped_once_or_twice(dice)}
                if rerolled == 5 and box in (Box.ESCALERA, Box.FULL, Box.POKER):
                    values.add(stated(box, dice, mano=True))
                if values - {0}:
                    want[box] = values - {0}
        said = judge(COCHABAMBA, Card(), BOXES, Result(dice, 2, rerolled))
        assert {box: set(values) for box, values in said.writes.items()} == want
        assert said.crosses == ()  # with every box open some number always scores


@pytest.mark.parametrize("rerolled", [1, 5])
@pytest.mark.parametrize("box", BOXES)
def test_a_box_alone_may_be_crossed_exactly_when_some_flips_leave_it_without_points(box: Box, rerolled: int) -> None:
    """For all 252 throws with one box open, crossing is offered when one or two flips can end in nothing there."""
    for dice in THROWS:
        if rerolled == 5 and len(set(dice)) == 1:
            continue
        can_fail = any(stated(box, lying, mano=False) == 0 for lying in flipped_once_or_twice(dice))
        assert (judge(COCHABAMBA, Card(), [box], Result(dice, 2, rerolled)).crosses == (box,)) == can_fail


def test_after_the_first_throw_dice_are_written_as_they_lie_and_nothing_is_crossed() -> None:
    """For all 252 throws: de mano where a combination stands, no flips, no crosses, another throw allowed."""
    for dice in THROWS:
        said = judge(COCHABAMBA, Card(), BOXES, Result(dice))
        dormida = len(set(dice)) == 1
        want = {box: (stated(box, dice, mano=True),) for box in BOXES if stated(box, dice, mano=True)}
        assert said.writes == ({} if dormida else want)
        assert (said.win, said.crosses, said.again, said.flip_due) == (
            "dormida" if dormida else None,
            (),
            not dormida,
            False,
        )


def test_counts_that_any_correct_program_meets() -> None:
    """252 throws, 756 results of one flip, 1,158 of two, and 150 throws that a double flip leaves as they were."""
    ends = {dice: list(after_flips(COCHABAMBA, Result(dice, 2, 2))) for dice in THROWS}
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


@pytest.mark.parametrize(("open_boxes", "due"), [((Box.POKER,), False), ((Box.BALAS,), True), ((), True)])
def test_the_flip_is_waived_only_for_the_combination_itself(open_boxes: tuple[Box, ...], due: bool) -> None:
    """A póquer of all five may be written unflipped in its own open box; for any other box the flip is due."""
    result = Result((4, 4, 4, 4, 1), 2, 5)
    assert flip_due(open_boxes, result) is due
    assert flip_due(open_boxes, Result((4, 4, 4, 4, 1), 2, 4)) is True


def test_a_dormida_needs_all_five_from_the_cup_unturned() -> None:
    """Five equal win at once on either throw of all five; after a kept die or a flip they are a grande."""
    assert is_dormida(Result((2,) * 5))
    assert is_dormida(Result((2,) * 5, 2, 5))
    assert not is_dormida(Result((2,) * 5, 2, 4))
    assert not is_dormida(Result((2, 2, 2, 2, 5), 2, 5, (5,)))
    assert writes([Box.GRANDE], Result((2, 2, 2, 2, 5), 2, 5, (5,))) == {Box.GRANDE: Entry(50, Sign.GRANDE)}


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
            assert win_by_writing(card(*rest)) is None
            assert win_by_writing(card(*rest, parts[last])) == how


@pytest.mark.parametrize("spoiler", [(Box.FULL, (30, Sign.HUEVO)), (Box.FULL, CROSS)])
def test_a_huevo_or_a_cross_in_the_centre_spoils_the_panza(spoiler: tuple[Box, tuple[int, Sign]]) -> None:
    """All three of the centre must be de mano."""
    rest = [part for part in MANO.items() if part[0] is not spoiler[0]]
    assert win_by_writing(card(*rest, spoiler, (Box.GRANDE, GRANDE))) is None


def test_a_crossed_grande_does_not_spoil_a_win_if_the_other_is_scored() -> None:
    """One grande is enough, and without any there is no win."""
    for order in permutations([(Box.GRANDE, GRANDE), (Box.GRANDE, CROSS)]):
        assert win_by_writing(card(*MANO.items(), *order)) == "panza"
    assert win_by_writing(card(*MANO.items(), (Box.GRANDE, CROSS), (Box.GRANDE, CROSS))) is None


def test_judge_names_the_box_that_would_win() -> None:
    """With the centre de mano but for full, and a grande, a full from the cup wins the match; a huevo does not."""
    said = {"escalera": [25, "mano"], "poker": [45, "mano"], "grande": [[50, "grande"]]}
    question = {"dice": [2, 2, 3, 3, 3], "throw": 1, "rerolled": 5, "open": ["full"], "card": said}
    assert answer(question)["wins"] == {"full": "panza"}
    assert answer({**question, "throw": 2, "rerolled": 2})["wins"] == {}


def test_a_cross_needs_a_flip_first() -> None:
    """Before the flip nothing can be crossed, even when no box scores as the dice lie."""
    assert crosses([Box.SENAS], Result((1, 2, 3, 4, 4), 2, 2)) == ()
    assert crosses([Box.SENAS], Result((1, 2, 3, 4, 4), 2, 2, (4,))) == (Box.SENAS,)
