"""gpiozero at arm's length: three pins in, three lamps out. Knows wires; not what a press means."""

import os
import threading
import time
from collections.abc import Callable, Mapping

from table.debounce import Contact, edge, look
from table.fault import TableFault
from table.glance import Act, Button, Glance

PINS: Mapping[Button, tuple[int, int]] = {Button.CONFIRM: (17, 22), Button.NEXT: (27, 23), Button.BACK: (5, 24)}
"""BCM numbers of each button's contact (to ground, pulled up) and of its lamp."""

LOOK_S = 0.005
"""Seconds between looks at a contact that is closed; fine against the 25 ms a press must last."""

TAP_S = 0.06
"""Seconds a simulated finger stays on a mock pin."""


class Panel:
    """The three buttons and lamps on real or mock pins. factory: `lgpio` or `mock`.

    Raises TableFault when the pins cannot be had.
    """

    def __init__(self, factory: str):
        self._press: Callable[[Button], None] = lambda _: None
        self._contacts = dict.fromkeys(Button, Contact())
        self._lock = threading.Lock()
        self._stirred = threading.Event()
        self._ending = False
        os.environ["GPIOZERO_PIN_FACTORY"] = factory  # gpiozero would else fall back in silence to another factory
        try:
            from gpiozero import LED, DigitalInputDevice

            self._inputs = {button: DigitalInputDevice(pin, pull_up=True) for button, (pin, _) in PINS.items()}
            self._lamps = {button: LED(lamp) for button, (_, lamp) in PINS.items()}
        except Exception as error:  # gpiozero raises what each factory's library raises: the owner needs one sentence
            raise TableFault(
                f"The buttons cannot be used ({type(error).__name__}: {error}). "
                "On a Raspberry Pi install python3-lgpio and see that no other program holds the pins; "
                "anywhere else start with --pins none or --pins mock."
            ) from error
        for button, pin in self._inputs.items():
            pin.when_activated = self._edges(button, True)
            pin.when_deactivated = self._edges(button, False)
        self._looking = threading.Thread(target=self._look, name="panel", daemon=True)
        self._looking.start()

    def press_to(self, press: Callable[[Button], None]) -> None:
        """Report presses to this from now on."""
        self._press = press

    def _edges(self, button: Button, closed: bool) -> Callable[[], None]:
        def note() -> None:
            with self._lock:
                self._contacts[button] = edge(self._contacts[button], closed, time.monotonic())
            self._stirred.set()

        return note

    def _look(self) -> None:
        while not self._ending:
            self._stirred.wait()
            self._stirred.clear()
            while not self._ending and any(c.closed and not c.counted for c in self._contacts.values()):
                for button in Button:
                    with self._lock:
                        self._contacts[button], pressed = look(self._contacts[button], time.monotonic())
                    if pressed:
                        self._press(button)
                time.sleep(LOOK_S)

    def lamps(self, glance: Glance) -> None:
        """Light the lamp of every button that would do something."""
        acts = {Button.CONFIRM: glance.confirm, Button.NEXT: glance.next, Button.BACK: glance.back}
        for button, act in acts.items():
            self._lamps[button].value = act is not Act.NOTHING

    @property
    def lit(self) -> frozenset[Button]:
        """The buttons whose lamp is on."""
        return frozenset(button for button, lamp in self._lamps.items() if lamp.value)

    def tap(self, button: Button) -> bool:
        """Press a mock pin as a finger would; False on real pins, which only fingers press."""
        pin = self._inputs[button].pin
        if not hasattr(pin, "drive_low"):
            return False
        pin.drive_low()
        time.sleep(TAP_S)
        pin.drive_high()
        return True

    def close(self) -> None:
        """Let go of the pins."""
        self._ending = True
        self._stirred.set()
        self._looking.join(timeout=1.0)
        for device in (*self._inputs.values(), *self._lamps.values()):
            device.close()
