"""The umpire on dice laid by hand: what it takes for a throw, a keep, a flip, and when it asks or refuses.

In the pictures a column is half a die wide and a row a die high.
"""

from dataclasses import dataclass, field, replace

import pytest
from drawing import laid

from table import umpire
from table.card import Box, Card, Entry, Sign
from table.events import (
    Event,
    Flip,
    Flipped,
    GiveUpMatch,
    Irregular,
    LeftSobre,
    Passed,
    StartMatch,
    TakeBack,
    TakenBack,
    Throw,
    Thrown,
    Voided,
    VoidThrow,
    Wish,
    Won,
    Write,
    Written,
)
from table.game import choices
from table.glance import Act, Button, Glance
from table.house import Cocked, FirstFlip, House, Rethrow, SecondFlip
from table.houses import COCHABAMBA, PAREJAS, TRES_TIROS
from table.memory import Memory
from table.question import Ask, Question
from table.refusal import Code
from table.rules import Result
from table.state import Phase, Side, State
from table.step import step
from vision.reading import Blind, Doubt, DoubtKind, Moment, Settled, Stirred

EMPTY = ""
FIRST = """
1   3     3

   5    6
"""
KEPT = """
    3     3


"""
SECOND = """
    3     3
          4
 2
      3
"""
TURNED = SECOND.replace("4", "§").replace("2", "5").replace("§", "4")  # the 2 turned to 5
CONFIRM, NEXT, BACK = Button.CONFIRM, Button.NEXT, Button.BACK


@dataclass
class Table:
    """A table at which dice are laid and buttons pressed, and what came of it."""

    memory: Memory = field(default_factory=Memory)
    state: State = field(default_factory=State)
    events: list[Event] = field(default_factory=list)
    refusals: list[Code] = field(default_factory=list)

    def take(self, what: Moment | Button | Wish) -> None:
        """Take one message."""
        taken = step(self.memory, self.state, what)
        self.memory, self.state = taken.memory, taken.state
        self.events += taken.events
        self.refusals += [taken.refusal.code] if taken.refusal else []

    def see(self, *pictures: str) -> "Table":
        """Dice are stirred and come to lie as in each picture."""
        for picture in pictures:
            self.take(Stirred(0.0))
            self.take(Settled(0.0, laid(picture)))
        return self

    def press(self, *buttons: Button) -> "Table":
        """Buttons are pressed."""
        for button in buttons:
            self.take(button)
        return self

    @property
    def glance(self) -> Glance:
        """What people see."""
        return umpire.glance(self.memory, self.state)

    @property
    def ask(self) -> Ask | None:
        """What the table asks now."""
        return self.memory.question.ask if self.memory.question else None


def begun(*pictures: str) -> Table:
    """A match of two begun over an empty tray, then these pictures."""
    table = Table().see(EMPTY)
    table.take(StartMatch(("Ana", "Beto")))
    table.events.clear()
    return table.see(*pictures)


# --- the first throw -------------------------------------------------------------------------------------------------


def test_five_dice_after_an_empty_tray_are_the_first_throw() -> None:
    """They are taken in the order they lie, row by row as the reader gives them."""
    assert begun(FIRST).events == [Thrown((1, 3, 3, 5, 6), 5)]


def test_dice_left_from_the_last_turn_are_no_throw() -> None:
    """After a box is written the same dice, also pushed together, wait to be picked up."""
    table = begun(FIRST).press(CONFIRM)
    assert isinstance(table.events[-1], Written)
    table.see(FIRST, "\n1 3 3 5 6")
    assert (len(table.events), table.ask, table.refusals) == (2, None, [])


def test_new_dice_after_the_old_ones_were_collected_are_a_throw() -> None:
    """The next player's throw counts though it shows the very same faces."""
    table = begun(FIRST).press(CONFIRM).see(EMPTY, FIRST)
    assert table.events[-1] == Thrown((1, 3, 3, 5, 6), 5)


def test_a_quick_throw_that_left_the_tray_no_empty_moment_still_counts() -> None:
    """No die lies where it lay and other faces are up: all five went into the cup."""
    table = begun(FIRST).press(CONFIRM).see("\n\n\n\n 2 4   6   1  1")
    assert table.events[-1] == Thrown((2, 4, 6, 1, 1), 5)


def test_a_throw_of_fewer_than_five_is_told_and_not_taken() -> None:
    """One die fell off the table: asked whether the throw is void; thrown again it counts without a press too."""
    table = begun(KEPT)
    assert (table.events, table.ask) == ([], Ask.VOID_LOST)
    assert table.see(EMPTY, FIRST).events == [Thrown((1, 3, 3, 5, 6), 5)]


def test_six_dice_are_told_and_not_taken() -> None:
    """A sixth die on the tray is no throw of five."""
    table = begun(FIRST + "     2")
    assert (table.events, table.refusals) == ([], [Code.NOT_FIVE])


def test_a_first_throw_of_only_some_dice_is_refused() -> None:
    """Three old dice still lie where they were: not all five were in the cup."""
    table = begun(FIRST).press(CONFIRM)
    table.see(FIRST.replace("5    6", "        \n2  2"))
    assert table.refusals == [Code.FIRST_IS_ALL_FIVE]


def test_dice_that_lay_there_when_a_match_began_are_no_throw() -> None:
    """Nobody threw them in this match."""
    table = Table().see(FIRST)
    table.take(StartMatch(("Ana",)))
    table.see(FIRST)
    assert len(table.events) == 1
    assert table.see(EMPTY, FIRST).events[-1] == Thrown((1, 3, 3, 5, 6), 5)


# --- keeping and the second throw ------------------------------------------------------------------------------------


def test_dice_seen_alone_in_their_places_are_the_kept_ones() -> None:
    """While the cup is away the page shows what is kept and how many are in the cup."""
    table = begun(FIRST, KEPT)
    assert (table.glance.kept, table.glance.cup) == ((0, 1), 3)


def test_a_second_throw_of_some_is_told_from_one_of_all_five() -> None:
    """What lay alone while the cup was away decides, not the faces."""
    assert begun(FIRST, KEPT, SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 3)
    assert begun(FIRST, EMPTY, SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 5)


def test_kept_dice_may_be_pushed_aside_while_the_cup_is_away() -> None:
    """Their faces are some of those that fell, so they are the kept ones wherever they lie."""
    table = begun(FIRST, "3 3", "3 3\n\n   1  1\n       1")
    assert table.events[-1] == Thrown((3, 3, 1, 1, 1), 3)


def test_putting_a_die_back_into_its_place_is_changing_ones_mind() -> None:
    """Three kept after two: the count follows what lies there at last."""
    table = begun(FIRST, KEPT, KEPT.replace("\n\n\n", "\n\n   5\n"))
    assert table.glance.cup == 2


def test_putting_all_dice_back_is_no_throw() -> None:
    """The same faces in the same places after a look at them."""
    table = begun(FIRST, KEPT, FIRST)
    assert (len(table.events), table.glance.cup) == (1, 0)


def test_the_same_dice_moved_but_never_away_are_no_throw() -> None:
    """Rearranged dice are the same throw, and their new places count from there on."""
    table = begun(FIRST, "\n\n\n1 3 3 5 6")
    assert (len(table.events), table.ask) == (1, None)
    assert table.see("\n\n\n  3 3", "6 6  6\n\n  3 3").events[-1] == Thrown((6, 6, 6, 3, 3), 3)


def test_dice_turned_by_hand_after_the_first_throw_are_refused() -> None:
    """There is no flip after the first throw, and a die cannot be turned to just any face."""
    assert begun(FIRST, FIRST.replace("6", "1")).refusals == [Code.FLIP_TOO_EARLY]
    assert begun(FIRST, FIRST.replace("6", "2")).refusals == [Code.NOT_A_FLIP]


