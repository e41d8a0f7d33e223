"""A short match under each fault of its camera: what phones show, how soon, and whether it ends right. Joins all rooms.

Ana throws before the camera and the fault befalls; what the page then says is noted. Where no dice are read, Beto's
throw is entered by a phone while he throws it; else he throws before the sick camera. When the camera sees again Ana
throws five equal, which wins at once. What the journal on the disk then tells must be that match and nothing else.
Faults that only a calibrated table can notice befall one.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from table.calibrating import Calibrator
from table.choices import choices
from table.events import ClaimDormida, Event, StartMatch, Throw, Thrown, Wish
from table.game import decide
from table.glance import Act, Button, Snapshot
from table.journal import Journal
from table.loop import Loop
from table.notation import line
from table.refusal import Refusal
from table.state import Phase, State, fold
from table.turning import turning
from vision.commands import Clear, Fault, Place, Suffer, Toss
from vision.eye import Eye
from web.names import BOXES
from web.view import show

AT_THE_START = (Fault.ABSENT, Fault.BUSY)
MENDED = (Fault.HANG, Fault.FROZEN, Fault.CRASH, Fault.UNPLUG, *AT_THE_START)
"""Faults that the table gets over by starting its camera again; the others last until somebody puts them right."""
CALIBRATED = (Fault.LIGHT, Fault.BUMP)
ORDER = (*MENDED, *(fault for fault in Fault if fault not in MENDED))
FIRST, SECOND, LAST = (1, 3, 3, 3, 5), (2, 2, 6, 6, 6), (4, 4, 4, 4, 4)
LAID = Place((1, 2, 3, 4, 6))  # for calibrating
SIDES = ("Ana", "Beto")
LASTS_S = 10.0  # how long a fault lasts that is told; one about which nothing is said by then is never told
GOES_ON_S = 60.0  # how long such a one goes on then, for a throw before the sick camera
PATIENCE_S = 60.0  # for anything at all; a loaded machine is slow
LOOK_S = 0.1  # between two looks at how calibrating goes
AT_ONCE = 2  # tables beside each other: each has an eye that paints and reads


@dataclass(frozen=True, slots=True)
class Endured:
    """How one match went. Seconds are of the wall clock.

    words: what every phone showed of the fault, empty for nothing.  told_s: how soon.  sees_s: how long after that, or
    after it was put right (`mended` says which), dice were read again.  asked: what the table asked, each with the
    answer.  plain_s, sick_s: from the cup to the throw told, before the fault and under one of which nothing is said.
    happened, meant: the match as the journal tells it and as it was played.
    """

    fault: Fault
    words: str
    told_s: float
    sees_s: float
    asked: tuple[str, ...]
    plain_s: float
    sick_s: float
    happened: tuple[Event, ...]
    meant: tuple[Event, ...]

    @property
    def mended(self) -> bool:
        """Whether the table started its camera again by itself."""
        return self.fault in MENDED

    @property
    def right(self) -> bool:
        """Whether the journal tells what was played and nothing else."""
        return self.happened == self.meant

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it for a person."""
        told = f'after {self.told_s:.1f} s: "{self.words}"' if self.words else "the page says nothing: dice are read"
        after = "later" if self.mended else "after it is put right"
        seen = f"sees again {self.sees_s:.1f} s {after}"
        sick = f"a throw is told {self.sick_s:.1f} s after the cup came, before the fault {self.plain_s:.1f} s"
        state = fold(self.happened)
        cards = ", ".join(
            f"{side.name} {BOXES[box]} {entry.points}" for side in state.sides for box, entry in side.card.written
        )
        how = "entered by phone" if self.words else "seen"
        asks = f"; asked: {', '.join(self.asked)}" if self.asked else ""
        ends = "ends right" if self.right else f"ENDS WRONG: {_told(self.happened)} in place of {_told(self.meant)}"
        won = f", {state.sides[state.winners[0]].name} wins by {state.won}" if state.winners else ""
        return (
            f"{self.fault:8} {told}",
            f"         {seen if self.words else sick}",
            f"         the match {ends}: {cards} ({how}){won}{asks}",
        )


