"""`cacho judge` and `cacho replay`: the rules asked without a table."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from table.command import cacho, usual_folder
from table.fault import TableFault


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
        if dice:
            raise click.UsageError("With --json the dice stand in the questions, on standard input.")
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
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the history; the table's, else the demo's.")
@click.option("--check", type=click.Path(path_type=Path), help="Replay such lines from a file and compare.")
@click.argument("match", required=False, type=int)
def replay(match: int | None, data: Path | None, check: Path | None) -> None:
    """A match as readable lines, from the journal: the last one, or the one with this number."""
    from table.replaying import check_lines, match_lines

    if check:
        click.echo(check_lines(check))
        return
    for text in match_lines(data or usual_folder(), match):
        click.echo(text)
