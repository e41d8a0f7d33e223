"""Notes which buttons are pressed beside a recording, for `watch`. Knows files; needs no pictures."""

import csv
from pathlib import Path


class Presses:
    """`presses.csv` (t_ms,button) in the folder of a recording; goes on with what is there. Raises OSError."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "presses.csv"
        if not self._file.exists():
            self._write(("t_ms", "button"))

    def note(self, at_s: float, button: str) -> None:
        """A button was pressed at at_s by the frames' clock."""
        self._write((round(1000 * at_s), button))

    def _write(self, row: tuple[object, ...]) -> None:
        with self._file.open("a", newline="") as lines:
            csv.writer(lines).writerow(row)
