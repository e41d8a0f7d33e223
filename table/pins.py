"""Which BCM pin does what, and which choices are unwise. Pure; drives nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

FIRST, LAST = 0, 27
"""The BCM numbers on the 40-pin header."""

RESERVED = {
    **dict.fromkeys((0, 1), "the memory of an add-on board"),
    **dict.fromkeys((2, 3), "I²C, with a pull-up of its own"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
}
"""Pins that have another use on many boards; they work while that use is off."""

NAMES = ("confirm", "next", "back")


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers. buttons, lamps: for confirm, next and back; no lamps is ().

    buzzer: a passive one, 0 for none.  rgb: red, green and blue of one lamp with a common cathode, () for none.
    """

    buttons: tuple[int, ...] = (17, 27, 5)
    lamps: tuple[int, ...] = (22, 23, 24)
    buzzer: int = 0
    rgb: tuple[int, ...] = ()

    def uses(self) -> Iterator[tuple[str, int]]:
        """What each pin is for, in words."""
        yield from ((f"button {name}", pin) for name, pin in zip(NAMES, self.buttons, strict=True))
        yield from ((f"lamp {name}", pin) for name, pin in zip(NAMES, self.lamps, strict=False))
        yield from ((f"rgb {name}", pin) for name, pin in zip(("red", "green", "blue"), self.rgb, strict=False))
        yield from (("buzzer", pin) for pin in (self.buzzer,) if pin)


def clashes(pins: Pins) -> list[str]:
    """A sentence for each pin that is given to two things: nothing of the panel can be used then.

    >>> clashes(Pins(buzzer=17))
    ['BCM pin 17 is given twice, to button confirm and to buzzer. Give each a pin of its own in the settings.']
    """
    found, taken = [], dict[int, str]()
    for use, pin in pins.uses():
        if pin in taken:
            found.append(
                f"BCM pin {pin} is given twice, to {taken[pin]} and to {use}. "
                "Give each a pin of its own in the settings."
            )
        taken.setdefault(pin, use)
    return found


def doubtful(pins: Pins) -> list[str]:
    """A sentence for each pin that has another use on many boards.

    >>> doubtful(Pins(buttons=(17, 27, 14)))[0].split(".")[0]
    'button back is on BCM pin 14, which is also the serial console'
    """
    return [
        f"{use} is on BCM pin {pin}, which is also {RESERVED[pin]}. It works while that is off; "
        "4 to 6, 12, 13 and 16 to 27 never clash."
        for use, pin in pins.uses()
        if pin in RESERVED
    ]


def wrong_pins(key: str, value: object) -> str | None:
    """Why a value of `button_pins`, `lamp_pins`, `rgb_pins` or `buzzer_pin` can't be taken; None when it can.

    >>> wrong_pins("button_pins", [17, 27])
    'it is three BCM numbers from 0 to 27, as in [17, 27, 5].'
    """
    if key == "buzzer_pin":
        return None if _is_pin(value) else "it is one BCM number up to 27; 0 is none."
    three = isinstance(value, list | tuple) and len(value) == 3 and all(_is_pin(pin) for pin in value)
    if three or (key != "button_pins" and value in ([], ())):
        return None
    return f"it is three BCM numbers from 0 to 27, as in [17, 27, 5]{'' if key == 'button_pins' else '; [] is none'}."


def _is_pin(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and FIRST <= value <= LAST
