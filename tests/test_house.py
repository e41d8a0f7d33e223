"""A house from words: options, their sentences, and what is said of a wrong one. Knows no dice."""

from dataclasses import fields

import pytest

from table.house import House
from table.houses import COCHABAMBA, HOUSES, changes, house_from, house_named, meanings, single_changes, spelled
from table.meanings import MEANINGS


def test_the_shipped_houses_are_the_four_of_the_rules() -> None:
    """All defaults; three throws with flips optional; pairs; and the soft waiver."""
    assert {name: changes_of(house) for name, house in HOUSES.items()} == {
        "cochabamba": {},
        "tres-tiros": {"throws": "3", "first_flip": "optional"},
        "parejas": {"pairs": "on"},
        "familia": {"waiver": "any_combo"},
    }


def changes_of(house: House) -> dict[str, str]:
    """The options in which a house differs from the defaults."""
    return {
        option: spelled(house, option) for option in MEANINGS if spelled(house, option) != spelled(COCHABAMBA, option)
    }


def test_every_option_has_a_sentence_for_each_value_and_each_house_says_them_all() -> None:
    """The page shows a plain sentence for each option, whatever it is set to."""
    assert [field.name for field in fields(House)] == ["name", *MEANINGS]
    for house in (*HOUSES.values(), *single_changes().values()):
        told = meanings(house)
        assert list(told) == list(MEANINGS)
        assert all(sentence.endswith(".") for sentence in told.values())


@pytest.mark.parametrize("name", single_changes())
def test_a_house_comes_from_its_words_however_they_are_typed(name: str) -> None:
    """By mapping, by TOML with or without its table, and with true and numbers for yes and digits."""
    option, word = name.split("=")
    house = single_changes()[name]
    assert changes(house) == {option: word}
    assert house_from({"name": name, option: word}) == house
    assert house_from(f'[house]\nname = "{name}"\n{option} = "{word}"\n') == house
    assert house_from(f'name = "{name}"\n{option} = "{word}"') == house
    typed = {"yes": True, "on": True, "no": False, "off": False}.get(word, int(word) if word.isdigit() else word)
    assert house_from({"name": name, option: typed}) == house


def test_a_shipped_name_with_options_changes_that_house() -> None:
    """Three throws stay three when another option of tres-tiros is changed."""
    house = house_from({"name": "tres-tiros", "grandes": 1})
    assert changes_of(house) == {"throws": "3", "first_flip": "optional", "grandes": "1"}
    assert house_from("familia") is HOUSES["familia"]
    assert house_from({"name": "familia"}) is house_named("familia")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("cochabanba", "Did you mean cochabamba?"),
        ({"name": "cochabanba"}, "Did you mean cochabamba?"),
        ({"crosing": "free"}, "There is no option 'crosing' of a house. Did you mean crossing?"),
        ({"crossing": "fre"}, "crossing cannot be 'fre'. Did you mean free?"),
        ({"throws": 4}, "throws cannot be 4. Known: 2, 3."),
        ({"throws": True}, "throws cannot be True"),
        ({"throws": None}, "throws cannot be None"),
        ({"mano_forced": 1}, "mano_forced cannot be 1"),
        ({"name": "", "throws": 3}, "1 to 40 characters"),
        ({"name": 7, "throws": 3}, "1 to 40 characters"),
        (7, "by its name or by its options"),
        ("throws = = 3", "no TOML"),
        ({"first_flip": "none", "second_flip": "compulsory"}, "no second die without a first"),
        ({"first_flip": "none", "second_flip": "only_if_better"}, "no second die without a first"),
        ({"first_flip": "none", "mano_after_flip": "yes"}, "no die is ever turned"),
        ({"mano_on_all_five": "no", "mano_after_flip": "yes"}, "only the first throw is de mano"),
        ({"dormida": "off", "dormida_on": "first_only"}, "without a dormida"),
        ({"grandes": 1, "panza_grandes": 2}, "a card with one grande never has two"),
        ({"grandes": 1, "chicas_grandes": 2}, "a card with one grande never has two"),
    ],
)
def test_a_wrong_house_is_told_in_words(given: object, words: str) -> None:
    """Unknown names and values name the nearest right one; options that contradict each other say why."""
    with pytest.raises(ValueError, match=r".") as told:
        house_from(given)
    assert words in str(told.value)