def bench_faults() -> Iterator[str]:
    """Let the painted camera of a table fail in each way, in real time; lines for a person on each, and the sum."""
    with ThreadPoolExecutor(AT_ONCE) as tables:
        all_right = 0
        for endured in tables.map(endure, ORDER):
            yield from endured.lines
            all_right += endured.right
    yield f"{len(ORDER)} faults, {all_right} matches ended right"


def endure(fault: Fault, speed: float = 1.0, rate: float = 12.0) -> Endured:
    """Play the short match through this fault. Raises TimeoutError when it does not go on.

    speed: painted seconds for each second of the clock; the eye's patience and starts keep their own.  rate: pictures
    for each painted second.
    """
    with tempfile.TemporaryDirectory() as name:
        with closing(Journal(Path(name))) as journal, _table(journal, fault, speed, rate) as table:
            words, told_s, sees_s, plain_s, sick_s = table.play(fault, speed)
        with closing(Journal(Path(name))) as kept:
            happened = tuple(_in_order(event) for event in kept.read())
        return Endured(fault, words, told_s, sees_s, tuple(table.asked), plain_s, sick_s, happened, _meant())


class _Table:
    """A loop and an eye, as `wiring` joins them, and a phone."""

    def __init__(self, loop: Loop, eye: Eye, calibrator: Calibrator) -> None:
        self._loop, self._eye, self._calibrator = loop, eye, calibrator
        self._taps = count()
        self.asked: list[str] = []

    def play(self, fault: Fault, speed: float) -> tuple[str, float, float, float, float]:
        """The match; what was said, how soon, how soon it saw again, and how long throws took to be told."""
        self._ask(StartMatch(SIDES))
        plain_s = 0.0
        if fault in AT_THE_START:
            began = time.monotonic()
            self._eye.start()
        else:
            self._eye.start()
            self._until(_seen)
            if fault in CALIBRATED:
                self._calibrate()
            plain_s = self._throw(FIRST, before=0)
            self._eye.act(Suffer(fault, LASTS_S))
            began = time.monotonic()
        snapshot = self._until(_ill, None if fault in MENDED else LASTS_S / speed)
        told_s, sick_s = time.monotonic() - began, 0.0
        words = _sentence(snapshot) if _ill(snapshot) else ""
        if fault in AT_THE_START:
            self._ask(Throw(FIRST))
        self._confirm(boxes=1)
        if words:
            self._eye.act(Place(SECOND))
            self._ask(Throw(SECOND))
        else:
            self._eye.act(Suffer(fault, GOES_ON_S))
            self._eye.act(Clear())
            self._until(lambda now: _seen(now) and not now.glance.seen)
            sick_s = self._throw(SECOND, before=1)
        self._confirm(boxes=2)
        now = self._until(_seen)
        put_right = began + (told_s if fault in MENDED else LASTS_S / speed)
        sees_s = time.monotonic() - put_right
        if now.glance.question:  # nobody saw Beto's dice fall, and they are not Ana's
            self._press(Button.NEXT, now)
        self._eye.act(Clear())
        self._throw(LAST, before=2, cleared=True)
        self._confirm(boxes=3)
        return words, told_s, sees_s, plain_s, sick_s

    def _calibrate(self) -> None:
        """As the page does it: the empty tray, then five dice."""
        self._calibrator.do({"do": "begin"})
        self._shown("empty")
        self._calibrator.do({"do": "take", "step": "empty"})
        self._shown("dice", passed=False)
        self._eye.act(LAID)
        self._shown("dice")
        self._calibrator.do({"do": "take", "step": "dice"})
        self._shown("done")
        self._calibrator.do({"do": "save"})
        self._eye.act(Place(()))
        self._until(lambda now: bool(now.glance.calibrated) and _seen(now) and not now.glance.seen)

    def _shown(self, step: str, *, passed: bool = True) -> None:
        """Wait until calibrating is at this step, and what it sees is good or not."""
        ends = time.monotonic() + PATIENCE_S
        while (going := self._calibrator.told(touch=True)["going"] or {}).get("step") != step or (
            going["passed"] is not passed
        ):
            if time.monotonic() > ends:
                raise TimeoutError(f"Calibrating does not go on: {going}")
            time.sleep(LOOK_S)

    def _throw(self, faces: tuple[int, ...], before: int, *, cleared: bool = False) -> float:
        """Throw with the painted cup until it is taken: how long that took. before: how many throws there were."""
        if cleared:
            self._until(lambda now: _seen(now) and not now.glance.seen)
        began = time.monotonic()
        self._eye.act(Toss(faces=faces))
        self._until(lambda now: sum(isinstance(event, Thrown) for event in now.state.events) > before)
        return time.monotonic() - began

    def _confirm(self, boxes: int) -> None:
        """Press confirm until so many boxes are written, or the match is over."""

        def done(now: Snapshot) -> bool:
            return sum(len(side.card) for side in now.state.sides) >= boxes or now.state.phase is not Phase.PLAYING

        while not done(now := self._until(lambda now: done(now) or now.glance.confirm is not Act.NOTHING)):
            self._press(Button.CONFIRM, now)

    def _press(self, button: Button, now: Snapshot) -> None:
        if now.glance.question:
            words, _, _ = _sentence(now).partition(" Confirm:")
            self.asked.append(f'"{words}" {"yes" if button is Button.CONFIRM else "no"}')
        self._loop.ask(button, now.version, f"{next(self._taps)}")

    def _ask(self, wish: Wish) -> None:
        done = self._loop.ask(wish, self._loop.latest().version, f"{next(self._taps)}", phone=1)
        if isinstance(done, Refusal):
            raise TimeoutError(f"A phone's wish was refused: {done.words}")

    def _until(self, wanted: Callable[[Snapshot], bool], patience_s: float | None = None) -> Snapshot:
        """The first snapshot that is wanted; once patience has ended, the last one.

        Raises TimeoutError when there was to be one in any case.
        """
        ends, now = time.monotonic() + (patience_s or PATIENCE_S), self._loop.latest()
        while not wanted(now):
            if (left := ends - time.monotonic()) <= 0:
                if patience_s is None:
                    raise TimeoutError(f"The match does not go on: {_sentence(now)!r} is shown.")
                break
            now = self._loop.wait(now.version, min(left, 1.0))
        return now


