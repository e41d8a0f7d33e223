"""Whole matches as text: every line is what the rules give, and every house has one of each ending."""

from pathlib import Path

import pytest

from table.events import Event
from table.fault import TableFault
from table.houses import HOUSES
from table.notation import line, parse
from table.replaying import check_lines, standing
from table.state import State, fold

FOLDER = Path(__file__).parent / "golden"
GAMES = sorted(FOLDER.glob("*-*.txt"))
ENDINGS = ("dormida", "panza", "chicas", "tie")


def told(path: Path) -> tuple[list[Event], list[str]]:
    """The events of a game, and the standing that is noted below them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [parse(text) for text in lines if text and text[0] != "#"], [text for text in lines[1:] if text[:1] == "#"]


def ending(state: State) -> str:
    """How a match ended."""
    return state.won or ("tie" if len(state.winners) > 1 else "total")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_what_the_rules_give(path: Path) -> None:
    """Line by line, to the standing at its end; and its events print as the very same lines."""
    events, noted = told(path)
    state = fold(events)
    assert check_lines(path).endswith("\n".join(noted))
    assert standing(state) == noted
    assert [line(event) for event in events] == [text for text in path.read_text().splitlines() if text[:1] not in "#"]
    assert path.stem == f"{state.house.name}-{ending(state)}"


def test_every_house_has_a_golden_game_of_every_ending() -> None:
    """A house that is added without one has not been played."""
    assert {path.stem for path in GAMES} == {f"{house}-{how}" for house in HOUSES for how in ENDINGS}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("write full 35 mano", "write full 30 huevo", "stands where the rules give 'write full 35 mano'"),
        ("write full 35 mano", "write senas 6 number", "is not allowed"),
        ("won panza", "", "ends where the rules give 'won panza'"),
        ("write full 35 mano", "write ful 35 mano", "Not a line of a match"),
        ("won panza", "pass", "stands where the rules give 'won panza'"),
    ],
)
def test_a_line_the_rules_do_not_give_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    """The check says which line, and what should stand there."""
    path = tmp_path / "game.txt"
    path.write_text((FOLDER / "cochabamba-panza.txt").read_text().replace(old, new))
    with pytest.raises(TableFault, match=r".") as fault:
        check_lines(path)
    assert words in str(fault.value)
