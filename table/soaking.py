"""The whole table left to play for long: does its memory grow, is every throw seen? Knows it only by its page."""

import json
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from itertools import count, groupby
from statistics import linear_regression
from typing import Any

from table.processes import largest_child_mb, memory_mb

PATIENCE_S = 60.0  # a throw that is not told by then was missed; a loaded machine is slow, not blind
RATE = 15  # pictures a second
LOOK_S = 0.1
TOO_MANY = 429  # of HTTP: taps faster than people's
AGAIN = 0.6  # how often a player throws again who need not
MINUTE_S = 60.0
WARM = 2 / 3  # of the time, before it: Python's allocator takes its rooms one by one, ever fewer, and 3 MB in all
WARM_THROWS = 500  # entered by hand first: most of those rooms in a minute
SAY_EVERY_S = 300.0

State = dict[str, Any]
Weighed = tuple[float, float, float]  # s since the start, MB of the table, MB of the eye


def bench_soak(minutes: float) -> Iterator[str]:
    """Let a painted table of its own play random turns, and once it is warm weigh it for so long.

    A line now and then, and the sums.
    """
    with tempfile.TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        words = ["demo", "--camera", f"painted:rate={RATE}", "--port", port, "--data", folder]
        command = [sys.executable, "-m", "table", *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as table:
            try:
                assert table.stdout
                next(line for line in table.stdout if port in line)  # it says where it is, once it is there
                player, cold = Player(f"http://127.0.0.1:{port}/", random.Random(1)), memory_mb(table.pid)
                player.warm(WARM_THROWS)
                warm = memory_mb(table.pid)
                yield f"{WARM_THROWS} throws entered by hand first: table {cold:.1f} MB, then {warm:.1f} MB"
                yield from _soaked(table.pid, player, 60 * minutes)
            finally:
                table.terminate()


def _soaked(pid: int, player: "Player", seconds: float) -> Iterator[str]:
    began, said = time.monotonic(), 0.0
    weighed: list[Weighed] = []
    while (now := time.monotonic() - began) < (WARM + 1) * seconds:
        player.turn()
        weighed.append((now, memory_mb(pid), largest_child_mb(pid)))
        if now >= said + SAY_EVERY_S:
            said, (_, table, eye) = now, weighed[-1]
            yield f"{now / 60:.0f} min: {player.throws} throws, table {table:.1f} MB, eye {eye:.1f} MB"
    broken = f", {player.broken} turns broken off" if player.broken else ""
    yield f"{player.throws} throws: {player.missed} missed, {player.asked} asked about{broken}"
    yield from growth([one for one in weighed if one[0] >= WARM * seconds] or weighed)


def growth(weighed: list[Weighed]) -> Iterator[str]:
    """In words, how the table and the eye have grown by the least each held in each minute.

    What reading one picture needs comes and goes, megabytes of it; what is never given back lifts the least.
    """
    minutes = [list(of) for _, of in groupby(weighed, lambda one: int(one[0] / MINUTE_S))]
    hours = [minute[0][0] / 3600 for minute in minutes]
    for who, at in (("table", 1), ("eye", 2)):
        least = [min(one[at] for one in minute) for minute in minutes]
        slope = linear_regression(hours, least).slope if len(hours) > 1 else 0.0
        yield f"{who}: {least[0]:.1f} MB once warm, {least[-1]:.1f} MB at the end, {slope:+.2f} MB an hour"


class Player:
    """Plays by the addresses a phone has."""

    def __init__(self, address: str, chance: random.Random) -> None:
        self._address, self._chance, self._keys = address, chance, count()
        self.throws = self.missed = self.asked = self.broken = 0

    def warm(self, throws: int) -> None:
        """Turns of so many throws in all, entered by hand as fast as the table takes taps."""
        while throws > 0:
            self._started()
            before = (state := self._state())["turn"]["side"]
            while state["match"]["phase"] == "playing" and state["turn"]["side"] == before:
                if state["turn"]["choices"] or state["glance"]["buttons"]["confirm"] == "dormida":
                    self._press("confirm")
                elif state["page"]["flips"]:
                    self._wish({"do": "flip", "faces": self._chance.choice(state["page"]["flips"])})
                else:
                    self._wish({"do": "throw", "dice": self._chance.choices(range(1, 7), k=5), "rerolled": 5})
                    throws -= 1
                state = self._state()

    def turn(self) -> None:
        """One turn by chance, with a new match when the last has ended, or when the turn before came to no end."""
        if self._state()["turn"]["throw"]:
            self.broken += 1
            self._wish({"do": "give_up"})
        self._started()
        self._post("api/tray", {"do": "clear"})
        self._until(lambda state: state["glance"]["settled"] and not state["glance"]["seen"])
        state = self._thrown(None, 1)
        seen = state["glance"]["seen"]
        goes_on = not state["turn"]["choices"] or self._chance.random() < AGAIN
        if seen and goes_on and state["glance"]["buttons"]["confirm"] != "dormida":
            dice = self._chance.sample(seen, self._chance.randint(1, len(seen)))
            state = self._thrown([(die["x"], die["y"]) for die in dice], 2)
        self._ended(state)

    def _started(self) -> None:
        if self._state()["match"]["phase"] not in ("playing", "playoff"):
            self._wish({"do": "start", "sides": ["Ana", "Beto"]})

    def _thrown(self, cup: list[tuple[float, float]] | None, throw: int) -> State:
        self._post("api/tray", {"do": "throw", "cup": cup})
        self.throws += 1
        state = self._until(lambda state: state["turn"]["throw"] == throw or state["glance"]["question"])
        if state["glance"]["question"]:
            self.asked += 1
            self._press("confirm")
            state = self._until(lambda state: state["turn"]["throw"] == throw)
        self.missed += state["turn"]["throw"] != throw
        return state

    def _ended(self, state: State) -> None:
        """Turn dice where that is due, and confirm until a box is written."""
        for _ in range(4):
            act, version = state["glance"]["buttons"]["confirm"], state["version"]
            if act == "nothing" and state["glance"]["seen"]:
                die = self._chance.choice(state["glance"]["seen"])
                self._post("api/tray", {"do": "turn", "die": (die["x"], die["y"])})
                state = self._until(lambda state: state["glance"]["buttons"]["confirm"] != "nothing")
                continue
            self._press("confirm")
            state = self._until(lambda state, old=version: state["version"] != old)  # type: ignore[misc]
            if act != "flip":
                return

    def _until(self, true: Callable[[State], Any]) -> State:
        until = time.monotonic() + PATIENCE_S
        while not true(state := self._state()) and time.monotonic() < until:
            time.sleep(LOOK_S)
        return state

    def _state(self) -> State:
        with urllib.request.urlopen(self._address + "api/state?lang=en", timeout=PATIENCE_S) as answer:
            state: State = json.load(answer)
        return state

    def _press(self, button: str) -> None:
        self._wish({"do": "press", "button": button})

    def _wish(self, wish: dict[str, Any]) -> None:
        """A wish that is refused changes nothing; the next look shows what to do."""
        body = {"wish": wish, "version": self._state()["version"], "key": f"soak-{next(self._keys)}"}
        try:
            self._post("api/wish", body)
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise

    def _post(self, path: str, body: dict[str, Any]) -> None:
        headers = {"Content-Type": "application/json", "X-Cacho": "1"}
        request = urllib.request.Request(self._address + path, json.dumps(body).encode(), headers)
        while True:
            try:
                urllib.request.urlopen(request, timeout=PATIENCE_S).close()
            except urllib.error.HTTPError as error:
                if error.code != TOO_MANY:
                    raise
                time.sleep(LOOK_S)
            else:
                return
