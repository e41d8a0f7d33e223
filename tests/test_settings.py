"""A broken configuration never stops the game, and says what is wrong with it."""

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from table.house import FirstFlip, House
from table.settings import Settings, read_settings, with_values

EXAMPLE = Path(__file__).parents[1] / "systemd" / "cacho.toml"


def test_the_commented_example_names_every_setting_with_its_default() -> None:
    """Taking every # away before a key changes nothing."""
    given = tomllib.loads(uncommented(EXAMPLE.read_text().split("# [house]")[0]))
    assert set(given) == {field.name for field in fields(Settings)}
    assert with_values(Settings(), given) == (Settings(), ())


def uncommented(text: str) -> str:
    """The keys of a commented example."""
    return "\n".join(
        line[2:] for line in text.splitlines() if line.startswith("# ") and (" = " in line or "[" in line[:3])
    )


def test_the_commented_house_is_one_and_goes_in_place_of_the_name() -> None:
    """A house of one's own is a table of options in the same file."""
    text = "# [house]" + EXAMPLE.read_text().split("# [house]")[1]
    settings, notices = with_values(Settings(), tomllib.loads(uncommented(text)))
    assert (settings.house, notices) == (House("mi casa", throws=3, first_flip=FirstFlip.OPTIONAL), ())


def test_files_are_read_in_order_and_the_named_one_wins(tmp_path: Path) -> None:
    """Windows line ends and a byte order mark are fine."""
    first, second = tmp_path / "1.toml", tmp_path / "2.toml"
    first.write_bytes(b'\xef\xbb\xbfport = 81\r\nhost = "127.0.0.1"\r\n')
    second.write_text("port = 82")
    settings, notices = read_settings((first, tmp_path / "none.toml"), second)
    assert (settings.port, settings.host, notices) == (82, "127.0.0.1", ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('camra = "pi"', "Did you mean camera?"),
        ("port = 0", "a port is a whole number"),
        ("port = true", "a port is a whole number"),
        ('pins = "lgpoi"', "Did you mean lgpio?"),
        ('house = "cochabanba"', "Did you mean cochabamba?"),
        ('house = {name = "x", throws = 4}', "throws cannot be 4"),
        ('house = {crosing = "free"}', "Did you mean crossing?"),
        ('pin = "12"', "a PIN is 4 to 12 digits"),
        ('wifi = "{}"'.format("x" * 33), "up to 32"),
        ('wifi_password = "short"', "wifi_password = … was left aside"),
        ("camera = 3", "text between quotes"),
        ("data = 3", "the name of a folder"),
        ('data = "~/cacho"', "from / on"),
        ('data = "cacho"', "from / on"),
        ("port = ", "left aside"),
        ("\xff", "left aside: it is no text in UTF-8."),
    ],
)
def test_what_is_wrong_is_left_aside_and_said(tmp_path: Path, text: str, words: str) -> None:
    """The default stands, and one sentence names the file, the value and the remedy."""
    file = tmp_path / "cacho.toml"
    file.write_bytes(text.encode("latin-1"))
    settings, notices = read_settings((file,))
    assert settings == Settings()
    assert len(notices) == 1
    assert words in notices[0]
    assert str(file) in notices[0]


def test_a_named_file_that_is_missing_is_said(tmp_path: Path) -> None:
    """The usual files may be missing; the one asked for may not."""
    assert len(read_settings((), tmp_path / "none.toml")[1]) == 1