def test_kept_dice_that_show_another_face_are_refused() -> None:
    """A kept die turned by hand is not one of those that fell."""
    table = begun(FIRST, KEPT.replace("3", "4"))
    assert table.refusals == [Code.KEPT_CHANGED]


def test_a_second_throw_with_no_look_in_between_is_asked_about() -> None:
    """Two dice lie still and three are new, but nobody saw the tray while the cup was away."""
    table = begun(FIRST, SECOND)
    assert (len(table.events), table.ask) == (1, Ask.ONLY_SOME)
    assert begun(FIRST, SECOND).press(NEXT).events[-1] == Thrown((3, 3, 4, 2, 3), 3)
    assert begun(FIRST, SECOND).press(CONFIRM).events[-1] == Thrown((3, 3, 4, 2, 3), 5)
    assert begun(FIRST, SECOND).press(BACK).ask is None


def test_five_new_dice_with_no_look_in_between_are_asked_about() -> None:
    """No die lies where it lay: all five, or some moved by hand."""
    moved = "\n\n\n\n 2 4   6   1  1"
    assert begun(FIRST, moved).ask is Ask.ALL_FIVE
    assert begun(FIRST, moved).press(CONFIRM).events[-1] == Thrown((2, 4, 6, 1, 1), 5)
    assert len(begun(FIRST, moved).press(NEXT).events) == 1


def test_a_kept_die_that_was_struck_is_asked_about() -> None:
    """It lies elsewhere with its face: only the players know whether it was in the cup."""
    table = begun(FIRST, KEPT, "    3\n\n          4\n 2\n      3     3")
    assert (len(table.events), table.ask) == (1, Ask.KEPT_STRUCK)
    assert table.press(CONFIRM).events[-1] == Thrown((3, 4, 2, 3, 3), 3)


def test_a_kept_die_that_fell_on_another_face_is_asked_about_and_can_be_put_back() -> None:
    """No count of kept dice explains it; put back as it was, the throw counts."""
    table = begun(FIRST, KEPT, "    3     1\n          4\n 2\n      5")
    assert (len(table.events), table.ask) == (1, Ask.ALL_FIVE)
    assert table.press(NEXT).see("    3     3\n          4\n 2\n      5").events[-1] == Thrown((3, 3, 4, 2, 5), 3)


def test_a_lost_die_in_the_second_throw_is_told_and_never_makes_it_de_mano() -> None:
    """After all five went into the cup four lie there; what comes next is asked about."""
    table = begun(FIRST, EMPTY, "\n2  2   4  4")
    assert table.ask is Ask.VOID_LOST
    assert begun(FIRST, EMPTY, "\n\n\n3  3   1  5").ask is Ask.VOID_LOST
    table.see("\n2  2   4  4\n     1")
    assert table.ask is Ask.ALL_FIVE


def test_a_hand_over_dice_that_nobody_touched_changes_nothing() -> None:
    """The same dice settle again: no event, and a question that stood still stands."""
    table = begun(FIRST, SECOND)
    assert table.see(SECOND).ask is Ask.ONLY_SOME


# --- flips -----------------------------------------------------------------------------------------------------------


def test_a_turned_die_is_shown_and_counts_when_confirmed() -> None:
    """Seen is not yet happened."""
    table = begun(FIRST, KEPT, SECOND, TURNED)
    assert (table.glance.turned, table.glance.confirm) == (((3, 2, 5),), Act.FLIP)
    assert table.press(CONFIRM).events[-1] == Flipped((2,))
    assert table.glance.turned == ()


def test_two_dice_turned_together_are_one_flip_event() -> None:
    """One press confirms both."""
    both = TURNED.replace("          4", "          3")
    assert begun(FIRST, KEPT, SECOND, both).press(CONFIRM).events[-1] == Flipped((4, 2))


def test_two_flips_that_leave_the_same_faces_are_seen_by_their_places() -> None:
    """A 3 and a 4 both turned: the same five faces lie there, and yet the flip was made."""
    table = begun(FIRST, KEPT, SECOND, "\n    3     3\n          3\n 2\n      4\n")
    assert table.press(CONFIRM).events[-1] == Flipped((4, 3))
    assert sorted(table.state.result.dice) == [2, 3, 3, 3, 4]  # type: ignore[union-attr]


def test_a_flip_put_back_before_it_is_confirmed_is_forgotten() -> None:
    """Putting it back clears it."""
    table = begun(FIRST, KEPT, SECOND, TURNED, SECOND)
    assert (table.glance.turned, table.refusals) == ((), [])
    assert table.press(CONFIRM).refusals == [Code.FLIP_DUE]


def test_a_confirmed_flip_put_back_is_taken_back_with_a_press() -> None:
    """A flip can be taken back until the box is named."""
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(SECOND)
    assert table.glance.confirm is Act.UNFLIP
    table.press(CONFIRM)
    assert table.events[-1] == TakenBack()
    assert table.state.result == Result((3, 3, 4, 2, 3), 2, 3)


def test_a_second_die_can_be_turned_after_the_first_was_confirmed() -> None:
    """One must be turned and another may be."""
    both = TURNED.replace("          4", "          3")
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(both).press(CONFIRM)
    assert table.events[-2:] == [Flipped((2,)), Flipped((4,))]


def test_another_die_turned_instead_of_the_confirmed_one_replaces_it() -> None:
    """The first is put back and the other turned: one press takes back and flips."""
    other = SECOND.replace("          4", "          3")
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(other).press(CONFIRM)
    assert table.events[-2:] == [TakenBack(), Flipped((4,))]


def test_a_die_lifted_turned_and_put_down_elsewhere_is_still_that_die() -> None:
    """Four dice lie in place, so the fifth is the one that was away."""
    table = begun(FIRST, KEPT, SECOND, SECOND.replace(" 2", "  "), SECOND.replace(" 2\n", "\n") + "5")
    assert table.press(CONFIRM).events[-1] == Flipped((2,))


def test_a_wrong_turn_is_named_and_putting_it_back_clears_it() -> None:
    """From 2 to 6 is no turn over; the other side is 5."""
    table = begun(FIRST, KEPT, SECOND, SECOND.replace(" 2", " 6"))
    assert table.memory.refusal
    assert table.memory.refusal.words.startswith("That die went from 2 to 6; its other side is 5.")
    assert table.see(SECOND).memory.refusal is None
    assert table.see(TURNED).press(CONFIRM).events[-1] == Flipped((2,))


def test_dice_that_changed_places_were_not_turned() -> None:
    """A 2 lies where the 4 was and the 4 where the 2 was: exchanged, and a flip is then told by the new places."""
    swapped = SECOND.replace("4", "§").replace("2", "4").replace("§", "2")
    table = begun(FIRST, KEPT, SECOND, swapped)
    assert (table.refusals, table.glance.turned) == ([], ())
    assert table.see(swapped.replace(" 4", " 3")).press(CONFIRM).events[-1] == Flipped((4,))


def test_a_house_that_turns_no_die_says_so() -> None:
    """It is not that too many were turned."""
    table = Table().see(EMPTY)
    table.take(StartMatch(("Ana",), House("sin volteo", first_flip=FirstFlip.NONE, second_flip=SecondFlip.NONE)))
    assert table.see(FIRST, KEPT, SECOND, TURNED).refusals == [Code.NO_FLIPS_HERE]


def test_a_third_die_turned_is_refused() -> None:
    """Two at the most."""
    three = "\n    4     3\n          3\n 5\n      3\n"
    assert begun(FIRST, KEPT, SECOND, three).refusals == [Code.TOO_MANY_TURNED]


