"""What somebody wants and what happened, as frozen values. Knows no rule: a wish may be refused, an event may not."""

from dataclasses import dataclass

from table.card import Box, Sign
from table.dice import Dice

# --- Wishes: what a person or the umpire wants -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin a match. sides: one to six names, clockwise.  first: index of the side that starts."""

    sides: tuple[str, ...]
    house: str = "cochabamba"
    first: int = 0


@dataclass(frozen=True, slots=True)
class Throw:
    """These five dice lie after a throw of `rerolled` of them; the others were kept."""

    dice: Dice
    rerolled: int = 5


@dataclass(frozen=True, slots=True)
class Flip:
    """One die showing each of these faces was turned to its opposite; one or two faces."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """Write the dice into a box, or cross it."""

    box: Box
    cross: bool = False


@dataclass(frozen=True, slots=True)
class ClaimDormida:
    """Five equal from the cup: end the match with it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last thing, back to the last throw at the furthest."""


@dataclass(frozen=True, slots=True)
class GiveUpMatch:
    """End the match with no winner."""


Wish = StartMatch | Throw | Flip | Write | ClaimDormida | TakeBack | GiveUpMatch


# --- Events: what happened, with the points as they were written ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started:
    """A match began."""

    house: str
    sides: tuple[str, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """Five dice lie after a throw. dice: in the order they lie.  rerolled: how many were in the cup."""

    dice: Dice
    rerolled: int


@dataclass(frozen=True, slots=True)
class Flipped:
    """One or two dice were turned over. faces: as they were before."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A box was written or crossed by the side whose turn it was."""

    box: Box
    points: int
    sign: Sign


@dataclass(frozen=True, slots=True)
class Won:
    """The side whose turn it was won at once. how: `dormida`, `panza` or `chicas`."""

    how: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last step was undone."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The match ended with no winner."""


Event = Started | Thrown | Flipped | Written | Won | TakenBack | GivenUp
