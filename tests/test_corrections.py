"""Corrections of what was played earlier: judged again from there on, told when they break something, never hidden."""

import pytest
from test_life import after, code, match

from table.card import Box, Entry, Sign
from table.correcting import Retold, retold
from table.events import (
    Concede,
    Correct,
    Corrected,
    Flip,
    Flipped,
    LeaveSobre,
    Play,
    TakeBack,
    Throw,
    Thrown,
    Wish,
    Won,
    Write,
    Written,
)
from table.game import decide
from table.houses import PAREJAS
from table.notation import line, parse
from table.refusal import Code, Refusal
from table.state import Phase, State, fold

TWO_TURNS: tuple[Wish, ...] = (
    Throw((6, 6, 6, 1, 2)),  # 2
    Throw((6, 6, 6, 1, 3), 2),  # 3
    Flip((1,)),  # 4
    Write(Box.SENAS),  # 5
    Throw((1, 2, 3, 4, 6)),  # 6
    Write(Box.BALAS),  # 7
    Throw((4, 4, 4, 4, 2)),  # 8
)
"""What two sides do after the match begins, with the number of each event."""


@pytest.fixture
def state() -> State:
    """Ana has written senas 24, Beto balas 1, and Ana has thrown again."""
    return after(match("Ana", "Beto"), *TWO_TURNS)


def test_a_wrong_die_is_put_right_and_the_box_gets_its_points(state: State) -> None:
    """A five was read as a one: nothing was turned to a six, and the box is marked; what followed stays."""
    fixed = after(state, Correct(4, (Flipped((3,)),)))
    assert fixed.sides[0].card[Box.SENAS] == (Entry(18, Sign.NUMBER, corrected=True),)
    assert fixed.sides[1].card == state.sides[1].card
    assert (fixed.turn, fixed.result) == (state.turn, state.result)
    assert fixed.version > state.version


def test_dice_flips_and_boxes_can_each_be_corrected(state: State) -> None:
    """Another throw with its flip, a flip left out and made again, and another box."""
    assert total(after(state, Correct(3, (Thrown((6, 6, 6, 1, 6), 2),)))) == 30
    assert total(after(state, Correct(3, (Thrown((6, 6, 6, 1, 3), 2), Flipped((3,))), anyway=True))) == 24
    assert total(after(state, Correct(4, (Flipped((1, 3)),)))) == 24
    other = after(state, Correct(5, (Written(Box.TRENES, 0, Sign.NUMBER),)))
    assert other.sides[0].card[Box.TRENES] == (Entry(3, Sign.NUMBER, corrected=True),)
    assert other.sides[0].card[Box.SENAS] == ()


def total(state: State) -> int:
    """Ana's total."""
    return state.sides[0].card.total


def test_points_are_never_taken_from_a_correction_but_from_the_rules(state: State) -> None:
    """A host who writes too many points gets those the dice are worth."""
    assert total(after(state, Correct(5, (Written(Box.SENAS, 99, Sign.NUMBER),)))) == 24


def test_history_is_only_added_to_and_folds_to_the_same_table(state: State) -> None:
    """The correction and what followed are new lines; the old ones stay, and the whole reads back."""
    decided = decide(state, Correct(4, (Flipped((3,)),)))
    assert not isinstance(decided, Refusal)
    history = [*state.events, *decided]
    assert decided[0] == Corrected(4, (Flipped((3,)),))
    assert fold(history) == fold(decided, state)
    assert [parse(line(event)) for event in history] == history
    assert [line(event) for event in decided] == [
        "correct 4: flip 3>4",
        "flip 3>4",
        "write senas 18 number corrected",
        "1 2 3 4 6 mano",
        "write balas 1 number",
        "4 4 4 4 2 mano",
    ]


def test_a_mark_outlasts_later_corrections_and_back_reaches_no_further_than_before(state: State) -> None:
    """Another correction elsewhere does not make an earlier one look played, and back only takes the last throw."""
    twice = after(state, Correct(4, (Flipped((3,)),)), Correct(7, (Written(Box.TONTOS, 2, Sign.NUMBER),)))
    assert [entry.corrected for _, entry in twice.sides[0].card] == [True]
    assert [entry.corrected for _, entry in twice.sides[1].card] == [True]
    back = after(twice, TakeBack())
    assert back.result is None
    assert back.before is None


@pytest.mark.parametrize(
    ("at", "plays", "why"),
    [
        (0, (), Code.NOTHING_TO_CORRECT),
        (1, (), Code.NOTHING_TO_CORRECT),
        (9, (), Code.NOTHING_TO_CORRECT),
        (3, (Thrown((6, 6, 5, 5, 3), 2),), Code.KEPT_CHANGED),
        (4, (Flipped((5,)),), Code.NO_SUCH_DIE),
        (5, (Written(Box.BALAS, 1, Sign.NUMBER),), Code.DOES_NOT_SCORE),
        (5, (), Code.CORRECT_LATER_FIRST),
    ],
)
def test_a_correction_that_is_itself_wrong_is_refused(
    state: State, at: int, plays: tuple[Play, ...], why: Code
) -> None:
    """What it names must be a play, and what it puts there must be legal."""
    assert code(state, Correct(at, plays)) is why
    assert code(State(), Correct(1, ())) is Code.NOTHING_TO_CORRECT