def test_a_third_throw_is_refused() -> None:
    """No throw is left: the dice that count are those of the second throw."""
    table = begun(FIRST, KEPT, SECOND, EMPTY, FIRST)
    assert table.refusals == [Code.NO_THROW_LEFT]
    assert table.state.result == Result((3, 3, 4, 2, 3), 2, 3)


def test_dice_laid_out_again_after_a_third_throw_go_on_as_they_were() -> None:
    """Put back with the faces that count, they may be turned and written."""
    table = begun(FIRST, KEPT, SECOND, EMPTY, FIRST, "\n3 3 4 2 3").see("\n3 3 4 5 3")
    assert table.press(CONFIRM).events[-1] == Flipped((2,))


def test_dice_taken_up_before_the_box_was_named_can_still_be_written() -> None:
    """The confirmed dice count, not the empty tray."""
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(EMPTY).press(CONFIRM)
    assert isinstance(table.events[-1], Written)


def test_a_next_player_who_throws_before_the_box_was_confirmed_is_asked_about() -> None:
    """Their throw is refused at first, and once the box is written the table asks whether it was theirs."""
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(EMPTY, FIRST)
    assert table.refusals == [Code.NO_THROW_LEFT]
    table.press(CONFIRM)
    assert table.ask is Ask.WAS_THROW
    assert table.press(CONFIRM).events[-1] == Thrown((1, 3, 3, 5, 6), 5)


# --- boxes and buttons -----------------------------------------------------------------------------------------------


def test_next_steps_through_what_is_offered_and_confirm_writes_it() -> None:
    """Best first, round and round."""
    table = begun(FIRST)
    names = []
    for _ in range(5):
        names.append(table.glance.cursor)
        table.press(NEXT)
    assert names == [0, 1, 2, 3, 0]
    assert table.press(CONFIRM).events[-1] == Written(Box.SENAS, 6, Sign.NUMBER)  # the fifth press led to the second


def test_a_dormida_waits_for_a_press() -> None:
    """Five equal from the cup are shown, and won when confirmed."""
    table = begun("2  2  2\n\n2   2")
    assert (table.events, table.glance.confirm) == ([Thrown((2,) * 5, 5)], Act.DORMIDA)
    assert table.press(CONFIRM).events[-1] == Won("dormida")


def test_when_nothing_scores_the_press_crosses() -> None:
    """With only senas open and no six, the box under the cursor is crossed."""
    rest = Card(tuple((box, Entry(1, Sign.NUMBER)) for box in (*Box, Box.GRANDE) if box is not Box.SENAS))
    state = State(match=1, phase=Phase.PLAYING, sides=(Side("A", rest),), result=Result((3, 3, 4, 2, 3), 2, 3, (2,)))
    table = Table(state=state)
    assert table.glance.confirm is Act.CROSS
    assert table.press(CONFIRM).events == [Written(Box.SENAS, 0, Sign.CROSS)]
    assert table.state.phase is Phase.OVER


def test_a_throw_taken_back_is_asked_about_while_it_lies_there() -> None:
    """A press by mistake loses no throw: confirm takes it again, next leaves it undone."""
    table = begun(FIRST).press(BACK)
    assert (table.events[-1], table.ask) == (TakenBack(), Ask.WAS_THROW)
    assert table.press(CONFIRM).events[-1] == Thrown((1, 3, 3, 5, 6), 5)
    assert begun(FIRST).press(BACK, NEXT).see(FIRST).state.result is None


def test_after_a_throw_taken_back_that_was_none_the_box_of_the_throw_before_waits_for_its_dice() -> None:
    """Other dice lie there than count, however they are pushed about; laid as they count, the box may be written."""
    pushed = " " + SECOND.replace("\n", "\n ")
    for looks, asked, no in ((FIRST,), Ask.ONLY_SOME, BACK), ((pushed, FIRST), Ask.ALL_FIVE, NEXT):
        table = begun(FIRST, KEPT, SECOND).press(BACK, NEXT).see(*looks[:-1]).press(CONFIRM)
        assert (table.events[-1], table.refusals) == (TakenBack(), [Code.NOT_AS_FELL])
        assert table.see(looks[-1]).ask is asked  # they were not seen to be laid
        assert isinstance(table.press(no, CONFIRM).events[-1], Written)


def test_a_die_put_down_on_another_face_that_is_laid_right_again_after_all_makes_no_throw() -> None:
    """It was taken for a throw of one. However it is laid as it counted, it is asked about; then the box is written."""
    fell, up, wrong = "1  3  3  6  6", "1  3     6  6", "1  3  5  6  6"
    ways = ((fell,), Ask.ONLY_SOME, BACK), ((up, fell), Ask.WAS_THROW, NEXT), ((EMPTY, fell), Ask.WAS_THROW, NEXT)
    for house in (COCHABAMBA, TRES_TIROS):
        for looks, asked, no in ways:
            table = Table().see(EMPTY)
            table.take(StartMatch(("Ana", "Beto"), house))
            table.see(fell, up, wrong).press(BACK, NEXT).see(*looks)
            assert (table.ask, table.events[-1], table.refusals) == (asked, TakenBack(), [])
            assert isinstance(table.press(no, CONFIRM).events[-1], Written)
    table = begun(fell, up, wrong).press(BACK).see(fell)
    assert (table.ask, table.events[-1]) == (Ask.WAS_THROW, TakenBack())
    assert table.press(NEXT, CONFIRM).ask is Ask.STILL_COUNTS  # for the question before went away unanswered
    assert isinstance(table.press(CONFIRM).events[-1], Written)


def test_no_box_waits_for_dice_where_no_throw_counts() -> None:
    """After the first throw was taken back and was none there is nothing to lay right."""
    table = begun(FIRST).press(BACK, NEXT, CONFIRM)
    table.take(Write(Box.BALAS))
    assert Code.NOT_AS_FELL not in table.refusals
    assert len(table.refusals) == 2


def test_a_throw_taken_back_is_read_again_when_the_dice_are_nudged_and_counts_as_it_did() -> None:
    """A misread die of three thrown stays one of three thrown: no nudge makes a throw de mano."""
    again = FIRST.replace("6", "2")
    assert begun(FIRST).press(BACK).see(again).events[-1] == Thrown((1, 3, 3, 5, 2), 5)
    fives = begun("5  5  1\n\n2   3", "5  5", "5  5\n\n\n5   5   5").press(BACK)
    assert fives.see("5  5\n\n\n5   5     5").events[-1] == Thrown((5,) * 5, 3)
    assert fives.glance.confirm is not Act.DORMIDA


def test_dice_that_lie_there_after_a_blindness_are_asked_about_though_a_throw_was_taken_back_before_it() -> None:
    """Nobody saw whether they are those of that throw, nudged, or others."""
    table = begun("1  3  3  6  6", "1  3  3  6", "1  3  3  6  5").press(BACK)
    table.take(Blind(0.0, "hung", "hung"))
    assert (table.see("1  3  3  6  2").ask, table.events[-1]) == (Ask.WAS_THROW, TakenBack())
    assert table.press(CONFIRM).events[-1] == Thrown((1, 3, 3, 6, 2), 1)


def test_a_throw_taken_back_that_cannot_be_read_again_so_keeps_the_box_of_the_throw_before_waiting() -> None:
    """One die of five was thrown again, three lie otherwise: no such throw is taken, and the first is not written."""
    table = begun("1  3  3  6  6", "1  3  3  6", "1  3  3  6  5").press(BACK).see("1  4  4  6  5")
    assert (table.events[-1], table.glance.confirm) == (TakenBack(), Act.NOTHING)


