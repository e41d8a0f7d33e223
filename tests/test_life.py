"""A match's whole life: who starts, conceding, void throws, pairs, wins in a round that is finished, play-offs."""

from dataclasses import replace

import pytest
from matches import EMPTY, after, code, full_but, playing

from table.card import Box, Card, Entry, Sign
from table.choices import Choices, choices
from table.events import (
    Cast,
    ClaimDormida,
    Concede,
    Flip,
    GiveUpMatch,
    Irregular,
    LeaveSobre,
    Pass,
    Starter,
    StartMatch,
    TakeBack,
    Throw,
    VoidThrow,
    Wish,
    Write,
)
from table.house import Cocked, House, MinPlays, Tie
from table.houses import COCHABAMBA, PAREJAS, TRES_TIROS, single_changes
from table.refusal import Code
from table.result import Result
from table.state import Phase, State


def match(*names: str, house: House = COCHABAMBA, first: int | Starter = 0) -> State:
    """A match just begun."""
    return after(State(), StartMatch(names, house, first))


# --- Who starts ---------------------------------------------------------------------------------------------------


def test_one_die_each_tells_who_starts_and_equals_throw_again() -> None:
    """Highest starts; only those that tie for highest throw again."""
    state = match("A", "B", "C", first=Starter.THROW)
    assert (state.phase, state.turn, choices(state).cast) == (Phase.DRAWING, 0, True)
    assert code(state, Throw((1, 2, 3, 4, 5))) is Code.CAST_FIRST
    assert code(state, Cast(7)) is Code.BAD_DIE
    state = after(state, Cast(5), Cast(2), Cast(5))
    assert (state.phase, state.turn, state.side.name) == (Phase.DRAWING, 0, "A")
    assert after(state, TakeBack()).turn == 2
    state = after(state, Cast(1), Cast(3))
    assert (state.phase, state.first, state.turn) == (Phase.PLAYING, 2, 2)
    assert code(state, Cast(3)) is Code.NOTHING_TO_CAST


def test_alone_nobody_throws_for_the_start() -> None:
    """Solitaire begins at once."""
    assert match("A", first=Starter.THROW).phase is Phase.PLAYING


def test_the_loser_of_the_last_match_starts_the_next() -> None:
    """The lowest total that did not win; one who conceded before any other; else the side after the first."""
    over = playing(None, full_but(points=3), full_but(points=1), full_but(points=2), phase=Phase.OVER)
    names = ("A", "B", "C")
    assert after(over, StartMatch(names, None, Starter.LOSER)).first == 1
    assert after(over, StartMatch(("C", "A"), None, Starter.LOSER)).first == 0
    out = replace(over, sides=(over.sides[0], over.sides[1], replace(over.sides[2], out=True)))
    assert after(out, StartMatch(names, None, Starter.LOSER)).first == 2
    tied = playing(None, full_but(), full_but(), full_but(), phase=Phase.OVER, first=1)
    assert after(tied, StartMatch(names, None, Starter.LOSER)).first == 2
    assert after(State(), StartMatch(names, None, Starter.LOSER)).first == 0


def test_a_match_is_played_by_the_house_of_the_table_unless_another_is_named() -> None:
    """The table's own house stays what it is through matches of other houses."""
    state = after(State(home=TRES_TIROS), StartMatch(("A",), PAREJAS))
    assert (state.house, state.home) == (PAREJAS, TRES_TIROS)
    assert after(state, GiveUpMatch(), StartMatch(("A", "B"))).house == TRES_TIROS


def test_sides_come_and_go_between_matches_and_names_are_any_unicode() -> None:
    """Each match names its own sides, one to six, of 40 characters of any script."""
    state = after(match("Ñusta «6»", "Ana"), GiveUpMatch(), StartMatch(("アナ", "Ana", "Ж" * 40)))
    assert [side.name for side in state.sides] == ["アナ", "Ana", "Ж" * 40]
    assert state.match == 2
    assert code(after(state, GiveUpMatch()), StartMatch(("Ж" * 41,))) is Code.BAD_SIDES


# --- Conceding ------------------------------------------------------------------------------------------------------


