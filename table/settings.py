"""Every knob of the table: default, unit and reason. Knows TOML files; not what the values do."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from table.house import House
from table.houses import COCHABAMBA, house_from
from table.nearest import did_you_mean
from table.pins import Pins, wrong_pins

FILES = (Path("/etc/cacho/cacho.toml"), Path("/boot/firmware/cacho.toml"))
"""Read in this order, later ones win; the second can be edited on a laptop with the card in a reader."""

SECRET = ("pin", "wifi_password")
"""Never told back: what is said about a setting may stand in a log and on the page."""

PINS = ("lgpio", "mock", "none")
ANSWERS = ("quiet", "page", "off")


@dataclass(frozen=True, slots=True)
class Settings:
    """How this table is set up. `systemd/cacho.toml` tells the same with comments."""

    camera: str = "pi"  # the camera on the ribbon; the table is made for it
    pins: str = "lgpio"  # real buttons; `none` runs without any
    button_pins: tuple[int, ...] = Pins().buttons  # BCM numbers of confirm, next and back; each contact to ground
    lamp_pins: tuple[int, ...] = Pins().lamps  # of their lamps, in the same order; empty: no lamps
    buzzer_pin: int = Pins().buzzer  # of a passive buzzer; 0: none
    rgb_pins: tuple[int, ...] = Pins().rgb  # of red, green and blue of one lamp, common cathode; empty: none
    house: House = COCHABAMBA  # the rules the table plays by: a name, or a table of options
    data: Path = Path("/var/lib/cacho")  # where history is kept
    host: str = "0.0.0.0"  # every phone in the room may look
    photos_mb: int = 200  # megabytes of photographs of throws beside the history: about 3000; the oldest go first
    port: int = 8080  # TCP port; 80 would need rights
    wifi: str = ""  # name of the guests' network, for a code they scan; empty: no such code
    wifi_password: str = ""  # of that network; empty: it is open
    wifi_country: str = ""  # two letters, for the law of the radio of a hotspot
    wifi_channel: int = 6  # of a hotspot; 1 to 13 every phone understands
    wifi_address: str = "10.42.0.1/24"  # of the table in its hotspot, and the size of that network
    probes: str = "quiet"  # what phones hear that ask for an internet where there is none
    pin: str = ""  # digits the host types on a phone; empty: a new one is made at each start and printed

    @property
    def panel(self) -> Pins:
        """All pins."""
        return Pins(self.button_pins, self.lamp_pins, self.buzzer_pin, self.rgb_pins)


def read_settings(files: Iterable[Path] = FILES, named: Path | None = None) -> tuple[Settings, tuple[str, ...]]:
    """The settings from these files, where they exist, then from the file the user named; and what was wrong with them.

    A broken file or value never stops the game: the default stands, and a sentence says so.
    """
    settings, notices = Settings(), []
    for path in (*files, *([named] if named else [])):
        try:
            if path != named and not path.is_file():
                continue
            text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")  # people edit it on Windows
            given = tomllib.loads(text)
        except PermissionError:
            notices.append(f"{path} may not be read by this user, so the defaults are taken: ask with sudo.")
            continue
        except (OSError, ValueError) as error:
            notices.append(f"The configuration {path} was left aside: {_why(error)}. Mend it and start again.")
            continue
        settings, wrong = with_values(settings, given)
        notices += [f"{path}: {sentence}" for sentence in wrong]
    return settings, tuple(notices)


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8"
    return (error.strerror or "it cannot be read") if isinstance(error, OSError) else str(error)


def with_values(
    settings: Settings, given: Mapping[str, Any], verdict: str = "was left aside"
) -> tuple[Settings, tuple[str, ...]]:
    """The settings with these values, and a sentence for each one that could not be taken.

    verdict: what becomes of such a one.
    """
    known = {field.name for field in fields(Settings)}
    notices = []
    for key, value in given.items():
        if key not in known:
            notices.append(f"There is no setting {key!r}. {did_you_mean(key, known)}")
            continue
        wrong = _wrong(key, value)
        if wrong:
            told = "…" if key in SECRET else repr(value)
            notices.append(f"{key} = {told} {verdict}: {wrong}")
        else:
            settings = replace(settings, **{key: _taken(key, value)})
    return settings, tuple(notices)


def _taken(key: str, value: Any) -> Any:
    match key:
        case "data":
            return Path(value)
        case "house":
            return house_from(value)
        case "button_pins" | "lamp_pins" | "rgb_pins":
            return tuple(value)
        case _:
            return value


def _wrong(key: str, value: Any) -> str | None:
    match key:
        case "port":
            good = isinstance(value, int) and not isinstance(value, bool) and 0 < value < 65536
            return None if good else "a port is a whole number from 1 to 65535."
        case "photos_mb":
            good = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            return None if good else "it is a whole number of megabytes; 0 keeps no photographs."
        case "pins":
            return None if value in PINS else did_you_mean(str(value), PINS)
        case "button_pins" | "lamp_pins" | "buzzer_pin" | "rgb_pins":
            return wrong_pins(key, value)
        case "house":
            return _no_house(value)
        case "pin":
            good = isinstance(value, str) and (value == "" or (value.isdigit() and 4 <= len(value) <= 12))
            return None if good else 'a PIN is 4 to 12 digits between quotes, like "4821".'
        case "wifi":
            return None if isinstance(value, str) and len(value.encode()) <= 32 else "it is text of up to 32 letters."
        case "wifi_password":
            good = isinstance(value, str) and (value == "" or 8 <= len(value) <= 63)
            return None if good else "it is text of 8 to 63 letters between quotes."
        case "wifi_country":
            good = isinstance(value, str) and (value == "" or (len(value) == 2 and value.isascii() and value.isupper()))
            return None if good else 'it is two capital letters, like "BO".'
        case "wifi_channel":
            good = isinstance(value, int) and not isinstance(value, bool) and value in (*range(1, 14), 36, 40, 44, 48)
            return None if good else "it is 1 to 13, or 36, 40, 44 or 48."
        case "probes":
            return None if value in ANSWERS else did_you_mean(str(value), ANSWERS)
        case "data":
            good = isinstance(value, Path) or (isinstance(value, str) and Path(value).is_absolute())
            return None if good else 'it is the name of a folder between quotes, from / on, like "/mnt/stick/cacho".'
        case _:
            return None if isinstance(value, str) and value else "it is text between quotes."


def _no_house(value: Any) -> str | None:
    try:
        house_from(value)
    except ValueError as error:
        return str(error)
    return None
