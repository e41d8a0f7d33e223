"""The inbox and the one owner of State. Knows the order in which things happen; not what they mean.

Eye, panel and web threads only put messages in. One thread runs `Loop.run`, and it alone changes the state and
writes the journal: first the journal, then the state, then what people see.
"""

import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from table import umpire
from table.album import By, Doer, Place, album, counting, last_match, placed
from table.care import Care, History, Remark, Restore, common, take_care, write
from table.events import Corrected, Event, Throw, Thrown, Wish, Won, Written
from table.glance import Act, Button, Glance, Held, Push, Snapshot
from table.hands import Hands
from table.house import House
from table.houses import COCHABAMBA
from table.memory import Memory
from table.photos import Photos
from table.refusal import Code, Refusal, refuse
from table.refused import Refusals
from table.state import Phase, State, fold
from table.step import Step, step
from vision.reading import Blind, Fitted, Moment, Photo, Settled

KEYS_KEPT = 200  # taps remembered so that a repeated one counts once; a phone repeats within seconds
PLEA_S = 30.0  # how long a phone's plea for the host's right waits for a press
GRACE_S = 1.0  # a press so soon after a plea was meant for what the lamps showed before it
STEP_S = 100.0  # a step of putting a long history back may take so long before a watchdog ends the table
ENDED = (Phase.OVER, Phase.GIVEN_UP)
Outcome = int | Refusal


@dataclass(frozen=True, slots=True)
class Plea:
    """A phone asks for the host's right, which a press of confirm gives. number: shown there and at the table."""

    number: str


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
        self._photos, self._newest, self._evidence = photos, b"", b""
        self._hands = hands
        self._album = self._kept(album(history.read()))
        self._plea: tuple[str, float] | None = None
        self._fitted = Fitted()
        self._welcomed: set[str] = set()
        self._changed = threading.Condition()
        self._picture = b""
        self._snapshot = Snapshot(first_version, first_version, self._state, self._glance(), photos=self._album)
        self.turned_s = time.monotonic()
        """When the loop last came round, on the monotonic clock: what a watchdog should look at."""

    # --- for other threads ---------------------------------------------------------------------------------------

    def put(self, what: Moment | Photo | Fitted | Push | Plea | Remark) -> None:
        """Tell the table what was seen, by which calibration, or pressed, asked by a phone, or must be heard."""
        self._inbox.put(_Message(what))

    def welcomes(self, number: str) -> bool:
        """Whether the plea with this number was answered with confirm; tells it once."""
        with self._changed:
            welcome = number in self._welcomed
            self._welcomed.discard(number)
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
        return self._photos.find(number) if self._photos else None

    def pictured(self, number: int) -> bool:
        """Whether what the camera saw when event `number` happened was kept."""
        return self._photos is not None and number in self._photos

    def whose(self, number: int) -> Doer | None:
        """Whose doing event `number` was, if that was kept."""
        return self._hands.of(number) if self._hands else None

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
                self._look_again()
                if self._plea and self._clock() - self._plea[1] > PLEA_S:
                    self._plea = None
                    self._publish()
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
        what = message.what
        if isinstance(what, Plea):
            self._plea = self._plea or (what.number, self._clock())
            return True
        if not self._plea or not isinstance(what, Button):
            return False
        number, since_s = self._plea
        if message.key is None and self._clock() - since_s < GRACE_S:
            return False
        if what is Button.CONFIRM:
            with self._changed:
                self._welcomed.add(number)
        self._plea = None
        self._memory = replace(self._memory, press=(Act.DISMISS, 0))  # held for long, it means no more than this
        return True

    def _obey(self, what: Said, message: _Message | None = None) -> Refusal | None:
        assert not isinstance(what, Plea)
        if isinstance(what, Fitted):
            self._fitted = what
            return None
        if isinstance(what, Photo):
            self._newest = what.jpeg
            return None
        if isinstance(what, Care | Remark | Restore):
            return self._cared(what)
        if isinstance(what, Settled) and len(what.dice) == 5:
            self._evidence = self._newest
        elif isinstance(what, Blind | Throw):
            self._evidence = b""  # dice that were entered by hand were not seen
        if isinstance(what, Moment):
            self._lies, self._missed = what, None
        if self._heard and isinstance(what, Button | Held):
            self._heard(what)
        taken = step(self._memory, self._state, what)
        unwritten = write(self._history, taken.events, self._photos) if taken.events else None  # first the journal
        if refusal := unwritten or taken.refusal:
            self._refusals = self._refusals.plus(
                refusal, self._state, None if isinstance(what, Moment) else self._clock()
            )
        if unwritten:
            self._memory = umpire.after(self._memory, self._state, self._state, unwritten)
            self._missed = what if isinstance(what, Moment) else None
            return unwritten
        if self._photos and taken.events:
            self._photograph(self._photos, taken.events)
        if self._hands and taken.events:
            tap = Doer(By.PHONE, message.phone) if message and message.key is not None else Doer(By.BUTTON)
            doer = Doer(By.EYE) if isinstance(what, Moment) else tap
            self._hands.note(self._state.version + 1, len(taken.events), doer)
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
        same = common(before, now)
        if self._photos:
            self._photos.forget(after=same, aside=self._history.aside)
        if self._hands and before != now:
            self._hands.put_back(same, self._history.whose, self._history.aside)
        self._state = fold(now, State(home=self._state.home, house=self._state.home))
        self._album = self._kept(album(now))
        self._memory, self._evidence = Memory(), b""
        if self._lies:
            self._obey(self._lies)

    def _photograph(self, photos: Photos, events: tuple[Event, ...]) -> None:
        """Keep what lies there with each throw, and with each box and win that it led to.

        What a correction tells again was seen when it happened, not now.
        """
        if isinstance(events[0], Corrected):
            self._told_again(photos, events[0], len(events))
            return
        for number, event in enumerate(events, self._state.version + 1):
            if isinstance(event, Thrown | Written | Won) and self._evidence:
                photos.keep(number, self._evidence)
        self._album = self._kept({**self._album, **placed(self._state, events)})

    def _told_again(self, photos: Photos, correction: Corrected, count: int) -> None:
        """The corrected play keeps the photograph that speaks for or against it; the others keep their own."""
        history = self._history.read()
        match, first = last_match(history[:-count])
        was, at = counting(match, first), correction.at - 1
        for k, event in enumerate(history[1 - count :]):
            if type(event) is type(self._state.events[at]):
                photos.copy(was[at], to=self._state.version + 2 + k)
                break
        self._album = self._kept(album(history))

    def _kept(self, places: Mapping[Place, int]) -> Mapping[Place, int]:
        """Those whose photographs there are."""
        return {place: n for place, n in places.items() if self.pictured(n)}

    def _glance(self) -> Glance:
        glance = umpire.glance(self._memory, self._state)
        if self._plea:
            glance = replace(glance, plea=self._plea[0], confirm=Act.WELCOME, next=Act.DISMISS, back=Act.DISMISS)
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
            self._snapshot = Snapshot(version, meaning, self._state, glance, old.picture, self._album, log)
            self._changed.notify_all()
        if self._lamps:
            self._lamps(glance)


def _meaning(glance: Glance) -> tuple[object, ...]:
    """What a tap refers to: other changes of the glance never make a tap stale."""
    return glance.confirm, glance.next, glance.back, glance.turned, glance.cursor, glance.question