def test_a_throw_taken_back_and_picked_up_is_thrown_anew() -> None:
    """Once dice were away the old count is forgotten."""
    table = begun(FIRST).press(BACK).see(EMPTY, SECOND)
    assert table.events[-1] == Thrown((3, 3, 4, 2, 3), 5)
    again = FIRST.replace("6", "2")
    assert begun(FIRST, KEPT, SECOND).press(BACK).see(EMPTY, again).events[-1] == Thrown((1, 3, 3, 5, 2), 5)


def test_a_flip_taken_back_is_shown_again_as_seen() -> None:
    """The die still lies turned, so it waits to be confirmed or put back."""
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM, BACK)
    assert table.glance.turned == ((3, 2, 5),)


def test_a_box_and_then_a_flip_taken_back_leave_the_die_turned_as_seen() -> None:
    """It lies turned still, so no box is written until that is confirmed, or it is put back and another is turned."""
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM, CONFIRM, BACK)
    assert table.glance.confirm is Act.WRITE
    assert table.press(BACK).glance.turned == ((3, 2, 5),)
    assert (table.glance.confirm, table.see(SECOND).glance.turned) == (Act.FLIP, ())


def test_next_after_the_end_starts_the_next_match_with_the_next_side_first() -> None:
    """The same sides go on; another begins."""
    table = begun()
    table.take(GiveUpMatch())
    assert table.press(NEXT).state.first == 1


@pytest.mark.parametrize(
    ("button", "code"),
    [(CONFIRM, Code.NOTHING_TO_CONFIRM), (NEXT, Code.NOTHING_TO_CHOOSE), (BACK, Code.NOTHING_TO_TAKE_BACK)],
)
def test_a_press_that_can_do_nothing_is_refused_in_words(button: Button, code: Code) -> None:
    """Every press is answered."""
    table = begun().press(button)
    assert (table.refusals, table.events) == ([code], [])
    assert Table().press(CONFIRM).refusals == [Code.NO_MATCH]


# --- doubts, blindness, starting again --------------------------------------------------------------------------------


def test_doubts_are_shown_and_nothing_is_taken() -> None:
    """A cocked die among five is no throw."""
    table = begun()
    doubt = Doubt(DoubtKind.COCKED, 3.0, 4.0)
    table.take(Stirred(1.0, (doubt,), laid(FIRST)))
    assert (table.events, table.glance.doubts, table.glance.settled) == ([], (doubt,), False)


def test_a_blind_table_says_why_and_sees_again() -> None:
    """The camera's trouble stands on the page until the next look."""
    table = begun(FIRST)
    table.take(Blind(1.0, "hung", "The camera gave no frame."))
    assert (table.glance.camera, table.glance.camera_words) == ("hung", "The camera gave no frame.")
    assert table.see(KEPT).glance.camera == "ok"


BLIND = Blind(1.0, "hung", "The camera gave no frame.")


def test_what_fell_while_the_camera_was_blind_is_asked_about() -> None:
    """The tray was empty, or the kept dice were seen, before; what happened since nobody knows."""
    table = begun()
    table.take(BLIND)
    assert table.see(FIRST).ask is Ask.WAS_THROW
    table = begun(FIRST, KEPT)
    table.take(BLIND)
    assert table.see(SECOND).ask is Ask.ONLY_SOME
    assert table.press(NEXT).events[-1] == Thrown((3, 3, 4, 2, 3), 3)


def test_dice_that_lie_as_before_the_camera_was_blind_are_the_same() -> None:
    """Neither a throw nor a question, in the middle of a turn, after the last throw and between turns."""
    for table in (begun(FIRST), begun(FIRST, KEPT, SECOND), begun(FIRST).press(CONFIRM)):
        before = len(table.events)
        table.take(BLIND)
        table.see(FIRST if before != 2 or isinstance(table.events[-1], Written) else SECOND)
        assert (len(table.events), table.ask, table.refusals) == (before, None, [])


def test_a_tray_seen_empty_after_the_camera_was_blind_makes_the_next_throw_sure() -> None:
    """Evidence begins anew."""
    table = begun()
    table.take(BLIND)
    assert table.see(EMPTY, FIRST).events == [Thrown((1, 3, 3, 5, 6), 5)]


def restarted(table: Table) -> Table:
    """The table after a power cut: the state is the journal's, the memory is new."""
    return Table(state=table.state)


def test_after_a_start_dice_that_lie_as_known_go_on_in_any_place() -> None:
    """First throw, second throw, flipped: the same faces are the same dice."""
    assert restarted(begun(FIRST)).see("\n 6 5 3 3 1").events == []
    turned = restarted(begun(FIRST, KEPT, SECOND)).see(SECOND, TURNED)
    assert turned.press(CONFIRM).events == [Flipped((2,))]
    again = restarted(begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM)).see(TURNED)
    assert (again.glance.turned, again.glance.confirm) == ((), Act.WRITE)


def test_after_a_start_five_dice_are_asked_about_before_a_first_throw() -> None:
    """They may have fallen while the power was out."""
    table = restarted(begun(FIRST).press(CONFIRM)).see(SECOND)
    assert table.ask is Ask.WAS_THROW
    assert table.press(CONFIRM).events == [Thrown((3, 3, 4, 2, 3), 5)]


def test_after_a_start_with_the_cup_away_the_kept_dice_are_found() -> None:
    """Two of the five faces lie there: three are in the cup."""
    table = restarted(begun(FIRST)).see(KEPT, SECOND)
    assert table.events == [Thrown((3, 3, 4, 2, 3), 3)]


def test_after_a_start_other_dice_than_known_are_asked_about_or_refused() -> None:
    """Five other faces: perhaps all were thrown; after the last throw they cannot be."""
    assert restarted(begun(FIRST)).see(SECOND).ask is Ask.ALL_FIVE
    assert restarted(begun(FIRST, KEPT, SECOND)).see(FIRST).refusals == [Code.TOO_MANY_TURNED]


def test_a_throw_entered_by_hand_goes_on_with_the_dice_that_lie() -> None:
    """With the camera back, dice of the entered faces are the entered ones."""
    table = begun()
    table.take(Throw((1, 3, 3, 5, 6), 5))
    table.take(Throw((3, 3, 4, 2, 3), 3))
    assert table.see(SECOND, TURNED).press(CONFIRM).events[-1] == Flipped((2,))
    table.take(Write(Box.TRENES))
    assert table.state.turn == 1
    table.take(TakeBack())
    assert table.state.turn == 0


@pytest.mark.parametrize("unread", [(Doubt(DoubtKind.BLURRED),), (Doubt(DoubtKind.COCKED, 3.0, 4.0),), ()])
@pytest.mark.parametrize("before", [(), (EMPTY,)])
def test_dice_entered_by_hand_and_read_after_the_box_are_not_the_next_players(
    before: tuple[str, ...], unread: tuple[Doubt, ...]
) -> None:
    """The picture was blurred, a die leaned or a hand was still there: what lies is asked about, whoever it was."""
    table = begun(FIRST).press(CONFIRM).see(*before)
    table.take(Stirred(1.0, unread))
    table.take(Throw((3, 3, 4, 2, 3), 5))
    table.take(Stirred(1.0, unread or (Doubt(DoubtKind.COVERED),)))
    table.take(Write(Box.CUADRAS))
    assert isinstance(table.events[-1], Written)
    count = len(table.events)
    table.see(SECOND)
    assert (len(table.events), table.ask) == (count, Ask.WAS_THROW)
    table.press(NEXT).see(EMPTY, SECOND)
    assert table.events[count:] == [Thrown((3, 3, 4, 2, 3), 5)]


