"""`cacho bench`: everything that is measured. Knows the names of the measurements, no figure."""

from pathlib import Path

import click

from table.command import Named, cacho, finite
from table.fault import TableFault

WHAT = ("rules", "watch", "read", "grid", "eye", "faults", "web", "soak", "start")


@cacho.command()
@click.option("--house", default="cochabamba", show_default=True, help="The house of the rules.")
@click.option("--turns", type=click.IntRange(1), default=20, show_default=True, help="How many turns to watch.")
@click.option("--full", is_flag=True, help="Every turn of the dice in the grid: half an hour instead of minutes.")
@click.argument("what", type=Named(WHAT), default="rules")
@click.option(
    "--minutes",
    type=click.FloatRange(0.5), callback=finite, default=30.0, show_default=True, help="How long to soak, once warm.",
)  # fmt: skip
@click.option("--photos", type=click.Path(path_type=Path), help="A folder of pictures to be read too.")
@click.option("--again", type=click.IntRange(2), help="Read each picture of --photos so many times and compare.")
def bench(
    what: str, house: str, turns: int, full: bool, minutes: float, photos: Path | None, again: int | None
) -> None:
    """How fast the rules answer (rules) and dice are read (read); how right, of random painted turns (watch) and of
    painted dice in bad light, blur and the like (grid); what the eye costs at rest and how soon dice are told (eye),
    what the page says when a camera fails, how soon it sees again, and that a match ends right (faults);
    how soon a full bar sees a change (web);
    whether memory grows and every throw is seen when a painted table plays for long (soak);
    how soon the first page is there, and what the idle table weighs (start).
    """
    if again and not photos:
        raise click.UsageError("What is to be read again? Name a folder with --photos.")
    if photos and not photos.is_dir():
        raise TableFault(f"There is no folder {photos}.")
    if what in ("read", "grid", "eye", "faults", "start"):
        _bench_apart(what, full, photos, again)
        return
    from table.bench import bench_rules
    from table.houses import house_from
    from table.rehearsing import bench_watch
    from table.soaking import bench_soak
    from table.wiring import CONNECTIONS, THREADS
    from web.bench import bench_web

    try:
        own = house_from(house)
        measured = {
            "rules": lambda: bench_rules(own),
            "watch": lambda: bench_watch(own, turns),
            "web": lambda: bench_web(THREADS, CONNECTIONS),
            "soak": lambda: bench_soak(minutes),
        }[what]()
    except ValueError as error:
        raise TableFault(str(error)) from error
    for text in measured:
        click.echo(text)


def _bench_apart(what: str, full: bool, photos: Path | None, again: int | None) -> None:
    """Those that know no house."""
    from table.starting import bench_start

    if what == "start":
        measured = bench_start()
    elif what == "faults":
        from table.enduring import bench_faults

        measured = bench_faults()
    else:
        from vision.bench import bench_again, bench_read
        from vision.grid import bench_grid
        from vision.timing import bench_eye

        measured = {
            "read": lambda: bench_again(photos, again) if photos and again else bench_read(photos),
            "grid": lambda: bench_grid(full),
            "eye": bench_eye,
        }[what]()
    try:
        for text in measured:
            click.echo(text)
    except (OSError, ValueError) as error:
        if not photos:
            raise
        # no such folder, or a file in it that is no picture
        raise TableFault(f"{photos}: {error}") from error
