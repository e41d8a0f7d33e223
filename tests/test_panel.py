"""Buttons, lamps and buzzer on gpiozero's mock pins, which refuse what silicon refuses; and the words when they do."""

import gc
import queue
import threading
import warnings
from collections.abc import Callable, Iterator

import pytest

from table.fault import TableFault
from table.glance import Act, Button, Glance, Held, Push
from table.panel import Panel
from table.pinfault import why_not
from table.pins import Pins

WHOLE = Pins(buzzer=18, rgb=(13, 19, 26))


def soon(true: Callable[[], bool]) -> bool:
    """Whether it comes true while the panel's own thread goes round; at most 5 s."""
    pause = threading.Event()
    return any(true() or pause.wait(0.005) for _ in range(1000))


@pytest.fixture
def panel() -> Iterator[Panel]:
    """A panel with everything on mock pins, let go afterwards."""
    made = Panel("mock", WHOLE)
    yield made
    made.close()


def test_a_tap_on_a_pin_is_one_press(panel: Panel) -> None:
    """A finger of 60 ms on each contact is told once, by name, and still is when memory was tidied up."""
    presses: queue.Queue[Push] = queue.Queue()
    panel.press_to(presses.put)
    gc.collect()
    for button in Button:
        assert panel.tap(button)
        assert presses.get(timeout=2) is button
    assert presses.empty()


def test_edges_of_the_pin_are_told_by_their_times(panel: Panel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held for two seconds of the clock: the press, then the hold once it is let go, and its lamp changes meanwhile."""
    from gpiozero.pins.mock import MockFactory

    pushes: queue.Queue[Push] = queue.Queue()
    panel.press_to(pushes.put)
    now = [1000.0]
    monkeypatch.setattr(MockFactory, "ticks", staticmethod(lambda: now[0]))
    panel.drive(Button.BACK, down=True)
    now[0] += 0.030
    assert pushes.get(timeout=2) is Button.BACK
    now[0] += 2.0
    assert soon(lambda: panel.lamps.lit == {Button.BACK})
    panel.drive(Button.BACK, down=False)
    now[0] += 0.030
    assert pushes.get(timeout=2) == Held(Button.BACK)
    assert soon(lambda: not panel.lamps.lit)


def test_edges_that_are_told_late_count_by_the_time_they_happened(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board busy with pictures hears of a tap of 8 ms half a second later, both edges at once."""
    pushes: queue.Queue[Push] = queue.Queue()
    panel.press_to(pushes.put)
    told = [1000.0, 1000.5, 1000.008, 1000.5]  # when each edge happened, and when it is heard of

    def clock() -> float:
        return told.pop(0) if threading.current_thread() is threading.main_thread() and told else 1000.6

    monkeypatch.setattr("gpiozero.pins.mock.monotonic", clock)
    panel.drive(Button.NEXT, down=True)
    panel.drive(Button.NEXT, down=False)
    assert pushes.get(timeout=5) is Button.NEXT


def test_all_lamps_and_the_buzzer_are_there_and_go_out(panel: Panel) -> None:
    """What the pins of the settings name, and nothing else."""
    assert panel.lamps.has == {"lamp confirm", "lamp next", "lamp back", "rgb", "buzzer"}
    panel.show(Glance(confirm=Act.WRITE, camera="ok"))
    assert panel.lamps.lit == {Button.CONFIRM}
    panel.close()
    bare = Panel("mock", Pins(lamps=()))
    assert bare.lamps.has == set()
    bare.show(Glance(confirm=Act.WRITE))
    bare.close()


def test_a_button_that_is_down_at_the_start_is_told_and_is_no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """A glass stands on it: it counts once it was let go."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory = MockFactory(pin_class=MockPWMPin)
    factory.pin(17).drive_low()
    pull = MockPWMPin._set_pull
    closed = factory.pin(17)  # to ground: no pull-up is stronger
    monkeypatch.setattr(MockPWMPin, "_set_pull", lambda pin, up: None if pin is closed else pull(pin, up))
    monkeypatch.setattr("table.panel._factory", lambda _: factory)
    panel = Panel("mock")
    pushes: queue.Queue[Push] = queue.Queue()
    panel.press_to(pushes.put)
    assert panel.down() == {Button.CONFIRM}
    assert ["down from the start" in notice for notice in panel.notices] == [True]
    factory.pin(17).drive_high()
    panel.tap(Button.CONFIRM)
    assert pushes.get(timeout=2) is Button.CONFIRM
    assert pushes.empty()
    panel.close()


def test_pins_that_cannot_be_had_are_a_fault_with_the_remedy() -> None:
    """Without lgpio or a GPIO chip the table says so in a sentence, and nothing falls back to other pins."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(TableFault, match=r"^The buttons are off: .*--pins none"):
            Panel("lgpio")


def test_a_pin_given_twice_is_a_fault_that_names_both() -> None:
    """Nothing is switched then: who knows which of the two is wired."""
    with pytest.raises(TableFault, match="BCM pin 17 is given twice, to button confirm and to lamp next"):
        Panel("mock", Pins(lamps=(22, 17, 24)))


def test_a_button_whose_pin_is_held_elsewhere_is_a_fault_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel lets one program have a pin."""
    from gpiozero.pins.mock import MockFactory

    def busy(*_: object) -> None:
        raise RuntimeError("'GPIO busy'")

    monkeypatch.setattr(MockFactory, "pin", busy)
    with pytest.raises(TableFault, match=r"BCM pin 17 is held by another program.*button_pins"):
        Panel("mock")


def test_a_lamp_that_cannot_be_had_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The buttons work, and a notice names the lamp, its pin and the setting."""
    from gpiozero.pins.mock import MockPWMPin

    output = MockPWMPin._set_function

    def busy(self: MockPWMPin, value: str) -> None:
        if value == "output" and self.info.name == "GPIO23":
            raise RuntimeError("'GPIO busy'")
        output(self, value)

    monkeypatch.setattr(MockPWMPin, "_set_function", busy)
    panel = Panel("mock")
    assert panel.lamps.has == {"lamp confirm", "lamp back"}
    assert len(panel.notices) == 1
    assert panel.notices[0].startswith("The lamp next is off: BCM pin 23 is held by another program")
    assert "lamp_pins" in panel.notices[0]
    panel.close()


def test_a_pin_with_another_use_works_and_is_told() -> None:
    """The serial console's pin is fine while the console is off."""
    panel = Panel("mock", Pins(buttons=(17, 27, 14)))
    assert [notice.split(".")[0] for notice in panel.notices] == [
        "button back is on BCM pin 14, which is also the serial console"
    ]
    panel.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModuleNotFoundError("No module named 'lgpio'"), "apt-get install python3-gpiozero python3-lgpio"),
        (RuntimeError("'can not open gpiochip'"), "in the group gpio"),
        (RuntimeError("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo"), "no pins are to be had"),
        (RuntimeError("'GPIO busy'"), "BCM pin 5 is held by another program"),
        (RuntimeError("pin GPIO5 is already in use by <gpiozero.LED object>"), "name another pin with the setting x"),
        (FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"), "Set LG_WD"),
        (ValueError("something new"), "(BCM pin 5). Run cacho doctor"),
    ],
)
def test_what_pin_libraries_raise_is_told_with_its_remedy(error: Exception, words: str) -> None:
    """Errors as owners have met them."""
    assert words in why_not(error, 5, "x")
