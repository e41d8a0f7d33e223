"""What holds of any match however it is played, legal wishes and illegal ones mixed."""

from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from table.card import Box
from table.choices import choices
from table.dice import FACES
from table.events import (
    Cast,
    ClaimDormida,
    Concede,
    Correct,
    Event,
    Flip,
    Flipped,
    GiveUpMatch,
    Irregular,
    LeaveSobre,
    Pass,
    Starter,
    StartMatch,
    TakeBack,
    Throw,
    Thrown,
    VoidThrow,
    Wish,
    Won,
    Write,
    Written,
)
from table.game import decide
from table.houses import HOUSES, single_changes
from table.notation import line, parse
from table.refusal import Refusal
from table.state import State, fold
from table.telling import wish_of

FACE = st.integers(1, 6)
HOUSE = st.sampled_from([*HOUSES.values(), *single_changes().values()])
ANY_DICE = st.lists(st.integers(0, 7), min_size=4, max_size=6).map(tuple) | st.tuples(*[FACE] * 5)
SOME_WISH: st.SearchStrategy[Wish] = st.one_of(
    st.builds(Throw, ANY_DICE, st.integers(-1, 7)),
    st.builds(VoidThrow, st.sampled_from(Irregular), st.integers(-1, 6), st.lists(FACE, max_size=4).map(tuple)),
    st.builds(Flip, st.lists(st.integers(0, 7), max_size=3).map(tuple)),
    st.builds(Write, st.sampled_from(Box), st.booleans(), st.booleans()),
    st.builds(Cast, st.integers(-1, 7)),
    st.builds(Concede, st.integers(-1, 6)),
    st.sampled_from([LeaveSobre(), Pass(), ClaimDormida(), TakeBack(), TakeBack(box=True)]),
    st.builds(StartMatch, st.lists(st.text(max_size=41), max_size=7).map(tuple), st.none() | HOUSE, st.integers(-1, 7)),
)
SOME_PLAY = st.one_of(
    st.builds(Thrown, st.tuples(*[FACE] * 5), st.integers(1, 5)),
    st.builds(Flipped, st.lists(FACE, min_size=1, max_size=2).map(tuple)),
    st.sampled_from([*(Written(box, 0, sign) for box in Box for sign in ("number", "cross")), Won("dormida")]),  # type: ignore[arg-type]
)
ASKED = Throw | VoidThrow | Flip | Write | LeaveSobre | Pass | ClaimDormida | Cast


class Match(RuleBasedStateMachine):
    """A table at which anybody may wish for anything."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State()
        self.history: list[Event] = []

    def wish(self, wish: Wish) -> None:
        """Decide a wish and hold everything that must hold of it."""
        before = self.state
        decided = decide(before, wish)
        if isinstance(wish, ASKED) and before.phase.value in ("playing", "drawing", "playoff"):
            five = not isinstance(wish, Throw) or (len(wish.dice) == 5 and all(face in FACES for face in wish.dice))
            assert (wish in choices(before) and five) != isinstance(decided, Refusal), (wish, choices(before), decided)
        if isinstance(decided, Refusal):
            assert decided.words
            assert self.state == before
            return
        assert decided
        assert [parse(line(event)) for event in decided] == list(decided)
        assert decide(before, wish_of(decided[0])) == decided
        self.state = fold(decided, before)
        self.history += decided
        assert self.state.version == before.version + len(decided)
        if self.state.before is not None and not isinstance(wish, TakeBack | Correct | StartMatch):
            self._back_and_again(wish)

    def _back_and_again(self, wish: Wish) -> None:
        done = self.state
        back = decide(done, TakeBack())
        assert not isinstance(back, Refusal)
        again = decide(fold(back, done), wish)
        assert not isinstance(again, Refusal), wish
        redone = fold(again, fold(back, done))
        assert replace(redone, version=done.version, before=None) == replace(done, before=None)

    @initialize(house=HOUSE, count=st.integers(1, 4), first=st.sampled_from([0, Starter.THROW]))
    def start(self, house: object, count: int, first: int | Starter) -> None:
        """A match of any house."""
        self.wish(StartMatch(tuple("ABCD"[:count]), house, first))  # type: ignore[arg-type]

    @rule(wish=SOME_WISH)
    def anything(self, wish: Wish) -> None:
        """Sensible or not."""
        self.wish(wish)

    @rule(data=st.data())
    def offered(self, data: st.DataObject) -> None:
        """Something the table offers: it must be taken."""
        self._offered(data)

    def _offered(self, data: st.DataObject) -> None:
        now = choices(self.state)
        found: list[Wish] = list(now)
        for rerolled in now.throws:
            dice = (*now.standing, *now.lying[: 5 - rerolled], *data.draw(st.tuples(*[FACE] * rerolled)))[:5]
            found.append(Throw(tuple(dice), rerolled))
        if found:
            self.wish(data.draw(st.sampled_from(found)))

    @rule(at=st.integers(0, 40), plays=st.lists(SOME_PLAY, max_size=2).map(tuple), anyway=st.booleans())
    def correct(self, at: int, plays: tuple[Thrown | Flipped | Written | Won, ...], anyway: bool) -> None:
        """Some earlier play, by something that may not fit there."""
        self.wish(Correct(at, plays, anyway))

    @rule(data=st.data(), dice=st.tuples(*[FACE] * 5), anyway=st.booleans())
    def correct_a_play(self, data: st.DataObject, dice: tuple[int, ...], anyway: bool) -> None:
        """One that there is, by another of its kind."""
        plays = [at for at, event in enumerate(self.state.events, 1) if isinstance(event, Thrown | Flipped | Written)]
        if not plays:
            return
        at = data.draw(st.sampled_from(plays))
        match self.state.events[at - 1]:
            case Thrown(_, rerolled):
                self.wish(Correct(at, (Thrown(dice, rerolled),), anyway))
            case Flipped():
                self.wish(Correct(at, (Flipped(dice[:1]),), anyway))
            case event:
                box = data.draw(st.sampled_from(Box))
                assert isinstance(event, Written)
                self.wish(Correct(at, (replace(event, box=box),), anyway))

    @rule(data=st.data())
    def offered_again(self, data: st.DataObject) -> None:
        """Matches get somewhere when most wishes are sensible."""
        self._offered(data)

    @rule()
    def give_up(self) -> None:
        """Rarely enough that matches go on."""
        if len(self.history) % 7 == 0:
            self.wish(GiveUpMatch())

    def teardown(self) -> None:
        """What is kept folds to what is known."""
        assert fold(self.history) == self.state


Match.TestCase.settings = settings(
    max_examples=100, stateful_step_count=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
TestAnyMatch = Match.TestCase
"""100 matches of up to 80 wishes; some 3,400 wishes, as was counted once."""
