"""The ways tables differ, as one frozen value. Knows names and numbers; the rules decide what they mean."""

from dataclasses import dataclass

from table.nearest import did_you_mean


@dataclass(frozen=True, slots=True)
class House:
    """The rules a table plays by. Today one house is known; its numbers are stated here, not scattered."""

    name: str
    throws: int = 2
    flips: int = 2
    grandes: int = 2


COCHABAMBA = House("cochabamba")

HOUSES: dict[str, House] = {COCHABAMBA.name: COCHABAMBA}


def house_named(name: str) -> House:
    """The house with this name, or a ValueError that names the nearest.

    >>> house_named("cochabamba").throws
    2
    """
    try:
        return HOUSES[name]
    except KeyError:
        raise ValueError(f"There is no house called {name!r}. {did_you_mean(name, HOUSES)}") from None
