"""kill -9 of a table and its camera at random moments: while it starts, is played on, or backs up."""

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from crash.player import Player
from crash.running import Lost, Running

PLAYED_S, STARTED_S = 1.2, 0.9  # the longest a table lives after it was ready, or after it was begun
IN_START = 0.2  # so many of the kills come before it is ready


def killed(folder: Path, times: int, seed: int) -> Iterator[str]:
    """Kill and look, so many times; a line with the figures. Raises Lost."""
    chance = random.Random(seed)
    player = Player(chance)
    early = 0
    for _ in range(times):
        table = Running(folder)
        if chance.random() < IN_START:
            early += 1
            time.sleep(chance.uniform(0, STARTED_S))
        else:
            table.ready()
            look(table, player)
            player.note(table)
            playing = threading.Thread(target=player.play, args=(table,))
            playing.start()
            time.sleep(chance.uniform(0, PLAYED_S))
            table.kill()
            playing.join()
        if "Traceback" in (said := table.kill()):
            raise Lost(said)
    table = Running(folder).ready()
    look(table, player)
    events = sum(len(table.lines(match)) for match in player.claimed)
    table.kill()
    kept = len(list((folder / "backups").glob("cacho-*.db")))
    yield (
        f"{times} kills, {early} of them during the start: {player.taps} taps, {player.refused} refused, "
        f"{events} events in {len(player.claimed)} matches, none lost, none halved, {kept} backups"
    )


def look(table: Running, player: Player) -> None:
    """Everything claimed is there, and there is nothing to be told."""
    if (short := player.missing(table)) or table.told():
        said = table.told()
        raise Lost(f"after a kill {short} claimed lines are missing; the page says {said}: {table.kill()}")
