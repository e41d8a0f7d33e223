"""The course of a match: whose turn, what is offered, what is refused, how it ends."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest
from drawing import drawing, drawn
from hypothesis import given
from hypothesis import strategies as st
from matches import after, code, full_but, playing

from table.card import Box, Card, Entry, Sign
from table.dice import FACES
from table.events import (
    ClaimDormida,
    Event,
    Flip,
    GiveUpMatch,
    StartMatch,
    TakeBack,
    Throw,
    Thrown,
    Wish,
    Won,
    Write,
)
from table.game import choices, decide
from table.refusal import Code, Refusal
from table.rules import Result
from table.state import Phase, State, fold

NEW = fold(
    decide(State(), StartMatch(("Ana", "Beto"))),  # type: ignore[arg-type]
)


def every_wish(state: State) -> Iterator[Wish]:
    """Every wish about the dice at hand that anybody could have, sensible or not."""
    yield from (ClaimDormida(), TakeBack(), GiveUpMatch(), StartMatch(("Ana",)))
    yield from (Write(box, cross) for box in Box for cross in (False, True))
    yield from (Flip(faces) for count in (0, 1, 2, 3) for faces in combinations_with_replacement(FACES, count))
    lying = state.result.dice if state.result else (1, 2, 3, 4, 5)
    yield from (Throw(lying, rerolled) for rerolled in range(7))
    yield Throw((*lying[:-1], lying[-1] % 6 + 1), 1)
    yield from (Throw(dice, 5) for dice in ((), (1, 2, 3, 4, 7), (1, 2, 3, 4), (1,) * 6))


def offered(state: State) -> set[Wish]:
    """Every wish that `choices` offers, spelt out from its fields."""
    now = choices(state)
    wishes: set[Wish] = {choice.wish for choice in now.boxes}
    if now.dormida:
        wishes.add(ClaimDormida())
    if state.result and now.flips:
        fell = list(state.result.thrown)
        for face in state.result.flips:
            fell.remove(face)
        wishes |= {
            Flip(tuple(sorted(faces))) for count in range(1, now.flips + 1) for faces in combinations(fell, count)
        }
    return wishes


def test_what_is_offered_is_what_is_accepted_through_200_random_matches() -> None:
    """A random player ends every match; each offer is accepted, and nothing else about dice and boxes."""
    chance = random.Random(20260)
    for number in range(200):
        names = tuple("ABCDEF"[: 1 + number % 6])
        state = after(State(), StartMatch(names, first=number % len(names)))
        events: list[Event] = []
        steps = 0
        while state.phase is Phase.PLAYING:
            steps += 1
            assert steps < 11 * 6 * 5
            if number % 20 == 0:
                check_every_wish(state)
            wish = random_wish(state, chance)
            decided = decide(state, wish)
            assert not isinstance(decided, Refusal), decided.words
            events.extend(decided)
            state = fold(decided, state)
        assert state.winners
        start = after(State(), StartMatch(names, first=number % len(names)))
        assert fold(events, start) == state


def check_every_wish(state: State) -> None:
    """Whatever is offered is accepted, and nothing that is not."""
    allowed = offered(state)
    for wish in every_wish(state):
        decided = decide(state, wish)
        if isinstance(wish, (Write, Flip, ClaimDormida)):
            assert (wish in allowed) == (not isinstance(decided, Refusal)), (wish, state.result)
        if isinstance(wish, Throw) and not isinstance(decided, Refusal):
            assert wish.rerolled in choices(state).throws
    for wish in allowed:
        assert not isinstance(decide(state, wish), Refusal)


def random_wish(state: State, chance: random.Random) -> Wish:
    """Some offered wish: throws follow the dice that were kept."""
    now = choices(state)
    wishes: list[Wish] = sorted(offered(state), key=repr)
    for rerolled in now.throws:
        kept = chance.sample(state.result.dice, 5 - rerolled) if state.result else []
        wishes.append(Throw((*kept, *(chance.choice(FACES) for _ in range(rerolled))), rerolled))
    return chance.choice(wishes)


@given(st.lists(st.integers(0, 7), max_size=7), st.integers(-1, 7))
def test_a_throw_is_refused_in_words_whatever_its_dice(dice: list[int], rerolled: int) -> None:
    """No dice and no count raise: a throw is taken, or refused with a code."""
    decided = decide(playing(), Throw(tuple(dice), rerolled))
    good = len(dice) == 5 and all(1 <= face <= 6 for face in dice) and rerolled == 5
    assert isinstance(decided, Refusal) != good


def test_a_full_in_hand_is_worth_more() -> None:
    """A full thrown in hand earns the higher of its two values."""
    before = drawn("""
   .     .    16
   .     .     .
   3   40h     .
       . / .
