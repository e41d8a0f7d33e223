"""Buttons and lamps on gpiozero's mock pins, which refuse what silicon refuses."""

import queue
from collections.abc import Iterator

import pytest

from table.fault import TableFault
from table.glance import Act, Button, Glance
from table.panel import Panel


@pytest.fixture
def panel() -> Iterator[Panel]:
    """A panel on mock pins, let go afterwards."""
    from gpiozero import Device

    Device.pin_factory = None
    made = Panel("mock")
    yield made
    made.close()
    Device.pin_factory.reset()  # type: ignore[attr-defined]
    Device.pin_factory = None


def test_a_tap_on_a_pin_is_one_press(panel: Panel) -> None:
    """A finger of 60 ms on each contact is told once, by name."""
    presses: queue.Queue[Button] = queue.Queue()
    panel.press_to(presses.put)
    for button in Button:
        assert panel.tap(button)
        assert presses.get(timeout=2) is button
    assert presses.empty()


def test_a_lamp_is_lit_exactly_when_its_button_would_do_something(panel: Panel) -> None:
    """Every combination of the three."""
    for confirm in (Act.NOTHING, Act.WRITE):
        for step in (Act.NOTHING, Act.NEXT_CHOICE):
            for back in (Act.NOTHING, Act.TAKE_BACK):
                panel.lamps(Glance(confirm=confirm, next=step, back=back))
                acts = {Button.CONFIRM: confirm, Button.NEXT: step, Button.BACK: back}
                assert panel.lit == {button for button, act in acts.items() if act is not Act.NOTHING}


def test_pins_that_cannot_be_had_are_a_fault_with_the_remedy() -> None:
    """Without a GPIO chip the table must say so in a sentence, not fall back in silence."""
    from gpiozero import Device

    Device.pin_factory = None
    with pytest.raises(TableFault, match="--pins none"):
        Panel("lgpio")
    Device.pin_factory = None
