"""The nearest right name to a wrong one. Knows spelling only."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(wrong: str, right: Iterable[str]) -> str:
    """A sentence that names the nearest right name, or all of them when none is near.

    >>> did_you_mean("camra", ["camera", "port"])
    'Did you mean camera?'
    >>> did_you_mean("x", ["camera", "port"])
    'Known: camera, port.'
    """
    names = sorted(right)
    near = get_close_matches(wrong, names, n=1)
    return f"Did you mean {near[0]}?" if near else f"Known: {', '.join(names)}."
