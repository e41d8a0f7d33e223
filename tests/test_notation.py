"""Every event is one line that reads back to itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.card import Box, Sign
from table.events import (
    Conceded,
    Corrected,
    Event,
    Flipped,
    GivenUp,
    Irregular,
    LeftSobre,
    LotCast,
    Passed,
    Started,
    TakenBack,
    Thrown,
    Voided,
    Won,
    Written,
)
from table.house import House
from table.houses import HOUSES, single_changes
from table.notation import WINS, line, parse

FACE = st.integers(1, 6)
HOUSE = st.one_of(
    st.sampled_from([*HOUSES.values(), *single_changes().values()]),
    st.builds(lambda name: House(name or "own", throws=3), st.text(max_size=40).filter(str.isprintable)),
    st.just(House("mi = casa")),
)
PLAYS = st.one_of(
    st.builds(Thrown, st.tuples(*[FACE] * 5), st.integers(1, 5)),
    st.builds(Flipped, st.lists(FACE, min_size=1, max_size=2).map(tuple)),
    st.builds(Written, st.sampled_from(Box), st.integers(0, 50), st.sampled_from(Sign), st.booleans(), st.booleans()),
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        Started,
        HOUSE,
        st.lists(st.text(max_size=40), min_size=1, max_size=6).map(tuple),
        st.none() | st.integers(0, 5),
    ),
    st.builds(LotCast, FACE),
    st.builds(Voided, st.sampled_from(Irregular), st.integers(1, 5), st.lists(FACE, max_size=4).map(tuple)),
    st.just(LeftSobre()),
    st.just(Passed()),
    st.builds(Conceded, st.integers(0, 5)),
    st.builds(Corrected, st.integers(1, 9999), st.lists(PLAYS, max_size=3).map(tuple), st.booleans()),
    PLAYS,
    st.builds(Won, st.sampled_from(WINS)),
    st.just(TakenBack()),
    st.just(GivenUp()),
)


@given(EVENTS)
def test_a_line_reads_back_to_the_event_it_was_made_from(event: Event) -> None:
    """parse is the inverse of line, whatever the names are, and no event takes two lines."""
    text = line(event)
    assert parse(text) == event
    assert "\n" not in text


@given(st.text())
def test_any_other_text_is_refused_in_words(text: str) -> None:
    """No text makes parse raise anything but its one sentence."""
    try:
        event = parse(text)
    except ValueError as error:
        event = None
        words = str(error)
    assert parse(line(event)) == event if event else words.startswith("Not a line of a match")


@pytest.mark.parametrize(
    "text",
    [
        "3 3 3 5 1",
        "3 3 3 5 7 mano",
        "3 3 3 5 1 huevo 5",
        "flip 4>2",
        "flip",
        "write poker 40",
        "cast 7",
        "void badly 2",
        "void cocked 2 standing",
        "concede 0",
        "correct x: back",
        "correct 3: back",
        "correct 3 so: flip 4>3",
        "correct",
        'match cochabanba first 1 sides "A"',
        'match cochabamba first 1 "A"',
        'match cochabamba first 1 seats "A"',
        "match cochabamba first 1 sides 3",
        "match",
    ],
)
def test_a_line_that_is_nearly_right_is_refused(text: str) -> None:
    """Wrong dice, wrong turns and missing words are told, not guessed."""
    with pytest.raises(ValueError, match="Not a line of a match"):
        parse(text)
