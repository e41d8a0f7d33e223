"""The ways tables differ, as one frozen value. Knows options and what they may be; the rules act on them.

Each option is one of section 9 of the rules, its default first, and acts in the place where its rule is stated.
`table.meanings` says each value in a sentence for people; `table.houses` knows the houses by name.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class ScoreAfterFirst(StrEnum):
    """What may be written on the first throw."""

    ANY = "any"
    CENTRE_ONLY = "centre_only"


class Rethrow(StrEnum):
    """How many dice go back into the cup."""

    ANY = "any"
    ALL_FIVE_ONLY = "all_five_only"


class FirstFlip(StrEnum):
    """Whether a die is turned after the last throw."""

    COMPULSORY = "compulsory"
    OPTIONAL = "optional"
    NONE = "none"


class SecondFlip(StrEnum):
    """Whether a second die is turned after the first."""

    FREE = "free"
    ONLY_IF_BETTER = "only_if_better"
    COMPULSORY = "compulsory"
    NONE = "none"


class Waiver(StrEnum):
    """When a combination may be written though no die was turned."""

    ALL_FIVE_COMBO = "all_five_combo"
    NEVER = "never"
    ANY_COMBO = "any_combo"


class Straights(StrEnum):
    """Which five faces are an escalera."""

    THREE = "three"
    TWO = "two"
    CYCLIC = "cyclic"


class DormidaOn(StrEnum):
    """On which throw five equal win."""

    ANY_ALL_FIVE = "any_all_five"
    FIRST_ONLY = "first_only"


class Crossing(StrEnum):
    """When a box may be crossed out."""

    FINAL_DICE = "final_dice"
    BEST_FLIP = "best_flip"
    FREE = "free"


class Tie(StrEnum):
    """What equal totals mean."""

    SHARED = "shared"
    PLAYOFF = "playoff"


class Cocked(StrEnum):
    """Which dice are thrown again after a void throw."""

    RETHROW_ALL = "rethrow_all"
    RETHROW_DIE = "rethrow_die"


class MinPlays(StrEnum):
    """How many plays a pair owes in a turn."""

    ONE = "1"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class House:
    """The rules a table plays by. Raises ValueError when two options contradict each other.

    >>> House("mine", dormida=False, dormida_on=DormidaOn.FIRST_ONLY)
    Traceback (most recent call last):
    ValueError: dormida off and dormida_on first_only contradict each other: without a dormida no throw can be one.
    """

    name: str
    throws: Literal[2, 3] = 2
    score_after_first: ScoreAfterFirst = ScoreAfterFirst.ANY
    mano_forced: bool = False
    rethrow: Rethrow = Rethrow.ANY
    first_flip: FirstFlip = FirstFlip.COMPULSORY
    second_flip: SecondFlip = SecondFlip.FREE
    waiver: Waiver = Waiver.ALL_FIVE_COMBO
    mano_on_all_five: bool = True
    mano_after_flip: bool = False
    straights: Straights = Straights.THREE
    poker_five: bool = True
    grandes: Literal[2, 1] = 2
    dormida: bool = True
    dormida_on: DormidaOn = DormidaOn.ANY_ALL_FIVE
    panza_grandes: Literal[1, 2, 0] = 1
    chicas_grandes: Literal[1, 2] = 1
    chicas_exact: bool = False
    finish_round: bool = False
    crossing: Crossing = Crossing.FINAL_DICE
    tie: Tie = Tie.SHARED
    cocked: Cocked = Cocked.RETHROW_ALL
    pairs: bool = False
    min_plays: MinPlays = MinPlays.ONE

    def __post_init__(self) -> None:
        for both, why in _contradictions(self):
            raise ValueError(f"{both} contradict each other: {why}.")

    @property
    def flips(self) -> int:
        """How many dice may be turned in a turn: none, one or two (§2.3)."""
        if self.first_flip is FirstFlip.NONE:
            return 0
        return 1 if self.second_flip is SecondFlip.NONE else 2


def _contradictions(house: House) -> list[tuple[str, str]]:
    """Pairs of options of which one takes away what the other is about, each with the reason."""
    found: list[tuple[str, str]] = []
    if house.first_flip is FirstFlip.NONE:
        if house.second_flip in (SecondFlip.COMPULSORY, SecondFlip.ONLY_IF_BETTER):
            found.append((f"first_flip none and second_flip {house.second_flip}", "no second die without a first"))
        if house.mano_after_flip:
            found.append(("first_flip none and mano_after_flip yes", "no die is ever turned"))
    if house.mano_after_flip and not house.mano_on_all_five:
        why = "only the first throw is de mano, and no die is turned after it"
        found.append(("mano_on_all_five no and mano_after_flip yes", why))
    if not house.dormida and house.dormida_on is DormidaOn.FIRST_ONLY:
        found.append(("dormida off and dormida_on first_only", "without a dormida no throw can be one"))
    if house.grandes == 1:
        for win, need in (("panza_grandes", house.panza_grandes), ("chicas_grandes", house.chicas_grandes)):
            if need == 2:
                found.append((f"grandes 1 and {win} 2", "a card with one grande never has two"))
    return found
