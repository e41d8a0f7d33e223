"""One message from hearing to event: umpire, rules, fold. Pure; the loop, `watch` and tests all take this step."""

from dataclasses import dataclass

from table import umpire
from table.events import Event, Wish
from table.game import decide
from table.glance import Push
from table.memory import Memory
from table.refusal import Refusal
from table.state import State, fold
from vision.reading import Moment


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one message: events, or a refusal, or only a change of what the umpire remembers."""

    memory: Memory
    state: State
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


def step(memory: Memory, state: State, what: Moment | Push | Wish) -> Step:
    """Take one message. Several wishes of one press happen together or not at all."""
    ruling = umpire.hear(memory, state, what)
    after, refusal = state, ruling.refusal
    events: list[Event] = []
    for wish in ruling.wishes:
        decided = decide(after, wish)
        if isinstance(decided, Refusal):
            after, refusal, events = state, decided, []
            break
        events.extend(decided)
        after = fold(decided, after)
    return Step(umpire.after(ruling.memory, state, after, refusal), after, tuple(events), refusal)
