"""What a button held for long does, after its press was obeyed: no pins here."""

import pytest
from test_game import after, code, full_but, playing
from test_loop import pleading
from test_umpire import BACK, CONFIRM, EMPTY, FIRST, NEXT, SECOND, begun

from table.card import Box
from table.events import Concede, Flip, StartMatch, TakeBack, TakenBack, Throw, Thrown, Write, Written
from table.glance import Button, Held
from table.house import House
from table.notation import line, parse
from table.plea import GRACE_S
from table.question import Ask
from table.refusal import Code
from table.state import Phase, State, fold
from table.turning import turning


def match() -> State:
    """Ana has written her balas and Beto has thrown twice and turned a die."""
    start = after(State(), StartMatch(("Ana", "Beto")), Throw((1, 1, 3, 4, 6)), Write(Box.BALAS))
    return after(start, Throw((2, 2, 3, 4, 6)), Throw((2, 2, 3, 4, 6), 2), Flip((4,)))


# --- the rule --------------------------------------------------------------------------------------------------------


def test_the_last_box_is_taken_back_with_all_that_came_after_it() -> None:
    """Ana is to write again, with the dice as she had them; then step by step as ever."""
    state = after(match(), TakeBack(box=True))
    assert (state.turn, state.result and state.result.dice, len(state.side.card)) == (0, (1, 1, 3, 4, 6), 0)
    assert after(state, Write(Box.TRENES)).sides[0].card.total == 3
    assert after(state, TakeBack()).result is None


def test_a_box_that_won_the_match_is_taken_back_with_the_win() -> None:
    """As if it had not been written."""
    start = after(State(), StartMatch(("Ana",), House("mi casa", panza_grandes=0)))
    for dice, box in (((1, 2, 3, 4, 5), Box.ESCALERA), ((2, 2, 3, 3, 3), Box.FULL), ((4, 4, 4, 4, 1), Box.POKER)):
        start = after(start, Throw(dice), Write(box))
    assert (start.phase, start.won) == (Phase.OVER, "panza")
    state = after(start, TakeBack(box=True))
    assert (state.phase, state.won, len(state.side.card)) == (Phase.PLAYING, None, 2)


def test_without_a_box_or_once_somebody_left_it_is_refused() -> None:
    """It is never guessed who would come back."""
    start = after(State(), StartMatch(("Ana", "Beto", "Coca")))
    assert code(start, TakeBack(box=True)) is Code.NO_BOX_TO_TAKE_BACK
    gone = after(start, Throw((1, 1, 3, 4, 6)), Write(Box.BALAS), Concede(2))
    assert code(gone, TakeBack(box=True)) is Code.NO_BOX_TO_TAKE_BACK
    assert after(gone, TakeBack(), TakeBack(box=True)).turn == 0


def test_it_is_a_line_of_the_match_and_replays_the_same() -> None:
    """History is only added to."""
    event = TakenBack(box=True)
    assert (line(event), parse("back box")) == ("back box", event)
    assert fold([event], match()) == after(match(), TakeBack(box=True))


# --- what a hold means -----------------------------------------------------------------------------------------------


def test_back_held_takes_back_the_last_box_from_the_middle_of_the_next_turn() -> None:
    """The press takes back the throw that lies there, the hold goes on to the box."""
    table = begun(FIRST).press(CONFIRM).see(EMPTY, SECOND)
    assert [type(event) for event in table.events] == [Thrown, Written, Thrown]
    table.press(BACK)
    table.take(Held(BACK))
    assert table.events[-2:] == [TakenBack(), TakenBack(box=True)]
    assert (table.state.turn, len(table.state.side.card)) == (0, 0)
    table.press(NEXT, CONFIRM)
    assert isinstance(table.events[-1], Written)


def test_back_held_after_its_press_took_back_the_box_takes_back_no_other() -> None:
    """One long press undoes one box."""
    table = begun(FIRST).press(CONFIRM).see(EMPTY, SECOND).press(CONFIRM)
    assert [type(event) for event in table.events].count(Written) == 2
    table.press(BACK)
    table.take(Held(BACK))
    assert table.events[-1] == TakenBack()
    assert [len(side.card) for side in table.state.sides] == [1, 0]


def test_back_held_to_answer_a_question_answers_it_and_no_more() -> None:
    """Whoever waves a question away has not asked for the box."""
    table = begun(FIRST).press(CONFIRM).see(EMPTY, FIRST, SECOND)
    assert table.ask is not None
    before = list(table.events)
    table.press(BACK)
    table.take(Held(BACK))
    assert (table.ask, table.events) == (None, before)


def test_back_held_with_no_box_is_refused_in_words() -> None:
    """And changes nothing."""
    table = begun(FIRST)
    table.press(BACK)
    table.take(Held(BACK))
    assert (table.refusals, table.events[-1]) == ([Code.NO_BOX_TO_TAKE_BACK], TakenBack())


def test_dice_of_the_next_throw_do_not_count_for_the_box_taken_back() -> None:
    """They lie there while the last turn's dice count again: nudged, they are asked about."""
    table = begun(FIRST).press(CONFIRM).see(EMPTY, SECOND)
    table.press(BACK)
    table.take(Held(BACK))
    before = list(table.events)
    table.see("\n\n\n3 3 4 2 3")
    assert (table.events, table.ask) == (before, Ask.ALL_FIVE)


def test_confirm_held_starts_the_next_match_only_when_its_press_found_this_one_over() -> None:
    """A finger that rests on the last box must not end its undo."""
    table = begun()
    table.state = playing(None, full_but(Box.BALAS), full_but())
    table.see(EMPTY, FIRST).press(CONFIRM)
    assert table.state.phase is Phase.OVER
    table.take(Held(CONFIRM))
    assert table.state.phase is Phase.OVER
    table.press(CONFIRM)
    assert table.refusals == [Code.MATCH_OVER]
    table.take(Held(CONFIRM))
    assert (table.state.phase, [side.name for side in table.state.sides]) == (Phase.PLAYING, ["A", "B"])


@pytest.mark.parametrize("button", list(Button))
def test_a_hold_in_the_middle_of_a_turn_adds_nothing_but_by_back(button: Button) -> None:
    """Confirm held writes once; next held steps once."""
    table = begun(FIRST).press(button)
    before = list(table.events)
    if button is not BACK:
        table.take(Held(button))
        assert table.events == before


def test_a_hold_that_answered_a_phone_means_no_more_than_that() -> None:
    """Back sends the plea away; held, it does not take back a box as well."""
    now = [0.0]
    loop = pleading(now)
    now[0] = GRACE_S + 0.1
    with turning(loop):
        loop.put(Button.BACK)
        loop.put(Held(Button.BACK))
    assert loop.latest().state.result is not None
    assert loop.latest().glance.refusal is None
