"""`cacho doctor` and `cacho hotspot`: the machine around the table."""

import sys
from pathlib import Path

import click

from table.command import CONFIG, Named, cacho
from table.fault import TableFault
from table.settings import FILES, Settings, read_settings


@cacho.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
@click.option("--buttons", is_flag=True, help="Light and wait for each button instead.")
@click.option("--config", type=CONFIG, help="A configuration file to read after the usual ones.")
@click.option("--facts", "only_facts", is_flag=True, help="What tools and files said, word for word, for a report.")
def doctor(as_json: bool, buttons: bool, config: Path | None, only_facts: bool) -> None:
    """Look at everything the table needs: a line each, with what to do. Exit status 1 when there is a fault."""
    from table import probing
    from table.doctor import as_json as told
    from table.doctor import diagnose, in_words, worst
    from table.facts import Grade

    settings, notices = read_settings(FILES, config)
    if buttons:
        _try_buttons(settings)
        return
    facts = probing.probe(settings, notices, config)
    if only_facts:
        click.echo(probing.recorded(facts))
        return
    lines = diagnose(facts)
    click.echo(told(lines) if as_json else in_words(lines))
    sys.exit(1 if worst(lines) is Grade.FAULT else 0)


def _try_buttons(settings: Settings) -> None:
    from table.panel import Panel
    from table.trying import try_buttons

    if settings.pins == "none":
        raise TableFault('The setting is pins = "none": there are no buttons to try.')
    panel = Panel(settings.pins, settings.panel)
    try:
        good = try_buttons(panel, click.echo)
    finally:
        panel.close()
    sys.exit(0 if good else 1)


@cacho.command()
@click.option("--config", type=CONFIG, help="A configuration file to read after the usual ones.")
@click.option("--yes", is_flag=True, help="Do it; without, only what would be done is shown.")
@click.argument("what", type=Named(["on", "off", "status"]), default="status")
def hotspot(what: str, yes: bool, config: Path | None) -> None:
    """A Wi-Fi of the table's own, where the bar has none: make it, remove it, or tell how it stands."""
    from table.hotspot import cautions, making, nonsense, removing, shown
    from table.networking import stands, take

    settings, notices = read_settings(FILES, config)
    if what == "on" and notices:  # what is not read whole would be judged by its defaults
        raise TableFault("\n".join(notices))
    for notice in notices:
        click.echo(notice, err=True)
    if what == "status":
        click.echo(stands())
        return
    if what == "on" and (wrong := nonsense(settings)):
        raise TableFault("The hotspot cannot be made with these settings. " + " ".join(wrong))
    steps = making(settings) if what == "on" else removing()
    if yes:
        take(steps, settings.wifi_password)
    else:
        click.echo("# With --yes, and as root, these steps are taken:")
    for step in () if yes else steps:
        click.echo(shown(step, settings.wifi_password))
    if what == "on":
        click.echo("\n".join(f"# {caution}" for caution in cautions(settings)))
    click.echo(stands() if yes else "# Nothing was changed.")
