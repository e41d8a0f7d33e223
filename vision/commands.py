"""What the painted table can be told to do. Knows neither time nor pictures, so the table's process may import it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

Place2 = tuple[float, float]


class Mishap(StrEnum):
    """How a throw goes wrong: its last die comes to rest on edge, on another die, or rolls off the tray."""

    EDGE = "edge"
    STACK = "stack"
    OFF = "off"


class Fault(StrEnum):
    """What may be wrong with the picture or the camera."""

    LIGHT = "light"
    FLICKER = "flicker"
    BLUR = "blur"
    CAST = "cast"
    NOISE = "noise"
    BUMP = "bump"
    FROZEN = "frozen"
    SLOW = "slow"
    HANG = "hang"
    CRASH = "crash"
    UNPLUG = "unplug"
    ABSENT = "absent"
    BUSY = "busy"


class Guest(StrEnum):
    """What may rest over the tray and is no die."""

    HAND = "hand"
    CUP = "cup"


@dataclass(frozen=True, slots=True)
class Toss:
    """A player takes the dice nearest these places (x, y in pixels; None: all) and throws them with the cup.

    Dice that are not on the tray are in the cup already: the first Toss throws all five.
    faces: what the thrown dice show, one for each die in the cup; None: chance.
    look: whether the kept dice lie alone for a while before the cup comes.
    struck: faces that kept dice show after the thrown ones have knocked them aside, the nearest to the cup first.
    """

    places: tuple[Place2, ...] | None = None
    faces: tuple[int, ...] | None = None
    look: bool = True
    struck: tuple[int, ...] = ()
    mishap: Mishap | None = None

    def __post_init__(self) -> None:
        _check_faces((*(self.faces or ()), *self.struck))


@dataclass(frozen=True, slots=True)
class Turn:
    """A hand turns the die nearest this place (x, y in pixels of the picture) upside down."""

    place: Place2


@dataclass(frozen=True, slots=True)
class Touch:
    """What a hand does to one die: the one nearest `place`, or one it brings along (None).

    to: where it is put down, its own place if None.  face: what it shows then, as before if None.
    away: whether it is taken off the tray instead.
    """

    place: Place2 | None
    to: Place2 | None = None
    face: int | None = None
    away: bool = False

    def __post_init__(self) -> None:
        _check_faces(() if self.face is None else (self.face,))
        if self.place is None and (self.to is None or self.face is None):
            raise ValueError("a die that is brought along needs a place and a face")


@dataclass(frozen=True, slots=True)
class Handle:
    """A hand goes round the tray in one visit, touching one die after the other."""

    touches: tuple[Touch, ...]


@dataclass(frozen=True, slots=True)
class Linger:
    """A hand or a cup comes, stays over this place for so many seconds and goes. restless: it never keeps still."""

    guest: Guest
    place: Place2
    lasts_s: float
    restless: bool = False


@dataclass(frozen=True, slots=True)
class Clear:
    """A hand takes all dice off the tray."""


@dataclass(frozen=True, slots=True)
class Place:
    """Dice with these faces (1–6) lie there from now on instead of any others, with no hand seen. Meant for tests.

    places: x, y in pixels of the picture where their upper faces are to be seen, one for each value; None: by chance.
    """

    values: tuple[int, ...]
    places: tuple[Place2, ...] | None = None

    def __post_init__(self) -> None:
        _check_faces(self.values)
        if self.places is not None and len(self.places) != len(self.values):
            raise ValueError(f"{len(self.values)} dice cannot lie in {len(self.places)} places")


@dataclass(frozen=True, slots=True)
class Suffer:
    """Picture or camera have this fault from now on for so many painted seconds, whatever is done on the tray."""

    fault: Fault
    lasts_s: float = 8.0


Deed = Toss | Turn | Handle | Linger | Clear | Place
"""What is done on the tray; one waits for the other."""
Command = Deed | Suffer


def _check_faces(faces: Iterable[int]) -> None:
    if any(face not in range(1, 7) for face in faces):
        raise ValueError(f"a die shows 1 to 6: {tuple(faces)}")
