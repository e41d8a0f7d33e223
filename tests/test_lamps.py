"""What lamps and buzzer show and sound, on devices that only keep what they were told."""

import pytest

from table.glance import Act, Button, Glance
from table.lamps import Lamps
from table.question import Ask, Question
from table.refusal import Code, refuse
from table.signals import ASK, LET_GO, NO, TICK, WIN, Colour, colour, tune
from vision.reading import Doubt, DoubtKind

OK = Glance(camera="ok")
ASKED = Question(Ask.ALL_FIVE, None, None)


class Device:
    """A lamp or buzzer of no circuit; it may be made to fail."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []
        self.broken = False

    def __setattr__(self, name: str, value: object) -> None:
        if name in ("value", "frequency"):
            if self.broken:
                raise OSError("the wire is gone")
            self.told.append((name, value))
        object.__setattr__(self, name, value)

    value: object = 0

    def close(self) -> None:
        """Nothing is held."""


def devices() -> dict[str, Device]:
    """A whole panel's."""
    return {name: Device() for name in ("lamp confirm", "lamp next", "lamp back", "rgb", "buzzer")}


def test_a_lamp_is_lit_exactly_when_its_button_would_do_something() -> None:
    """Every combination of the three."""
    lamps = Lamps(devices())
    for confirm in (Act.NOTHING, Act.WRITE):
        for step in (Act.NOTHING, Act.NEXT_CHOICE):
            for back in (Act.NOTHING, Act.TAKE_BACK):
                lamps.show(Glance(confirm=confirm, next=step, back=back))
                acts = {Button.CONFIRM: confirm, Button.NEXT: step, Button.BACK: back}
                assert lamps.lit == {button for button, act in acts.items() if act is not Act.NOTHING}


@pytest.mark.parametrize(
    ("glance", "shown"),
    [
        (OK, Colour.OFF),
        (Glance(camera="ok", confirm=Act.WRITE), Colour.GREEN),
        (Glance(camera="ok", confirm=Act.WRITE, refusal=refuse(Code.FLIP_DUE)), Colour.RED),
        (Glance(camera="ok", question=ASKED), Colour.AMBER),
        (Glance(camera="ok", plea="123"), Colour.AMBER),
        (Glance(camera="ok", doubts=(Doubt(DoubtKind.COCKED, "a die stands tilted"),)), Colour.AMBER),
        (Glance(camera="hung", confirm=Act.WRITE), Colour.BLUE),
        (Glance(camera="none", confirm=Act.WRITE), Colour.GREEN),
        (Glance(camera="ok", next=Act.NEXT_MATCH), Colour.WHITE),
    ],
)
def test_the_colour_tells_how_it_stands(glance: Glance, shown: Colour) -> None:
    """What needs a person comes first."""
    assert colour(glance) is shown
    outputs = devices()
    Lamps(outputs).show(glance)
    assert outputs["rgb"].value == shown.value


@pytest.mark.parametrize(
    ("before", "now", "heard"),
    [
        (OK, OK, ()),
        (OK, Glance(camera="ok", confirm=Act.WRITE), TICK),
        (Glance(camera="ok", confirm=Act.WRITE), Glance(camera="ok", confirm=Act.CROSS), ()),
        (OK, Glance(camera="ok", refusal=refuse(Code.FLIP_DUE)), NO),
        (OK, Glance(camera="ok", question=ASKED), ASK),
        (OK, Glance(camera="ok", plea="123"), ASK),
        (Glance(refusal=refuse(Code.FLIP_DUE)), Glance(refusal=refuse(Code.FLIP_DUE)), ()),
        (Glance(confirm=Act.WRITE), Glance(next=Act.NEXT_MATCH), WIN),
        (Glance(next=Act.NEXT_MATCH), Glance(next=Act.NEXT_MATCH, refusal=refuse(Code.MATCH_OVER)), NO),
    ],
)
def test_a_change_is_heard_once(before: Glance, now: Glance, heard: tuple[tuple[float, float], ...]) -> None:
    """A refusal, a question, a win, a press that has come due; nothing that stays as it was."""
    assert tune(before, now) == heard
    assert tune(now, now) == ()


def test_nothing_is_heard_when_the_table_starts() -> None:
    """A match that was over before a power cut is not won again."""
    outputs = devices()
    lamps = Lamps(outputs)
    lamps.show(Glance(next=Act.NEXT_MATCH))
    assert not lamps.sounding


def test_a_tune_is_played_note_by_note_and_ends_in_silence() -> None:
    """Each at its time by the clock that is passed in, and no frequency of 0."""
    outputs = devices()
    lamps = Lamps(outputs)
    lamps.play(((440.0, 0.1), (0.0, 0.05), (880.0, 0.1)))
    for hundredth in range(100, 140):
        lamps.sound(hundredth / 100)
    assert outputs["buzzer"].told == [
        ("frequency", 440.0), ("value", 0.5), ("value", 0), ("frequency", 880.0), ("value", 0.5), ("value", 0),
    ]  # fmt: skip
    assert not lamps.sounding


def test_the_lamp_of_a_held_button_changes_while_letting_go_counts() -> None:
    """Lit or dark before; a sign is heard once, and afterwards it is as it was."""
    lamps = Lamps(devices())
    lamps.light(frozenset({Button.BACK}))
    for _ in range(3):
        lamps.hold(frozenset({Button.BACK, Button.CONFIRM}))
        assert lamps.lit == {Button.CONFIRM}
    assert len(lamps._tune) == len(LET_GO)
    lamps.hold(frozenset())
    assert lamps.lit == {Button.BACK}


def test_a_lamp_that_fails_is_said_once_and_costs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The loop lights the lamps: it must not end because of one."""
    outputs = devices()
    lamps = Lamps(outputs)
    outputs["lamp next"].broken = outputs["rgb"].broken = True
    for _ in range(2):
        lamps.show(Glance(confirm=Act.WRITE, next=Act.NEXT_CHOICE))
    assert lamps.lit == {Button.CONFIRM}
    assert capsys.readouterr().err.count("failed and is left dark") == 2
