"""`judge` as a function: what it answers, and what it says of a question that is wrong. Knows no command line."""

import pytest

from table.judging import answer, in_words

FULL = {"dice": [2, 2, 3, 3, 3], "throw": 2, "rerolled": 2}


def test_flips_that_may_still_be_made_count_unless_the_question_names_those_that_were() -> None:
    """`flipped` null: any legal flips; a list: exactly those, and the dice lie as they left them."""
    free = answer({**FULL, "open": ["full", "balas", "grande"], "flipped": None})
    assert (free["writes"], free["crosses"], free["flip_due"]) == ({"full": [30]}, ["balas", "full", "grande"], True)
    done = answer({**FULL, "open": ["full", "balas"], "flipped": [5]})
    assert (done["writes"], done["crosses"], done["flip_due"]) == ({"full": [30]}, [], False)
    none = answer({**FULL, "open": ["full"], "flipped": []})
    assert (none["writes"], none["crosses"], none["flip_due"]) == ({}, [], True)


def test_a_card_closes_boxes_and_makes_wins() -> None:
    """Without `open`, what the card leaves open; a grande may stand twice."""
    card = {"escalera": [25, "mano"], "poker": [45, "mano"], "grande": [[50, "grande"], [0, "cross"]]}
    told = answer({"dice": [2, 2, 3, 3, 3], "card": card})
    assert "grande" not in told["writes"]
    assert told["wins"] == {"full": "panza"}
    assert answer({"dice": [2, 2, 3, 3, 3], "card": card, "house": {"panza_grandes": 2}})["wins"] == {}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ([], "one JSON object"),
        ({"dise": []}, "Did you mean dice?"),
        ({}, "a list of five faces"),
        ({"dice": [1, 2, 3, 4, 5], "throw": 3}, "throw is a whole number from 1 to 2"),
        ({"dice": [1, 2, 3, 4, 5], "throw": 4, "house": "tres-tiros"}, "throw is a whole number from 1 to 3"),
        ({"dice": [1, 2, 3, 4, 5], "rerolled": 2}, "The first throw is all five dice"),
        ({"dice": [1, 2, 3, 4, 5], "throw": 1, "flipped": [6]}, "No die is turned after the first throw"),
        ({"dice": [1, 2, 3, 4, 5], "throw": 2, "flipped": [1, 2, 3]}, "At most 2 dice"),
        ({"dice": [1, 2, 3, 4, 5], "throw": 2, "flipped": [1], "house": {"first_flip": "none"}}, "At most 0 dice"),
        ({"dice": [1, 2, 3, 4, 5], "throw": 2, "flipped": [3, 3]}, "what is left after turning"),
        ({"dice": [1, 2, 3, 4, 5], "flipped": 6}, "flipped is null, or a list"),
        ({"dice": [1, 2, 3, 4, 5], "house": 7}, "by its name, or as"),
        ({"dice": [1, 2, 3, 4, 5], "house": {"throws": 4}}, "throws cannot be 4"),
        ({"dice": [1, 2, 3, 4, 5], "open": "poker"}, "open is a list"),
        ({"dice": [1, 2, 3, 4, 5], "open": ["pokr"]}, "Did you mean poker?"),
        ({"dice": [1, 2, 3, 4, 5], "open": ["full"], "card": {"full": [35, "mano"]}}, "both as open and as written"),
        ({"dice": [1, 2, 3, 4, 5], "card": [1]}, "card is an object"),
        ({"dice": [1, 2, 3, 4, 5], "card": {"full": [35]}}, "[points, sign]"),
        ({"dice": [1, 2, 3, 4, 5], "card": {"full": [[35, "mano"], [30, "huevo"]]}}, "holds fewer entries"),
        ({"dice": [1, 2, 3, 4, 5], "card": {"grande": [[50, "grande"]] * 2}, "house": {"grandes": 1}}, "fewer entries"),
    ],
)
def test_a_wrong_question_is_told_in_words(question: object, words: str) -> None:
    """The sentence names what is wrong and what is right."""
    with pytest.raises(ValueError, match=r".") as told:
        answer(question)
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"dice": [6] * 5}, "Dormida: five equal from the cup win the match."),
        ({**FULL, "open": ["full"]}, "full: 30\nfull: may be crossed\nOne die must be turned first."),
        ({"dice": [2, 2, 3, 3, 3], "open": ["full"]}, "full: 35\nAnother throw is allowed."),
        (
            {"dice": [2, 2, 3, 3, 3], "throw": 2, "rerolled": 2, "open": [], "flipped": [5]},
            "Nothing can be written with these dice.",
        ),
    ],
)
def test_a_person_is_answered_in_lines(question: dict[str, object], words: str) -> None:
    """A line for each thing to know."""
    assert in_words(answer(question)) == words


def test_a_person_is_told_what_would_win() -> None:
    """With the way it would."""
    card = {"escalera": [25, "mano"], "poker": [45, "mano"], "grande": [50, "grande"]}
    assert "full would win the match (panza)" in in_words(answer({"dice": [2, 2, 3, 3, 3], "card": card}))