@contextmanager
def _table(journal: Journal, fault: Fault, speed: float, rate: float) -> Iterator[_Table]:
    """A table with that history whose camera will fail."""
    ails = f",fault={fault}" if fault in AT_THE_START else ""
    with turning(Loop(journal, simulated=True)) as loop:
        calibrator = Calibrator(journal.folder, lambda order: eye.order(order), loop.put)
        eye = Eye(f"painted:seed=5,speed={speed:g},rate={rate:g}{ails}", loop.put, loop.show, told=calibrator.hear)
        try:
            yield _Table(loop, eye, calibrator)
        finally:
            eye.stop()


def _seen(now: Snapshot) -> bool:
    """Whether the camera is well and what lies there has settled."""
    return now.glance.camera == "ok" and now.glance.settled and not now.glance.doubts


def _ill(now: Snapshot) -> bool:
    return str(_moment(now)["kind"]) in ("camera", "doubt") and now.glance.camera != "starting"


def _sentence(now: Snapshot) -> str:
    return _moment(now)["words"]


def _moment(now: Snapshot) -> dict[str, str]:
    """The one sentence a phone shows, in English."""
    moment: dict[str, str] = show(now, "en", tray=True)["page"]["moment"]
    return moment


def _meant() -> tuple[Event, ...]:
    """What the rules make of the match."""
    state, events = State(), list[Event]()
    for wish in (StartMatch(SIDES), Throw(FIRST), None, Throw(SECOND), None, Throw(LAST), ClaimDormida()):
        decided = decide(state, wish or choices(state).endings[0])
        assert not isinstance(decided, Refusal), decided.words
        state, events = fold(decided, state), [*events, *decided]
    return tuple(_in_order(event) for event in events)


def _told(events: tuple[Event, ...]) -> str:
    return "; ".join(map(line, events))


def _in_order(event: Event) -> Event:
    """The event with its dice in order, for how they lie says nothing."""
    return replace(event, dice=tuple(sorted(event.dice))) if isinstance(event, Thrown) else event
