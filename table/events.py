"""What somebody wants and what happened, as frozen values. Knows no rule: a wish may be refused, an event may not."""

from dataclasses import dataclass
from enum import StrEnum

from table.card import Box, Sign
from table.dice import Dice
from table.house import House


class Starter(StrEnum):
    """Who starts, where no side was chosen."""

    THROW = "throw"
    LOSER = "loser"


class Irregular(StrEnum):
    """Why a throw is void: a die on edge, dice on top of each other, a die off the table, one under the cup."""

    COCKED = "cocked"
    STACKED = "stacked"
    OFF = "off"
    UNDER = "under"


# --- Wishes: what a person or the umpire wants -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin a match. sides: one to six names, clockwise.  house: None for the house of this table.

    first: index of the side that starts, or how that is found out.
    """

    sides: tuple[str, ...]
    house: House | None = None
    first: int | Starter = 0


@dataclass(frozen=True, slots=True)
class Cast:
    """One die, thrown for who starts or in a play-off by the side whose turn it is."""

    face: int


@dataclass(frozen=True, slots=True)
class Throw:
    """These five dice lie after a throw of `rerolled` of them; the others were kept."""

    dice: Dice
    rerolled: int = 5


@dataclass(frozen=True, slots=True)
class VoidThrow:
    """A throw of `rerolled` dice that does not count. standing: faces of thrown dice that are not thrown again."""

    why: Irregular
    rerolled: int = 5
    standing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Flip:
    """One die showing each of these faces was turned to its opposite; one or two faces."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """Write the dice into a box, or cross it. sobre: the dice that were left on hold, not those that lie."""

    box: Box
    cross: bool = False
    sobre: bool = False


@dataclass(frozen=True, slots=True)
class LeaveSobre:
    """Leave the first attempt of a pair on hold."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do without the second attempt of a pair."""


@dataclass(frozen=True, slots=True)
class ClaimDormida:
    """Five equal from the cup: end the match with it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last thing, back to the last throw at the furthest. box: all back to before the last box instead."""

    box: bool = False


@dataclass(frozen=True, slots=True)
class Concede:
    """A side leaves the match. side: its index."""

    side: int


@dataclass(frozen=True, slots=True)
class GiveUpMatch:
    """End the match with no winner."""


# --- Events: what happened, with the points as they were written ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started:
    """A match began. first: index of the side that starts, None while one die each has to tell."""

    house: House
    sides: tuple[str, ...]
    first: int | None


@dataclass(frozen=True, slots=True)
class LotCast:
    """A side cast one die, for who starts or in a play-off."""

    face: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """Five dice lie after a throw. dice: in the order they lie.  rerolled: how many were in the cup."""

    dice: Dice
    rerolled: int


@dataclass(frozen=True, slots=True)
class Voided:
    """A throw did not count, and the same dice are thrown again, but for those standing."""

    why: Irregular
    rerolled: int
    standing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Flipped:
    """One or two dice were turned over. faces: as they were before."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A box was written or crossed by the side whose turn it was. sobre: with the dice on hold.

    corrected: by a correction, not at the table.
    """

    box: Box
    points: int
    sign: Sign
    sobre: bool = False
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class LeftSobre:
    """A pair left its first attempt on hold."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A pair did without its second attempt."""


@dataclass(frozen=True, slots=True)
class Won:
    """The side whose turn it was won at once. how: `dormida`, `panza` or `chicas`."""

    how: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last step was undone. box: everything back to before the last box that was written."""

    box: bool = False


@dataclass(frozen=True, slots=True)
class Conceded:
    """A side left the match."""

    side: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The match ended with no winner."""


# --- Corrections speak of both ----------------------------------------------------------------------------------------

Play = Thrown | Flipped | Written | Won
"""What may be put in the place of a play: the first three may be corrected; a dormida may turn out to have won."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Put these plays in the place of one. at: which event of the match, from 1, as `State.events` counts them.

    anyway: though it breaks what was played later.
    """

    at: int
    plays: tuple[Play, ...]
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """From event `at` on the match is told anew: these plays came in its place, then the events that follow."""

    at: int
    plays: tuple[Play, ...]
    anyway: bool = False


Wish = (
    StartMatch | Cast | Throw | VoidThrow | Flip | Write | LeaveSobre | Pass | ClaimDormida | TakeBack | Concede
    | GiveUpMatch | Correct
)  # fmt: skip
Event = (
    Started | LotCast | Thrown | Voided | Flipped | Written | LeftSobre | Passed | Won | TakenBack | Conceded | GivenUp
    | Corrected
)  # fmt: skip
