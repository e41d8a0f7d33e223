"""The command line. Knows exit statuses; each command stands in a file of its own.

Exit status: 0 done, 1 a fault told in a sentence or two on standard error, 2 wrong usage.
"""

import os
import sys

import click

from table import (
    command_bench,
    command_calibrate,
    command_care,
    command_judge,
    command_keep,
    command_read,
    command_run,
)
from table.command import cacho
from table.fault import TableFault

COMMANDS = (
    command_run,
    command_read,
    command_judge,
    command_keep,
    command_calibrate,
    command_care,
    command_bench,
)
"""Each adds its own when it is imported."""


def main() -> None:
    """Run the command line; every fault a user can cause ends in a sentence."""
    try:
        cacho(prog_name="cacho")
    except TableFault as fault:
        click.echo(f"cacho: {fault}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away: nothing left to say
        sys.exit(1)


if __name__ == "__main__":
    main()
