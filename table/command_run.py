"""`cacho demo` and `cacho run`. Knows which settings a start takes."""

import secrets
from pathlib import Path
from typing import Any

import click

from table.command import CONFIG, cacho, demo_folder
from table.settings import FILES, read_settings, with_values


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of this table's history.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address the page listens on.")
@click.option("--port", type=int, default=8080, show_default=True, help="TCP port of the page.")
@click.option("--camera", help="As painted:seed=7,surface=felt; with no seed, other dice every time.")
def demo(data: Path | None, host: str, port: int, camera: str | None) -> None:
    """A simulated table in the browser: painted camera, mock pins, a history of its own."""
    camera = camera or f"painted:seed={secrets.randbelow(1_000_000)}"
    if camera.split(":")[0] != "painted":
        raise click.UsageError(f"The demo paints its own table; for {camera!r} use: cacho run --camera {camera}")
    given = {"camera": camera, "pins": "mock", "data": data or demo_folder(), "host": host, "port": port}
    _run(given, None, simulated=True)


@cacho.command()
@click.option("--camera", help="pi, usb:0, folder:DIR, video:FILE, painted[:seed=7] or none.")
@click.option("--pins", help="lgpio, mock or none.")
@click.option("--house", help="The house of the rules.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history.")
@click.option("--config", type=CONFIG, help="A configuration file to read after the usual ones.")
@click.option("--host", help="Address the page listens on.")
@click.option("--port", type=int, help="TCP port of the page.")
@click.option("--record", type=click.Path(path_type=Path), help="Folder in which to keep what is seen and pressed.")
def run(config: Path | None, record: Path | None, **given: Any) -> None:
    """The real thing: camera, buttons, page."""
    _run({key: value for key, value in given.items() if value is not None}, config, simulated=False, record=record)


def _run(given: dict[str, Any], config: Path | None, *, simulated: bool, record: Path | None = None) -> None:
    from table.wiring import run_table
    from vision.camera import spec_from

    settings, notices = read_settings(() if simulated else FILES, config)
    settings, wrong = with_values(settings, given, "cannot be taken")
    if wrong:
        raise click.UsageError(" ".join(wrong))
    try:
        spec_from(settings.camera)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    run_table(settings, simulated=simulated, notices=notices, record=record)
