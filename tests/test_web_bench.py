"""The measurement of a full bar, on a bar that is nearly empty."""

import re

from web.bench import bench_web
from web.crowd import Crowd


def test_every_change_reaches_all_phones_and_none_is_held_after_they_leave() -> None:
    """Our page and the plainest are measured alike."""
    head, *lines = bench_web(12, 50, Crowd(streams=3, pollers=0, changes=3))
    assert head.startswith("3 streams")
    assert [line.split(":")[0] for line in lines] == ["this page", "the plainest"]
    for line in lines:
        assert "3 of 3 reached all" in line
        assert "threads at work 3 → 0 → 3 → 0" in line
        assert re.search(r"again \d+( → \d+){4} MB", line)
        assert re.search(r"median \d+ ms", line)
