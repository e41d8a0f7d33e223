"""Random turns played before the painted camera, and whether `watch` tells each as it was. Joins painter and rules."""

import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from math import dist
from multiprocessing import get_context
from typing import Any

import cv2

from table.choices import choices
from table.dice import FACES, opposite
from table.events import ClaimDormida, Event, Flip, StartMatch, Throw, Wish
from table.game import decide
from table.glance import Button
from table.house import House
from table.refusal import Refusal
from table.state import State, fold
from table.watching import SIDES, as_told, told
from vision.commands import Clear, Handle, Place2, Toss, Touch
from vision.filming import Order, film
from vision.frame import Frame
from vision.lookout import Lookout
from vision.painted import Painted
from vision.reading import Moment

RATE = 10.0
AGAIN = 0.75  # how often a player throws again who may
SAME_DIE_PX = 30.0  # a die that was turned lies nearer than this to where it lay


@dataclass
class Turn:
    """One turn by chance: what is done before the camera, and the events that must come of it."""

    camera: Painted
    chance: random.Random
    state: State
    expected: list[Event] = field(default_factory=list)

    def orders(self) -> Iterator[Order]:
        """Throw, keep, throw again, turn, write: any legal course."""
        yield self._thrown(())
        while (cups := choices(self.state).throws) and not self._won and self._goes_on():
            kept = self.chance.sample(self._lying(), 5 - self.chance.choice(cups))
            yield self._thrown(tuple(kept))
        turned: list[Place2] = []
        while self._flips_on(bool(turned)):
            faces = self.chance.choice(choices(self.state).turnings)
            places = self._unturned(faces, turned)
            turned += places
            yield Handle(tuple(Touch(place, face=opposite(f)) for place, f in zip(places, faces, strict=True)))
            self._happens(Flip(faces))
            yield Button.CONFIRM.value
        self._happens(ClaimDormida() if self._won else choices(self.state).endings[0])
        yield Button.CONFIRM.value
        yield Clear()

    @property
    def _won(self) -> bool:
        return choices(self.state).dormida

    def _goes_on(self) -> bool:
        return not choices(self.state).endings or self.chance.random() < AGAIN

    def _flips_on(self, turned: bool) -> bool:
        now = choices(self.state)
        return bool(now.turnings) and (
            now.flip_due or not now.endings or self.chance.random() < (0.3 if turned else 0.6)
        )

    def _lying(self) -> list[tuple[int, Place2]]:
        """Face and place of each die on the tray."""
        return list(zip(*self.camera.truth_at(self.camera.now_s), strict=True))

    def _thrown(self, kept: tuple[tuple[int, Place2], ...]) -> Toss:
        faces = tuple(self.chance.choice(FACES) for _ in range(5 - len(kept)))
        self._happens(Throw((*(face for face, _ in kept), *faces), len(faces)))
        return Toss(tuple(place for face, place in self._lying() if (face, place) not in kept), faces)

    def _unturned(self, faces: tuple[int, ...], turned: list[Place2]) -> list[Place2]:
        """Places of dice with these faces that were not turned yet."""
        free = [die for die in self._lying() if all(dist(die[1], place) > SAME_DIE_PX for place in turned)]
        found = []
        for face in faces:
            die = next(die for die in free if die[0] == face)
            free.remove(die)
            found.append(die[1])
        return found

    def _happens(self, wish: Wish) -> None:
        decided = decide(self.state, wish)
        assert not isinstance(decided, Refusal), decided.words
        self.expected += decided
        self.state = fold(decided, self.state)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one turn. wrong: an event that did not happen, or not so, before anything was asked."""

    seed: int
    right: bool
    asked: bool
    wrong: bool
    said: tuple[str, ...]
    expected: tuple[str, ...]


def rehearsed(house: House, seed: int) -> Verdict:
    """Play one turn by chance and judge what `watch` tells of it."""
    camera = Painted(seed=seed, speed=1e6, rate=RATE)
    started = decide(State(), StartMatch(SIDES, house))
    assert not isinstance(started, Refusal)
    turn = Turn(camera, random.Random(seed), fold(started))
    camera.open()
    lines = list(told(_happenings(camera, turn), house))
    expected = tuple(_short(as_told(event)) for event in turn.expected)
    said = tuple(_events_until_asked(lines))
    asked = any(line["kind"] == "question" for line in lines)
    return Verdict(seed, said == expected, asked, said != expected[: len(said)], said, expected)


def bench_watch(house: House, turns: int) -> Iterator[str]:
    """Rehearse so many turns; a line for a person for each that was not told as it was, and the sum."""
    verdicts = []
    with ProcessPoolExecutor(min(turns, os.cpu_count() or 1), get_context("spawn"), _alone_on_its_core) as cores:
        for verdict in cores.map(rehearsed, repeat(house, turns), range(turns)):
            verdicts.append(verdict)
            if not verdict.right:
                yield f"turn {verdict.seed}: {'; '.join(verdict.expected)}\n  told: {'; '.join(verdict.said)}"
    right, asked, wrong = (sum(getattr(v, name) for v in verdicts) for name in ("right", "asked", "wrong"))
    yield f"{turns} turns in the house {house.name}: {right} right, {asked} asked about, {wrong} with a wrong event"


def _alone_on_its_core() -> None:
    """There is one of us for each core, and OpenCV need not share out its work."""
    cv2.setNumThreads(1)


def _happenings(camera: Painted, turn: Turn) -> Iterator[tuple[int, Moment | Button]]:
    lookout = Lookout()
    for seen in film(camera, turn.orders()):
        if isinstance(seen, Frame):
            yield from ((round(1000 * moment.at_s), moment) for moment in lookout.see(seen))
        else:
            yield round(1000 * camera.now_s), Button(seen)


def _events_until_asked(lines: list[dict[str, Any]]) -> Iterator[str]:
    for line in lines:
        if line["kind"] in ("question", "refusal"):
            return
        if line["kind"] == "event":
            yield _short(line)


def _short(event: dict[str, Any]) -> str:
    """The event without its time, and with faces in order, for dice have none."""
    facts = {key: what for key, what in event.items() if key not in ("t_ms", "kind", "words", "to")}
    return " ".join(str(sorted(what) if isinstance(what, list) else what) for what in facts.values())