def test_dice_not_seen_as_they_fell_and_taken_up_for_a_moment_are_asked_about() -> None:
    """After a hand entry or a start: the die that was away shows what it counted as, thrown again or laid down."""
    by_hand = begun()
    by_hand.take(Stirred(1.0, (Doubt(DoubtKind.COCKED, 3.0, 4.0),)))
    by_hand.take(Throw((1, 3, 3, 5, 6), 5))
    for table in (by_hand, restarted(begun(FIRST))):
        count = len(table.events)
        table.see("\n    3     3\n\n   5    6", "\n    3     3\n\n   5    6\n 1")
        assert (len(table.events), table.ask) == (count, Ask.WAS_THROW)
        table.press(NEXT).see("\n    3     3\n\n   5    6\n   1").press(CONFIRM)
        assert (len(table.events), type(table.events[-1])) == (count + 1, Written)
    again = restarted(begun(FIRST)).see("\n    3     3\n\n   5    6", "\n    3     3\n\n   5    6\n 1").press(CONFIRM)
    assert again.events == [Thrown((3, 3, 5, 6, 1), 1)]


def test_dice_entered_by_hand_that_are_read_before_the_box_ask_nothing_later() -> None:
    """Then it is known which they were: a quick throw after them counts."""
    table = begun(FIRST).press(CONFIRM)
    table.take(Stirred(1.0, (Doubt(DoubtKind.BLURRED),)))
    table.take(Throw((3, 3, 4, 2, 3), 5))
    table.see(SECOND).press(CONFIRM).see("\n\n\n\n 5 5   6   1  1")
    assert (table.ask, table.events[-1]) == (None, Thrown((5, 5, 6, 1, 1), 5))


# --- other houses -----------------------------------------------------------------------------------------------------


def of_house(house: House, *pictures: str) -> Table:
    """A match of two in this house begun over an empty tray, then these pictures."""
    table = Table().see(EMPTY)
    table.take(StartMatch(("Ana", "Beto"), house))
    table.events.clear()
    return table.see(*pictures)


def test_with_three_throws_a_die_may_be_turned_after_the_second_or_dice_thrown_again() -> None:
    """All five in place with one turned is a flip; some away and back is the third throw."""
    table = of_house(TRES_TIROS, FIRST, KEPT, SECOND)
    flipped = of_house(TRES_TIROS, FIRST, KEPT, SECOND, TURNED).press(CONFIRM)
    assert flipped.events[-1] == Flipped((2,))
    table.see(KEPT, SECOND.replace("4", "1"))
    assert [event.rerolled for event in table.events if isinstance(event, Thrown)] == [5, 3, 3]


def test_a_pair_leaves_sobre_and_passes_with_the_buttons() -> None:
    """After the boxes, next comes to sobre; on a second attempt it comes to pass."""
    table = of_house(PAREJAS, FIRST)
    boxes = len(choices(table.state).boxes)
    table.press(*[NEXT] * boxes)
    assert table.glance.confirm is Act.SOBRE
    assert table.press(CONFIRM).events[-1] == LeftSobre()
    wrote = of_house(PAREJAS, FIRST).press(CONFIRM)
    assert wrote.glance.confirm is Act.PASS
    assert wrote.press(CONFIRM).events[-1] == Passed()


def test_a_throw_for_a_void_one_counts_as_that_one_was() -> None:
    """Only the tilted die is picked up and thrown: still all five from the cup; dice only moved are no throw."""
    house = replace(COCHABAMBA, cocked=Cocked.RETHROW_DIE)
    table = of_house(house)
    table.take(VoidThrow(Irregular.COCKED, 5, (1, 3, 3, 5)))
    table.see(FIRST.replace("6", " "), FIRST)
    assert table.events[-1] == Thrown((1, 3, 3, 5, 6), 5)
    table.take(VoidThrow(Irregular.OFF, 2))
    table.see(FIRST.replace("1   3", "  1 3"))
    assert table.state.void is not None


@pytest.mark.parametrize("mirrored", [False, True])
def test_dice_entered_by_hand_are_known_again_in_whatever_order_they_lie(mirrored: bool) -> None:
    """With a throw left, five dice of the entered faces are the entered ones, not a throw of their own."""
    table = begun()
    table.take(Throw((1, 3, 3, 5, 6), 5))
    picture = "\n".join(row.ljust(12)[::-1] for row in FIRST.splitlines()) if mirrored else FIRST
    table.see(picture)
    assert (table.ask, len(table.events)) == (None, 1)


def test_five_other_dice_where_none_lay_are_the_next_throw() -> None:
    """The tray was never seen empty, yet no die is where one was."""
    table = begun(FIRST).press(CONFIRM).see("\n\n\n\n\n 2   2   2\n\n  4    1")
    assert table.events[-1] == Thrown((2, 2, 2, 4, 1), 5)


def test_a_press_that_the_rules_refuse_changes_nothing_and_is_told() -> None:
    """A wish of a phone is decided like any other."""
    table = begun(FIRST)
    before = table.state
    table.take(Write(Box.CUADRAS))
    assert (table.refusals, table.state) == ([Code.DOES_NOT_SCORE], before)


def test_a_question_names_its_facts_in_english_too() -> None:
    """For terminals and recordings, which speak no other language."""
    assert "only 3 dice" in Question(Ask.KEPT_STRUCK, None, None, (("count", 3),)).words


# --- nothing is written that the dice do not show --------------------------------------------------------------------


def test_a_box_tapped_while_a_turned_die_waits_is_refused() -> None:
    """A full of all five is de huevo once a die was turned: that is settled before a box is chosen."""
    full = "2  2  2\n\n3   3"
    table = begun(FIRST, EMPTY, full, full.replace("2  2  2", "5  2  2"))
    table.take(Write(Box.FULL))
    assert table.refusals == [Code.FLIP_WAITS]
    table.press(CONFIRM).see(full)
    table.take(Write(Box.TRENES))
    assert table.refusals[1:] == [Code.FLIP_WAITS]


def test_after_a_question_answered_no_nothing_is_written_for_dice_that_lie_otherwise() -> None:
    """The card is for 1 3 3 5 6 and other dice lie there: laid right, or entered by hand, it goes on."""
    moved = "\n\n\n\n 2 4   6   1  1"
    for answer in (NEXT, BACK):
        table = begun(FIRST, moved).press(answer)
        assert table.glance.confirm is Act.NOTHING
        table.press(CONFIRM)
        table.take(Write(Box.SENAS))
        assert table.refusals == [Code.NOT_AS_FELL] * 2
        assert "1 3 3 5 6" in table.memory.refusal.words  # type: ignore[union-attr]
        assert isinstance(table.see(FIRST).press(CONFIRM).events[-1], Written)
    by_hand = begun(FIRST, moved).press(NEXT)
    by_hand.take(Throw((2, 4, 6, 1, 1), 5))
    by_hand.take(Flip((2,)))
    by_hand.take(Write(Box.QUINAS))
    assert isinstance(by_hand.events[-1], Written)


def test_after_a_wrong_turn_nothing_is_written_until_it_is_put_back() -> None:
    """Three turned, or one to a wrong side: the confirmed dice are not the ones that lie there."""
    for wrong in ("\n    4     3\n          3\n 5\n      3\n", SECOND.replace(" 2", " 6")):
        table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(wrong).press(CONFIRM)
        assert table.refusals[-1] is Code.NOT_AS_FELL
        assert isinstance(table.see(TURNED).press(CONFIRM).events[-1], Written)


def test_a_die_laid_beside_a_throw_of_four_is_asked_about() -> None:
    """It may have come out late, or a hand may have put it there: only the players know."""
    four = "1   3     3\n\n   5"
    table = begun(four, four + "    6")
    assert (table.events, table.ask) == ([], Ask.ALL_FIVE)
    assert begun(four, EMPTY, FIRST).events == [Thrown((1, 3, 3, 5, 6), 5)]


