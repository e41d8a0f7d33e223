"""The stress grid at a few steps: painted dice in light and blur as in a bar, and what must never be stood by."""

import random

import pytest

from vision.frame import Frame
from vision.grid import laid, outcome, seen
from vision.ivory import LIVERIES
from vision.painting import Painter
from vision.pinhole import View
from vision.reader import read
from vision.reading import Reading
from vision.scene import Scene
from vision.steps import STEPS, Step
from vision.surface import SURFACES

MILD = [step for step in STEPS if step.mild and step.axis not in ("ground", "livery")]
HARD = [step for step in STEPS if step.axis in ("blur", "jpeg", "noise", "gap")]
TRAYS = {(surface, livery): Painter(5, View(), surface, livery) for surface in SURFACES for livery in LIVERIES}


def told(step: Step, face: int, turn: int) -> str:
    """What comes of this face at this turn."""
    return outcome(step, *seen(step, face, turn))


@pytest.mark.parametrize("tray", TRAYS, ids=" ".join)
@pytest.mark.parametrize("turn", range(10, 90, 20))
def test_painted_dice_are_read_on_every_tray(tray: tuple[str, str], turn: int) -> None:
    """The demo plays on these."""
    step = Step("tray", "any", mild=True, surface=tray[0], livery=tray[1])
    assert [told(step, face, turn) for face in (2, 6)] == ["exact", "exact"]


@pytest.mark.parametrize("step", MILD, ids=lambda step: f"{step.axis} {step.name}")
def test_what_a_bar_is_like_on_a_good_evening_is_read(step: Step) -> None:
    """Blur, light and lamps as they are everywhere."""
    assert [told(step, face, 35) for face in (3, 6)] == ["exact", "exact"]


@pytest.mark.parametrize("step", HARD, ids=lambda step: f"{step.axis} {step.name}")
def test_what_is_worse_is_never_read_wrongly(step: Step) -> None:
    """Unsure is an answer too."""
    assert "wrong" not in [told(step, face, 50) for face in (5, 6)]


def test_dice_of_which_none_proves_that_dice_are_there_leave_no_empty_tray() -> None:
    """In blur, noise and little light three faces stand out somewhat, and no die is read."""
    step = next(step for step in STEPS if step.name == "hard, oak")
    assert told(step, 5, 32) != "wrong"


def test_an_ace_in_a_glare_on_printed_paper_is_not_left_out() -> None:
    """Its body is as light as the paper there, which is full of specks, and all is blurred and noisy."""
    step = next(step for step in STEPS if step.name == "hard, print")
    assert told(step, 1, 83) != "wrong"


@pytest.mark.parametrize(("degrees", "face", "turn"), [(20, 1, 0), (28, 1, 40), (30, 1, 45), (35, 1, 0), (20, 2, 20)])
def test_a_lean_shows_by_the_side_it_turns_up(degrees: int, face: int, turn: int) -> None:
    """One or two pips have no layout that a lean could draw out."""
    assert told(Step("lean", f"{degrees}°", False, lean=degrees), face, turn) == "exact"


@pytest.mark.parametrize(("face", "turn"), [(1, 0), (1, 40), (2, 0), (4, 20), (6, 40)])
def test_a_die_in_a_glare_is_not_left_out(face: int, turn: int) -> None:
    """Its pips are half as strong as those of the others, or a few of them are gone; it is there all the same."""
    step = next(step for step in STEPS if step.name == "150, red dice")
    assert told(step, face, turn) != "wrong"


def test_a_crescent_of_an_ace_in_a_glare_is_not_left_out() -> None:
    """Half of its pip is washed out, and its body has no end on the side of the lamp."""
    step = next(step for step in STEPS if (step.axis, step.name) == ("all at once", "hard, felt"))
    assert told(step, 1, 65) != "wrong"


@pytest.mark.parametrize(
    ("axis", "name", "face", "turn", "outcomes"),
    [
        ("all at once", "hard, checks", 3, 0, {"exact", "unsure"}),
        ("all at once", "hard, stripes", 3, 20, {"exact", "unsure"}),
        ("all at once", "hard, white table", 5, 0, {"exact", "unsure"}),
        ("all at once", "hard, white table", 3, 20, {"exact", "unsure"}),
        ("all at once", "hard, white table", 2, 10, {"exact", "unsure"}),
        ("all at once", "hard, white table", 4, 0, {"exact", "unsure"}),
        ("all at once", "hard, print", 6, 30, {"exact", "unsure"}),
        ("lean", "30°", 2, 65, {"exact"}),
        ("ground", "checks", 5, 0, {"exact"}),
        ("ground", "oak", 5, 40, {"exact"}),
    ],
)
def test_what_is_plainly_there_is_read_or_doubted(
    axis: str, name: str, face: int, turn: int, outcomes: set[str]
) -> None:
    """In blur, noise and bad light the rims of all pips are ragged; a die is not left out for that.

    Nor does a pip and a corner of the cloth make a two, nor the light corner of a tray a die.
    """
    step = next(step for step in STEPS if (step.axis, step.name) == (axis, name))
    assert told(step, face, turn) in outcomes


