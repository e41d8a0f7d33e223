"""When dice lie still: readings and their times in, moments out. Pure; knows no pictures and no clock.

The theory: a *run* is a row of like readings. A run of sure ones that lasts becomes Settled; a run of doubtful ones
that lasts becomes Stirred with its doubts. One reading that does not fit is forgiven and forgotten; a second one soon
after it ends the run. So a single misread picture neither makes nor breaks anything, and a die that spins on a corner,
which gives another answer every other picture, never lasts. A picture in which something had moved is not read; but
when the next one shows no movement, all lay in it already as it does now: rest is counted from it. But patience ends:
when neither lasts for long, because doubts come and go or something never keeps still, that is told too, once, with
the newest doubts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from vision.reading import Die, Doubt, DoubtKind, Reading, Settled, Stirred

SETTLED_S = 0.5  # a die on its corner shows no one face this long; people do not notice the wait
LEEWAY_S = 0.02  # of that, for clocks: five pictures ten times a second take a little more or less than half a second
SETTLED_READINGS = 3  # at least, so that a slow camera does not settle on two
DOUBTFUL_S = 1.0  # longer than a hand that comes and goes is ever in one place, shorter than patience
PATIENCE_S = 2.0  # without anything that lasts: longer than a throw takes to roll out, shorter than a player's patience
LOOKED = 10  # readings of what lies still, until doubts that come and go are all there is to be said of it
FORGIVEN_EVERY = 3  # like readings between two that do not fit; with fewer, something really moves
SAME_PLACE = 0.25  # die sides: more than a reading trembles, less than the least nudge a referee must know
SAME_DOUBT = 0.75  # die sides: doubts have no sharp place
SIDE_PX = 48.0  # stands for the die's side where no die is in view


@dataclass(frozen=True, slots=True)
class Memory:
    """What must be remembered from one reading to the next.

    run: like readings with their times, oldest first, no more of them once told of. rest_s: since when nothing moved in
    view: when the first of them was taken, or the picture before it that something had just moved in. odd: the reading
    that did not fit. since_odd: like readings since then. told: what was last said of this run. restless_s: since when
    nothing has lasted; warned: whether that was told. doubts: those of the last reading that could be made. calm: how
    many readings there were since something moved.
    """

    run: tuple[tuple[float, Reading], ...] = ()
    rest_s: float | None = None
    odd: tuple[float, Reading | None] | None = None
    since_odd: int = FORGIVEN_EVERY
    told: Settled | Stirred | None = None
    restless_s: float | None = None
    warned: bool = False
    doubts: tuple[Doubt, ...] = ()
    calm: int = 0

    @property
    def at_rest(self) -> bool:
        """Whether all that can be said of what lies there has been said."""
        return (self.told is not None and self.odd is None) or (
            self.warned and bool(self.doubts) and self.calm >= LOOKED
        )


def steady(memory: Memory, at_s: float, reading: Reading | None) -> tuple[Memory, Settled | Stirred | None]:
    """Add a reading taken at at_s (seconds, never going back) and say what it means, if anything.

    reading: None when something moved, so that the picture was not worth reading: it is like no reading.

    Settled: the same dice lay still for SETTLED_S. Stirred without doubts, once: what had settled does so no more.
    Stirred with doubts, once: what lies still cannot be read, or nothing has lain still for PATIENCE_S.
    """
    after, moment = _add(memory, at_s, reading)
    since_s = at_s if memory.restless_s is None else memory.restless_s
    doubts, calm = (memory.doubts, 0) if reading is None else (reading.doubts, memory.calm + 1)
    if after.told:
        return replace(after, restless_s=None, warned=isinstance(after.told, Stirred), doubts=doubts, calm=calm), moment
    warned = memory.warned
    sure = reading is not None and reading.sure and after.odd is None
    if moment is None and not warned and not sure and at_s - since_s >= PATIENCE_S:
        seen = reading.dice if reading else ()
        moment, warned = Stirred(at_s, doubts or (Doubt(DoubtKind.RESTLESS),), seen), True
    return replace(after, restless_s=since_s, warned=warned, doubts=doubts, calm=calm), moment


def _add(memory: Memory, at_s: float, reading: Reading | None) -> tuple[Memory, Settled | Stirred | None]:
    """What the runs come to with this reading."""
    if not memory.run:
        return Memory(run=_run((at_s, reading)), rest_s=_rest(memory.rest_s, at_s, reading)), None
    if reading and alike(memory.run[0][1], reading):
        since_odd = min(memory.since_odd + 1, FORGIVEN_EVERY)
        odd = memory.odd if since_odd < FORGIVEN_EVERY else None
        run = memory.run if memory.told else (*memory.run, (at_s, reading))
        return _tell(replace(memory, run=run, odd=odd, since_odd=since_odd), at_s)
    if memory.odd is None:
        return replace(memory, odd=(at_s, reading), since_odd=0), None
    odd_s, first = memory.odd
    broken = Stirred(at_s) if isinstance(memory.told, Settled) else None
    just = memory.since_odd == 0
    if just and first and reading and alike(first, reading):
        return Memory(run=_run(memory.odd, (at_s, reading)), rest_s=odd_s), broken
    moved_s = odd_s if just and first is None else None
    return Memory(run=_run((at_s, reading)), rest_s=_rest(moved_s, at_s, reading)), broken


def alike(a: Reading, b: Reading) -> bool:
    """Whether two readings show the same: the same dice in the same places, or the same doubts."""
    if a.sure != b.sure:
        return False
    if a.sure:
        return _matched(a.dice, b.dice) is not None
    side = median(die.size for die in a.dice) if a.dice else SIDE_PX
    return _same_doubts(a.doubts, b.doubts, SAME_DOUBT * side)


def _run(*seen: tuple[float, Reading | None]) -> tuple[tuple[float, Reading], ...]:
    """The beginning of a run: what was read of these."""
    return tuple((at_s, reading) for at_s, reading in seen if reading is not None)


def _rest(moved_s: float | None, at_s: float, reading: Reading | None) -> float:
    """Since when all rests. moved_s: when the picture before was taken, if something had moved in that one."""
    return at_s if moved_s is None or reading is None else moved_s


def _tell(memory: Memory, at_s: float) -> tuple[Memory, Settled | Stirred | None]:
    """Say Settled or Stirred when the run has lasted long enough and nothing was said of it yet."""
    if memory.told or len(memory.run) < SETTLED_READINGS:
        return memory, None
    reading = memory.run[-1][1]
    told: Settled | Stirred
    rest_s = memory.run[0][0] if memory.rest_s is None else memory.rest_s
    if reading.sure and at_s - rest_s >= SETTLED_S - LEEWAY_S:
        told = Settled(at_s, _middle([r.dice for _, r in memory.run]))
    elif not reading.sure and at_s - memory.run[0][0] >= DOUBTFUL_S:
        told = Stirred(at_s, reading.doubts, reading.dice)
    else:
        return memory, None
    return replace(memory, run=memory.run[:1], told=told), told


def _matched(dice: Sequence[Die], others: Sequence[Die]) -> list[Die] | None:
    """For each die the one among the others that shows the same in the same place, or None if they do not pair up."""
    if len(dice) != len(others):
        return None
    left = list(others)
    pairs = []
    for die in dice:
        near = [o for o in left if o.value == die.value and _apart(die, o) <= SAME_PLACE * die.size]
        if not near:
            return None
        pair = min(near, key=lambda o: _apart(die, o))
        left.remove(pair)
        pairs.append(pair)
    return pairs


def _apart(a: Die, b: Die) -> float:
    return float(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5)


def _same_doubts(doubts: Sequence[Doubt], others: Sequence[Doubt], reach_px: float) -> bool:
    left = list(others)
    for doubt in doubts:
        near = [o for o in left if o.kind == doubt.kind and _near(doubt, o, reach_px)]
        if not near:
            return False
        left.remove(near[0])
    return not left


def _near(a: Doubt, b: Doubt, reach_px: float) -> bool:
    if a.x is None or a.y is None or b.x is None or b.y is None:
        return True
    return bool((a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= reach_px**2)


def _middle(readings: Sequence[tuple[Die, ...]]) -> tuple[Die, ...]:
    """The dice of the first reading, each where it lay in the middle of all readings."""
    first = readings[0]
    rows = [_matched(first, dice) or list(first) for dice in readings]
    return tuple(
        Die(
            value=first[k].value,
            x=median(row[k].x for row in rows),
            y=median(row[k].y for row in rows),
            size=median(row[k].size for row in rows),
            sure=min(row[k].sure for row in rows),
        )
        for k in range(len(first))
    )
