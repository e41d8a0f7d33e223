"""How a match is told play by play and how a box came about, on matches played by the rules. Knows no server."""

from gettext import NullTranslations

from table.card import Box
from table.events import (
    Cast,
    ClaimDormida,
    Concede,
    Correct,
    Flip,
    Irregular,
    LeaveSobre,
    Pass,
    Starter,
    StartMatch,
    TakeBack,
    Throw,
    Thrown,
    VoidThrow,
    Wish,
    Write,
)
from table.game import decide
from table.houses import PAREJAS
from table.refusal import Code, Refusal
from table.state import State, fold
from web.evidence import evidence, present
from web.moment import refused
from web.plays import told
from web.tongue import tongue
from web.turns import steps

PLAIN = NullTranslations()
TURN = (Throw((3, 3, 3, 5, 2)), Throw((3, 3, 3, 5, 5), 1), Flip((5,)), Write(Box.TRENES))


def played(*wishes: Wish) -> State:
    """The table after these wishes, none of them refused."""
    state = State()
    for wish in wishes:
        decided = decide(state, wish)
        assert not isinstance(decided, Refusal), decided.words
        state = fold(decided, state)
    return state


def lines(state: State) -> list[str]:
    """Every play that counts, in words, with whose it was."""
    names = tuple(side.name for side in state.sides)
    return [
        f"{'' if step.side is None else names[step.side]}: {told(step.event, names, PLAIN)}" for step in steps(state)
    ]


def test_a_match_is_told_play_by_play_with_whose_each_was() -> None:
    """What was taken back is not told: it does not count."""
    state = played(
        StartMatch(("Ana", "Beto"), first=Starter.THROW), Cast(3), Cast(5), *TURN,
        VoidThrow(Irregular.OFF), Throw((1, 1, 1, 2, 2)), Write(Box.FULL), TakeBack(), Write(Box.BALAS),
        Throw((6,) * 5), ClaimDormida(),
    )  # fmt: skip
    assert lines(state) == [
        ": House cochabamba; one die each tells who starts",
        "Ana: One die: 3",
        "Beto: One die: 5",
        "Beto: All five dice: 3 3 3 5 2",
        "Beto: One die again: 3 3 3 5 5",
        "Beto: Turned 5 → 2",
        "Beto: trenes 9",
        "Ana: The throw did not count: a die off the table",
        "Ana: All five dice: 1 1 1 2 2",
        "Ana: balas 3",
        "Beto: All five dice: 6 6 6 6 6",
        "Beto: dormida!",
    ]


def test_a_box_shows_the_plays_of_its_own_turn_only() -> None:
    """With the numbers a correction names, and for each what it starts from."""
    state = played(StartMatch(("Ana", "Beto")), *TURN, Throw((1, 1, 1, 2, 2)), Write(Box.FULL))
    found = evidence(state, 0, Box.TRENES, 0, PLAIN)
    assert found is not None
    assert [play["number"] for play in found["plays"]] == [2, 3, 4, 5]
    assert found["plays"][1] == {
        "number": 3, "words": "One die again: 3 3 3 5 5", "by": "", "photo": None, "kind": "thrown",
        "dice": [3, 3, 3, 5, 5], "rerolled": 1,
    }  # fmt: skip
    assert found["title"] == "Ana · trenes 9"
    assert evidence(state, 0, Box.FULL, 0, PLAIN) is None
    assert evidence(state, 0, Box.TRENES, 1, PLAIN) is None


def test_each_grande_has_its_own_turn() -> None:
    """The second is told by the throw that made the second."""
    alone = StartMatch(("Ana",))
    five = (Throw((4, 4, 4, 4, 1)), Throw((4, 4, 4, 4, 3), 1), Flip((3,)), Write(Box.GRANDE))
    five_more = (Throw((5, 5, 5, 5, 1)), Throw((5, 5, 5, 5, 2), 1), Flip((2,)), Write(Box.GRANDE))
    state = played(alone, *five, *five_more)
    second = evidence(state, 0, Box.GRANDE, 1, PLAIN)
    assert second is not None
    assert second["plays"][0]["dice"] == [5, 5, 5, 5, 1]


def test_a_box_from_dice_on_hold_shows_both_attempts_and_another_only_its_own() -> None:
    """What was left sobre belongs to the box it was written in at last."""
    pair = StartMatch(("Ana y Beto",), PAREJAS)
    state = played(pair, Throw((3, 3, 3, 5, 5)), LeaveSobre(), Throw((1, 2, 2, 4, 6)), Write(Box.FULL, sobre=True))
    found = evidence(state, 0, Box.FULL, 0, PLAIN)
    assert found is not None
    assert [play["kind"] for play in found["plays"]] == ["thrown", "other", "thrown", "written"]
    state = played(pair, Throw((3, 3, 3, 5, 5)), Write(Box.FULL), Pass(), Throw((1, 2, 2, 4, 6)))
    assert [play["number"] for play in present(state, PLAIN)["plays"]] == [5]


def test_the_turn_now_can_be_looked_at_before_a_box_is_written() -> None:
    """Nothing before its first throw, and nothing of the turn before."""
    state = played(StartMatch(("Ana", "Beto")), *TURN)
    assert present(state, PLAIN)["plays"] == []
    assert present(State(), PLAIN)["plays"] == []
    state = played(StartMatch(("Ana", "Beto", "Carla")), *TURN, Throw((1, 1, 1, 2, 2)), Concede(0))
    assert present(state, PLAIN)["title"] == "Beto"


def test_a_correction_marks_its_box_and_one_that_breaks_later_plays_names_them_in_words() -> None:
    """The journal's lines are for files; people read their own language."""
    state = played(StartMatch(("Ana", "Beto")), *TURN)
    wish = Correct(2, (Thrown((4, 3, 3, 5, 2), 5),))
    broken = decide(state, wish)
    assert isinstance(broken, Refusal)
    assert broken.code is Code.BREAKS_LATER
    assert "3: Un dado más: 3 3 3 5 5" in refused(broken, tongue("es"))
    done = decide(state, Correct(2, wish.plays, anyway=True))
    assert not isinstance(done, Refusal)
    found = evidence(fold(done, state), 0, Box.TRENES, 0, PLAIN)
    assert found is not None
    assert found["corrected"]
    assert found["plays"][-1]["words"] == "trenes 9 (corrected)"
