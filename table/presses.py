"""What each button does now, and the wishes a press makes. Knows the three buttons; not pins, not dice on the tray."""

from collections import Counter
from dataclasses import replace

from table import places
from table.choices import Choices, choices
from table.events import ClaimDormida, Flip, LeaveSobre, Pass, Starter, StartMatch, TakeBack, Wish, Write, Written
from table.glance import Act, Button
from table.memory import Memory, Ruling
from table.question import Ask, Question
from table.refusal import Code, Refusal, refuse
from table.state import Phase, State
from vision.reading import DoubtKind

NOT_THROWN = {(Act.NO, Ask.WAS_THROW), (Act.NO, Ask.ALL_FIVE), (Act.DISMISS, Ask.ONLY_SOME)}
"""Answers by which nobody threw what lies there: yes and no to *only some?* are both throws."""


def acts(memory: Memory, state: State) -> tuple[Act, Act, Act]:
    """What confirm, next and back would do now."""
    if memory.question:
        return Act.YES, Act.NO, Act.DISMISS
    back = Act.TAKE_BACK if state.before else Act.NOTHING
    if state.phase in (Phase.OVER, Phase.GIVEN_UP):
        return Act.NOTHING, Act.NEXT_MATCH, back  # not by confirm: a second press on the last box must not end its undo
    offered = choices(state)
    endings = offered.endings
    step = Act.NEXT_CHOICE if len(endings) > 1 else Act.NOTHING
    waits = _waits(memory, state)
    if (memory.pending or memory.put_back) and not waits:
        return (Act.UNFLIP if memory.put_back else Act.FLIP), step, back
    if offered.dormida:
        return Act.DORMIDA, Act.NOTHING, back
    if endings and not waits and not _moving(memory, offered):
        return _ending(endings[memory.cursor]), step, back
    return Act.NOTHING, Act.NOTHING, back


def _ending(wish: Wish) -> Act:
    match wish:
        case LeaveSobre():
            return Act.SOBRE
        case Pass():
            return Act.PASS
        case Write(_, cross=True):
            return Act.CROSS
        case _:
            return Act.WRITE


def pressed(memory: Memory, state: State, button: Button) -> Ruling:
    """Do what the button would do."""
    confirm, step, back = acts(memory, state)
    act = {Button.CONFIRM: confirm, Button.NEXT: step, Button.BACK: back}[button]
    memory = replace(memory, press=(act, _boxes(state)))
    question, endings = memory.question, choices(state).endings
    match act:
        case Act.YES | Act.NO if question:
            wish = question.yes if act is Act.YES else question.no
            return Ruling(_answered(memory, state, act, question), (wish,) if wish else ())
        case Act.DISMISS if question:
            return Ruling(_answered(memory, state, act, question))
        case Act.FLIP | Act.UNFLIP:
            return Ruling(memory, _turning(memory, state))
        case Act.DORMIDA:
            return Ruling(memory, (ClaimDormida(),))
        case Act.WRITE | Act.CROSS | Act.SOBRE | Act.PASS if memory.unanswered or _doubtful(memory):
            counted = " ".join(map(str, state.result.dice if state.result else ()))
            ask = Ask.AS_COUNTED if _doubtful(memory) else Ask.STILL_COUNTS
            whether = Question(ask, endings[memory.cursor], None, (("dice", counted),))
            return Ruling(replace(memory, question=whether))
        case Act.WRITE | Act.CROSS | Act.SOBRE | Act.PASS:
            return Ruling(memory, (endings[memory.cursor],))
        case Act.NEXT_CHOICE:
            return Ruling(replace(memory, cursor=(memory.cursor + 1) % len(endings), refusal=None))
        case Act.TAKE_BACK:
            return Ruling(memory, (TakeBack(),))
        case Act.NEXT_MATCH:
            return Ruling(memory, (_next_match(state),))
        case _:
            return Ruling(memory, refusal=_nothing(memory, state, button))


