"""gpiozero at arm's length: three contacts in, lamps and a buzzer out. Knows wires; not what a press means."""

import os
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from table.debounce import Contact, Told, edge, held, look, unsure
from table.fault import TableFault
from table.glance import Button, Glance, Held, Push
from table.lamps import Lamps
from table.pinfault import why_not
from table.pins import Pins, clashes, doubtful
from table.signals import Note

LOOK_S = 0.005
"""Seconds between looks at a contact of which time may soon tell more; fine against the 25 ms a press must last."""

IDLE_LOOK_S = 0.05
"""The same while a button is down and its press was told: nothing is urgent then."""

STATES_KEPT = 50  # changes of a mock pin
LOST_S = 0.1
"""Seconds that a pin may be otherwise than its edges told: then one was lost on a busy board."""

TAP_S = 0.06
"""Seconds a simulated finger stays on a mock pin."""


class Panel:
    """Three buttons, three lamps, perhaps a buzzer and a coloured lamp, on real or mock pins.

    Raises TableFault when the buttons cannot be had. Of a lamp or buzzer that cannot, `notices` tells; the rest works.
    """

    def __init__(self, factory: str, pins: Pins | None = None):
        """factory: `lgpio` or `mock`."""
        pins = pins or Pins()
        if wrong := clashes(pins):
            raise TableFault(f"The buttons are off. {' '.join(wrong)}")
        self.notices: tuple[str, ...] = tuple(doubtful(pins))
        """What the owner should know of pins, though the panel works."""
        self._push: Callable[[Push], None] = lambda _: None
        self._contacts = dict.fromkeys(Button, Contact())
        self._lock = threading.Lock()
        self._stirred = threading.Event()
        self._ending = False
        self._factory = _factory(factory)
        try:
            self._inputs = self._inputs_on(pins)
        except TableFault:
            self._factory.close()
            raise
        self.lamps = Lamps(self._outputs_on(pins))
        self._edges = {button: self._edges_of(button) for button in Button}  # pins do not keep what they call
        for button, device in self._inputs.items():
            device.pin.when_changed = self._edges[button]
        self._looking = threading.Thread(target=self._look, name="panel", daemon=True)
        self._looking.start()

    def press_to(self, push: Callable[[Push], None]) -> None:
        """Report presses and holds to this from now on."""
        self._push = push

    def show(self, glance: Glance) -> None:
        """Let lamps and buzzer tell the present moment."""
        self.lamps.show(glance)
        self._stirred.set()  # there may be a tune

    def play(self, notes: tuple[Note, ...]) -> None:
        """Sound these notes, if there is a buzzer."""
        self.lamps.play(notes)
        self._stirred.set()

    def down(self) -> frozenset[Button]:
        """The buttons that are closed now."""
        return frozenset(button for button, pin in self._inputs.items() if pin.is_active)

    def _inputs_on(self, pins: Pins) -> dict[Button, Any]:
        from gpiozero import DigitalInputDevice

        found = {}
        for button, pin in zip(Button, pins.buttons, strict=True):
            try:
                found[button] = DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory)
            except Exception as error:  # gpiozero raises what each factory's library raises
                for device in found.values():
                    device.close()
                raise TableFault(f"The buttons are off: {why_not(error, pin, 'button_pins')}") from error
            if found[button].is_active:
                self.notices += (
                    f"Button {button} is down from the start (BCM pin {pin}): something stands on it, or its wire "
                    "touches ground. It counts again once it is let go.",
                )
        return found

    def _outputs_on(self, pins: Pins) -> dict[str, Any]:
        from gpiozero import LED, RGBLED

        wanted: list[tuple[str, str, Any, tuple[int, ...]]] = [
            (f"lamp {button}", "lamp_pins", LED, (pin,)) for button, pin in zip(Button, pins.lamps, strict=False)
        ]
        plain = partial(RGBLED, pwm=False)  # on or off: lgpio would dim by a busy thread
        wanted += [("rgb", "rgb_pins", plain, pins.rgb)] if pins.rgb else []
        wanted += [("buzzer", "buzzer_pin", _Buzzer, (pins.buzzer,))] if pins.buzzer else []
        found = {}
        for name, setting, make, numbers in wanted:
            try:
                found[name] = make(*numbers, pin_factory=self._factory)
            except Exception as error:  # as above; a lamp less is no reason to be without buttons
                self.notices += (f"The {name} is off: {why_not(error, numbers[0], setting)}",)
        return found

    def _edges_of(self, button: Button) -> Callable[[float, int], None]:
        def note(ticks_s: float, level: int) -> None:
            now_s = self._factory.ticks()
            at_s = ticks_s if 0 <= now_s - ticks_s < 1 else now_s  # the kernel's time, unless by another clock
            self._edge(button, closed=not level, at_s=at_s)
            self._stirred.set()

        return note

    def _edge(self, button: Button, *, closed: bool, at_s: float) -> None:
        with self._lock:
            self._contacts[button], told = edge(self._contacts[button], closed, at_s)
        self._tell(button, told)

    def _tell(self, button: Button, told: Told | None) -> None:
        if told:
            self._push(button if told is Told.PRESS else Held(button))

    def _look(self) -> None:
        while not self._ending:
            self._stirred.wait()
            self._stirred.clear()
            while not self._ending:
                now_s = self._factory.ticks()
                for button, contact in self._contacts.items():
                    if unsure(contact):
                        self._look_at(button, now_s)
                contacts = dict(self._contacts)
                self.lamps.hold(frozenset(button for button, contact in contacts.items() if held(contact, now_s)))
                self.lamps.sound(now_s)
                open_ = [contact for contact in contacts.values() if unsure(contact)]
                if not open_ and not self.lamps.sounding:
                    break
                idle = not self.lamps.sounding and all(contact.closed and contact.counted for contact in open_)
                time.sleep(IDLE_LOOK_S if idle else LOOK_S)

    def _look_at(self, button: Button, now_s: float) -> None:
        """What time has made certain; unless the pin says otherwise than its edges, for one may be on its way."""
        closed = self._inputs[button].is_active
        told = None
        with self._lock:
            contact = self._contacts[button]
            agrees = closed == contact.closed
            if agrees:
                self._contacts[button], told = look(contact, now_s)
        self._tell(button, told)
        if not agrees and now_s - contact.since_s > LOST_S:
            self._edge(button, closed=closed, at_s=now_s)

    def drive(self, button: Button, *, down: bool) -> bool:
        """Close or open the contact of a mock pin; False on real pins, which only fingers press."""
        pin = self._inputs[button].pin
        if not hasattr(pin, "drive_low"):
            return False
        (pin.drive_low if down else pin.drive_high)()
        return True

    def tap(self, button: Button, for_s: float = TAP_S) -> bool:
        """Press a mock pin as a finger would; False on real pins."""
        if not self.drive(button, down=True):
            return False
        time.sleep(for_s)
        return self.drive(button, down=False)

    def close(self) -> None:
        """Let go of the pins; lamps go out."""
        self._ending = True
        self._stirred.set()
        self._looking.join(timeout=1.0)
        for device in self._inputs.values():
            device.close()
        self.lamps.close()
        self._factory.close()