def test_a_cocked_die_that_came_to_lie_flat_is_asked_about() -> None:
    """A cocked die makes the throw void, unless it fell flat by itself."""
    table = begun()
    table.take(Stirred(1.0, (Doubt(DoubtKind.COCKED, 3.0, 4.0),), laid("1   3     3\n\n   5")))
    table.see("1   3     3\n\n   5    6")
    assert (table.events, table.ask) == ([], Ask.ALL_FIVE)


def test_a_second_press_on_the_last_box_does_not_end_its_undo() -> None:
    """The next match waits for another button."""
    rest = Card(tuple((box, Entry(1, Sign.NUMBER)) for box in (*Box, Box.GRANDE) if box is not Box.SENAS))
    state = State(match=1, phase=Phase.PLAYING, sides=(Side("A", rest),), result=Result((6, 3, 4, 2, 3)))
    table = Table(state=state).press(CONFIRM, CONFIRM, BACK)
    assert table.state.phase is Phase.PLAYING
    assert table.events == [Written(Box.SENAS, 6, Sign.NUMBER), TakenBack()]


def test_a_first_throw_with_one_die_in_its_old_place_is_asked_about() -> None:
    """It may have fallen just there, or not have been in the cup at all."""
    table = begun(FIRST).press(CONFIRM).see("1\n\n 2   2  4\n\n   6")
    assert table.ask is Ask.ALL_FIVE
    assert table.press(CONFIRM).events[-1] == Thrown((1, 2, 2, 4, 6), 5)


def test_a_quick_third_throw_is_refused_and_nothing_is_written_for_it() -> None:
    """Five dice elsewhere with other faces, and the tray was never seen empty."""
    table = begun(FIRST, KEPT, SECOND, "6\n\n\n\n 6 6  1  1").press(CONFIRM)
    assert table.refusals == [Code.NO_THROW_LEFT, Code.NOT_AS_FELL]


def test_after_a_start_dice_that_lie_there_for_a_void_throw_are_asked_about() -> None:
    """The same dice were to be thrown again; whether these were, nobody saw."""
    table = begun(FIRST)
    table.take(VoidThrow(Irregular.COCKED, 3))
    again = restarted(table).see(SECOND)
    assert (again.events, again.ask) == ([], Ask.WAS_THROW)
    assert again.press(CONFIRM).events == [Thrown((3, 3, 4, 2, 3), 3)]


def test_a_press_quicker_than_the_eye_writes_nothing_while_a_die_may_be_turned() -> None:
    """A second die is being turned: the box waits for it, by button and by tap, and then counts what lies there."""
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM)
    table.take(Stirred(1.0))
    table.press(CONFIRM)
    table.take(Write(Box.TRENES))
    assert (table.refusals, table.glance.confirm) == ([Code.STILL_MOVING] * 2, Act.NOTHING)
    table.see(TURNED.replace("          4", "          3"))
    assert table.press(CONFIRM).events[-1] == Flipped((4,))


def test_where_no_die_may_be_turned_a_press_need_not_wait() -> None:
    """After the first throw, and with a hand beside dice that lie as before, the dice that count are known."""
    table = begun(FIRST)
    table.take(Stirred(1.0))
    assert isinstance(table.press(CONFIRM).events[-1], Written)
    doubted = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM)
    doubted.take(Stirred(1.0, (Doubt(DoubtKind.COVERED),), laid(TURNED)))
    assert isinstance(doubted.press(CONFIRM).events[-1], Written)


@pytest.mark.parametrize("kind", [DoubtKind.COVERED, DoubtKind.NO_FACE])
def test_a_press_while_dice_cannot_be_read_asks_before_it_writes(kind: DoubtKind) -> None:
    """A second throw lies there, and the first must not be written for it by a press."""
    table = begun(FIRST, KEPT)
    table.take(Stirred(1.0, (Doubt(kind),), laid(SECOND)))
    table.press(CONFIRM)
    assert (len(table.events), table.ask) == (1, Ask.AS_COUNTED)
    assert table.press(NEXT).ask is None
    table.press(CONFIRM)
    assert isinstance(table.press(CONFIRM).events[-1], Written)


def test_a_cup_left_on_the_empty_tray_is_no_reason_to_ask() -> None:
    """The dice were taken up after they were read: what counts is known."""
    table = begun(FIRST, EMPTY)
    table.take(Stirred(1.0, (Doubt(DoubtKind.COVERED),)))
    assert isinstance(table.press(CONFIRM).events[-1], Written)
    again = begun(FIRST, EMPTY)
    again.take(Stirred(1.0, (Doubt(DoubtKind.COCKED),)))
    assert again.press(CONFIRM).ask is Ask.AS_COUNTED


# --- void throws ------------------------------------------------------------------------------------------------------

LEANS = (Doubt(DoubtKind.COCKED, 3.0, 4.0),)
SOME = """
    3     3

 2
      3
"""


def leaning(table: Table, picture: str = SECOND) -> Table:
    """A throw came to rest so, one of its dice leaning."""
    table.take(Stirred(1.0, LEANS, laid(picture)))
    return table


def test_a_leaning_die_of_a_throw_makes_it_void_by_a_press_and_the_same_dice_are_thrown_again() -> None:
    """Three of the second throw; once they were seen to be away, what falls next is that throw and nothing is asked."""
    table = leaning(begun(FIRST, KEPT))
    assert table.ask is Ask.VOID_COCKED
    table.press(CONFIRM)
    assert (table.events[-1], table.glance.doubts) == (Voided(Irregular.COCKED, 3), ())
    assert table.see(KEPT, SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 3)
    assert table.ask is None


def test_a_void_throw_needs_no_press() -> None:
    """Who takes the dice up at once and throws them again is not in doubt, in the first throw and in the second."""
    assert leaning(begun()).see(EMPTY, SECOND).events == [Thrown((3, 3, 4, 2, 3), 5)]
    assert leaning(begun(FIRST, KEPT)).see(KEPT, SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 3)


def test_a_leaning_die_laid_flat_by_hand_is_asked_about_before_it_counts() -> None:
    """In either throw, whether it was told to be void or not."""
    assert leaning(begun()).see(SECOND).ask is Ask.ALL_FIVE
    for table in (
        leaning(begun()).press(CONFIRM),
        leaning(begun(FIRST, KEPT)),
        leaning(begun(FIRST, KEPT)).press(CONFIRM),
    ):
        before = len(table.events)
        table.see(SECOND)
        assert (len(table.events), table.ask) == (before, Ask.WAS_THROW)


def test_a_lost_die_laid_down_by_hand_after_a_void_throw_is_asked_about() -> None:
    """It is no throw of the same dice; with all of them away before, it is."""
    for first in ((), (FIRST, KEPT)):
        table = begun(*first, SOME)
        assert table.ask is Ask.VOID_LOST
        assert isinstance(table.press(CONFIRM).events[-1], Voided)
        assert table.see(SECOND).ask is Ask.WAS_THROW
        kept = first[-1] if first else EMPTY
        assert isinstance(table.see(kept, FIRST.replace("6", "2")).events[-1], Thrown)


def test_where_only_the_bad_die_is_thrown_again_the_others_stand() -> None:
    """The house says so; what stands is known when a die is missing."""
    house = replace(COCHABAMBA, cocked=Cocked.RETHROW_DIE)
    table = of_house(house, FIRST, KEPT, SOME).press(CONFIRM)
    assert table.events[-1] == Voided(Irregular.OFF, 3, (2, 3))
    assert leaning(of_house(house, FIRST, KEPT)).press(CONFIRM).events[-1] == Voided(Irregular.COCKED, 3)


