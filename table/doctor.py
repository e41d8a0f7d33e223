"""The doctor's whole opinion of a machine, as lines, words and JSON. Pure; knows nobody who asks the machine."""

import json
from collections.abc import Callable, Iterable
from textwrap import wrap

from table import board, fittings, links
from table.facts import Facts, Grade, Line, warning

JUDGES: tuple[tuple[str, Callable[[Facts], Line]], ...] = (
    ("system", board.system),
    ("python", board.python),
    ("packages", board.packages),
    ("camera library", fittings.library),
    ("camera", fittings.camera),
    ("picture", fittings.picture),
    ("pins", fittings.pins),
    ("rights", fittings.rights),
    ("settings", links.settings),
    ("disk", board.disk),
    ("wear", board.wear),
    ("memory", board.memory),
    ("power", board.power),
    ("heat", board.heat),
    ("clock", board.clock),
    ("address", links.address),
    ("wifi", links.wifi),
    ("service", links.service),
    ("page", links.health),
    ("last fault", links.last_fault),
)
"""Who judges what, in the order it is told."""

WIDE = 100


def diagnose(facts: Facts) -> tuple[Line, ...]:
    """Every line, whatever was found: what makes no sense costs only its own line."""
    return tuple(_judged(name, judge, facts) for name, judge in JUDGES)


def _judged(name: str, judge: Callable[[Facts], Line], facts: Facts) -> Line:
    try:
        return judge(facts)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        return warning(name, f"What was found makes no sense ({type(error).__name__}: {error}).", "Tell us, please.")


def worst(lines: Iterable[Line]) -> Grade:
    """The worst grade among them."""
    return max((line.grade for line in lines), key=list(Grade).index, default=Grade.OK)


def in_words(lines: Iterable[Line]) -> str:
    """One screen for a person: a line each, the remedy beneath.

    >>> print(in_words([Line("power", Grade.WARNING, "It was low.", "Use a better supply.")]))
    warning  power           It was low.
                             → Use a better supply.
    """
    rows = []
    for line in lines:
        rows += _wrapped(f"{line.grade:8} {line.name:15} ", line.words)
        rows += _wrapped(f"{'':25}→ ", line.remedy)
    return "\n".join(rows)


def _wrapped(start: str, words: str) -> list[str]:
    return wrap(words, WIDE, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def as_json(lines: Iterable[Line]) -> str:
    """The same for programs: `{"worst": …, "lines": [{"name", "grade", "words", "remedy"}, …]}`."""
    told = list(lines)
    rows = [{"name": row.name, "grade": row.grade, "words": row.words, "remedy": row.remedy} for row in told]
    return json.dumps({"worst": worst(told), "lines": rows}, ensure_ascii=False, indent=1)