""")
    state = after(playing(Result((3, 3, 3, 5, 5)), before, Card()), Write(Box.FULL))
    assert drawing(state.sides[0].card) == "\n".join(
        (
            "   .     .    16",
            "   .   35m     .",
            "   3   40h     .",
            "         . / .",
        )
    )


@pytest.mark.parametrize(
    ("state", "wish", "why"),
    [
        (State(), Throw((1, 2, 3, 4, 5)), Code.NO_MATCH),
        (State(), GiveUpMatch(), Code.NO_MATCH),
        (NEW, StartMatch(("C",)), Code.MATCH_ON),
        (State(), StartMatch(()), Code.BAD_SIDES),
        (State(), StartMatch(tuple("ABCDEFG")), Code.BAD_SIDES),
        (State(), StartMatch(("Ana", " ana ")), Code.BAD_SIDES),
        (State(), StartMatch(("x" * 41,)), Code.BAD_SIDES),
        (State(), StartMatch((" ",)), Code.BAD_SIDES),
        (State(), StartMatch(("A",), first=1), Code.BAD_SIDES),
        (NEW, Write(Box.BALAS), Code.NOTHING_THROWN),
        (NEW, Flip((1,)), Code.NOTHING_THROWN),
        (NEW, ClaimDormida(), Code.NO_DORMIDA),
        (NEW, TakeBack(), Code.NOTHING_TO_TAKE_BACK),
        (NEW, Throw((1, 2, 3, 4, 5), 3), Code.FIRST_IS_ALL_FIVE),
        (NEW, Throw((1, 2, 3, 4), 5), Code.BAD_DICE),
        (playing(Result((1, 2, 3, 4, 5))), Flip((1,)), Code.FLIP_TOO_EARLY),
        (playing(Result((1, 2, 3, 4, 5))), Write(Box.SENAS), Code.DOES_NOT_SCORE),
        (playing(Result((1, 2, 3, 4, 5))), Write(Box.SENAS, cross=True), Code.MAY_NOT_CROSS),
        (playing(Result((1, 2, 3, 4, 5))), Throw((6, 6, 6, 6, 6), 2), Code.KEPT_CHANGED),
        (playing(Result((2, 2, 2, 2, 2))), Throw((1, 2, 3, 4, 5)), Code.WON_ALREADY),
        (playing(Result((2, 2, 2, 2, 2))), Write(Box.TONTOS), Code.WON_ALREADY),
        (playing(Result((2, 2, 2, 2, 2))), Flip((2,)), Code.WON_ALREADY),
        (playing(Result((1, 2, 3, 4, 5), 2, 3)), Throw((1, 2, 3, 4, 5)), Code.NO_THROW_LEFT),
        (playing(Result((1, 2, 3, 4, 5), 2, 3)), Write(Box.BALAS), Code.FLIP_DUE),
        (playing(Result((1, 2, 3, 4, 4), 2, 5)), Write(Box.BALAS), Code.FLIP_DUE),
        (playing(Result((1, 2, 3, 4, 5), 2, 5)), Write(Box.BALAS), Code.FLIP_DUE),
        (playing(Result((1, 2, 3, 4, 5), 2, 3)), Flip((6,)), Code.NO_SUCH_DIE),
        (playing(Result((1, 2, 3, 4, 5), 2, 3)), Flip((1, 1)), Code.NO_SUCH_DIE),
        (playing(Result((1, 2, 3, 4, 5), 2, 3)), Flip((1, 2, 3)), Code.NO_FLIP_LEFT),
        (playing(Result((1, 2, 3, 4, 5), 2, 3, (1, 2))), Flip((3,)), Code.NO_FLIP_LEFT),
        (playing(Result((1, 2, 3, 4, 5), 2, 3, (1,))), Flip((6,)), Code.NO_SUCH_DIE),
        (playing(Result((1, 2, 3, 4, 5), 2, 3, (1,))), Write(Box.BALAS), Code.DOES_NOT_SCORE),
        (playing(Result((1, 2, 3, 4, 5), 2, 3, (1,))), Write(Box.BALAS, cross=True), Code.MAY_NOT_CROSS),
    ],
)
def test_refusals(state: State, wish: Wish, why: Code) -> None:
    """What the rules forbid is refused with its own code and a sentence."""
    assert code(state, wish) is why


def test_a_used_box_is_refused_by_name() -> None:
    """A box can be written once, and grande twice."""
    used = Card(((Box.BALAS, Entry(3, Sign.NUMBER)), (Box.GRANDE, Entry(50, Sign.GRANDE))))
    state = playing(Result((1, 1, 1, 1, 4), 1), used)
    assert code(state, Write(Box.BALAS)) is Code.BOX_TAKEN
    twice = used.plus(Box.GRANDE, Entry(0, Sign.CROSS))
    assert Box.GRANDE in used.open_boxes(2)
    assert Box.GRANDE not in twice.open_boxes(2)


def test_turns_go_round_and_rounds_count_the_boxes_of_the_side_in_turn() -> None:
    """After a box the next side clockwise throws, from whoever began."""
    state = after(State(), StartMatch(("A", "B", "C"), first=2))
    seen = []
    for _ in range(4):
        seen.append((state.side.name, state.round))
        state = after(state, Throw((1, 2, 3, 4, 6)), Write(Box.BALAS if state.round == 1 else Box.TONTOS))
    assert seen == [("C", 1), ("A", 1), ("B", 1), ("C", 2)]


def test_the_highest_total_wins_when_every_box_is_used() -> None:
    """The match ends with the last open box; nobody has a turn after it."""
    state = playing(Result((1, 1, 1, 2, 3)), full_but(Box.BALAS), full_but(), turn=0)
    state = after(state, Write(Box.BALAS))
    assert (state.phase, state.winners) == (Phase.OVER, (0,))
    assert choices(state).boxes == ()
    assert code(state, Throw((1, 2, 3, 4, 5))) is Code.NO_MATCH


def test_equal_totals_are_a_tie() -> None:
    """All sides with the highest total win together."""
    state = playing(Result((1, 2, 3, 4, 6)), full_but(Box.BALAS), full_but(), full_but(points=0))
    state = after(state, Write(Box.BALAS))
    assert state.winners == (0, 1)


def test_an_instant_win_ends_the_match_at_once_whatever_the_totals() -> None:
    """A dormida is confirmed, then later sides get no turn, and a card ahead does not matter."""
    state = playing(Result((2, 2, 2, 2, 2)), Card(), full_but(Box.BALAS, points=30))
    decided = decide(state, ClaimDormida())
    assert decided == (Won("dormida"),)
    over = after(state, ClaimDormida())
    assert (over.phase, over.winners, over.won) == (Phase.OVER, (0,), "dormida")
    assert after(over, TakeBack()) == replace(state, version=over.version + 1)


def test_a_panza_is_won_on_writing_the_box_that_completes_it() -> None:
    """Written and won come together, and are taken back together."""
    card = drawn("""
   .   25m     .
   .     .     .
   .   45m     .
     50$ / .
