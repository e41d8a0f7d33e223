"""What the README says is true: its commands run and print what stands there, its lines parse, its lists are whole."""

import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from table.card import Box
from table.events import Event
from table.houses import HOUSES, changes, house_from
from table.meanings import MEANINGS
from table.notation import line, parse
from table.pins import Pins
from table.settings import Settings
from vision.optics import table

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.S | re.M)


@pytest.mark.parametrize("block", [text for kind, text in BLOCKS if kind == "console"])
def test_a_command_prints_what_the_readme_says(block: str) -> None:
    """Each console block is one command after $ and what it prints."""
    command, _, printed = block.partition("\n")
    words = command.removeprefix("$ ").replace("./cacho", f"{shlex.quote(sys.executable)} -P -m table")
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", printed)


def test_every_line_of_a_match_in_the_readme_parses_and_every_kind_is_there() -> None:
    """So a newcomer can write a match by hand."""
    [lines] = [text for kind, text in BLOCKS if kind == "text" and text.startswith("match")]
    events = [parse(text) for text in lines.splitlines()]
    assert [line(event) for event in events] == lines.splitlines()
    assert {type(event) for event in events} == set(get_args(Event))


def test_houses_and_options_are_all_named_and_the_example_is_a_house() -> None:
    """A rule that can be changed stands in the table with every value, and its default in a sentence."""
    for name in HOUSES:
        assert f"`{name}`" in README
    for option, values in MEANINGS.items():
        said = " · ".join(f"`{value}`" for value in values)
        assert f"| `{option}` | {said} | {next(iter(values.values()))} |" in README
    [example] = [text for kind, text in BLOCKS if kind == "toml"]
    assert changes(house_from(example)) == {"throws": "3", "crossing": "free"}


def test_settings_boxes_and_pins_are_all_named() -> None:
    """A knob, a box or a pin that the README does not know cannot be found."""
    for name in [field.name for field in fields(Settings)]:
        assert f"`{name}`" in README
    for box in Box:
        assert box.value in README
    for numbers in (Pins().buttons, Pins().lamps):
        assert " | ".join(map(str, numbers)) in README


def test_pictures_and_files_named_in_the_readme_exist() -> None:
    """No dead link."""
    for name in re.findall(r'(?:src="|`)((?:web|vision|table|systemd|tests)/[\w./]*\w)', README):
        assert (ROOT / name).exists(), name


def test_heights_of_the_camera_are_as_computed() -> None:
    """From the optics of each module, row by row."""
    for row in table():
        assert f"{row}\n" in README


def test_the_drawing_names_the_pins_of_the_settings() -> None:
    """Every button and lamp goes to its default pin, and what may be added to the one the tests use."""
    drawn = (ROOT / "web" / "pictures" / "wiring.svg").read_text(encoding="utf-8")
    for _, pin in Pins(buzzer=18, rgb=(13, 19, 26)).uses():
        assert f">GPIO {pin}<" in drawn