def test_a_correction_that_breaks_a_later_play_says_which_and_is_the_hosts_to_accept(state: State) -> None:
    """Three sixes were four: the one that was turned is no longer there, and what was written is judged again."""
    wish = Correct(3, (Thrown((6, 6, 6, 2, 3), 2),))
    refused = decide(state, wish)
    assert isinstance(refused, Refusal)
    assert refused.code is Code.BREAKS_LATER
    assert "4: flip 1>6" in refused.words
    told = retold(state, wish, decide)
    assert isinstance(told, Retold)
    assert [(broken.number, broken.why.code) for broken in told.breaks] == [(4, Code.NO_SUCH_DIE), (5, Code.FLIP_DUE)]
    taken = after(state, Correct(3, wish.plays, anyway=True))
    assert taken.sides[0].card[Box.SENAS] == (Entry(24, Sign.NUMBER, corrected=True),)
    assert (taken.turn, taken.result) == (state.turn, state.result)


def test_kept_dice_that_no_longer_fit_break_the_next_throw() -> None:
    """The first throw is corrected: the second stands as it fell, once accepted."""
    state = after(match("Ana"), *TWO_TURNS[:4])
    wish = Correct(2, (Thrown((1, 2, 3, 4, 5), 5),))
    assert code(state, wish) is Code.BREAKS_LATER
    assert total(after(state, Correct(2, wish.plays, anyway=True))) == 24


def test_a_box_used_later_must_be_corrected_first(state: State) -> None:
    """Two plays in one box have no place on the card, so not even the host can have them."""
    state = after(state, Write(Box.POKER))
    wish = Correct(3, (Thrown((4, 4, 4, 4, 3), 5), Flipped((3,)), Written(Box.POKER, 40, Sign.HUEVO)))
    assert code(state, wish) is Code.CORRECT_LATER_FIRST
    assert code(state, Correct(3, wish.plays, anyway=True)) is Code.CORRECT_LATER_FIRST


def test_a_dormida_that_was_misread_ends_the_match_there(state: State) -> None:
    """What was played after it is dropped, when the host says so; until then it is told."""
    plays = (Thrown((1, 1, 1, 1, 1), 5), Won("dormida"))
    refused = decide(state, Correct(6, plays))
    assert isinstance(refused, Refusal)
    assert (refused.code, "7: write balas 1 number; 8: 4 4 4 4 2 mano" in refused.words) == (Code.BREAKS_LATER, True)
    ended = after(state, Correct(6, plays, anyway=True))
    assert (ended.phase, ended.winners, ended.won) == (Phase.OVER, (1,), "dormida")
    misread = Correct(6, (Thrown((1, 1, 1, 1, 2), 5),))
    assert code(ended, misread) is Code.BREAKS_LATER
    on = after(ended, Correct(6, misread.plays, anyway=True), Write(Box.BALAS))
    assert (on.phase, on.sides[1].card.total) == (Phase.PLAYING, 4)


def test_a_win_by_writing_goes_with_the_box_that_made_it() -> None:
    """A panza whose full is written elsewhere is no panza, and comes back with it."""
    wishes: list[Wish] = []
    for dice, box in (((1, 2, 3, 4, 5), Box.ESCALERA), ((4, 4, 4, 4, 2), Box.POKER), ((3, 3, 3, 5, 5), Box.FULL)):
        wishes += [Throw(dice), Write(box)]
    grande: list[Wish] = [Throw((2, 2, 2, 2, 5)), Throw((2, 2, 2, 2, 5), 1), Flip((5,)), Write(Box.GRANDE)]
    won = after(match("Ana"), *grande, *wishes)
    assert (won.phase, won.won) == (Phase.OVER, "panza")
    lost = after(won, Correct(11, (Written(Box.TRENES, 9, Sign.NUMBER),)))
    assert (lost.phase, lost.wins) == (Phase.PLAYING, ())
    again = after(lost, Correct(11, (Written(Box.FULL, 35, Sign.MANO),)))
    assert (again.phase, again.won) == (Phase.OVER, "panza")
    assert after(won, Correct(2, (Thrown((2, 2, 2, 2, 6), 5),))).won == "panza"


def test_what_followed_a_side_that_left_stays() -> None:
    """Conceding and sobre are judged again like every other event."""
    three = after(match("A", "B", "C"), *TWO_TURNS[:4], Concede(1), Throw((1, 2, 3, 4, 6)), Write(Box.BALAS))
    fixed = after(three, Correct(4, (Flipped((3,)),)))
    assert fixed.sides[1].out
    pair = after(
        match("A", house=PAREJAS), Throw((1, 2, 3, 4, 5)), LeaveSobre(), Throw((1, 2, 3, 4, 6)), Write(Box.BALAS)
    )
    assert (
        code(pair, Correct(2, (Thrown((1, 2, 3, 4, 6), 5), Written(Box.BALAS, 1, Sign.NUMBER))))
        is Code.CORRECT_LATER_FIRST
    )