""")
    state = playing(Result((3, 3, 3, 5, 5)), Card(), card, turn=1)
    over = after(state, Write(Box.FULL))
    assert (over.phase, over.winners, over.won, over.side.name) == (Phase.OVER, (1,), "panza", "B")
    assert after(over, TakeBack()) == replace(state, version=over.version + 1)


def test_back_reaches_as_far_as_the_last_throw() -> None:
    """A box, a flip and the throw itself can be taken back, but not what was written before that throw."""
    first = after(NEW, Throw((1, 1, 2, 3, 4)), Write(Box.BALAS))
    assert after(first, TakeBack()).result == Result((1, 1, 2, 3, 4))
    thrown = after(first, Throw((6, 6, 6, 1, 2)))
    back = after(thrown, TakeBack())
    assert (back.result, back.turn) == (None, 1)
    assert code(back, TakeBack()) is Code.NOTHING_TO_TAKE_BACK
    flipped = after(thrown, Throw((6, 6, 6, 1, 3), 1), Flip((1,)))
    assert after(flipped, TakeBack()).result == Result((6, 6, 6, 1, 3), 2, 1)


def test_a_match_given_up_has_no_winner_and_another_may_start() -> None:
    """Giving up ends the match; it can be taken back, and the next match counts on."""
    state = after(NEW, GiveUpMatch())
    assert (state.phase, state.winners) == (Phase.GIVEN_UP, ())
    assert after(state, TakeBack()).phase is Phase.PLAYING
    assert after(state, StartMatch(("C",))).match == 2


def test_the_best_choice_comes_first() -> None:
    """Choices are ordered by points, then as on the card."""
    found = choices(playing(Result((2, 2, 3, 3, 3)))).boxes
    assert [(choice.box, choice.entry.points) for choice in found] == [
        (Box.FULL, 35),
        (Box.TRENES, 9),
        (Box.TONTOS, 4),
    ]


def test_thrown_dice_keep_the_order_in_which_they_lie() -> None:
    """The page draws the dice as they lie, so the event must not sort them."""
    assert decide(NEW, Throw((5, 1, 4, 1, 2))) == (Thrown((5, 1, 4, 1, 2), 5),)
