"""Somebody who plays as fast as a table answers, and remembers everything the table ever claimed."""

import http.client
import random
from typing import Any

from crash.running import Lost, Running

GONE = (OSError, http.client.HTTPException, ValueError)
"""How it looks to a phone when the table is killed in the middle of an answer."""


class Player:
    """claimed: for each match every line the page has shown. owed: a tap was answered with yes since."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.claimed: dict[str, list[str]] = {}
        self.owed = False
        self.taps = self.refused = 0

    def play(self, table: Running) -> None:
        """Play until the table is gone."""
        try:
            while True:
                self.tap(table)
        except GONE:
            return

    def tap(self, table: Running) -> str:
        """One tap; the code of the refusal, or an empty text. What the page then shows is claimed."""
        state = table.get("/api/state")
        self.taps += 1
        if self.chance.random() < 0.1:
            table.ask("POST", "/api/tray", {"do": "throw", "cup": None})
        wish = {"wish": self.wish(state), "version": state["version"], "key": f"{self.chance.random()}"}
        status, body = table.ask("POST", "/api/wish", wish)
        if status != 200:
            self.refused += 1
            return body.decode().split('"code":"')[1].split('"')[0]
        self.owed = True
        self.note(table)
        return ""

    def note(self, table: Running) -> None:
        """Everything the page shows of the present match is claimed."""
        match = table.get("/api/state")["match"]["id"]
        lines = table.lines(match)
        if lines:
            self.claimed[match], self.owed = lines, False

    def wish(self, state: dict[str, Any]) -> dict[str, Any]:
        """Something that may well be allowed."""
        turn, chance = state["turn"], self.chance
        if state["match"]["phase"] not in ("playing", "drawing", "playoff"):
            return {"do": "start", "sides": ["Ana", "Beto", "Ñusta"][: chance.randint(1, 3)]}
        if chance.random() < 0.04:
            return {"do": chance.choice(["give_up", "take_back"])}
        if not turn["throw"]:
            return {"do": "throw", "dice": [chance.randint(1, 6) for _ in range(5)]}
        if turn["choices"] and chance.random() < 0.7:
            choice = chance.choice(turn["choices"])
            return {"do": "write", "box": choice["box"], "cross": choice["sign"] == "cross"}
        if turn["throw"] == 1:
            return {"do": "throw", "dice": [chance.randint(1, 6) for _ in range(5)]}
        return {"do": "flip", "faces": [chance.choice(turn["dice"])]}

    def missing(self, table: Running) -> int:
        """How many claimed lines the page no longer shows; nothing else may stand in their places."""
        short = 0
        for match, before in self.claimed.items():
            now = table.lines(match)
            if now[: len(before)] != before[: len(now)]:
                raise Lost(f"match {match} tells something else than it did: {before} became {now}")
            short += max(0, len(before) - len(now))
        if self.owed and not short:
            last = max(self.claimed, key=int, default="0")
            more = table.lines(last)[len(self.claimed.get(last, [])) :] or table.lines(f"{int(last) + 1}")
            short += not more
        return short