def test_a_leaning_die_is_no_void_throw_where_none_was_thrown() -> None:
    """Not with a hand in view, after the last throw, with only the kept dice there, nor with no look before."""
    hand = begun(FIRST, KEPT)
    hand.take(Stirred(1.0, (*LEANS, Doubt(DoubtKind.COVERED)), laid(SECOND)))
    unseen = begun(FIRST)
    for table in (hand, leaning(begun(FIRST, KEPT, SECOND)), leaning(begun(FIRST, KEPT), KEPT), leaning(unseen)):
        assert table.ask is None


def test_it_is_asked_once_whether_a_throw_is_void() -> None:
    """Answered no, the same die leaning still is no new question; what leans after another throw is."""
    table = leaning(begun()).press(NEXT)
    assert leaning(table).ask is None
    assert leaning(table, FIRST).ask is Ask.VOID_COCKED
    under_a_hand = begun()
    under_a_hand.take(Stirred(1.0, (*LEANS, Doubt(DoubtKind.COVERED)), laid(SECOND)))
    assert under_a_hand.ask is None
    assert leaning(under_a_hand).ask is Ask.VOID_COCKED


def test_what_is_thrown_for_a_void_throw_may_be_void_again() -> None:
    """One of the three is lost once more: asked; with too few taken up at first nothing is sure yet."""
    table = leaning(begun(FIRST, KEPT)).press(CONFIRM).see(KEPT, SOME)
    assert table.ask is Ask.VOID_LOST
    assert table.press(CONFIRM).events[-1] == Voided(Irregular.OFF, 3)
    assert table.see(KEPT.replace("3     3", "3     3  5"), SECOND).ask is Ask.WAS_THROW
    by_hand = leaning(begun(FIRST, KEPT)).press(CONFIRM).see(KEPT, SOME).press(NEXT).see(SECOND)
    assert (by_hand.events[-1], by_hand.ask) == (Voided(Irregular.COCKED, 3), Ask.WAS_THROW)


def test_where_all_five_are_thrown_again_a_lost_die_beside_kept_ones_is_only_told() -> None:
    """No such throw is allowed, so that none is void."""
    house = replace(COCHABAMBA, rethrow=Rethrow.ALL_FIVE_ONLY)
    table = of_house(house, FIRST, KEPT, SOME)
    assert (table.ask, table.refusals) == (None, [Code.NOT_FIVE])


def test_a_void_throw_taken_back_is_asked_about_again_and_the_box_of_the_throw_before_is_not_written() -> None:
    """The second throw still lies there, leaning: yes was pressed by mistake, and the first must not count for it."""
    table = leaning(begun(FIRST, KEPT)).press(CONFIRM, BACK)
    assert (table.events[-1], table.ask, table.glance.doubts) == (TakenBack(), Ask.VOID_COCKED, LEANS)
    table.press(NEXT, CONFIRM)
    assert (table.events[-1], table.refusals) == (TakenBack(), [Code.NOT_AS_FELL])
    lost = begun(FIRST, KEPT, SOME).press(CONFIRM, BACK)
    assert (lost.ask, lost.press(CONFIRM).events[-1]) == (Ask.VOID_LOST, Voided(Irregular.OFF, 3))


def test_a_void_throw_from_before_a_start_taken_back_is_asked_about_while_it_lies_there() -> None:
    """The journal tells what was void, and the camera that it still lies so; taken up, there is nothing to ask."""
    for first, count in (((FIRST, KEPT), 3), ((), 5)):
        table = leaning(restarted(leaning(begun(*first)).press(CONFIRM))).press(BACK)
        assert (table.events, table.ask) == ([TakenBack()], Ask.VOID_COCKED)
        assert table.press(CONFIRM).events[-1] == Voided(Irregular.COCKED, count)
    table = leaning(restarted(leaning(begun(FIRST, KEPT)).press(CONFIRM))).press(BACK, NEXT, CONFIRM)
    assert (table.events, table.refusals) == ([TakenBack()], [Code.NOT_AS_FELL])
    lost = restarted(begun(FIRST, KEPT, SOME).press(CONFIRM)).see(SOME).press(BACK)
    assert (lost.ask, lost.press(CONFIRM).events[-1]) == (Ask.VOID_LOST, Voided(Irregular.OFF, 3))
    for picture in (KEPT, EMPTY):
        gone = restarted(begun(FIRST, KEPT, SOME).press(CONFIRM)).see(picture).press(BACK)
        assert (gone.events, gone.ask) == ([TakenBack()], None)


def test_a_leaning_die_laid_flat_by_hand_is_asked_about_also_after_void_was_taken_back() -> None:
    """Before it was taken back or after, with a hand in between or not."""
    for first, ask in (((), Ask.ALL_FIVE), ((FIRST, KEPT), Ask.WAS_THROW)):
        for table in (
            leaning(begun(*first)).press(CONFIRM, BACK).see(SECOND),
            leaning(begun(*first)).press(CONFIRM, BACK, NEXT).see(SECOND),
            leaning(begun(*first)).press(CONFIRM).see(SECOND).press(NEXT, BACK),
        ):
            assert (table.events[-1], table.ask) == (TakenBack(), ask)


def test_a_bad_die_laid_right_by_hand_after_a_start_and_a_void_throw_taken_back_is_asked_about() -> None:
    """Nobody threw what lies there then; also where it was seen after the start what was kept."""
    for first, kept, ask in (((), EMPTY, Ask.ALL_FIVE), ((FIRST, KEPT), KEPT, Ask.WAS_THROW)):
        for bad in (leaning, lambda table: table.see(SOME)):
            table = bad(restarted(leaning(begun(*first)).press(CONFIRM)).see(kept)).press(BACK, BACK)
            assert table.ask in (Ask.VOID_COCKED, Ask.VOID_LOST)
            assert (table.press(NEXT).see(SECOND).events, table.ask) == ([TakenBack()], ask)


def test_a_bad_die_of_a_quick_throw_laid_right_by_hand_is_asked_about() -> None:
    """The tray had no empty moment: no die lies where one of the last turn did, and one of them nobody threw so."""
    quick = "\n\n\n\n 2 4   6   1  1"
    for bad in (lambda table: leaning(table, quick), lambda table: table.see(quick.replace("2", " "))):
        table = bad(begun(FIRST).press(CONFIRM))
        count = len(table.events)
        assert (len(table.see(quick).events), table.ask) == (count, Ask.ALL_FIVE)
        assert table.press(CONFIRM).events[-1] == Thrown((2, 4, 6, 1, 1), 5)
        thrown_again = bad(begun(FIRST).press(CONFIRM)).see("\n\n\n\n\n\n 2 4   6   1  1")
        assert (thrown_again.events[-1], thrown_again.ask) == (Thrown((2, 4, 6, 1, 1), 5), None)


def test_a_die_that_leans_while_something_else_is_decided_and_is_laid_flat_then_is_asked_about() -> None:
    """The throw before is taken back, or its box is written though the next player has thrown already."""
    back = leaning(begun(FIRST, EMPTY)).press(BACK, BACK)
    assert (back.events[-1], back.see(SECOND).ask) == (TakenBack(), Ask.ALL_FIVE)
    early = leaning(begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(EMPTY)).press(CONFIRM, CONFIRM)
    assert isinstance(early.events[-1], Written)
    assert (isinstance(early.see(SECOND).events[-1], Written), early.ask) == (True, Ask.ALL_FIVE)


