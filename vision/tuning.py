"""Every threshold of the reader, with unit, reason and what breaks without it. Knows no picture and no camera.

Lengths are ratios to the die or to the pip, so a picture of any size is read alike. Levels are grey levels of 0–255.
A *unit* is half the distance between a die's outer rows of pips, about a quarter of its side. *Depth* is contrast as a
share of the lighter of mark and surroundings. Here are those of the picture as a whole and of looks put together; those
of marks, faces, leftover marks, bodies and the second look are in the files beside this.
"""

from dataclasses import dataclass

from vision.tuning_again import AgainTuning
from vision.tuning_bodies import BodyTuning
from vision.tuning_closer import CloserTuning
from vision.tuning_faces import FaceTuning
from vision.tuning_marks import MarkTuning
from vision.tuning_strays import StrayTuning


@dataclass(frozen=True)
class Tuning(MarkTuning, FaceTuning, StrayTuning, BodyTuning, CloserTuning, AgainTuning):
    """How the reader judges. Higher limits read more and are wrong more often, unless a line says otherwise."""

    longest_px: int = 1000
    """Larger pictures are halved until their longer side is below this: 12 MP phone pictures would take seconds."""
    shortest_px: int = 420
    """Smaller ones are doubled: below it a pip of a 12-pixel die is 2 pixels wide and its rim cannot be followed."""
    glance_px: int = 560
    """Pictures at least this long are first looked at in half the size, which is enough for most and takes a third."""
    glance_pip: float = 2.0
    """Pip radius, pixels of that half, from which on it may be trusted: smaller pips lose their rims in it."""
    least_side: float = 24.0
    """Width, pixels, of dice of a known size in the size of picture they are read in: pips are then two in radius."""
    known_size: float = 1.3
    """How far a die may be off the known size, as a ratio: one nearer to the lens is a tenth larger."""
    smallest_die: float = 12.0
    """Side of a die, pixels of the picture, below which it cannot be told: a pip is two pixels wide."""
    darkest: float = 16.0
    """Level that a hundredth of the picture must exceed, or it is too dark to call a table empty."""
    burnt: float = 0.75
    """Share of the picture burnt out in two colours from which it is too bright: white dice on it cannot be seen. A
    white table under a lamp has 0.6."""
    blurred: float = 2.8
    """Blur of the sharpest edges, σ in pixels of the picture the reader looks at, from which what is not understood is
    put down to it. Soft phone pictures have up to 2."""
    edge_slope: float = 1.5
    """Levels a pixel, after a blur of 4, that an edge must have to tell: an even cloth has no edges at all."""
    unstretch: float = 1.12
    """A picture whose pips are all drawn out this much along its side is squeezed back first."""
    pattern: int = 40
    """Doubts in one look from which on they are the table's pattern, which no closer look and no other colour explains:
    of the photographs that became plain in another colour, the worst had 23."""
    looks_apart: float = 0.8
    """Sides between the middles of two dice seen in two looks, at least: touching ones have 1."""
    one_place: float = 0.3
    """Sides between the places two looks give one die, at most."""
    one_game: float = 1.3
    """Ratio of the sizes of two dice of one game, at most."""
    huge: float = 2.0
    """Sides of the largest other die from which on a two is taken for two dark dice on a light table."""
    doubt_near: float = 0.75
    """Sides from a die's middle within which a doubt may be about it."""
    doubt_upon: float = 0.5
    """Sides from a die's middle within which a doubt is about nothing else."""
    doubt_itself: float = 0.1
    """Sides from the middle of what was no die within which a doubt goes with it."""
    worth_reach: float = 1.4
    """Sides about a doubted place that are looked at to tell whether another colour is worth a look: a die whose middle
    is half a side away, whole and with its rim."""
    worth_most: float = 0.5
    """Share of the picture that such places may take: of more, a look at all of it costs no more."""
    worth_pip_least: float = 0.15
    """Units that the pip of an ace is in radius there, at least."""
    worth_pip_most: float = 0.9
    """The same, at most: big red ones have 0.8."""