def _answered(memory: Memory, state: State, act: Act, question: Question) -> Memory:
    """The memory without its question. Dice that nobody threw and that show what counts are the ones that count."""
    memory = replace(memory, question=None)
    if (act, question.ask) not in NOT_THROWN:
        return memory
    memory, counts = replace(memory, retake=None), state.result
    if counts and not counts.flips and memory.lying and places.faces(memory.lying) == Counter(counts.dice):
        return replace(memory, fallen=memory.lying, alone=None, odd=False, now=(), done=())
    return memory


def held(memory: Memory, state: State, button: Button) -> Ruling:
    """Do what holding the button means, once it is let go. Its press has been obeyed, and a hold only adds to that.

    Confirm starts the next match if the press found this one over: holding it on the last box must not.
    Back takes back the last box, unless the press did that or answered a question.
    """
    act, boxes = memory.press
    if button is Button.CONFIRM and act is Act.NOTHING and state.phase in (Phase.OVER, Phase.GIVEN_UP):
        return Ruling(memory, (_next_match(state),))
    if button is Button.BACK and act in (Act.NOTHING, Act.TAKE_BACK) and boxes == _boxes(state):
        return Ruling(memory, (TakeBack(box=True),))
    return Ruling(memory)


def _next_match(state: State) -> Wish:
    return StartMatch(tuple(side.name for side in state.sides), state.house, Starter.LOSER)


def _boxes(state: State) -> int:
    return sum(isinstance(event, Written) for event in state.events)


def early(memory: Memory, state: State, wish: Wish) -> Refusal | None:
    """Why a box cannot be chosen on the page now though the rules would take it: the dice are not as they count."""
    if not isinstance(wish, Write | LeaveSobre | Pass):
        return None
    if _waits(memory, state):
        return _not_as_fell(state)
    if memory.pending or memory.put_back:
        return refuse(Code.FLIP_WAITS)
    return refuse(Code.STILL_MOVING) if _moving(memory, choices(state)) else None


def _waits(memory: Memory, state: State) -> bool:
    """Whether a box waits for dice to lie as they count: where no throw counts there is nothing to lay right."""
    return memory.odd and state.result is not None


def _moving(memory: Memory, offered: Choices) -> bool:
    """Whether a die may be being turned just now: the press must not be quicker than the eye."""
    return memory.camera == "ok" and not memory.settled and not memory.doubts and offered.flips > 0


def _doubtful(memory: Memory) -> bool:
    """Whether dice in view that cannot be read may be others than those that count.

    A hand or a cup in view, and beside it all that lay there before, is no such doubt.
    """
    as_before = memory.lying is not None and places.same(memory.lying, memory.seen)
    harmless = as_before and all(doubt.kind is DoubtKind.COVERED for doubt in memory.doubts)
    return memory.camera == "ok" and not memory.settled and bool(memory.doubts) and not harmless


def _not_as_fell(state: State) -> Refusal:
    dice = state.result.dice if state.result else ()
    return refuse(Code.NOT_AS_FELL, dice=" ".join(map(str, dice)))


def _nothing(memory: Memory, state: State, button: Button) -> Refusal:
    if button is Button.BACK:
        return refuse(Code.NOTHING_TO_TAKE_BACK)
    if state.phase is Phase.NO_MATCH:
        return refuse(Code.NO_MATCH)
    if state.phase in (Phase.OVER, Phase.GIVEN_UP):
        return refuse(Code.MATCH_OVER)
    if button is Button.NEXT:
        return refuse(Code.NOTHING_TO_CHOOSE)
    if _waits(memory, state):
        return _not_as_fell(state)
    if _moving(memory, choices(state)) and choices(state).endings:
        return refuse(Code.STILL_MOVING)
    return refuse(Code.FLIP_DUE if choices(state).flip_due else Code.NOTHING_TO_CONFIRM)


def _turning(memory: Memory, state: State) -> tuple[Wish, ...]:
    """The wishes that bring the confirmed flips in step with how the dice lie."""
    if not memory.put_back:
        return (Flip(tuple(memory.fallen[i].value for i in memory.pending)),)
    steps, earlier = 0, state
    while earlier.before and earlier.result and earlier.result.flips:
        steps, earlier = steps + 1, earlier.before
    again = (Flip(tuple(memory.fallen[i].value for i in memory.now)),) if memory.now else ()
    return (TakeBack(),) * steps + again
