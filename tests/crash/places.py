"""A disk that is full and a folder that is read-only, as real mounts. Needs root and a mount namespace of its own."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from crash.player import Player
from crash.running import Lost, Running

DISK = "2m"


def full(folder: Path, seed: int) -> Iterator[str]:
    """A tiny disk fills up in the middle of a match, the table is killed, starts again, and the disk is cleared."""
    folder.mkdir()
    mounted("-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder))
    player = Player(random.Random(seed))
    table = Running(folder).ready()
    taps(player, table, 40)
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    refused = until_refused(player, table)
    health = table.get("/healthz")["database"]
    table.kill()
    table = Running(folder).ready()
    expect(player, table, "on a full disk")
    if "cannot be written" not in " ".join(table.told()) and player.tap(table) != "not_written":
        raise Lost("a start on a full disk does not say so")
    filler.unlink()
    taps(player, table, 10)
    table.kill()
    table = Running(folder).ready()
    expect(player, table, "once there was room again")
    table.kill()
    yield f"full disk: tap {refused} refused, health {health}; started again full, played on with room, none lost"


def read_only(folder: Path, seed: int) -> Iterator[str]:
    """A folder with a damaged database takes nothing at a start, and everything again while that table runs."""
    folder.mkdir()
    mounted("--bind", str(folder), str(folder))
    player = Player(random.Random(seed))
    table = Running(folder).ready()
    taps(player, table, 40)
    table.kill()
    (folder / "cacho.db").write_bytes(b"no database" * 1000)
    mounted("-o", "remount,ro,bind", str(folder))
    table = Running(folder).ready()
    expect(player, table, "in a read-only folder")
    if "cannot be written" not in (told := " ".join(table.told())) or "was damaged" not in told:
        raise Lost(f"a read-only folder with a damaged database is not told of: {told}")
    refused = until_refused(player, table)
    health = table.get("/healthz")["database"]
    mounted("-o", "remount,rw,bind", str(folder))
    taps(player, table, 10)
    table.kill()
    table = Running(folder).ready()
    expect(player, table, "once the folder could be written again")
    table.kill()
    said = f"tap {refused} refused, health {health}"
    yield f"read-only folder, damaged too: said so, {said}; played on once it could be, none lost"


def mounted(*words: str) -> None:
    """Mount in this namespace."""
    subprocess.run(["mount", *words], check=True)


def taps(player: Player, table: Running, times: int) -> None:
    """Play on; some of it must be taken."""
    before = player.refused
    for _ in range(times):
        player.tap(table)
    if player.refused - before == times:
        raise Lost(f"nothing was taken any more; the page says {table.told()}")


def until_refused(player: Player, table: Running) -> int:
    """Play until the table says that it cannot write; after how many taps."""
    for tap in range(1, 400):
        if player.tap(table) == "not_written":
            return tap
    raise Lost("the table never said that it cannot write")


def expect(player: Player, table: Running, where: str) -> None:
    """Everything claimed is there."""
    if short := player.missing(table):
        raise Lost(f"{where} {short} claimed lines are missing: {table.kill()}")
