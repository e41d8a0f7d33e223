"""What the painted table can be told to do. Knows neither time nor pictures, so the table's process may import it."""

from dataclasses import dataclass

Place2 = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Toss:
    """A player takes the dice nearest these places (x, y in pixels; None: all) and throws them with the cup.

    Dice that are not on the tray are in the cup already: the first Toss throws all five.
    """

    places: tuple[Place2, ...] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A hand turns the die nearest this place (x, y in pixels of the picture) upside down."""

    place: Place2


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
        if any(value not in range(1, 7) for value in self.values):
            raise ValueError(f"a die shows 1 to 6: {self.values}")
        if self.places is not None and len(self.places) != len(self.values):
            raise ValueError(f"{len(self.values)} dice cannot lie in {len(self.places)} places")


Command = Toss | Turn | Clear | Place
