"""The houses by name, and a house of your own from words. Knows how options are spelled; not what they do."""

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from table.house import FirstFlip, House, Waiver
from table.meanings import MEANINGS
from table.nearest import did_you_mean

COCHABAMBA = House("cochabamba")
TRES_TIROS = House("tres-tiros", throws=3, first_flip=FirstFlip.OPTIONAL)
PAREJAS = House("parejas", pairs=True)
FAMILIA = House("familia", waiver=Waiver.ANY_COMBO)

HOUSES: dict[str, House] = {house.name: house for house in (COCHABAMBA, TRES_TIROS, PAREJAS, FAMILIA)}

LONGEST_NAME = 40


def house_named(name: str) -> House:
    """The house with this name, or a ValueError that names the nearest.

    >>> house_named("cochabamba").throws
    2
    """
    try:
        return HOUSES[name]
    except KeyError:
        raise ValueError(f"There is no house called {name!r}. {did_you_mean(name, HOUSES)}") from None


def house_from(given: Any) -> House:
    """The house from a name, from options by name, or from TOML text; a ValueError says what is wrong.

    A mapping takes the options of the shipped house whose name it gives, else the defaults, and changes those it names.

    >>> house_from({"name": "mi casa", "throws": 3}).throws
    3
    >>> house_from('[house]\\nname = "mi casa"\\ncrosing = "free"')
    Traceback (most recent call last):
    ValueError: There is no option 'crosing' of a house. Did you mean crossing?
    """
    if isinstance(given, str) and ("=" in given or "\n" in given):
        return _from_toml(given)
    if isinstance(given, str):
        return house_named(given)
    if not isinstance(given, Mapping):
        raise ValueError(f"A house is given by its name or by its options, not {given!r}.")
    name, options = given.get("name", "own"), {str(key): what for key, what in given.items() if key != "name"}
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise ValueError(f"The name of a house is text of 1 to {LONGEST_NAME} characters, not {name!r}.")
    if not options:
        return house_named(name)
    house = HOUSES.get(name, House(name))
    return replace(house, **{option: _value(option, what) for option, what in options.items()})


def spelled(house: House, option: str) -> str:
    """The value of an option as people write it.

    >>> spelled(COCHABAMBA, "mano_forced"), spelled(COCHABAMBA, "dormida"), spelled(COCHABAMBA, "grandes")
    ('no', 'on', '2')
    """
    value = getattr(house, option)
    if isinstance(value, bool):
        return next(word for word in MEANINGS[option] if _SWITCH.get(word) is value)
    return str(value)


def changes(house: House) -> dict[str, str]:
    """The options in which a house differs from the shipped one of its name, else from the defaults.

    >>> changes(House("mi casa", throws=3)), changes(TRES_TIROS)
    ({'throws': '3'}, {})
    """
    base = HOUSES.get(house.name, House(house.name))
    return {option: spelled(house, option) for option in MEANINGS if getattr(house, option) != getattr(base, option)}


def meanings(house: House) -> dict[str, str]:
    """For every option of a house, the English sentence that says it."""
    return {option: sentences[spelled(house, option)] for option, sentences in MEANINGS.items()}


def single_changes() -> dict[str, House]:
    """Every house that differs from the defaults in one option, under `option=value`."""
    return {
        f"{option}={word}": House(f"{option}={word}", **{option: _value(option, word)})
        for option, sentences in MEANINGS.items()
        for word in list(sentences)[1:]
    }


_SWITCH = {"yes": True, "on": True, "no": False, "off": False}
_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(House)}


def _value(option: str, given: Any) -> Any:
    """The value of an option from how it is written: yes, on or true, a number or its digits, a word."""
    if option not in MEANINGS:
        raise ValueError(f"There is no option {option!r} of a house. {did_you_mean(option, MEANINGS)}")
    default, word = _DEFAULTS[option], str(given)
    if isinstance(given, bool):
        word = next((known for known in MEANINGS[option] if _SWITCH.get(known) is given), word)
    if not isinstance(given, (str, int)) or word not in MEANINGS[option]:
        raise ValueError(f"{option} cannot be {given!r}. {did_you_mean(word, MEANINGS[option])}")
    if isinstance(default, bool):
        return _SWITCH[word]
    return type(default)(word)


def _from_toml(text: str) -> House:
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"The house is no TOML: {error}.") from error
    return house_from(read.get("house", read))