def test_a_known_size_reads_the_same_dice() -> None:
    """A calibrated table looks for its own dice only; what has another size is no die of it."""
    dice = laid(STEPS[0], [1, 2, 3, 5, 6], 0.3, random.Random(1))
    picture = TRAYS["leather", "ivory"].paint(Scene(tuple(dice)), 0)
    assert sorted(d.value for d in read(Frame(picture), side_px=52.0).dice) == [1, 2, 3, 5, 6]


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize("times", [0.25, 0.5, 0.7, 1.5, 2.0, 3.0, 5.0])
def test_a_wrong_size_makes_readings_unsure_and_never_wrong(times: float, count: int) -> None:
    """Someone moved the camera after it was calibrated; not even the number of dice may then be believed."""
    dice = laid(STEPS[0], [3, 2, 5, 6, 1], 0.3, random.Random(1))[:count]
    assert not read(Frame(TRAYS["felt", "ivory"].paint(Scene(tuple(dice)), 0)), side_px=52.0 * times).sure


def test_an_empty_tray_is_empty_whatever_size_is_known() -> None:
    """It is looked at as closely as if none were known, and has no dice of any."""
    bare = TRAYS["leather", "ivory"].paint(Scene(), 0)
    assert [read(Frame(bare), side_px=side) for side in (13.0, 52.0, 208.0)] == [Reading()] * 3


def test_an_ace_with_a_letter_of_the_cloth_beside_it_is_no_two() -> None:
    """As wide apart as the pips of a two, on a body that ends where the letter does."""
    step = next(step for step in STEPS if (step.axis, step.name) == ("ground", "print"))
    assert told(step, 5, 70) != "wrong"


@pytest.mark.parametrize(
    ("axis", "name", "face", "turn"),
    [
        ("glare", "150, red dice", 2, 60),
        ("glare", "150, red dice", 1, 80),
        ("all at once", "hard, flowers", 2, 10),
        ("all at once", "hard, checks", 3, 60),
        ("all at once", "hard, checks", 2, 85),
        ("all at once", "hard, print", 4, 25),
    ],
)
def test_what_a_glare_and_a_cloth_make_of_dice_is_doubted(axis: str, name: str, face: int, turn: int) -> None:
    """One pip of a two that is left is no ace, two of a three no small two, and two flowers are no large one.

    An ace on a body that is washed out, and a two of which a cloth makes pips of odd shapes, are there all the same.
    """
    step = next(step for step in STEPS if (step.axis, step.name) == (axis, name))
    assert told(step, face, turn) != "wrong"


@pytest.mark.parametrize(("name", "face", "turn"), [("felt", 1, 75), ("oak", 1, 70), ("flowers", 5, 30)])
def test_where_the_dice_are_burnt_out_another_may_be(name: str, face: int, turn: int) -> None:
    """Their tops have the colour of the lamp at its brightest, and so has the one whose pips it has taken as well."""
    step = next(step for step in STEPS if (step.axis, step.name) == ("all at once", f"hard, {name}"))
    assert told(step, face, turn) != "wrong"


@pytest.mark.parametrize(("name", "face", "turn"), [("white table", 6, 15), ("granite", 4, 10)])
def test_dice_that_light_and_cloth_hide_are_missed(name: str, face: int, turn: int) -> None:
    """White ones on a white table of which only pips are left; an ace among a hundred spots of stone."""
    step = next(step for step in STEPS if (step.axis, step.name) == ("all at once", f"hard, {name}"))
    assert told(step, face, turn) != "wrong"


@pytest.mark.parametrize(("face", "turn"), [(1, 30), (2, 15), (3, 45), (4, 60)])
def test_a_face_in_a_glare_is_read_where_the_body_seen_beside_it_rules_out_all_others(face: int, turn: int) -> None:
    """The glare takes a part of a top, and no other face could be what is left of it."""
    [glare] = [step for step in STEPS if (step.axis, step.name) == ("glare", "150 levels")]
    assert told(glare, face, turn) == "exact"
