"""The command line. Knows words and exit statuses; the work is done elsewhere.

Exit status: 0 done, 1 a fault told in a sentence or two on standard error, 2 wrong usage.
"""

import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.fault import TableFault
from table.nearest import did_you_mean
from table.settings import FILES, Settings, read_settings, with_values

if TYPE_CHECKING:
    from vision.sheets import Sheets


class Commands(click.Group):
    """A group of commands that names the nearest right one."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command, or say which one may have been meant."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"There is no command {args[0]!r}. {did_you_mean(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="cacho-table", prog_name="cacho")
def cacho() -> None:
    """The companion for a real Cacho Alalay table."""


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
    given = {"camera": camera, "pins": "mock", "data": data or _demo_folder(), "host": host, "port": port}
    _run(given, None, simulated=True)


@cacho.command()
@click.option("--camera", help="pi, usb:0, folder:DIR, video:FILE, painted[:seed=7] or none.")
@click.option("--pins", help="lgpio, mock or none.")
@click.option("--house", help="The house of the rules.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history.")
@click.option("--config", type=click.Path(path_type=Path), help="A configuration file to read after the usual ones.")
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
    settings, wrong = with_values(settings, given)
    if wrong:
        raise click.UsageError(" ".join(wrong))
    try:
        spec_from(settings.camera)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    run_table(settings, simulated=simulated, notices=notices, record=record)


def _demo_folder() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "cacho-demo"


def _usual_folder() -> Path:
    settings, _ = read_settings()
    return settings.data if (settings.data / "cacho.db").is_file() else _demo_folder()


@cacho.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture.")
@click.option("--expect", type=click.IntRange(0, 7), help="How many dice there should be; other numbers are doubted.")
@click.option("--side", type=click.FloatRange(4, 4000), help="How wide the dice are, in pixels, if that is known.")
@click.option("--draw", type=click.Path(path_type=Path), help="Folder for drawings of what was seen.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
def read(files: tuple[str, ...], as_json: bool, expect: int | None, side: float | None, draw: Path | None) -> None:
    """Read photographs of dice, or all those in a folder.

    With --draw, each is drawn with what was seen, and those that leave a doubt are put side by side in unsure.jpg.
    """
    from vision.photographs import pictures, report

    sheets = _sheets(draw, files) if draw else None
    failed = False
    for name in pictures(files):
        with _drawing(draw):
            told = report(name, expect, side, sheets)
        failed = failed or told["verdict"] == "error"
        click.echo(json.dumps(told, ensure_ascii=False) if as_json else _plain(told))
    with _drawing(draw):
        for path in sheets.finish() if sheets else ():
            click.echo(f"unsure ones side by side: {path}", err=True)
    sys.exit(1 if failed else 0)


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
        return f"{told['file']}: {' '.join(told['doubts'])}"
    dice = " ".join(str(die["value"]) for die in told["dice"]) or "no dice"
    return f"{told['file']}: {dice}" + "".join(f"\n  unsure: {doubt}" for doubt in told["doubts"])


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

    settings, _ = read_settings()
    camera, folder = camera or settings.camera, data or settings.data
    if (empty is None) is not (dice is None):
        raise click.UsageError("--empty and --dice go together: the tray without dice, and with five.")
    if forget:
        measuring.dropped(folder)
        click.echo("Removed.")
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


@cacho.command()
@click.option("--json", "as_json", is_flag=True, help="Questions as JSON lines on standard input.")
@click.option("--throw", type=int, default=1, show_default=True, help="1 or 2.")
@click.option("--rerolled", type=int, help="How many dice were in the cup; all five if not said.")
@click.option("--house", default="cochabamba", show_default=True, help="The house of the rules.")
@click.option("--open", "open_", help="Open boxes, with commas between; all if not said.")
@click.argument("dice", nargs=-1, type=int)
def judge(
    dice: tuple[int, ...], as_json: bool, throw: int, rerolled: int | None, house: str, open_: str | None
) -> None:
    """What may be written with these dice, as in: cacho judge 2 2 3 3 3 --throw 2 --rerolled 2."""
    from table.judging import answer, in_words

    if as_json:
        sys.exit(_judge_lines())
    question: dict[str, Any] = {"dice": list(dice), "throw": throw, "house": house}
    question["rerolled"] = 5 if rerolled is None else rerolled
    if open_:
        question["open"] = [name.strip() for name in open_.split(",")]
    try:
        click.echo(in_words(answer(question)))
    except ValueError as error:
        raise TableFault(str(error)) from error


def _judge_lines() -> int:
    from table.judging import answer

    status = 0
    for text in sys.stdin.buffer:
        if not text.strip():
            continue
        try:
            told = answer(json.loads(text))
        except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
            told, status = {"error": "That line is no JSON: one object in one line, in UTF-8."}, 1
        except ValueError as error:
            told, status = {"error": str(error)}, 1
        click.echo(json.dumps(told, ensure_ascii=False))
    return status


@cacho.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a moment, event, question or refusal.")
@click.option("--house", default="cochabamba", show_default=True, help="The house of the rules.")
@click.option("--calibration", type=click.Path(path_type=Path), help="The calibration.json of the camera that took it.")
@click.argument("source")
def watch(source: str, as_json: bool, house: str, calibration: Path | None) -> None:
    """Run eye and umpire over a recording (folder or video), by its own clock."""
    from table.watching import in_words, watched

    try:
        for told in watched(source, house, calibration):
            click.echo(json.dumps(told, ensure_ascii=False) if as_json else in_words(told))
    except ValueError as error:
        raise TableFault(str(error)) from error


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
@click.option("--check", type=click.Path(path_type=Path), help="Replay such lines from a file and compare.")
@click.argument("match", required=False, type=int)
def replay(match: int | None, data: Path | None, check: Path | None) -> None:
    """A match as readable lines, from the journal: the last one, or the one with this number."""
    from table.replaying import check_lines, match_lines

    if check:
        click.echo(check_lines(check))
        return
    for text in match_lines(data or _usual_folder(), match):
        click.echo(text)


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
def backup(data: Path | None) -> None:
    """Back up the history, also while a table runs. Ten are kept."""
    from table.keeping import backed_up

    click.echo(backed_up(data or _usual_folder()))


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
@click.argument("file", required=False, metavar="[FILE|newest]")
def restore(data: Path | None, file: str | None) -> None:
    """Put a backup in the place of the history; without a name, list those there are. What was there is kept aside."""
    from table.keeping import listed, restored

    folder = data or _usual_folder()
    for text in listed(folder) if file is None else restored(folder, file):
        click.echo(text)


@cacho.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
@click.option("--format", "kind", type=click.Choice(["json", "csv", "text"]), default="json", show_default=True)
@click.argument("match", required=False, type=int)
def export(data: Path | None, kind: str, match: int | None) -> None:
    """Every match, or the one with this number, to take away."""
    from table.keeping import exported

    folder = data or _usual_folder()
    try:
        click.echo(exported(folder, match, kind), nl=False)
    except LookupError as error:
        raise TableFault(f"There is no match {error} in {folder}.") from error


@cacho.command()
@click.option("--house", default="cochabamba", show_default=True, help="The house of the rules.")
@click.option("--turns", type=click.IntRange(1), default=20, show_default=True, help="How many turns to watch.")
@click.option("--full", is_flag=True, help="Every turn of the dice in the grid: half an hour instead of minutes.")
@click.argument("what", type=click.Choice(["rules", "watch", "read", "grid", "web", "soak", "start"]), default="rules")
@click.option("--minutes", type=click.FloatRange(0.5), default=30.0, show_default=True, help="How long to soak.")
@click.option("--photos", type=click.Path(path_type=Path), help="A folder of pictures to be read too.")
@click.option("--again", type=click.IntRange(2), help="Read each picture of --photos so many times and compare.")
def bench(
    what: str, house: str, turns: int, full: bool, minutes: float, photos: Path | None, again: int | None
) -> None:
    """How fast the rules answer (rules) and dice are read (read); how right, of random painted turns (watch) and of
    painted dice in bad light, blur and the like (grid); how soon a full bar sees a change (web);
    whether memory grows and every throw is seen when a painted table plays for long (soak);
    how soon the first page is there, and what the idle table weighs (start).
    """
    if again and not photos:
        raise click.UsageError("What is to be read again? Name a folder with --photos.")
    if what in ("read", "grid", "start"):
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
    else:
        from vision.bench import bench_again, bench_read
        from vision.grid import bench_grid

        reads = bench_again(photos, again) if photos and again else bench_read(photos)
        measured = reads if what == "read" else bench_grid(full)
    try:
        for text in measured:
            click.echo(text)
    except (OSError, ValueError) as error:
        if not photos:
            raise
        # no such folder, or a file in it that is no picture
        raise TableFault(f"{photos}: {error}") from error


@cacho.command()
@click.option("--config", type=click.Path(path_type=Path), help="A configuration file to read after the usual ones.")
@click.option("--yes", is_flag=True, help="Do it; without, only what would be done is shown.")
@click.argument("what", type=click.Choice(["on", "off", "status"]), default="status")
def hotspot(what: str, yes: bool, config: Path | None) -> None:
    """A Wi-Fi of the table's own, where the bar has none: make it, remove it, or tell how it stands."""
    from table.hotspot import cautions, making, nonsense, removing, shown
    from table.networking import stands, take

    settings, notices = read_settings(FILES, config)
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


@cacho.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
@click.option("--buttons", is_flag=True, help="Light and wait for each button instead.")
@click.option("--config", type=click.Path(path_type=Path), help="A configuration file to read after the usual ones.")
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
