"""The command line's root, and the folders that commands mean when none is named. Knows no command."""

import math
import os
from pathlib import Path
from typing import Any

import click

from table.fault import TableFault
from table.nearest import did_you_mean
from table.settings import read_settings

CONFIG = click.Path(exists=True, dir_okay=False, path_type=Path)
"""A file of settings that the user names: unlike the usual ones it must be there."""


class Commands(click.Group):
    """A group of commands that names the nearest right one."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command, or say which one may have been meant."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"There is no command {args[0]!r}. {did_you_mean(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


class Named(click.Choice):  # type: ignore[type-arg] # on Debian 12 it takes no type
    """One of a few names; for another the nearest is named."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, or which one may have been meant."""
        names = [str(choice) for choice in self.choices]
        if value not in names:
            self.fail(f"There is no {value!r}. {did_you_mean(value, names)}", param, ctx)
        return value


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="cacho-table", prog_name="cacho")
def cacho() -> None:
    """The companion for a real Cacho Alalay table."""


def finite(ctx: click.Context, option: click.Parameter, given: float | None) -> float | None:
    """Let no option be nan or without end: a range of numbers stops neither."""
    if given is not None and not math.isfinite(given):
        raise click.BadParameter(f"{given} is no number to measure with.", ctx, option)
    return given


def demo_folder() -> Path:
    """Where the demo keeps its history."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "cacho-demo"


def usual_folder() -> Path:
    """The table's history, or the demo's where there is no table."""
    settings, _ = read_settings()
    try:
        return settings.data if (settings.data / "cacho.db").is_file() else demo_folder()
    except PermissionError as error:
        raise TableFault(
            f"The history in {settings.data} belongs to the table: ask with sudo, or name another folder with --data."
        ) from error
