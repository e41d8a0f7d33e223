"""The inbox and the one owner of State. Knows the order in which things happen; not what they mean.

Eye, panel and web threads only put messages in. One thread runs `Loop.run`, and it alone changes the state and
writes the journal: first the journal, then the state, then what people see.
"""

import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from table import umpire
from table.album import By, Doer
from table.care import Care, History, Remark, Restore, common, take_care, write
from table.events import Event, Wish
from table.evidence import Evidence
from table.glance import Act, Button, Glance, Held, Push, Snapshot
from table.hands import Hands
from table.house import House
from table.houses import COCHABAMBA
from table.memory import Memory
from table.photos import Photos
from table.plea import Plea, Pleas
from table.refusal import Code, Refusal, refuse
from table.refused import Refusals
from table.state import Phase, State, fold
from table.step import Step, step
from vision.reading import Fitted, Moment, Photo

KEYS_KEPT = 200  # taps remembered so that a repeated one counts once; a phone repeats within seconds
STEP_S = 100.0  # a step of putting a long history back may take so long before a watchdog ends the table
ENDED = (Phase.OVER, Phase.GIVEN_UP)
Outcome = int | Refusal


Said = Moment | Photo | Fitted | Push | Wish | Plea | Care | Remark | Restore
"""Everything that can be put into the inbox."""


@dataclass(slots=True)
class _Message:
    what: Said
    version: int | None = None
    key: str | None = None
    answer: "queue.SimpleQueue[Outcome] | None" = None
    phone: int = 0


