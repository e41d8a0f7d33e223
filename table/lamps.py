"""Lamps and buzzer as the table lights and sounds them. Knows what each shows when; the devices are handed in."""

import sys
import threading
from collections import deque
from typing import Any

from table.glance import Act, Button, Glance
from table.signals import LET_GO, Colour, Note, colour, tune


class Lamps:
    """The outputs of the panel, by name: `lamp confirm`, `lamp next`, `lamp back`, `rgb`, `buzzer`; any may be missing.

    Safe to use from several threads. A device that fails is left alone from then on: it must not cost the game.
    """

    def __init__(self, devices: dict[str, Any]):
        """devices: with a `value` to set, the buzzer with a `frequency` too, and `close`."""
        self._devices = devices
        self._lock = threading.RLock()
        self._wanted: frozenset[Button] = frozenset()
        self._held: frozenset[Button] = frozenset()
        self._before: Glance | None = None
        self._tune: deque[Note] = deque()
        self._ends_s = 0.0

    @property
    def has(self) -> frozenset[str]:
        """The names of those that are there."""
        return frozenset(self._devices)

    @property
    def lit(self) -> frozenset[Button]:
        """The buttons whose lamp is on."""
        return frozenset(button for button in Button if (lamp := self._devices.get(f"lamp {button}")) and lamp.value)

    def show(self, glance: Glance) -> None:
        """Light the lamp of every button that would do something; colour and sound for the rest."""
        acts = {Button.CONFIRM: glance.confirm, Button.NEXT: glance.next, Button.BACK: glance.back}
        lit = frozenset(button for button, act in acts.items() if act is not Act.NOTHING)
        with self._lock:
            before, self._before = self._before, glance
            self.light(lit, colour(glance))
            self.play(tune(before, glance) if before else ())

    def light(self, lit: frozenset[Button], shown: Colour = Colour.OFF) -> None:
        """Light just these."""
        with self._lock:
            self._wanted = lit
            self._light_all()
            self._set("rgb", shown.value)

    def hold(self, held: frozenset[Button]) -> None:
        """These buttons may be let go now for a hold: their lamps change, and a sign is heard once."""
        with self._lock:
            more, self._held = held - self._held, held
            self._light_all()
            self.play(LET_GO if more else ())

    def play(self, notes: tuple[Note, ...]) -> None:
        """Sound these notes after what sounds already; nothing without a buzzer."""
        if "buzzer" in self._devices:
            self._tune.extend(notes)

    @property
    def sounding(self) -> bool:
        """Whether `sound` should be asked again soon."""
        return bool(self._tune) or self._ends_s > 0

    def sound(self, now_s: float) -> None:
        """Go on with the tune; now_s is any steady clock above 0."""
        if now_s < self._ends_s or not self.sounding:
            return
        if not self._tune:
            self._ends_s = 0.0
            self._set("buzzer", 0)
            return
        hertz, lasts_s = self._tune.popleft()
        self._ends_s = now_s + lasts_s
        if hertz:
            self._set("buzzer", hertz, "frequency")
        self._set("buzzer", 0.5 if hertz else 0)

    def close(self) -> None:
        """All out, and let go of."""
        with self._lock:
            for device in self._devices.values():
                device.close()
            self._devices = {}

    def _light_all(self) -> None:
        for button in Button:
            lamp = self._devices.get(f"lamp {button}")
            lit = (button in self._wanted) != (button in self._held)
            if lamp is not None and bool(lamp.value) != lit:
                self._set(f"lamp {button}", lit)

    def _set(self, name: str, value: object, what: str = "value") -> None:
        with self._lock:
            device = self._devices.get(name)
            try:
                if device is not None:
                    setattr(device, what, value)
            except Exception as error:  # whatever the pin library raises
                del self._devices[name]
                sys.stderr.write(f"The {name} failed and is left dark from now on ({error}).\n")
