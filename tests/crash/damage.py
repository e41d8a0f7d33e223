"""Rounds of truncated, zeroed, bit-flipped and missing files, each followed by a start."""

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from test_rescue import FILES, HARMS

from crash.player import Player
from crash.running import Lost, Running
from table import book

TAPS = 60


def damaged(folder: Path, rounds: int, seed: int) -> Iterator[str]:
    """Damage and look, so many times; a line with the figures. Raises Lost."""
    chance = random.Random(seed)
    player = played(folder / "whole", chance)
    found: Counter[str] = Counter()
    for number in range(rounds):
        copy = folder / f"{number}"
        shutil.copytree(folder / "whole", copy)
        what = harm(copy, chance)
        left = any((copy / name).exists() for name in FILES)
        table = Running(copy).ready()
        try:
            found[look(table, player, copy, what, left)] += 1
        finally:
            table.kill()
        shutil.rmtree(copy)
    yield f"{rounds} rounds of damage: " + ", ".join(f"{count} {what}" for what, count in found.most_common())


def played(folder: Path, chance: random.Random) -> Player:
    """A history with backups and half a match after them, as kill -9 leaves it."""
    player = Player(chance)
    table = Running(folder).ready()
    for tap in range(TAPS):
        player.tap(table)
        if tap == TAPS // 2:
            while list((folder / "backups").glob("cacho-*.db")) == []:
                table.ask("POST", "/api/wish", {"wish": {"do": "give_up"}, "version": 10**15, "key": f"{tap}"})
    player.note(table)
    table.kill()
    return player


def harm(folder: Path, chance: random.Random) -> str:
    """Damage one file, some or all, and now and then the newest backup too; what was done, in words."""
    there = [name for name in FILES if (folder / name).exists()]
    some = chance.choice([[chance.choice(there)], chance.sample(there, 2), there])
    done = []
    for name in some:
        way = chance.choice(HARMS)
        way(folder / name, chance)
        done.append(f"{name} {way.__name__}")
    backups = sorted((folder / "backups").glob("cacho-*.db"))
    if len(backups) > 1 and chance.random() < 0.3:
        way = chance.choice(HARMS)
        way(backups[-1], chance)
        done.append(f"newest backup {way.__name__}")
    return ", ".join(done)


def look(table: Running, player: Player, folder: Path, what: str, left: bool) -> str:
    """What became of it, in words. Raises Lost when something is missing and nobody is told.

    left: whether any damaged file was still there to be kept.
    """
    short, told = player.missing(table), table.told()
    if short and not told:
        raise Lost(f"{what}: {short} claimed lines are missing and the page says nothing")
    if short and left and not (folder / "aside").is_dir():
        raise Lost(f"{what}: {short} claimed lines are missing and the damaged files are not kept")
    now = sum(len(table.lines(match["id"])) for match in table.get("/api/matches"))
    good = [len(account) for path in (folder / "backups").glob("cacho-*.db") if not (account := book.read(path)).flaw]
    if now < max(good, default=0):
        raise Lost(f"{what}: {now} events, though a good backup holds {max(good)}: {told}")
    return "fell back with a message" if short else "put right with a message" if told else "lost nothing"