def test_a_void_throw_taken_back_after_its_dice_were_taken_up_goes_on_with_the_kept_ones() -> None:
    """The throw that falls next is the second throw of three."""
    table = leaning(begun(FIRST, KEPT)).press(CONFIRM).see(KEPT).press(BACK)
    assert (table.ask, table.glance.kept) == (None, (0, 1))
    assert table.see(SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 3)
    moving = leaning(begun(FIRST, KEPT)).press(CONFIRM).see(KEPT)
    moving.take(Stirred(2.0))
    assert moving.press(BACK).see(SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 3)
    blind = leaning(begun(FIRST, KEPT)).press(CONFIRM)
    blind.take(BLIND)
    assert blind.press(BACK).see(SECOND).ask is not None


def test_the_throw_for_a_void_one_taken_back_is_asked_about_and_read_again_when_nudged() -> None:
    """As any throw is; it counts as so many dice as it did."""
    for first, kept, count in (((), EMPTY, 5), ((FIRST, KEPT), KEPT, 3)):
        table = leaning(begun(*first)).press(CONFIRM).see(kept, SECOND).press(BACK)
        assert (table.events[-1], table.ask) == (TakenBack(), Ask.WAS_THROW)
        assert table.see(SECOND.replace(" 2", "1 ")).events[-1] == Thrown((3, 3, 4, 1, 3), count)
        again = leaning(begun(*first)).press(CONFIRM).see(kept, SECOND).press(BACK, NEXT)
        assert again.see(kept, SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), count)


def test_dice_that_lean_in_a_void_throw_lie_still_and_may_be_thrown() -> None:
    """Nobody need doubt them any more, until something else is in doubt."""
    table = leaning(begun()).press(CONFIRM)
    assert (table.glance.settled, table.glance.doubts) == (True, ())
    table.take(Stirred(2.0, (Doubt(DoubtKind.COVERED),)))
    assert (table.glance.settled, table.glance.doubts) == (False, (Doubt(DoubtKind.COVERED),))


def test_kept_dice_that_do_not_lie_as_they_did_after_the_throw_for_a_void_one_are_asked_about() -> None:
    """Struck, or taken up with the others: no throw of three is made of five unasked, and none of changed dice."""
    for picture, ask in ((SECOND.replace("    3 ", "    5 ", 1), Ask.KEPT_STRUCK), ("4  4  1\n\n6   6", Ask.ALL_FIVE)):
        table = leaning(begun(FIRST, KEPT)).press(CONFIRM).see(KEPT, picture)
        assert (table.events[-1], table.ask) == (Voided(Irregular.COCKED, 3), ask)
    assert table.press(CONFIRM).refusals == [Code.THROW_AGAIN]
    assert table.see(KEPT, SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 3)
    all_up = leaning(begun(FIRST, KEPT)).press(CONFIRM).see(EMPTY, SECOND)
    assert (all_up.events[-1], all_up.ask) == (Voided(Irregular.COCKED, 3), Ask.ONLY_SOME)
    assert all_up.press(NEXT).events[-1] == Thrown((3, 3, 4, 2, 3), 3)


def test_a_throw_that_was_taken_up_is_no_longer_asked_about_and_a_late_press_writes_nothing() -> None:
    """Yes came when the question was gone: the box of the throw before is asked about first, whatever it asked."""
    assert leaning(begun()).see(EMPTY).press(CONFIRM).events == []
    for table in (
        leaning(begun(FIRST, KEPT)).see(KEPT),
        leaning(begun(FIRST, KEPT)).see(EMPTY),
        begun(FIRST, KEPT, SOME, KEPT),
        begun(FIRST, SECOND, EMPTY),
        begun(FIRST, SECOND, FIRST),
    ):
        assert table.ask is None
        table.press(CONFIRM)
        assert (len(table.events), table.ask) == (1, Ask.STILL_COUNTS)
        assert isinstance(table.press(CONFIRM).events[-1], Written)
    assert leaning(begun(FIRST, KEPT)).see(KEPT, SECOND).events[-1] == Thrown((3, 3, 4, 2, 3), 3)


def test_one_die_put_back_elsewhere_is_no_throw_that_may_be_void() -> None:
    """Four were taken up and nobody threw: it is told, and the throw that falls next is not taken unasked."""
    table = begun(FIRST, "    3", "\n    3\n\n 3")
    assert (table.ask, table.refusals) == (None, [Code.NOT_FIVE])
    assert (
        table.press(CONFIRM).refusals[-1] is Code.NOT_AS_FELL
    )  # perhaps it was a throw: the one before is not written
    assert table.see(SECOND).ask is not None
    assert begun(FIRST, "1   3     3", "1   3     3\n\n\n\n  2").ask is Ask.VOID_LOST  # of two thrown one is lost


def test_four_dice_of_the_same_faces_elsewhere_may_have_fallen_so() -> None:
    """Two were thrown again in a hurry and one is off the tray: laid back, it is no throw of one die."""
    table = begun("\n2 5 2\n\n6 6").see("\n2 5  \n\n6     6", "\n2 5  5\n\n6     6")
    assert (len(table.events), table.ask) == (1, Ask.WAS_THROW)


def test_dice_that_were_not_thrown_and_show_what_counts_are_the_ones_that_count() -> None:
    """Three were taken up for a moment and laid elsewhere on the same faces, while nobody saw it: a press writes."""
    table = restarted(begun(FIRST)).see(KEPT, "\n\n 1  3    3\n\n  5  6")
    assert (table.events, table.ask) == ([], Ask.WAS_THROW)
    table.press(NEXT)
    assert (table.ask, table.glance.confirm, table.glance.cup) == (None, Act.WRITE, 0)
    assert isinstance(table.press(CONFIRM).events[-1], Written)
    other = restarted(begun(FIRST)).see(EMPTY, FIRST)
    assert other.ask is Ask.WAS_THROW
    assert isinstance(other.press(NEXT, CONFIRM).events[-1], Written)
    full = begun("3 3 3 5 5", "3 3 3", "3 3 3   5 5").press(BACK, NEXT).see("\n  3 3 3 5 5")  # no nudge throws them
    assert full.press(CONFIRM).events[-1] == Written(Box.FULL, 35, Sign.MANO)


def test_a_turned_die_is_not_confirmed_while_the_dice_lie_otherwise_than_they_may() -> None:
    """A third one was turned: until it is put back, the press meant for one of them writes none; nor after an undo."""
    two, three = TURNED.replace("4", "3"), TURNED.replace("3     3", "4     3").replace("          4", "          3")
    table = begun(FIRST, KEPT, SECOND, TURNED).press(CONFIRM).see(two, three)
    assert (table.refusals, table.glance.confirm, table.glance.turned) == ([Code.TOO_MANY_TURNED], Act.NOTHING, ())
    table.take(Write(Box.TRENES))
    assert table.press(CONFIRM, BACK, CONFIRM).refusals[1:] == [Code.NOT_AS_FELL] * 3
    assert table.events[2:] == [Flipped((2,)), TakenBack()]
    assert table.see(two).press(CONFIRM).events[4:] == [Flipped((4, 2))]


def test_a_die_that_lies_as_it_fell_again_among_others_that_were_moved_is_not_turned() -> None:
    """Where another throw is allowed: turned, turned back, and all pushed together, or some taken up and put down."""
    turned = of_house(TRES_TIROS, FIRST, KEPT, SECOND, TURNED)
    assert turned.glance.confirm is Act.FLIP
    together = of_house(TRES_TIROS, FIRST, KEPT, SECOND, TURNED).see("\n\n\n  3 3 4 2 3")
    assert isinstance(together.press(CONFIRM).events[-1], Written)
    laid_down = turned.see("\n    3\n     3    4\n 2", "\n    3\n     3    4\n 2\n      3")
    assert laid_down.ask is Ask.WAS_THROW
    assert isinstance(laid_down.press(NEXT, CONFIRM).events[-1], Written)