def test_a_side_that_concedes_has_no_more_turns_and_cannot_win() -> None:
    """Its turn passes on, and its total counts for nothing."""
    state = match("A", "B", "C")
    state = after(state, Throw((6, 6, 6, 1, 2)), Concede(0))
    assert (state.side.name, state.result) == ("B", None)
    assert after(state, TakeBack()).result == Result((6, 6, 6, 1, 2))
    state = after(state, Throw((1, 2, 3, 4, 6)), Write(Box.BALAS))
    assert state.side.name == "C"
    state = after(state, Throw((1, 2, 3, 4, 6)), Write(Box.BALAS))
    assert state.side.name == "B"
    assert code(state, Concede(0)) is Code.NOT_IN_MATCH
    assert code(state, Concede(3)) is Code.NOT_IN_MATCH
    elsewhere = after(state, Throw((1, 2, 3, 4, 6)), Concede(2))
    assert (elsewhere.phase, elsewhere.winners) == (Phase.OVER, (1,))


def test_who_is_alone_gives_up_instead() -> None:
    """Solitaire has nobody to concede to."""
    assert code(match("A"), Concede(0)) is Code.ALONE
    assert code(State(), Concede(0)) is Code.NO_MATCH


# --- Ends -------------------------------------------------------------------------------------------------------------


def test_a_tie_is_parted_by_one_die_each_where_the_house_says_so() -> None:
    """Only those that tie for the highest total cast."""
    house = replace(COCHABAMBA, tie=Tie.PLAYOFF)
    state = playing(Result((1, 2, 3, 4, 6)), full_but(Box.BALAS), full_but(), full_but(points=0), house=house)
    state = after(state, Write(Box.BALAS))
    assert (state.phase, state.winners, choices(state).cast) == (Phase.PLAYOFF, (), True)
    state = after(state, Cast(3), Cast(3), Cast(2), Cast(4))
    assert (state.phase, state.winners) == (Phase.OVER, (1,))
    assert after(state, TakeBack()).phase is Phase.PLAYOFF


def test_a_win_ends_the_round_only_where_the_house_says_so() -> None:
    """The sides that have not yet played in the round still do, and may win too; nobody has a turn after it."""
    house = replace(COCHABAMBA, finish_round=True)
    state = playing(Result((2, 2, 2, 2, 2)), EMPTY, EMPTY, EMPTY, turn=1, first=1, house=house)
    state = after(state, ClaimDormida())
    assert (state.phase, state.side.name, state.won) == (Phase.PLAYING, "C", "dormida")
    assert after(state, TakeBack()).wins == ()
    state = after(state, Throw((1, 2, 3, 4, 6)), Write(Box.BALAS))
    assert (state.phase, state.side.name) == (Phase.PLAYING, "A")
    lost = after(state, Throw((1, 2, 3, 4, 6)), Write(Box.BALAS))
    assert (lost.phase, lost.winners) == (Phase.OVER, (1,))
    both = after(state, Throw((3, 3, 3, 3, 3)), ClaimDormida())
    assert (both.phase, both.winners) == (Phase.OVER, (1, 0))
    parted = replace(state, house=replace(house, tie=Tie.PLAYOFF))
    assert after(parted, Throw((3, 3, 3, 3, 3)), ClaimDormida()).phase is Phase.PLAYOFF


def test_a_panza_of_the_last_in_the_round_ends_it_and_is_taken_back_whole() -> None:
    """Written and won come together in a finished round too."""
    house = replace(COCHABAMBA, finish_round=True)
    card = Card(
        ((Box.FULL, Entry(35, Sign.MANO)), (Box.POKER, Entry(45, Sign.MANO)), (Box.GRANDE, Entry(50, Sign.GRANDE)))
    )
    state = playing(Result((1, 2, 3, 4, 5)), EMPTY, card, turn=1, house=house)
    over = after(state, Write(Box.ESCALERA))
    assert (over.phase, over.winners, over.won) == (Phase.OVER, (1,), "panza")
    assert after(over, TakeBack()) == replace(state, version=over.version + 1)


# --- Void throws ------------------------------------------------------------------------------------------------------


def test_a_void_throw_is_recorded_and_the_same_dice_are_thrown_again() -> None:
    """It is the same throw of the turn, and nothing else may be done before it."""
    state = after(match("A", "B"), VoidThrow(Irregular.COCKED), TakeBack(), VoidThrow(Irregular.OFF))
    assert (choices(state).throws, choices(state).endings) == ((5,), ())
    state = after(state, Throw((6, 6, 6, 1, 2)), VoidThrow(Irregular.UNDER, 2))
    assert code(state, Throw((6, 6, 6, 1, 3), 1)) is Code.THROW_AGAIN
    assert code(state, Write(Box.SENAS)) is Code.THROW_AGAIN
    assert code(state, VoidThrow(Irregular.COCKED, 2, (6,))) is Code.BAD_VOID
    assert code(state, Throw((5, 5, 6, 1, 3), 2)) is Code.KEPT_CHANGED
    state = after(state, Throw((6, 6, 6, 1, 3), 2))
    assert state.result == Result((6, 6, 6, 1, 3), 2, 2)
    assert code(state, VoidThrow(Irregular.COCKED, 2)) is Code.NO_THROW_LEFT


