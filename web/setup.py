"""What can be chosen before a match: houses, and every option of one in a sentence. Pure; knows no form."""

from gettext import NullTranslations
from typing import Any

from table.house import House
from table.houses import HOUSES, changes, spelled
from table.meanings import MEANINGS


def offered(home: House, t: NullTranslations) -> dict[str, Any]:
    """The houses by name with the value of every option, this table's own first; and each value as a sentence."""
    houses = {home.name: home} | HOUSES | {home.name: home}
    return {
        "houses": {name: {option: spelled(house, option) for option in MEANINGS} for name, house in houses.items()},
        "meanings": {
            option: {value: t.gettext(sentence) for value, sentence in sentences.items()}
            for option, sentences in MEANINGS.items()
        },
    }


def house_words(house: House, t: NullTranslations) -> str:
    """A house in few words: its name, and a sentence for each option that is not the usual one.

    >>> from gettext import NullTranslations
    >>> house_words(HOUSES["parejas"], NullTranslations())
    'parejas: A turn is two attempts on one card, one by each partner.'
    """
    usual = House(house.name)
    unusual = [option for option in MEANINGS if getattr(house, option) != getattr(usual, option)]
    sentences = [t.gettext(MEANINGS[option][spelled(house, option)]) for option in unusual]
    return house.name + (": " + " ".join(sentences) if sentences else "")


def house_asked(house: House) -> dict[str, str]:
    """A house as a phone asks for it: its name and what is changed in it."""
    return {"name": house.name, **changes(house)}
