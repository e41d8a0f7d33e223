"""Rules of steadying, with readings written by hand and time passed in."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.reading import Die, Doubt, DoubtKind, Reading, Settled, Stirred
from vision.steady import LEEWAY_S, PATIENCE_S, SAME_PLACE, SETTLED_S, Memory, steady

STEP_S = 1 / 12
unhurried = settings(deadline=None)  # others may be using the machine


def dice(*values: int, dx: float = 0.0) -> Reading:
    """Dice in a row, a hundred pixels apart, all shifted by dx pixels."""
    return Reading(tuple(Die(value, 100.0 * k + dx, 200.0, 50.0) for k, value in enumerate(values)))


def doubtful(kind: DoubtKind, x: float = 50.0, dice: tuple[Die, ...] = ()) -> Reading:
    """A reading with one doubt."""
    return Reading(dice, (Doubt(kind, x, 60.0),))


def told(readings: Iterable[Reading | None], step_s: float = STEP_S) -> list[Settled | Stirred]:
    """Everything said of readings that come step_s apart, beginning at 0 s."""
    memory, moments = Memory(), []
    for k, reading in enumerate(readings):
        memory, moment = steady(memory, k * step_s, reading)
        moments += [moment] if moment else []
    return moments


def short(moments: list[Settled | Stirred]) -> list[object]:
    """Faces for Settled, kinds of doubts for Stirred."""
    return [
        tuple(d.value for d in m.dice) if isinstance(m, Settled) else [d.kind.value for d in m.doubts] for m in moments
    ]


HAND = doubtful(DoubtKind.COVERED)
COCKED = doubtful(DoubtKind.COCKED)
A, B = dice(1, 3, 3, 5, 6), dice(1, 3, 4, 5, 6)


def test_equal_readings_settle_after_half_a_second():
    """Settled comes with the first picture at which equal readings have lasted half a second, and once."""
    (settled,) = told([A] * 40)
    assert isinstance(settled, Settled)
    assert settled.at_s == pytest.approx(0.5)
    assert [d.value for d in settled.dice] == [1, 3, 3, 5, 6]


@pytest.mark.parametrize(
    "before", [[], [A] * 10, [B] * 10, [COCKED] * 15], ids=["at first", "same", "others", "doubts"]
)
@pytest.mark.parametrize("moving", [2, 3, 8])
def test_rest_counts_from_the_last_picture_in_which_something_had_moved(
    before: list[Reading | None], moving: int
) -> None:
    """The next one shows no movement: what is read there lay so already. Ten pictures a second, rounded."""
    *_, settled = told([*before, *([None] * moving), *([A] * 9)], step_s=0.1)
    assert isinstance(settled, Settled)
    assert settled.at_s == pytest.approx(0.1 * (len(before) + moving - 1) + 0.5)


def test_rest_counts_from_no_picture_before_the_last_that_was_otherwise() -> None:
    """Another reading, or a picture that moved before it, is no rest."""
    *_, settled = told([None, None, B, A, *([A] * 9)], step_s=0.1)
    assert settled.at_s == pytest.approx(0.1 * 3 + 0.5)


def test_what_comes_to_rest_after_a_warning_is_read_anew() -> None:
    """Dice rolled for so long that it was told; that the first picture of them is doubted says little."""
    memory = Memory()
    for k, reading in enumerate([*([None] * 30), COCKED]):
        memory, _ = steady(memory, 0.1 * k, reading)
    assert memory.warned
    assert not memory.at_rest
    for k, reading in enumerate([A, COCKED] * 5, start=31):
        memory, _ = steady(memory, 0.1 * k, reading)
    assert memory.at_rest


def test_a_slow_camera_settles_on_no_fewer_than_three_readings():
    """Half a second between two pictures is not enough evidence."""
    (settled,) = told([A] * 5, step_s=0.6)
    assert settled.at_s == pytest.approx(1.2)


def test_an_empty_tray_settles_too():
    """No dice is something to know, not a lack of knowledge."""
    assert short(told([Reading()] * 20)) == [()]


def test_what_was_settled_is_stirred_once():
    """A hand over the dice is told once, however long it stays in motion."""
    moving = [doubtful(DoubtKind.COVERED, x=60.0 * k) for k in range(20)]
    assert short(told([A] * 10 + moving)) == [(1, 3, 3, 5, 6), []]


def test_other_dice_settle_only_after_stirred():
    """Between two settled tables there is always a stir, even when no hand was seen."""
    assert short(told([A] * 10 + [B] * 10)) == [(1, 3, 3, 5, 6), [], (1, 3, 4, 5, 6)]


def test_one_misread_picture_changes_nothing_when_settled():
    """A single odd reading is neither a stir nor a new result."""
    assert short(told([A] * 10 + [B] + [A] * 20)) == [(1, 3, 3, 5, 6)]


@pytest.mark.parametrize("at", range(7))
def test_one_misread_picture_while_settling_delays_by_little(at: int):
    """Wherever the odd reading falls, the right dice settle, within five pictures of when they would have."""
    readings = [A] * 30
    readings[at] = B
    moments = told(readings)
    assert short(moments) == [(1, 3, 3, 5, 6)]
    assert moments[0].at_s <= 0.5 + 5 * STEP_S + 1e-9


def test_every_fourth_picture_misread_does_not_delay_for_ever():
    """A flickering lamp may spoil a picture now and then."""
    assert short(told([A, A, A, B] * 6))[:1] == [(1, 3, 3, 5, 6)]


@pytest.mark.parametrize("period", [1, 2])
def test_a_die_spinning_on_a_corner_never_settles(period: int):
    """Answers that change at least every other picture are no answer, even when one of them keeps coming back."""
    spin = [dice(1, 3, 3, 5, face) for face in (6, 2, 6, 4, 6, 1, 6, 3)]
    with_doubts = [r for face in spin for r in [face] * period + [COCKED]]
    moments = told(with_doubts * 8)
    assert short(moments) == [["cocked"]]
    assert moments[0].at_s == pytest.approx(PATIENCE_S, abs=3 * STEP_S)


@pytest.mark.parametrize("pattern", [[A, COCKED], [A, B], [A, A, COCKED], [A, A, B]])
def test_an_answer_that_comes_and_goes_never_settles(pattern: list[Reading]):
    """One face that keeps coming back between others is what a die on its corner shows, not a result."""
    assert not [m for m in told(pattern * 40) if isinstance(m, Settled)]


def test_dice_beside_a_hand_are_not_settled():
    """The same dice with a doubt are another reading, even when all of them are seen."""
    beside = doubtful(DoubtKind.COVERED, dice=A.dice)
    assert short(told([A] * 2 + [beside] * 20)) == [["covered"]]
    assert short(told([A] * 10 + [beside] * 4)) == [(1, 3, 3, 5, 6), []]


def test_a_die_that_slides_never_settles():
    """Small steps that add up are seen, because all are compared with the first."""
    slides = [dice(1, 2, dx=4.0 * k) for k in range(60)]
    assert not [m for m in told(slides) if isinstance(m, Settled)]


def test_a_settled_die_that_is_nudged_is_stirred_and_settles_again_where_it_now_lies():
    """A referee must hear of a die that was moved, even when it shows the same."""
    moments = told([dice(4)] * 10 + [dice(4, dx=50 * SAME_PLACE + 2)] * 10)
    assert short(moments) == [(4,), [], (4,)]
    assert moments[-1].dice[0].x == pytest.approx(50 * SAME_PLACE + 2)


def test_a_hand_lying_still_is_told_with_its_reason():
    """After a second of the same doubt the page can say why nothing is read: once."""
    moments = told([HAND] * 60)
    assert short(moments) == [["covered"]]
    assert moments[0].at_s == pytest.approx(1.0)


def test_a_cocked_die_after_a_throw_is_told_with_the_dice_as_thought():
    """The page shows what is thought, and why it is not stood by."""
    thought = doubtful(DoubtKind.COCKED, dice=A.dice[:4])
    moments = told([A] * 10 + [HAND] * 5 + [thought] * 20)
    assert short(moments) == [(1, 3, 3, 5, 6), [], ["cocked"]]
    assert moments[-1].dice == A.dice[:4]


def test_what_moves_is_stirred_and_starts_anew():
    """While things move nothing is read; two such pictures are a stir, and rest takes its full time from the last."""
    moments = told([A] * 10 + [None] * 10 + [A] * 10)
    assert short(moments) == [(1, 3, 3, 5, 6), [], (1, 3, 3, 5, 6)]
    assert moments[1].at_s == pytest.approx(11 * STEP_S)
    assert moments[2].at_s == pytest.approx(19 * STEP_S + 0.5)


def test_one_picture_that_seemed_to_move_changes_nothing():
    """A lamp switched on is no throw."""
    assert short(told([A] * 10 + [None] + [A] * 10)) == [(1, 3, 3, 5, 6)]


def test_a_hand_that_never_keeps_still_is_told_once_as_something_that_moves():
    """The page must say why nothing is taken; when the hand is gone, what lies there settles as ever."""
    moments = told([A] * 10 + [None] * 60 + [A] * 10)
    assert short(moments) == [(1, 3, 3, 5, 6), [], ["restless"], (1, 3, 3, 5, 6)]
    assert moments[2].at_s - moments[1].at_s == pytest.approx(PATIENCE_S, abs=0.2)


def test_doubts_that_come_and_go_are_told_once():
    """Each of them lasts for no time, and yet nothing can be read."""
    flicker = [HAND, doubtful(DoubtKind.UNCLEAR, x=300.0), HAND, COCKED] * 20
    assert [len(moment) for moment in short(told(flicker))] == [1]  # type: ignore[arg-type]


def test_doubts_never_settle():
    """However long something doubtful lies there."""
    assert not [m for m in told([HAND] * 20 + [COCKED] * 100) if isinstance(m, Settled)]


def test_places_are_those_in_the_middle_of_all_readings():
    """One reading that trembles does not move the die."""
    jitter = [0.0, 1.0, -1.0, 0.5, 6.0, 0.5, 0.5, 0.5, 0.5]
    (settled,) = told([dice(2, dx=d) for d in jitter])
    assert settled.dice[0].x == pytest.approx(0.5, abs=0.01)


def test_the_order_in_which_dice_are_read_does_not_matter():
    """A reader may list the same dice in any order."""
    turned = Reading(A.dice[::-1])
    assert short(told([A, turned] * 6)) == [(1, 3, 3, 5, 6)]


readings = st.sampled_from([A, B, dice(), dice(1), HAND, COCKED])


@unhurried
@given(st.lists(st.one_of(readings, st.none()), max_size=80), st.floats(0.02, 0.3))
def test_settled_is_never_said_of_what_was_not_read_alike_for_half_a_second(seen: list[Reading | None], step_s: float):
    """Whatever comes: the dice told of were read, just so, in most of the last pictures over at least half a second.

    The first of these may be one in which something had moved.
    """
    memory = Memory()
    for k, reading in enumerate(seen):
        memory, moment = steady(memory, k * step_s, reading)
        if isinstance(moment, Settled):
            same = [j for j, r in enumerate(seen[: k + 1]) if r and r.sure and r.dice == moment.dice]
            assert same[-1] == k
            starts = sorted({*same, *(j - 1 for j in same if j and seen[j - 1] is None)})
            reached = [j for j in starts if j * step_s <= k * step_s - (SETTLED_S - LEEWAY_S) + 1e-9]
            assert reached
            between = range(reached[-1], k + 1)
            assert len([j for j in between if j in same]) >= 3 or len(between) <= 3
            assert sum(j not in same for j in between[1:]) <= max(1, len(between) // 3)


@unhurried
@given(st.lists(readings, max_size=80))
def test_settled_and_stirred_take_turns(seen: list[Reading]):
    """Two settled moments always have a stir between them, and a stir without doubts follows only a settled one."""
    last: Settled | Stirred | None = None
    for moment in told(seen):
        if isinstance(moment, Settled):
            assert not isinstance(last, Settled)
        elif not moment.doubts:
            assert isinstance(last, Settled)
        last = moment