def test_only_the_die_that_lay_badly_is_thrown_again_where_the_house_says_so() -> None:
    """The others of the throw stand, and it counts as the throw it was: de mano when all five were in the cup."""
    state = after(
        match("A", house=replace(COCHABAMBA, cocked=Cocked.RETHROW_DIE)), VoidThrow(Irregular.COCKED, 5, (3, 3, 3, 5))
    )
    assert code(state, Throw((3, 3, 5, 5, 1))) is Code.KEPT_CHANGED
    state = after(state, Throw((3, 3, 3, 5, 5)))
    assert choices(state).boxes[0].entry.points == 35
    state = after(state, VoidThrow(Irregular.STACKED, 3, (1,)))
    assert code(state, Throw((5, 5, 1, 2, 2), 2)) is Code.THROW_AGAIN
    assert after(state, Throw((5, 5, 1, 2, 2), 3)).result == Result((5, 5, 1, 2, 2), 2, 3)


# --- Pairs ------------------------------------------------------------------------------------------------------------


def test_a_pair_has_two_attempts_and_may_pass_the_second() -> None:
    """Attempt 1 wrote: a second play, or pass; sobre is then not allowed."""
    state = after(match("A", "B", house=PAREJAS), Throw((1, 2, 3, 4, 6)))
    assert code(state, Pass()) is Code.NO_PASS
    state = after(state, Write(Box.BALAS))
    assert (state.side.name, state.attempt, choices(state).may_pass) == ("A", 2, True)
    assert after(state, Pass()).side.name == "B"
    thrown = after(state, Throw((1, 2, 3, 4, 5)))
    assert code(thrown, LeaveSobre()) is Code.NO_SOBRE
    assert after(thrown, Pass()).side.name == "B"
    wrote = after(thrown, Write(Box.ESCALERA))
    assert (wrote.side.name, wrote.attempt, len(wrote.sides[0].card)) == ("B", 1, 2)
    assert after(wrote, TakeBack()).attempt == 2


def test_a_pair_writes_its_own_or_takes_the_sobre() -> None:
    """What was left on hold may be written after the second attempt's throw, and is lost when that writes its own."""
    state = after(match("A", "B", house=PAREJAS), Throw((3, 3, 3, 5, 5)))
    assert LeaveSobre() in choices(state)
    state = after(state, LeaveSobre())
    assert (state.attempt, state.result, state.sobre) == (2, None, Result((3, 3, 3, 5, 5)))
    assert code(state, Pass()) is Code.NO_PASS
    state = after(state, Throw((1, 2, 3, 4, 6)))
    assert Write(Box.FULL, sobre=True) in choices(state)
    assert code(state, Write(Box.FULL)) is Code.DOES_NOT_SCORE
    taken = after(state, Write(Box.FULL, sobre=True))
    assert taken.sides[0].card[Box.FULL] == (Entry(35, Sign.MANO),)
    assert (taken.side.name, taken.sobre) == ("B", None)
    own = after(state, Write(Box.BALAS))
    assert (own.side.name, own.sobre, len(own.sides[0].card)) == ("B", None, 1)
    assert (
        code(after(match("A", house=PAREJAS), Throw((1, 2, 3, 4, 6))), Write(Box.BALAS, sobre=True))
        is Code.NOTHING_ON_HOLD
    )


def test_a_crossing_can_be_left_sobre() -> None:
    """A result that only crosses is on hold as one that crosses."""
    state = playing(Result((1, 2, 2, 3, 3), 2, 2, (1,)), full_but(Box.ESCALERA, Box.BALAS), house=PAREJAS)
    state = after(state, LeaveSobre(), Throw((2, 2, 3, 3, 4)))
    assert [choice.wish for choice in choices(state).boxes] == [
        Write(Box.BALAS, cross=True, sobre=True),
        Write(Box.ESCALERA, cross=True, sobre=True),
    ]


