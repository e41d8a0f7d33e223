"""Every threshold of the reader, with its unit and its reason. Knows no picture; ratios to the die, never pixels of one camera."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the reader judges."""

    start_px: int = 720
