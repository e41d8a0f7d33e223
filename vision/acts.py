"""How hands and cup do what was ordered: dice and their new places in, one act out. Knows no commands, no pictures."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from vision.motion import Act, Part, visit
from vision.pinhole import DIE_SIDE, Pose, about_z, lying, standing, times, tipping

APART = 1.45 * DIE_SIDE  # two cubes this far apart cannot touch, however they are turned
RIM_CLEAR = 92.0  # tray units between a resting die's middle and the picture's edge: a die's side from the rim
REACH_X, REACH_Y = 320 - RIM_CLEAR, 240 - RIM_CLEAR
ENTER_S, GRASP_S, LEAVE_S = 0.40, 0.16, 0.40  # a quick but human hand
TURN_S = 0.45  # a hand turning a die on the spot
REST_S = 1.3  # between the hand's leaving and the cup's coming, so that the kept dice can be seen to lie still
HURRY_S = 0.05  # the same with no look in between
POUR_S, ROLL_S = 0.25, 0.75
HAND_AWAY, CUP_AWAY = 430.0, 470.0  # tray units from the centre at which neither they nor their shadows are in view
LEAN = 0.6  # radians a die on edge leans by
OFF_TRAY = 420.0  # tray units from the centre, where a die is out of view
KNOCKED = 1.3 * DIE_SIDE  # how far a kept die that is struck moves
RESTLESS_S, RESTLESS = 0.5, 40.0  # a restless visitor's time from here to there and back, and how far that is

Placed = tuple[float, float]
"""x, y in tray units."""


def take(begin: float, dice: tuple[Pose, ...], which: Sequence[int], chance: random.Random) -> Act:
    """A hand visits these dice one after the other and takes them away."""
    if not which:
        return Act(begin, begin, tuple(Part(die) for die in dice))
    angle = chance.uniform(-0.35, 0.35)
    stops = sorted(which, key=lambda k: dice[k].x)
    grasped = {k: begin + ENTER_S + GRASP_S * n for n, k in enumerate(stops)}
    end = begin + ENTER_S + GRASP_S * len(stops) + LEAVE_S
    tour = [(grasped[k], dice[k].x, dice[k].y) for k in stops]
    hand = visit(begin, end, tour, angle, HAND_AWAY)
    parts = tuple(Part(die, until_s=grasped.get(k, math.inf)) for k, die in enumerate(dice))
    return Act(begin, end, parts, hand=hand, hand_angle=angle)


def turn(begin: float, dice: tuple[Pose, ...], which: Sequence[int], chance: random.Random) -> Act:
    """A hand covers one die, turns it upside down and leaves."""
    if not which:
        return Act(begin, begin, ())
    die = dice[which[0]]
    mx, my = die.turn[0][0], die.turn[1][0]
    mx, my = (mx, my) if math.hypot(mx, my) > 0.5 else (die.turn[0][1], die.turn[1][1])
    over = times(about_z(chance.uniform(-0.3, 0.3)), times(tipping(mx, my, math.pi), die.turn))
    nudged = Pose(die.x + chance.uniform(-5, 5), die.y + chance.uniform(-5, 5), die.z, over)
    return handle(begin, dice, [(which[0], nudged)], chance)


def handle(
    begin: float, dice: tuple[Pose, ...], touches: Sequence[tuple[int | None, Pose | None]], chance: random.Random
) -> Act:
    """A hand takes up, turns, moves, puts down: for each touch which die (None: one it brings) and how it lies then."""
    angle = chance.uniform(-0.35, 0.35)
    tour: list[tuple[float, float, float]] = []
    before, after, brought = [Part(die) for die in dice], dict[int, Part](), list[Part]()
    now = begin + ENTER_S
    for k, lies in touches:
        grips = lies if k is None else dice[k]
        lets_go = lies or grips
        assert grips is not None
        assert lets_go is not None
        tour += [(now, grips.x, grips.y), (now + TURN_S, lets_go.x, lets_go.y)]
        carried = math.dist((grips.x, grips.y), (lets_go.x, lets_go.y)) > DIE_SIDE / 2
        changes = now + TURN_S * (1 if carried else 0.5)
        if k is not None:
            before[k] = Part(dice[k], until_s=now + TURN_S / 4 if carried else changes)
        if lies is not None and k is None:
            brought.append(Part(lies, from_s=changes))
        elif lies is not None and k is not None:
            after[k] = Part(lies, from_s=changes)
        now += TURN_S + GRASP_S
    parts = [part for k, old in enumerate(before) for part in ((old, after[k]) if k in after else (old,))] + brought
    end = tour[-1][0] + LEAVE_S
    hand = visit(begin, end, tour, angle, HAND_AWAY)
    return Act(begin, end, tuple(parts), hand=hand, hand_angle=angle)


def linger(begin: float, dice: tuple[Pose, ...], at: Placed, lasts_s: float, chance: random.Random) -> Act:
    """A hand comes to a place, stays there and goes, `lasts_s` later. See `as_cup` and `restless`."""
    angle = chance.uniform(-0.35, 0.35)
    there = begin + ENTER_S
    end = there + lasts_s + LEAVE_S
    tour = [(there, *at), (there + lasts_s, *at)]
    return Act(begin, end, tuple(map(Part, dice)), hand=visit(begin, end, tour, angle, HAND_AWAY), hand_angle=angle)


def toss(
    begin: float,
    dice: tuple[Pose, ...],
    which: Sequence[int],
    chance: random.Random,
    *,
    faces: tuple[int, ...] | None = None,
    count: int = 0,
    rest_s: float = REST_S,
) -> Act:
    """A hand takes these dice, the others lie alone for a while, then the cup comes and all missing dice roll out."""
    taken = take(begin, dice, which, chance)
    kept = list(taken.left)
    angle = chance.uniform(-0.5, 0.5) + chance.choice((math.pi / 2, -math.pi / 2, math.pi))
    comes = taken.end_s + (rest_s if taken.end_s > begin else 0.0)
    pours = comes + ENTER_S
    mouth = (-190 * math.sin(angle), 190 * math.cos(angle))
    gone = pours + POUR_S + ROLL_S
    cup = visit(comes, gone, [(pours, *mouth), (gone - LEAVE_S, *mouth)], angle, CUP_AWAY)
    rolls = []
    for n, (x, y) in enumerate(free([(die.x, die.y) for die in kept], count, chance)):
        value = chance.randint(1, 6)
        rest = lying(value if faces is None else faces[n], x, y, chance.uniform(0, 2 * math.pi))
        start = (mouth[0] + chance.uniform(-20, 20), mouth[1] + chance.uniform(-20, 20))
        rolls.append(Part(rest, pours + 0.05 * n, roll_s=ROLL_S, start=start, spin=chance.uniform(-4, 4)))
    return replace(taken, end_s=gone, parts=(*taken.parts, *rolls), cup=cup, cup_angle=angle)


def on_edge(act: Act) -> Act:
    """The last die thrown leans on its edge, as against a rim or a crumb."""
    last = act.parts[-1].rest
    leaning = standing(last.x, last.y, 0.0, times(tipping(math.cos(0.4), math.sin(0.4), LEAN), last.turn))
    return _last_rests(act, leaning)


def on_another(act: Act) -> Act:
    """The last die thrown lies flat on top of another."""
    last, below = act.parts[-1].rest, act.left[0]
    return _last_rests(act, Pose(below.x + 0.3 * DIE_SIDE, below.y, 1.5 * DIE_SIDE, last.turn))


def off_the_tray(act: Act) -> Act:
    """The last die thrown rolls on, out of view."""
    last = act.parts[-1].rest
    far = OFF_TRAY / max(math.hypot(last.x, last.y), 1.0)
    gone = replace(last, x=last.x * far, y=last.y * far)
    act = _last_rests(act, gone)
    return replace(act, parts=(*act.parts[:-1], replace(act.parts[-1], until_s=act.end_s)))


def struck(act: Act, faces: tuple[int, ...], chance: random.Random) -> Act:
    """The thrown dice knock kept ones aside, the nearest to the cup first, which then show these faces."""
    thrown = [part for part in act.parts if part.roll_s > 0]
    kept = [k for k, part in enumerate(act.parts) if part.roll_s == 0 and part.until_s == math.inf]
    start, hit_s = thrown[0].start, thrown[0].from_s + ROLL_S / 3
    parts = list(act.parts)
    nearest = sorted(kept, key=lambda k: math.dist((parts[k].rest.x, parts[k].rest.y), start))
    for k, face in zip(nearest, faces, strict=False):
        before = parts[k].rest
        others = [(p.rest.x, p.rest.y) for p in parts if p.until_s == math.inf and p is not parts[k]]
        x, y = _aside(before, others, chance)
        rest = lying(face, x, y, chance.uniform(0, 2 * math.pi))
        parts[k] = replace(parts[k], until_s=hit_s)
        parts.append(Part(rest, hit_s, roll_s=ROLL_S / 2, start=(before.x, before.y)))
    return replace(act, parts=tuple(parts))


def restless(act: Act) -> Act:
    """The hand never keeps still while it is there."""
    (t0, x, y), (t1, *_) = act.hand[1:3]
    steps = int((t1 - t0) / RESTLESS_S)
    to_and_fro = [(t0 + n * RESTLESS_S, x + RESTLESS * (n % 2), y - RESTLESS * (n % 2)) for n in range(1, steps + 1)]
    return replace(act, hand=(*act.hand[:2], *to_and_fro, act.hand[-1]))


def as_cup(act: Act) -> Act:
    """What comes is the cup instead of a bare hand."""
    return replace(act, hand=(), cup=act.hand, cup_angle=act.hand_angle)


def free(taken: Sequence[Placed], count: int, chance: random.Random) -> list[Placed]:
    """As many places apart from the taken ones and from each other."""
    places: list[Placed] = []
    while len(places) < count:
        spot = (chance.uniform(-REACH_X, REACH_X), chance.uniform(-REACH_Y, REACH_Y))
        if all(math.dist(spot, other) >= APART for other in (*taken, *places)):
            places.append(spot)
    return places


def _aside(die: Pose, others: Sequence[Placed], chance: random.Random) -> Placed:
    """A place a knock away from where the die lies, apart from the others."""
    way = chance.uniform(0, 2 * math.pi)
    for n in range(120):
        far = KNOCKED * (1 + n / 40)
        spot = (die.x + far * math.cos(way + n), die.y + far * math.sin(way + n))
        inside = abs(spot[0]) < REACH_X and abs(spot[1]) < REACH_Y
        if inside and all(math.dist(spot, other) >= APART for other in others):
            return spot
    return free(others, 1, chance)[0]


def _last_rests(act: Act, pose: Pose) -> Act:
    return replace(act, parts=(*act.parts[:-1], replace(act.parts[-1], rest=pose)))
