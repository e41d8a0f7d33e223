"""From moments and presses to wishes. Pure; the theory is in `memory`, what lies is judged in `sightings`."""

from collections import Counter
from dataclasses import replace

from table import places
from table.events import Wish
from table.game import choices
from table.glance import Button, Glance, Held, Push
from table.memory import Memory, Ruling
from table.presses import acts, early, held, pressed
from table.question import Ask, Question
from table.refusal import Refusal
from table.sightings import doubted, found_again, found_void, picked_up, reconsidered, settled, thrown
from table.state import Phase, State
from vision.reading import Blind, Moment, Settled, Stirred


def hear(memory: Memory, state: State, what: Moment | Push | Wish) -> Ruling:
    """Take one message."""
    match what:
        case Button():
            return pressed(memory, state, what)
        case Held(button):
            return held(memory, state, button)
        case Settled(_, dice):
            return settled(memory, state, dice)
        case Stirred(_, doubts, dice):
            memory = replace(memory, seen=dice, settled=False, doubts=doubts, camera="ok", camera_words="")
            return doubted(memory, state)
        case Blind(_, why, words):
            unseen = replace(memory, seen=(), settled=False, doubts=(), alone=None, stale=True)
            return Ruling(replace(unseen, camera=why, camera_words=words))
        case _:
            refusal = early(memory, state, what)
            return Ruling(memory, refusal=refusal) if refusal else Ruling(memory, (what,))


def after(memory: Memory, before: State, state: State, refusal: Refusal | None) -> Memory:
    """The memory once the wishes were decided: `before` became `state`, or something was refused."""
    if state.version == before.version:
        return replace(memory, refusal=refusal or memory.refusal)
    known = memory
    lost = () if memory.settled else memory.lost  # a die that leans does so still, whatever was decided meanwhile
    memory = replace(memory, question=None, refusal=None, cursor=0, odd=False, lost=lost, retake=None)
    memory = replace(memory, voided=None, unanswered=False)
    lying = memory.lying or ()
    if before.void and state.void is not before.void and _undone(before, state):
        if known.voided:
            return reconsidered(memory, known.voided, state, before.void)
        memory = found_void(memory, before.void)  # it was said before this start
        if memory.question:
            return memory
    if len(lying) == 5 and (again := _taken_back(before, state)):
        # The dice still lie there: read anew when they are nudged, or as they are if the press was a mistake.
        whether = Question(Ask.WAS_THROW, thrown(lying, again), None)
        return replace(memory, fallen=lying, alone=None, odd=True, now=(), done=(), question=whether, retake=again)
    if state.void and state.void is not before.void:
        # What lies there is what did not count, unless all that is to be thrown again was taken up already.
        alone = lying if memory.settled and picked_up(state, lying) else None
        return replace(memory, alone=alone, now=(), done=(), voided=replace(known, voided=None))
    if state.result is None:
        # Five new dice may lie there already: the next player was quick and threw before the box was confirmed.
        early = before.result is not None and memory.alone == () and len(lying) == 5 and state.phase is Phase.PLAYING
        question = Question(Ask.WAS_THROW, thrown(lying, 5), None) if early else None
        alone = () if memory.lying == () else None
        return replace(memory, fallen=lying, alone=alone, now=(), done=(), question=question)
    old, new = before.result, state.result
    if old is None or (old.throw, old.thrown) != (new.throw, new.thrown):
        # Nobody saw a throw that was entered by hand: dice that lie there later may be its, and are asked about.
        if places.faces(lying) == Counter(new.dice):
            return found_again(replace(memory, now=(), done=()), new.thrown, new.flips, lying).memory
        return replace(memory, fallen=(), alone=None, stale=True, now=(), done=())
    done = _which(memory, state.result.flips)
    odd = known.odd and not known.question and _undone(before, state)  # a flip taken back puts no die right
    return replace(memory, odd=odd, done=done, now=tuple(sorted({*memory.now, *done})))  # one entered by hand lies so


def _taken_back(before: State, state: State) -> int | None:
    """How many dice the throw counted as that has just been taken back; None when it was something else."""
    was, is_now = before.result, state.result
    if was is None or was.flips or was.throw != (is_now.throw if is_now else 0) + 1:
        return None
    return was.rerolled if _undone(before, state) else None


def _undone(before: State, state: State) -> bool:
    """Whether the last step, and nothing else, was taken back."""
    return before.before is not None and replace(before.before, version=state.version) == state


def _which(memory: Memory, flips: tuple[int, ...]) -> tuple[int, ...]:
    """Indices of fallen dice that these confirmed flips turned: those seen lying turned before any other."""
    left, found = list(flips), []
    for i in (*memory.now, *range(len(memory.fallen))):
        if i not in found and memory.fallen[i].value in left:
            left.remove(memory.fallen[i].value)
            found.append(i)
    return tuple(sorted(found))


def glance(memory: Memory, state: State) -> Glance:
    """What the page and the lamps show of all this."""
    confirm, step, back = acts(memory, state)
    playing = state.phase is Phase.PLAYING
    lifted = playing and memory.alone is not None and bool(choices(state).throws)
    alone = memory.alone or ()
    # What leans in a throw that was said to be void nobody need doubt any more.
    said = bool(memory.doubts and state.void and memory.voided and memory.doubts == memory.voided.doubts)
    turned = tuple(
        (j, die.value, memory.seen[j].value)
        for j, die in enumerate(memory.fallen)
        if memory.settled and not memory.odd and j in memory.pending and len(memory.seen) == len(memory.fallen)
    )
    return Glance(
        camera=memory.camera,
        camera_words=memory.camera_words,
        seen=memory.seen,
        settled=memory.settled or said,
        doubts=() if said else memory.doubts,
        kept=tuple(range(len(alone))) if lifted and memory.seen == alone else (),
        cup=5 - len(alone) if lifted else 0,
        turned=turned,
        cursor=memory.cursor,
        question=memory.question,
        refusal=memory.refusal,
        confirm=confirm,
        next=step,
        back=back,
    )
