"""`cacho read` and `cacho watch`: what the camera saw, said or drawn. Knows no dice."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.command import cacho, finite
from table.fault import TableFault

if TYPE_CHECKING:
    from vision.photographs import Look
    from vision.sheets import Sheets


@cacho.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture.")
@click.option("--expect", type=click.IntRange(0, 7), help="How many dice there should be; other numbers are doubted.")
@click.option(
    "--side",
    type=click.FloatRange(4, 4000),
    callback=finite,
    help="How wide the dice are, in pixels, if that is known.",
)
@click.option(
    "--calibration", type=click.Path(path_type=Path), help="The calibration.json of the camera that took them."
)
@click.option("--draw", type=click.Path(path_type=Path), help="Folder for drawings of what was seen.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
def read(
    files: tuple[str, ...],
    as_json: bool,
    expect: int | None,
    side: float | None,
    calibration: Path | None,
    draw: Path | None,
) -> None:
    """Read photographs of dice, or all those in a folder.

    With --draw, each is drawn with what was seen, and those that leave a doubt are put side by side in unsure.jpg.
    With --calibration, they are read as the table would that was calibrated so: only what lies on its play area.
    """
    from vision.photographs import pictures, report

    if calibration and side:
        raise click.UsageError("--side is part of a calibration: name one of them.")
    eye = _eye(side, calibration)
    sheets = _sheets(draw, files) if draw else None
    failed = False
    for name in pictures(files):
        with _drawing(draw):
            told = report(name, expect, eye, sheets)
        failed = failed or told["verdict"] == "error"
        click.echo(json.dumps(told, ensure_ascii=False) if as_json else _plain(told))
    with _drawing(draw):
        for path in sheets.finish() if sheets else ():
            click.echo(f"unsure ones side by side: {path}", err=True)
    sys.exit(1 if failed else 0)


def _eye(side: float | None, calibration: Path | None) -> "Look":
    from vision.calibration import NotACalibration
    from vision.keeping import load
    from vision.photographs import by, of_side

    try:
        return by(load(calibration)) if calibration else of_side(side)
    except NotACalibration as error:
        raise TableFault(f"{error}.") from error
    except ValueError as error:
        raise TableFault(f"the calibration {calibration} cannot be used: {error}.") from error


def _sheets(draw: Path, files: tuple[str, ...]) -> "Sheets":
    from vision.sheets import Sheets

    beside = {path.resolve() for path in map(Path, files)} | {path.resolve().parent for path in map(Path, files)}
    if draw.resolve() in beside:
        raise TableFault(f"{draw} holds the photographs themselves: name another folder for the drawings.")
    with _drawing(draw):
        return Sheets(draw)


@contextmanager
def _drawing(draw: Path | None) -> Iterator[None]:
    """Tell a fault of the folder for drawings in a sentence."""
    try:
        yield
    except OSError as error:
        raise TableFault(f"The drawings cannot be written to {draw}: {error.strerror or error}.") from error


def _plain(told: dict[str, Any]) -> str:
    if told["verdict"] == "error":
        return " ".join(told["doubts"])  # they name the file
    dice = " ".join(str(die["value"]) for die in told["dice"]) or "no dice"
    return f"{told['file']}: {dice}" + "".join(f"\n  unsure: {doubt}" for doubt in told["doubts"])


@cacho.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a moment, event, question or refusal.")
@click.option("--house", default="cochabamba", show_default=True, help="The house of the rules.")
@click.option("--calibration", type=click.Path(path_type=Path), help="The calibration.json of the camera that took it.")
@click.argument("source")
def watch(source: str, as_json: bool, house: str, calibration: Path | None) -> None:
    """Run eye and umpire over a recording (folder or video), by its own clock; in a folder of recordings over the
    only one.
    """
    from table.watching import NOTHING, in_words, watched

    silent = True
    try:
        for told in watched(source, house, calibration):
            click.echo(json.dumps(told, ensure_ascii=False) if as_json else in_words(told))
            silent = False
        if silent:
            click.echo(NOTHING, err=True)
    except ValueError as error:
        raise TableFault(str(error)) from error
