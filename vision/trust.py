"""Whether the world still fits its calibration, from one look after the other. Pure; knows no pictures and no clock.

A single look proves nothing: a hand passes, a lamp flickers. What several looks in a row say, for as long as each kind
of misfit needs, is told once; until then, and while it lasts, nothing that was read should be believed.
"""

from dataclasses import dataclass
from enum import StrEnum


class Fit(StrEnum):
    """What one look says of the tray: as it was, not where it was, otherwise lit, or not to be made out."""

    SAME = "same"
    MOVED = "moved"
    LIGHT = "light"
    LOST = "lost"


LASTS_S: dict[Fit, float] = {Fit.SAME: 0.4, Fit.MOVED: 1.0, Fit.LIGHT: 2.0, Fit.LOST: 6.0}
"""How long each must last to be told. A tray that cannot be made out may be under a hand or a cup for a while."""
LOOKS = 3  # in a row, at least
SURE = frozenset({Fit.MOVED, Fit.LIGHT})
"""What makes readings not to be believed at the first look; under a hand nothing is read anyway."""

WORDS: dict[Fit, str] = {
    Fit.SAME: "The tray is where it was.",
    Fit.MOVED: "The camera or the tray has moved since the table was calibrated. Put it back, or calibrate again.",
    Fit.LIGHT: "The light is not what it was when the table was calibrated. Put it right, or calibrate again.",
    Fit.LOST: "The tray is not seen where it was calibrated. Clear the view, or calibrate again.",
}


@dataclass(frozen=True, slots=True)
class Trust:
    """What is remembered from look to look.

    told: what was last told.  run, since_s, looks: what the looks say now, since when, and how many of them.
    """

    told: Fit = Fit.SAME
    run: Fit = Fit.SAME
    since_s: float = 0.0
    looks: int = 0

    @property
    def believes(self) -> bool:
        """Whether what is read may be believed."""
        return self.told is Fit.SAME and self.run not in SURE

    @property
    def calm(self) -> bool:
        """Whether the last look found all as it should be, so that the next can wait until something changes."""
        return self.told is Fit.SAME and self.run is Fit.SAME


def weigh(trust: Trust, at_s: float, seen: Fit) -> tuple[Trust, Fit | None]:
    """Add a look taken at at_s (seconds, never going back); what there is to tell, if anything."""
    if seen is not trust.run or not trust.looks:
        return Trust(trust.told, seen, at_s, 1), None
    looks = trust.looks + 1
    if seen is trust.told or looks < LOOKS or at_s - trust.since_s < LASTS_S[seen]:
        return Trust(trust.told, seen, trust.since_s, looks), None
    return Trust(seen, seen, trust.since_s, looks), seen
