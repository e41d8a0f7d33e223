"""From moments and presses to wishes. Pure; the theory is in `memory`, what lies is judged in `sightings`."""

from dataclasses import replace

from table.events import Wish
from table.game import choices
from table.glance import Button, Glance
from table.memory import Memory, Ruling
from table.presses import acts, pressed
from table.question import Ask, Question
from table.refusal import Refusal
from table.sightings import settled, thrown
from table.state import Phase, State
from vision.reading import Blind, Moment, Settled, Stirred


def hear(memory: Memory, state: State, what: Moment | Button | Wish) -> Ruling:
    """Take one message."""
    match what:
        case Button():
            return pressed(memory, state, what)
        case Settled(_, dice):
            return settled(memory, state, dice)
        case Stirred(_, doubts, dice):
            return Ruling(replace(memory, seen=dice, settled=False, doubts=doubts, camera="ok", camera_words=""))
        case Blind(_, why, words):
            return Ruling(replace(memory, seen=(), settled=False, doubts=(), camera=why, camera_words=words))
        case _:
            return Ruling(memory, (what,))


def after(memory: Memory, before: State, state: State, refusal: Refusal | None) -> Memory:
    """The memory once the wishes were decided: `before` became `state`, or something was refused."""
    if state.version == before.version:
        return replace(memory, refusal=refusal or memory.refusal)
    memory = replace(memory, question=None, refusal=None, cursor=0)
    lying = memory.lying or ()
    if state.result is None:
        # Five new dice may lie there already: the next player was quick and threw before the box was confirmed.
        early = before.result is not None and memory.alone == () and len(lying) == 5 and state.phase is Phase.PLAYING
        question = Question(Ask.WAS_THROW, thrown(lying, 5), None) if early else None
        alone = () if memory.lying == () else None
        return replace(memory, fallen=lying, alone=alone, now=(), done=(), question=question)
    old, new = before.result, state.result
    if old is None or (old.throw, old.thrown) != (new.throw, new.thrown):
        fallen = lying if tuple(die.value for die in lying) == state.result.thrown else ()
        return replace(memory, fallen=fallen, alone=None, now=(), done=())
    return replace(memory, done=_which(memory, state.result.flips))


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
    turned = tuple(
        (j, die.value, memory.seen[j].value)
        for j, die in enumerate(memory.fallen)
        if memory.settled and j in memory.pending and len(memory.seen) == len(memory.fallen)
    )
    return Glance(
        camera=memory.camera,
        camera_words=memory.camera_words,
        seen=memory.seen,
        settled=memory.settled,
        doubts=memory.doubts,
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
