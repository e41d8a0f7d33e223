"""Where the reader's thresholds stand: named, with a reason, and nowhere else."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest

from vision.tuning import Tuning

VISION = Path(__file__).parent.parent / "vision"
JUDGING = (
    "again",
    "aslant",
    "burnt",
    "doubts",
    "family",
    "find",
    "merge",
    "pips_alone",
    "quality",
    "settling",
    "spots",
    "strays",
    "tilting",
    "unlike",
)
"""Files that judge by thresholds of Tuning."""


@pytest.mark.parametrize("name", JUDGING)
def test_nothing_is_compared_with_a_number_without_a_name(name: str) -> None:
    """Nobody could say what such a number is for, nor try another."""
    tree = ast.parse((VISION / f"{name}.py").read_text())
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    numbers = [
        f"line {part.lineno}: {part.value}"
        for node in compared
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, float) and part.value not in (0.0, 1.0)
    ]
    assert numbers == []


def test_every_threshold_says_what_it_is_for() -> None:
    """A line of reason stands below each."""
    told = set()
    for file in VISION.glob("tuning*.py"):
        for owner in ast.walk(ast.parse(file.read_text())):
            if isinstance(owner, ast.ClassDef):
                lines = zip(owner.body, owner.body[1:], strict=False)
                told |= {
                    line.target.id
                    for line, below in lines
                    if isinstance(line, ast.AnnAssign)
                    and isinstance(line.target, ast.Name)
                    and isinstance(below, ast.Expr)
                    and isinstance(below.value, ast.Constant)
                }
    assert {field.name for field in fields(Tuning)} <= told
