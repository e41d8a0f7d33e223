"""`cacho backup`, `restore` and `export`: the history as files."""

from pathlib import Path

import click

from table.command import Named, cacho, usual_folder
from table.fault import TableFault


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
def backup(data: Path | None) -> None:
    """Back up the history, also while a table runs. Ten are kept."""
    from table.keeping import backed_up

    click.echo(backed_up(data or usual_folder()))


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
@click.argument("file", required=False, metavar="[FILE|newest]")
def restore(data: Path | None, file: str | None) -> None:
    """Put a backup in the place of the history; without a name, list those there are. What was there is kept aside."""
    from table.keeping import listed, restored

    folder = data or usual_folder()
    for text in listed(folder) if file is None else restored(folder, file):
        click.echo(text)


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
@click.option("--format", "kind", type=Named(["json", "csv", "text"]), default="json", show_default=True)
@click.argument("match", required=False, type=int)
def export(data: Path | None, kind: str, match: int | None) -> None:
    """Every match, or the one with this number, to take away."""
    from table.keeping import exported

    folder = data or usual_folder()
    try:
        click.echo(exported(folder, match, kind), nl=False)
    except LookupError as error:
        raise TableFault(f"There is no match {error} in {folder}.") from error