def test_both_attempts_are_due_where_the_house_says_so() -> None:
    """No sobre and no pass."""
    house = replace(PAREJAS, min_plays=MinPlays.ALL)
    state = after(match("A", house=house), Throw((1, 2, 3, 4, 6)))
    assert code(state, LeaveSobre()) is Code.NO_SOBRE
    assert code(after(state, Write(Box.BALAS)), Pass()) is Code.NO_PASS


def test_a_pair_whose_card_is_full_has_no_second_attempt_and_no_more_turns() -> None:
    """Cards fill unevenly, and the match ends when the last one is full."""
    state = playing(Result((1, 2, 3, 4, 6)), full_but(Box.BALAS), full_but(Box.BALAS, Box.TONTOS), house=PAREJAS)
    state = after(state, Write(Box.BALAS))
    assert (state.side.name, state.attempt) == ("B", 1)
    state = after(state, Throw((1, 2, 3, 4, 6)), Write(Box.BALAS), Pass())
    assert state.side.name == "B"
    assert after(state, Throw((1, 2, 3, 4, 6)), Write(Box.TONTOS)).phase is Phase.OVER


# --- Single options that act in the course of a turn ------------------------------------------------------------------


def test_with_three_throws_a_player_stops_after_any() -> None:
    """After the second throw: write, flip or throw once more; after a flip no throw is left."""
    state = after(match("A", house=TRES_TIROS), Throw((6, 6, 6, 1, 2)), Throw((6, 6, 6, 1, 3), 1))
    assert choices(state).throws == (1, 2, 3, 4, 5)
    assert Write(Box.SENAS) in choices(state)
    assert code(after(state, Flip((1,))), Throw((6, 6, 6, 6, 6), 1)) is Code.NO_THROW_LEFT
    assert code(after(state, Throw((6, 6, 6, 1, 4), 1)), Throw((6, 6, 6, 1, 4), 1)) is Code.NO_THROW_LEFT


@pytest.mark.parametrize(
    ("option", "result", "wish", "why"),
    [
        ("mano_forced=yes", Result((3, 3, 3, 5, 5)), Throw((3, 3, 3, 5, 1), 1), Code.MANO_FIRST),
        ("mano_forced=yes", Result((3, 3, 3, 5, 5)), Write(Box.TRENES), Code.MANO_FIRST),
        ("mano_forced=yes", Result((3, 3, 3, 5, 5), 2, 5), Flip((5,)), Code.MANO_FIRST),
        ("rethrow=all_five_only", Result((3, 3, 3, 5, 5)), Throw((3, 3, 3, 5, 1), 1), Code.ALL_FIVE_AGAIN),
        ("rethrow=all_five_only", Result((3, 3, 3, 5, 5)), Throw((3, 3, 3, 5, 1), 9), Code.BAD_DICE),
        ("first_flip=none", Result((3, 3, 3, 5, 5), 2, 2), Flip((5,)), Code.NO_FLIPS_HERE),
        ("second_flip=none", Result((3, 3, 3, 5, 5), 2, 2), Flip((5, 5)), Code.NO_FLIP_LEFT),
        ("second_flip=only_if_better", Result((4, 4, 4, 4, 3), 2, 2, (3,)), Flip((4,)), Code.FLIP_NO_BETTER),
        ("second_flip=compulsory", Result((4, 4, 4, 4, 3), 2, 2, (3,)), Write(Box.GRANDE), Code.FLIP_DUE),
    ],
)
def test_an_option_refuses_with_its_own_reason(option: str, result: Result, wish: Wish, why: Code) -> None:
    """What a house does not allow is told as such."""
    assert code(playing(result, house=single_changes()[option]), wish) is why


def test_choices_are_listed_counted_and_asked() -> None:
    """One object, readable when printed."""
    now = choices(playing(Result((4, 4, 4, 4, 3), 2, 2)))
    assert len(now) == len(list(now)) == len(now.turnings) == 4
    assert Flip((3,)) in now
    assert Write(Box.POKER) not in now
    assert repr(now) == "Choices(flip 3, flip 4, flip 3 4, flip 4 4)"
    assert "poker 40 huevo" in repr(choices(playing(Result((4, 4, 4, 4, 3), 2, 2, (3,)))))
    assert repr(choices(playing(Result((4,) * 5)))) == "Choices(dormida)"
    assert not Choices()
    assert choices(match("A"))
