"""What processes hold in memory and which they have started, as Linux tells it. Knows numbers of processes only."""

import re
from pathlib import Path

PROC = Path("/proc")


def memory_mb(pid: int | str = "self") -> float:
    """What of a process is in memory, also what it shares with others, in MB; 0 when it is gone."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", (PROC / str(pid) / "status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1000 if found else 0.0


def largest_child_mb(pid: int) -> float:
    """The same of the one among those it has started that holds most: of a table that is its eye; 0 without any."""
    return max(map(memory_mb, children(pid)), default=0.0)


def children(pid: int) -> list[int]:
    """The processes it has started. Their parents are asked, for not every kernel keeps lists of children."""
    found = []
    for process in PROC.glob("[0-9]*"):
        try:
            if (process / "stat").read_text().rpartition(")")[2].split()[1] == str(pid):
                found.append(int(process.name))
        except OSError:
            continue
    return found
