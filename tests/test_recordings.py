"""Every recording under golden/recordings, painted and run through `watch`: what it says, and in which order."""

from dataclasses import replace
from pathlib import Path

import pytest
from acting import record, script, summary

from table.houses import HOUSES
from table.rehearsing import rehearsed
from table.watching import watched
from vision.commands import Fault

RECORDINGS = sorted((Path(__file__).parent / "golden" / "recordings").glob("*.txt"))


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
def test_a_recording_is_told_as_it_happened(file: Path, tmp_path: Path) -> None:
    """Every event, question and refusal in its order, and none beside."""
    played = script(file)
    record(played, tmp_path)
    told = list(watched(str(tmp_path), played.settings.get("house", "cochabamba")))
    assert [line["t_ms"] for line in told] == sorted(line["t_ms"] for line in told)
    assert tuple(summary(told)) == played.expected, played.about


@pytest.mark.parametrize(
    ("rate", "size"), [(5.0, (640, 480)), (15.0, (640, 480)), (30.0, (640, 480)), (10.0, (1280, 960))]
)
def test_other_rates_and_sizes_tell_the_same(rate: float, size: tuple[int, int], tmp_path: Path) -> None:
    """Some thrown again, one turned, a box written."""
    played = script(RECORDINGS[0].with_name("kept-two.txt"))
    record(played, tmp_path, rate=rate, size=size)
    assert tuple(summary(watched(str(tmp_path), "cochabamba"))) == played.expected


@pytest.mark.long
@pytest.mark.parametrize("size", [(640, 480), (1280, 960)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("rate", [5.0, 10.0, 15.0, 30.0])
@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
def test_every_recording_tells_the_same_at_every_rate_and_size(
    file: Path, rate: float, size: tuple[int, int], tmp_path: Path
) -> None:
    """And under a lamp that flickers all the time."""
    played = script(file)
    record(replace(played, acts=("fault flicker 999", *played.acts)), tmp_path, rate=rate, size=size)
    assert tuple(summary(watched(str(tmp_path), played.settings.get("house", "cochabamba")))) == played.expected


def test_there_is_a_recording_for_every_fault_of_a_picture() -> None:
    """Faults of the process itself are the eye's."""
    names = {file.stem for file in RECORDINGS}
    eyes = {Fault.HANG, Fault.CRASH, Fault.UNPLUG, Fault.ABSENT, Fault.BUSY}
    assert {f"fault-{fault}" for fault in set(Fault) - eyes} <= names
    assert len(names) >= 40


@pytest.mark.parametrize("house", ["cochabamba", "tres-tiros"])
@pytest.mark.parametrize("seed", range(3))
def test_a_turn_by_chance_is_told_as_it_was(house: str, seed: int) -> None:
    """Any legal course: every event, and nothing asked. `cacho bench watch --turns 300` plays more."""
    verdict = rehearsed(HOUSES[house], seed)
    assert verdict.said == verdict.expected
    assert not verdict.asked
