"""What a closer look at one body may take for a die: thresholds as in `vision.tuning`, with unit and reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CloserTuning:
    """Where it is looked again, and what must be seen there."""

    closer_beside: int = 2
    """Dice that must have been read for their size and the colour of their pips to be known."""
    closer_places: int = 4
    """Places that are looked at more closely: more is a cloth."""
    closer_apart: float = 2.2
    """Units between two places of two bodies, at least: a body reaches two units from its middle."""
    closer_least_body: float = 1.5
    """Radius of a round mark, in units, from which on it may be the body: that of the square within a die's rims."""
    closer_most_body: float = 2.8
    """The same, at most: a die with a side that is seen."""
    closer_reach: float = 3.4
    """Units around a place that are looked at: a whole die, wherever in it the place is."""
    closer_body: float = 1.75
    """Units around a place that are body for the most part: the light on it is measured there."""
    closer_least: float = 0.5
    """Levels of grain, at least: fewer are rounding."""
    closer_grain: float = 2.0
    """Levels to which grain is brought: the thresholds for marks are made for so much."""
    closer_held: float = 12.0
    """Levels by which what is no pip may differ from the body, after that."""
    closer_unit: float = 0.1
    """Log of the ratio of units within which it is a die of the same set."""
    closer_pip: float = 0.35
    """The same for radii of pips: a washed out one is seen a fifth smaller."""
    closer_off: float = 2.0
    """Units from the place to the middle of the face, at most: a doubt may lie on an outer pip."""
    closer_quality: float = 0.4
    """Quality of the face, at least: dice that were read have that."""
    closer_other: float = 0.5
    """Quality of a face of another value there, as a share of it, at most."""
