"""Rules of what players and bad luck may do on the painted tray: each comes out exactly as it was ordered."""

import math

import numpy as np
import pytest

from vision.commands import Command, Deed, Guest, Handle, Linger, Mishap, Place, Toss, Touch
from vision.painted import Painted
from vision.pinhole import DIE_SIDE, Pose, View
from vision.scene import Stage, seen_place

VIEW = View()
FIVE = ((150.0, 150.0), (300.0, 150.0), (450.0, 150.0), (200.0, 320.0), (400.0, 320.0))
MIDDLE = (320.0, 240.0)


def laid(*more: Deed) -> Stage:
    """1 2 3 4 5 lying apart, and then what else was ordered."""
    stage = Stage(3)
    for command in (Place((1, 2, 3, 4, 5), FIVE), *more):
        stage = stage.then(command, 1.0)
    return stage


def left(stage: Stage) -> tuple[Pose, ...]:
    """What lies there when all is done."""
    return stage.at(stage.ends_s + 0.01).dice


def faces(stage: Stage) -> list[int]:
    """The faces that lie there when all is done."""
    return [die.value for die in left(stage)]


def test_a_throw_shows_the_faces_that_were_ordered():
    """Kept dice first, as they lie; the thrown ones as ordered, however many."""
    assert faces(Stage(1).then(Toss(faces=(6, 6, 1, 2, 3)), 0.0)) == [6, 6, 1, 2, 3]
    assert faces(laid(Toss(FIVE[2:], faces=(6, 6, 6)))) == [1, 2, 6, 6, 6]
    assert faces(laid(Toss(FIVE[2:], faces=(6, 6, 6, 6)))) == [1, 2, 6, 6, 6, 6]


def test_a_hurried_throw_leaves_the_tray_no_moment_of_its_own():
    """The cup comes while the hand leaves: at no time do the kept dice lie alone for half a second."""
    stage = laid(Toss(FIVE[2:], look=False))
    alone = [t for t in np.arange(1, stage.ends_s, 0.02) if not (stage.at(t).hand or stage.at(t).cup)]
    assert len([t for t in alone if t > 1.02]) * 0.02 < 0.2


@pytest.mark.parametrize("struck", [(1, 2), (4,)])
def test_thrown_dice_knock_kept_ones_aside(struck: tuple[int, ...]):
    """Each lies a die's side or more from where it was, apart from the others, and shows what was ordered."""
    before = left(laid())[:2]
    after = left(laid(Toss(FIVE[2:], faces=(6, 6, 6), struck=struck)))
    assert len(after) == 5
    assert [die.value for die in after].count(6) == 3
    gone = [die for die in before if die not in after]
    assert len(gone) == len(struck)
    moved = [die for die in after if die.value != 6 and die not in before]
    assert sorted(die.value for die in moved) == sorted(struck)
    assert all(math.dist((m.x, m.y), (g.x, g.y)) > DIE_SIDE for m in moved for g in gone[:1] if len(gone) == 1)
    assert all(math.dist((a.x, a.y), (b.x, b.y)) > 1.25 * DIE_SIDE for a in after for b in after if a is not b)


def test_the_last_die_comes_to_rest_on_edge_on_another_or_nowhere():
    """On edge nothing lies flat; on another it is a side higher; off the tray only four are left."""
    edge, stack, off = (left(laid(Toss(FIVE[2:], faces=(6, 6, 6), mishap=mishap))) for mishap in Mishap)
    assert 0.7 < max(abs(r) for r in edge[-1].turn[2]) < 0.9
    assert stack[-1].z == 1.5 * DIE_SIDE
    assert any(math.dist((stack[-1].x, stack[-1].y), (die.x, die.y)) < DIE_SIDE / 2 for die in stack[:-1])
    assert [die.value for die in off] == [1, 2, 6, 6]


def test_a_hand_turns_moves_takes_and_brings_dice_in_one_visit():
    """Each touch does what it says to the die it means, and to no other."""
    before = left(laid())
    touches = (
        Touch(FIVE[0], face=5),
        Touch(FIVE[1], to=MIDDLE),
        Touch(FIVE[2], away=True),
        Touch(None, to=(500.0, 380.0), face=6),
    )
    stage = laid(Handle(touches))
    after = {die.value: die for die in left(stage)}
    assert sorted(die.value for die in left(stage)) == [2, 4, 5, 5, 6]
    assert seen_place(after[2], VIEW) == pytest.approx(MIDDLE)
    assert [die for die in left(stage) if die in before] == [before[3], before[4]]
    hands = [stage.at(t).hand is not None for t in np.arange(1.01, stage.ends_s - 0.01, 0.02)]
    assert all(hands)


def test_two_dice_can_change_places():
    """Each lies where the other did."""
    after = left(laid(Handle((Touch(FIVE[0], to=FIVE[4]), Touch(FIVE[4], to=FIVE[0])))))
    places = {die.value: seen_place(die, VIEW) for die in after}
    assert places[1] == pytest.approx(FIVE[4])
    assert places[5] == pytest.approx(FIVE[0])


@pytest.mark.parametrize("guest", Guest)
def test_a_hand_or_a_cup_stays_as_long_as_it_was_told(guest: Guest):
    """It is there for that time, still or restless, and then it is gone; the dice lie as before."""
    stage = laid(Linger(guest, MIDDLE, 3.0))
    moving = laid(Linger(guest, MIDDLE, 3.0, restless=True))
    at = [getattr(stage.at(t), guest.value) for t in np.arange(1.5, 4.3, 0.1)]
    assert len(set(at)) == 1
    assert at[0] is not None
    assert len({getattr(moving.at(t), guest.value) for t in np.arange(1.5, 4.3, 0.1)}) > 20
    for done in (stage, moving):
        assert done.at(done.ends_s + 0.01) == laid().at(2.0)


@pytest.mark.parametrize("bad", [lambda: Toss(faces=(7,)), lambda: Touch((1, 2), face=0), lambda: Touch(None, (1, 2))])
def test_orders_that_cannot_be_are_refused(bad):
    """Faces no die has; a new die without a face."""
    with pytest.raises(ValueError, match="die"):
        bad()


@pytest.mark.parametrize(("name", "faces_left"), [("off", 4), ("edge", 5), ("stack", 5), ("hand", 5), ("cup", 5)])
def test_mishaps_befall_the_first_throw_by_name(name: str, faces_left: int):
    """As `painted:fault=NAME` asks; the second throw is a good one."""
    painted = Painted(seed=4, faults=(name,))
    first: Command = Toss()
    painted.act(first)
    plain = Stage(4).then(Toss(), 0.0)
    assert len(painted.truth_at(painted.ends_s + 1)[0]) == faces_left
    assert painted.ends_s == plain.ends_s + (6.8 if name in ("hand", "cup") else 0)
    painted.act(Toss())
    assert len(painted.truth_at(painted.ends_s + 1)[0]) == 5
