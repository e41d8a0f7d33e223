"""Whether two runs of `read --json` over the same pictures say the same. Knows their lines; no picture."""

# ruff: noqa: T201 - what it prints is its result

import json
import sys
from pathlib import Path


def readings(file: Path) -> list[tuple[str, str, list[int]]]:
    """Name, verdict and sorted values of each picture."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return [(Path(r["file"]).name, r["verdict"], sorted(d["value"] for d in r.get("dice", []))) for r in rows]


if __name__ == "__main__":
    arm, here = (Path(name) for name in sys.argv[1:3])
    same = readings(arm) == readings(here)
    for left, right in zip(readings(arm), readings(here), strict=True):
        print(left[0], left[1], *left[2], "" if left == right else f"  BUT HERE {right[1]} {right[2]}")
    slow = [sum(json.loads(line).get("ms", 0) for line in file.read_text().splitlines()) for file in (arm, here)]
    print(
        f"== {'the same' if same else 'NOT the same'} on both; {slow[0] / max(1, slow[1]):.0f} times as slow under qemu"
    )
    sys.exit(not same)