class _Buzzer:
    """A pin that swings. frequency: hertz.  value: 0 silent, 0.5 as loud as it gets."""

    def __init__(self, pin: int, pin_factory: Any):
        from gpiozero import PWMOutputDevice

        self._device = PWMOutputDevice(pin, pin_factory=pin_factory)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("frequency", "value"):
            setattr(self._device, name, value)
        else:
            object.__setattr__(self, name, value)

    def close(self) -> None:
        """Silence it and let go."""
        try:
            self._device.value = 0
            self._device.close()
        except (
            Exception
        ):  # lgpio 0.2.2 raises when a swing ends ("bad PWM micros"); the pin goes when the chip is closed
            self._device._pin = None  # or gpiozero tries again when memory is tidied up, and prints what it meets


def _factory(name: str) -> Any:
    """The pins of this machine. Named outright: gpiozero would else fall back in silence to what does not work here.

    Raises TableFault.
    """
    try:
        if name == "mock":
            from gpiozero.pins.mock import MockFactory, MockPWMPin

            class Pin(MockPWMPin):  # type: ignore[misc]
                """A mock pin that forgets: it would else remember every change of a whole night."""

                def _change_state(self, value: float) -> bool:
                    del self.states[:-STATES_KEPT]
                    return bool(super()._change_state(value))

            return MockFactory(pin_class=Pin)
        if not os.access(".", os.W_OK):
            os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio makes a pipe in the folder it works in
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except Exception as error:  # ImportError, and whatever lgpio raises without a chip
        raise TableFault(f"The buttons are off: {why_not(error)}") from error
