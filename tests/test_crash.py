"""The short form of tests/crash: a few kills and damaged files, a full disk and a read-only folder; nothing is lost."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from crash.damage import damaged
from crash.kills import killed
from lacking import lacks


def test_a_table_killed_at_random_moments_loses_nothing(tmp_path: Path) -> None:
    """With its camera, while somebody plays as fast as it answers."""
    [said] = killed(tmp_path / "data", times=4, seed=5)
    sys.stdout.write(said)  # shown with -rP
    assert "none lost" in said


def test_a_table_whose_files_are_damaged_starts_and_says_so(tmp_path: Path) -> None:
    """Whatever the damage, it plays on with all of it, or with the newest good backup and a message."""
    [said] = damaged(tmp_path, rounds=3, seed=5)
    sys.stdout.write(said)
    assert said.startswith("3 rounds of damage")


def test_a_full_disk_and_a_read_only_folder_cost_no_confirmed_event() -> None:
    """As real mounts, which only this test's processes see."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        lacks("mounting needs root and unshare (Debian's util-linux)")
    command = ["unshare", "--mount", sys.executable, str(Path(__file__).parent / "crash"), "--only", "places"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("none lost") == 2
