"""Corrections of what was played earlier in a match, judged again from there on. Knows no rule of its own.

History is only added to: a correction is an event that goes back to before the play it replaces, and then tells what
followed once more, with the points as the rules give them now. What later play it breaks is named; accepted knowingly,
a box keeps what was written, a flip that no die can make is left out, and what came after an earlier end is dropped.
"""

from collections.abc import Callable
from dataclasses import dataclass

from table.events import Correct, Corrected, Event, Flipped, Thrown, Wish, Won, Written
from table.notation import line
from table.refusal import Code, Refusal, refuse
from table.state import Phase, State, fold, up_to
from table.telling import wish_of

Decide = Callable[[State, Wish], tuple[Event, ...] | Refusal]


@dataclass(frozen=True, slots=True)
class Break:
    """A later play that a correction breaks. number: which event of the match, from 1.  why: what the rules say."""

    number: int
    event: Event
    why: Refusal


@dataclass(frozen=True, slots=True)
class Retold:
    """A match from a corrected play on: what happened then, and what could not stand."""

    events: tuple[Event, ...]
    breaks: tuple[Break, ...]
    hopeless: bool


def correct(state: State, wish: Correct, decide: Decide) -> tuple[Event, ...] | Refusal:
    """The events of a correction: itself, and what followed told once more; or why it can't be had."""
    told = retold(state, wish, decide)
    if isinstance(told, Refusal):
        return told
    if told.breaks and (told.hopeless or not wish.anyway):
        lines = "; ".join(f"{broken.number}: {line(broken.event)}" for broken in told.breaks)
        return refuse(Code.CORRECT_LATER_FIRST if told.hopeless else Code.BREAKS_LATER, lines=lines)
    return (Corrected(wish.at, wish.plays, wish.anyway), *told.events)


def retold(state: State, wish: Correct, decide: Decide) -> Retold | Refusal:
    """The match from the corrected play on, whatever it breaks; a refusal when the correction itself is not legal."""
    if not 1 <= wish.at <= len(state.events) or not isinstance(state.events[wish.at - 1], Thrown | Flipped | Written):
        return refuse(Code.NOTHING_TO_CORRECT, at=wish.at)
    now, events = up_to(state, wish.at), list[Event]()
    for play in wish.plays:
        decided = decide(now, wish_of(play))
        if isinstance(decided, Refusal):
            return decided
        events += _marked(decided)
        now = fold(decided, now)
    return _followed(state, wish, decide, now, events)


def _followed(state: State, wish: Correct, decide: Decide, now: State, events: list[Event]) -> Retold:
    """What came after the corrected play, judged again one by one."""
    breaks: list[Break] = []
    hopeless, same_turn = False, not any(isinstance(play, Written) for play in wish.plays)
    then = fold([state.events[wish.at - 1]], up_to(state, wish.at))
    for number, event in enumerate(state.events[wish.at :], start=wish.at + 1):
        if isinstance(event, Won) and event.how != "dormida":
            then = fold([event], then)
            continue  # comes with the box that wins, if it still does
        decided = decide(now, wish_of(event))
        shifted = now.phase is Phase.PLAYING and (now.turn, now.attempt) != (then.turn, then.attempt)
        if shifted or isinstance(decided, Refusal):
            why = decided if isinstance(decided, Refusal) else refuse(Code.OUT_OF_TURN)
            breaks.append(Break(number, event, why))
            stands = None if shifted else _as_it_stood(now, event, last=number == len(state.events))
            hopeless = hopeless or stands is None
            decided = stands or ()
        elif isinstance(event, Written) and (same_turn or decided[0] != event):
            decided = _marked(decided)
        same_turn = same_turn and isinstance(event, Thrown | Flipped)
        events += decided
        now, then = fold(decided, now), fold([event], then)
    return Retold(tuple(events), tuple(breaks), hopeless)


def _as_it_stood(now: State, event: Event, *, last: bool) -> tuple[Event, ...] | None:
    """What is left of a play the rules no longer allow; None when the rest of the match could not follow."""
    if now.phase is not Phase.PLAYING:
        return ()  # the match ended before it
    match event:
        case Thrown():
            return (event,)
        case Flipped():
            return ()
        case Written() if now.result and event.box in now.side.card.open_boxes(now.house.grandes):
            return _marked((event,))
        case Won() if last:
            return ()
        case _:
            return None


def _marked(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(
        Written(event.box, event.points, event.sign, event.sobre, corrected=True)
        if isinstance(event, Written)
        else event
        for event in events
    )
