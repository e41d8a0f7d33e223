"""How fast the rules answer on this machine. Knows a clock; proves nothing about the rules."""

import random
import time
from collections.abc import Iterator

from table.choices import choices
from table.dice import FACES, THROWS
from table.events import StartMatch, Throw, Wish
from table.game import decide
from table.house import House
from table.ledger import Points
from table.refusal import Refusal
from table.result import Result
from table.solving import Solver
from table.state import Phase, Side, State, fold

SAMPLE = 5_000
"""States asked; with this many the clock's own grain does not show."""


def bench_rules(house: House) -> Iterator[str]:
    """Measure choices, a random match and the solver; a line for a person as each is done."""
    states = [_state(house, dice, throw, cup) for dice in THROWS for throw, cup in ((1, 5), (2, 5), (2, 2))]
    for state in states:
        choices(state)  # warm: a table asks about the same dice again and again
    chance = random.Random(1)
    asked = chance.choices(states, k=SAMPLE)
    began = time.perf_counter()
    for state in asked:
        choices(state)
    took = (time.perf_counter() - began) / SAMPLE
    yield f"choices for one state, once warm: {1e6 * took:.0f} µs, {1 / took:,.0f} a second"
    began = time.perf_counter()
    events = random_match(house, chance)
    yield f"a random match of two, {events} events: {1e3 * (time.perf_counter() - began):.0f} ms"
    began = time.perf_counter()
    solver = Solver(house, Points(house)).solve()
    took = time.perf_counter() - began
    yield f"the solver, {len(solver.ledger.places):,} cards at the start of a turn: {took:.1f} s"


def _state(house: House, dice: tuple[int, ...], throw: int, cup: int) -> State:
    return State(house=house, phase=Phase.PLAYING, sides=(Side("A"),), result=Result(dice, throw, cup))


def random_match(house: House, chance: random.Random) -> int:
    """Play a match of two by chance alone; how many events it had."""
    state = State()
    wish: Wish = StartMatch(("A", "B"), house)
    while True:
        decided = decide(state, wish)
        assert not isinstance(decided, Refusal), decided.words
        state = fold(decided, state)
        if state.phase is Phase.OVER:
            return state.version
        wish = _some_wish(state, chance)


def _some_wish(state: State, chance: random.Random) -> Wish:
    now = choices(state)
    wishes = list(now)
    if now.throws and (not wishes or chance.random() < 0.5):
        rerolled = chance.choice(now.throws)
        kept = chance.sample(now.lying, 5 - rerolled)
        return Throw((*kept, *chance.choices(FACES, k=rerolled)), rerolled)
    return chance.choice(wishes)
