"""The whole proof as a command; see the package's first lines."""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import crash
from crash.damage import damaged
from crash.kills import killed
from crash.places import full, read_only
from crash.running import Lost


def main() -> int:
    """Run the parts asked for; 1 when something was lost."""
    asked = argparse.ArgumentParser(description=crash.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--rounds", type=int, default=50)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", choices=["kills", "damage", "places"])
    given = asked.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="cacho-crash-", ignore_cleanup_errors=True) as name:
            for line in parts(given, Path(name)):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
    except Lost as lost:
        sys.stderr.write(f"LOST (seed {given.seed}): {lost}\n")
        return 1
    return 0


def parts(given: argparse.Namespace, folder: Path) -> Iterator[str]:
    """Each part's figures."""
    if given.only in (None, "kills"):
        yield from killed(folder / "kills", given.kills, given.seed)
    if given.only in (None, "damage"):
        yield from damaged(folder / "damage", given.rounds, given.seed)
    if given.only == "places":
        for part, name in ((full, "full"), (read_only, "read-only")):
            try:
                yield from part(folder / name, given.seed)
            finally:  # or the folder could not be cleared away
                subprocess.run(["umount", "--lazy", str(folder / name)], check=False, stderr=subprocess.DEVNULL)
    elif given.only is None:
        yield places(given.seed)


def places(seed: int) -> str:
    """The same command again where it may mount without anybody else seeing it."""
    if os.geteuid() != 0:
        return "full disk and read-only folder: left out, because mounting needs root"
    words = ["unshare", "--mount", sys.executable, str(Path(__file__).parent), "--only", "places", "--seed", f"{seed}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Lost(done.stderr)
    return done.stdout.rstrip()


if __name__ == "__main__":
    sys.exit(main())