class Loop:
    """The table while it runs. `put`, `ask`, `show`, `latest` and `wait` may be called from any thread."""

    def __init__(
        self,
        history: History,
        *,
        house: House = COCHABAMBA,
        simulated: bool = False,
        notices: tuple[str, ...] = (),
        lamps: Callable[[Glance], None] | None = None,
        first_version: int = 1,
        clock: Callable[[], float] = time.monotonic,
        heard: Callable[[Push], None] | None = None,
        photos: Photos | None = None,
        hands: Hands | None = None,
        ended: Callable[[], None] | None = None,
    ):
        """heard: told of every button that is pressed or held, here or on a page, before it is obeyed.

        ended: told that a match has just ended, when that is written.
        """
        self._history = history
        self._simulated = simulated
        self._notices = notices
        self._lamps = lamps
        self._inbox: queue.SimpleQueue[_Message | None] = queue.SimpleQueue()
        self._answers: OrderedDict[str, Outcome] = OrderedDict()
        self._state = fold(history.read(), State(home=house, house=house))
        self._memory = Memory()
        self._refusals = Refusals()
        self._clock = clock
        self._heard = heard
        self._ended = ended
        self._lies: Moment | None = None  # what the camera saw last
        self._missed: Moment | None = None  # the same, when what it led to could not be written
        self._evidence = Evidence(history.read(), photos, hands)
        self._pleas = Pleas()
        self._fitted = Fitted()
        self._changed = threading.Condition()
        self._picture = b""
        self._snapshot = Snapshot(
            first_version, first_version, self._state, self._glance(), photos=self._evidence.album
        )
        self.turned_s = time.monotonic()
        """When the loop last came round, on the monotonic clock: what a watchdog should look at."""

    # --- for other threads ---------------------------------------------------------------------------------------

    def put(self, what: Moment | Photo | Fitted | Push | Plea | Remark) -> None:
        """Tell the table what was seen, by which calibration, or pressed, asked by a phone, or must be heard."""
        self._inbox.put(_Message(what))

    def welcomes(self, number: str) -> bool:
        """Whether the plea with this number was answered with confirm; tells it once."""
        with self._changed:
            welcome = number in self._pleas.welcome
            self._pleas = self._pleas.told(number)
            return welcome

    def ask(
        self, what: Button | Wish | Care | Restore, version: int, key: str, timeout_s: float = 5.0, phone: int = 0
    ) -> Outcome:
        """Wish for something on behalf of a phone that saw `version`; the new version, or why not.

        phone: its number, for whoever asks later whose doing it was; 0 if it has none.

        The same key counts once and gets the same answer. Raises TimeoutError when the loop does not turn.
        """
        answer: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._inbox.put(_Message(what, version, key, answer, phone))
        try:
            return answer.get(timeout=timeout_s)
        except queue.Empty:
            raise TimeoutError(f"The table did not answer within {timeout_s:.0f} s.") from None

    def show(self, jpeg: bytes) -> None:
        """Keep the newest camera picture for the page."""
        with self._changed:
            self._picture = jpeg
            self._snapshot = replace(
                self._snapshot, version=self._snapshot.version + 1, picture=self._snapshot.picture + 1
            )
            self._changed.notify_all()

    def photo(self, number: int) -> bytes | None:
        """What the camera saw when event `number` happened, if it was kept."""
        return self._evidence.photo(number)

    def pictured(self, number: int) -> bool:
        """Whether what the camera saw when event `number` happened was kept."""
        return self._evidence.pictured(number)

    def whose(self, number: int) -> Doer | None:
        """Whose doing event `number` was, if that was kept."""
        return self._evidence.whose(number)

    @property
    def picture(self) -> bytes:
        """The newest camera picture as a JPEG; empty before the first."""
        return self._picture

    def latest(self) -> Snapshot:
        """The table now."""
        return self._snapshot

    def wait(self, after: int, timeout_s: float) -> Snapshot:
        """The first snapshot newer than version `after`, or the present one when the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.version > after, timeout_s)
            return self._snapshot

    def history(self) -> list[Event]:
        """Every event so far."""
        return self._history.read()

    def health(self) -> str:
        """`ok`, or why a press now would not outlast a power cut."""
        return self._history.health()

    def stop(self) -> None:
        """End `run` after the messages already in the inbox."""
        self._inbox.put(None)

    # --- the one thread that changes things ------------------------------------------------------------------------

    def run(self) -> None:
        """Take messages until `stop`."""
        while True:
            try:
                message = self._inbox.get(timeout=1.0)
            except queue.Empty:
                self.turned_s = time.monotonic()
                with self._changed:
                    self._pleas = self._pleas.faded(self._clock())
                self._look_again()
                self._fade()
                continue
            if message is None:
                return
            outcome = self._take(message)
            if message.answer:
                message.answer.put(outcome)
            self._fade()
            self.turned_s = time.monotonic()

    def _take(self, message: _Message) -> Outcome:
        if message.key is not None and message.key in self._answers:
            return self._answers[message.key]
        if message.version is not None and message.version < self._snapshot.meaning:
            return refuse(Code.STALE)  # not remembered: the next tap with fresh eyes is a new one
        refusal = None if self._answered(message) else self._obey(message.what, message)
        self._publish()
        outcome = refusal or self._snapshot.version
        if message.key is not None:
            self._answers[message.key] = outcome
            if len(self._answers) > KEYS_KEPT:
                self._answers.popitem(last=False)
        return outcome

    def _fade(self) -> None:
        """Let a refusal of a press or tap make room for what is to be done; it stays in the log."""
        why = self._memory.refusal
        if why and not self._memory.odd and self._refusals.faded(why, self._clock()):
            self._memory = replace(self._memory, refusal=None)
            self._publish()

    def _answered(self, message: _Message) -> bool:
        """Whether this was a plea, or a press that answers one; a host's phone may press as well as a hand."""
        what, now_s = message.what, self._clock()
        with self._changed:  # a phone that asks whether it is welcome changes them too
            if isinstance(what, Plea):
                self._pleas = self._pleas.plus(what, now_s)
                return True
            tapped = message.key is not None
            answered = self._pleas.answered(what, now_s, tapped=tapped) if isinstance(what, Button) else None
            if answered is None:
                return False
            self._pleas = answered
        self._memory = replace(self._memory, press=(Act.DISMISS, 0))  # held for long, it means no more than this
        return True

    def _obey(self, what: Said, message: _Message | None = None) -> Refusal | None:
        assert not isinstance(what, Plea)
        if isinstance(what, Fitted):
            self._fitted = what
            return None
        if isinstance(what, Care | Remark | Restore):
            return self._cared(what)
        self._evidence.meet(what)
        if isinstance(what, Photo):
            return None
        if isinstance(what, Moment):
            self._lies, self._missed = what, None
        if self._heard and isinstance(what, Button | Held):
            self._heard(what)
        taken = step(self._memory, self._state, what)
        unwritten = (
            write(self._history, taken.events, self._evidence.photos) if taken.events else None
        )  # first the journal
        if refusal := unwritten or taken.refusal:
            self._refusals = self._refusals.plus(
                refusal, self._state, None if isinstance(what, Moment) else self._clock()
            )
        if unwritten:
            self._memory = umpire.after(self._memory, self._state, self._state, unwritten)
            self._missed = what if isinstance(what, Moment) else None
            return unwritten
        if taken.events:
            tap = Doer(By.PHONE, message.phone) if message and message.key is not None else Doer(By.BUTTON)
            doer = Doer(By.EYE) if isinstance(what, Moment) else tap
            self._evidence.keep(self._state, taken.events, doer, self._history.read)
        self._follow(taken)
        return taken.refusal

    def _look_again(self) -> None:
        """Write what could not be written, once it can be; and a throw still lies there, so nobody throws it again."""
        self._history.try_again()
        if self._missed:
            self._obey(self._missed)
        self._publish()

    def _follow(self, taken: Step) -> None:
        before, self._memory, self._state = self._state, taken.memory, taken.state
        if self._ended and self._state.phase in ENDED and before.phase not in ENDED:
            self._ended()

    def _cared(self, what: Care | Remark | Restore) -> Refusal | None:
        before = self._history.read()
        if isinstance(what, Restore):
            self._alive()
        refusal = take_care(self._history, what, self._alive)
        if isinstance(what, Restore):
            self._read_anew(before)
        return refusal

    def _alive(self) -> None:
        """The loop does not turn, but something long has just come a step further."""
        self.turned_s = time.monotonic() + STEP_S

    def _read_anew(self, before: list[Event]) -> None:
        """History is another than it was: forget what followed from the old one, and look at the tray anew."""
        now = self._history.read()
        self._evidence.put_back(before, now, common(before, now), self._history.whose, self._history.aside)
        self._state = fold(now, State(home=self._state.home, house=self._state.home))
        self._memory = Memory()
        if self._lies:
            self._obey(self._lies)

    def _glance(self) -> Glance:
        glance = self._pleas.shown(umpire.glance(self._memory, self._state))
        told = self._history.notices()
        glance = replace(glance, calibrated=self._fitted.made, misfit=self._fitted.why)
        return replace(glance, simulated=self._simulated, notices=self._notices, history=told)

    def _publish(self) -> None:
        glance = self._glance()
        with self._changed:
            old = self._snapshot
            if old.state == self._state and old.glance == glance:
                return
            same = old.state == self._state and _meaning(old.glance) == _meaning(glance)
            version = old.version + 1
            meaning = old.meaning if same else version
            log = self._refusals.log
            self._snapshot = Snapshot(version, meaning, self._state, glance, old.picture, self._evidence.album, log)
            self._changed.notify_all()
        if self._lamps:
            self._lamps(glance)


def _meaning(glance: Glance) -> tuple[object, ...]:
    """What a tap refers to: other changes of the glance never make a tap stale."""
    return glance.confirm, glance.next, glance.back, glance.turned, glance.cursor, glance.question
