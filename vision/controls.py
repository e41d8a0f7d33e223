"""What the camera on the ribbon is asked for, and what its pictures say of it. Pure; names as libcamera's.

A control that a camera does not offer is an error in libcamera, so everything asked for goes through what it offers.
What was asked for comes some pictures later, so it is believed when a picture's own words (its metadata) say so.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Controls = Mapping[str, Any]
Offered = Mapping[str, tuple[Any, Any, Any]]
"""Each control with its least, greatest and usual value."""

RATE = 15.0  # pictures a second: twice what steadying needs, and a third of what would keep a small board busy
NEAR_DIOPTRES = 3.0  # a lens that can focus, before calibration: about 33 cm
REST = 5  # pictures in a row that must agree before exposure and white balance are at rest
SAME = 0.02  # part by which a value may differ and still be the same: shutters step by lines, gains by sixteenths
SAME_DIOPTRES = 0.1

MANUAL, AUTO = 0, 1  # AfMode
FLICKER_MANUAL = 1  # AeFlickerMode
START = 0  # AfTrigger
FOCUSED, FAILED = 2, 3  # AfState
CONVERGED = 2  # AeState
HELD = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""What calibration holds: µs, times, times for red and blue, dioptres."""


def asked(offered: Offered, mains_hz: int, held: Controls) -> dict[str, Any]:
    """What the camera is started with. mains_hz: 50 or 60, or lamps flicker through the picture as dark bands."""
    period_us = round(1_000_000 / RATE)
    wanted: dict[str, Any] = {
        "FrameDurationLimits": (period_us, period_us),
        "AeFlickerMode": FLICKER_MANUAL,
        "AeFlickerPeriod": round(1_000_000 / (2 * mains_hz)),  # lamps go out twice in each wave of the mains
        "AfMode": MANUAL,  # else it hunts while a hand passes over the tray
        "LensPosition": NEAR_DIOPTRES,
    }
    return within({**wanted, **fixed(held)}, offered)


def focusing(offered: Offered) -> dict[str, Any]:
    """What makes a lens focus once; nothing where there is none to move."""
    return within({"AfMode": AUTO, "AfTrigger": START}, offered)


def fixed(held: Controls) -> dict[str, Any]:
    """What holds exposure, white balance and focus: to name a value is to take it from the automatic."""
    given: dict[str, Any] = {name: held[name] for name in HELD if name in held}
    if "ColourGains" in given:
        given["ColourGains"] = tuple(given["ColourGains"])
    if "ExposureTime" in given:
        given["ExposureTime"] = round(given["ExposureTime"])
    return {**given, "AfMode": MANUAL} if "LensPosition" in given else given


def within(wanted: Controls, offered: Offered) -> dict[str, Any]:
    """Of what is wanted, what is offered; a lens goes no nearer than it can."""
    able = {name: value for name, value in wanted.items() if name in offered}
    if "LensPosition" in able:
        least, greatest, _ = offered["LensPosition"]
        able["LensPosition"] = min(max(able["LensPosition"], least), greatest)
    return able


def focused(told: Controls) -> bool:
    """Whether the lens has stopped looking for its focus, found or not."""
    return told.get("AfState", FAILED) in (FOCUSED, FAILED)


def at_rest(told: Sequence[Controls]) -> bool:
    """Whether exposure and white balance have come to rest, by what the latest pictures say, oldest first."""
    if len(told) < REST:
        return False
    last = told[-1]
    if last.get("AeState", CONVERGED) != CONVERGED or not last.get("AeLocked", True):
        return False  # the first is told by newer cameras, the second by older ones
    now = {name: value for name, value in measured(last).items() if name != "LensPosition"}
    return all(shows(one, now) for one in told[-REST:])


def measured(told: Controls) -> dict[str, Any]:
    """What a picture says it was taken with, of what can be held."""
    return {name: told[name] for name in HELD if name in told}


def shows(told: Controls, held: Controls) -> bool:
    """Whether a picture says that it was taken with what was held."""
    return all(_same(name, told.get(name), value) for name, value in fixed(held).items() if name in HELD)


def kept(told: Sequence[Controls], held: Controls) -> bool:
    """Whether so many pictures say so that the control must have come: the first still tell of the automatic."""
    return len(told) >= REST and all(shows(one, held) for one in told[-REST:])


def _same(name: str, told: Any, value: Any) -> bool:
    if told is None:
        return False
    if name == "LensPosition":
        return abs(float(told) - float(value)) <= SAME_DIOPTRES
    pairs = zip(told, value, strict=True) if name == "ColourGains" else [(told, value)]
    return all(abs(float(a) - float(b)) <= SAME * max(abs(float(b)), 1e-6) for a, b in pairs)
