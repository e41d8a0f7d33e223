"""`cacho calibrate`. Knows the ways to measure a tray; not how it is measured."""

import json
import sys
from pathlib import Path

import click

from table.command import cacho
from table.settings import read_settings


@cacho.command()
@click.option("--camera", help="pi, usb:0 or painted[:seed=7]; the table's own if not said.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder in which the table keeps its data.")
@click.option("--empty", type=click.Path(path_type=Path), help="A photograph of the empty tray, not the camera.")
@click.option("--dice", type=click.Path(path_type=Path), help="A photograph of five dice on it.")
@click.option("--corners", help="The play area's corners in pixels, as in '20,20 620,20 620,460 20,460'.")
@click.option("--json", "as_json", is_flag=True, help="What was measured as one JSON object.")
@click.option("--show", is_flag=True, help="Only say what calibration there is.")
@click.option("--forget", is_flag=True, help="Remove the calibration.")
def calibrate(
    camera: str | None,
    data: Path | None,
    empty: Path | None,
    dice: Path | None,
    corners: str | None,
    as_json: bool,
    show: bool,
    forget: bool,
) -> None:
    """Measure camera, tray and dice once: the empty tray, then five dice on it. A running table has it on its page."""
    from table import measuring

    settings, notices = read_settings()
    for notice in notices:
        _aside(notice)
    camera, folder = camera or settings.camera, data or settings.data
    if (empty is None) is not (dice is None):
        raise click.UsageError("--empty and --dice go together: the tray without dice, and with five.")
    if forget:
        there = measuring.dropped(folder)
        click.echo("Removed." if there else f"There was none in {folder}.")
        return
    try:
        places = measuring.corners_from(corners) if corners else ()
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if show:
        made = measuring.shown(folder)
    elif empty and dice:
        made = measuring.from_photographs(camera, folder, empty, dice, places, _aside)
    else:
        made = measuring.from_camera(camera, folder, places, _aside, _asked)
    click.echo(json.dumps(measuring.summary(made)) if as_json else measuring.in_words(made))


def _aside(words: str) -> None:
    """Say how it goes, where it spoils no JSON."""
    click.echo(words, err=True)


def _asked(words: str) -> bool:
    """Ask somebody at the terminal; whether there is anybody."""
    click.echo(words, err=True)
    return sys.stdin.readline() != ""
