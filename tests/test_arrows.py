"""The rooms of the house and the arrows between them."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted(path for room in ("table", "vision", "web") for path in (ROOT / room).glob("*.py"))
EDGE_NAMES = """
    __main__ command_run command_read command_bench
    wiring watching rehearsing keeping calibrating measuring enduring
"""
EDGE = {f"table.{name}" for name in EDGE_NAMES.split()}
"""These join things from any room."""
HARDWARE = {"gpiozero": {"table.panel"}, "picamera2": {"vision.picamera"}, "libcamera": {"vision.picamera"}}
PURE_TABLE = """
    dice card house houses meanings result worth rules wins judgement lot events refusal question state choices telling
    correcting ledger game notation memory places presses sightings umpire step
    album glance debounce nearest pins pinfault signals facts board fittings links doctor captive refused plea notice
    account
"""
PURE_OTHER = """
    vision.reading vision.steady vision.commands vision.optics vision.plane vision.calibration vision.guide vision.trust
    vision.within vision.agreed
    web.view web.facts web.moment web.plays web.acts web.sight web.names web.felt web.standing web.setup
    web.evidence web.turns web.traces web.records web.past
"""
PURE = {f"table.{name}" for name in PURE_TABLE.split()} | set(PURE_OTHER.split())
CONSTANT = {"web.tongue"}
"""Reads catalogues that never change, so a pure function may ask it."""
PLAIN_NAMES = """
    collections dataclasses enum functools itertools typing math json difflib statistics gettext tomllib hashlib re
    base64    textwrap
"""
PLAIN = set(PLAIN_NAMES.split())
"""The part of the standard library that reaches neither files, clocks, threads nor the network."""


def named(path: Path) -> str:
    """The module's dotted name."""
    return f"{path.parent.name}.{path.stem}"


def imports(path: Path, *, top_only: bool = False) -> set[str]:
    """What a module imports, as dotted names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if top_only else list(ast.walk(tree))
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found


def rooms(path: Path) -> set[str]:
    """The rooms a module reaches into."""
    return {name.split(".")[0] for name in imports(path)} & {"table", "vision", "web"}


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_arrows_point_one_way(path: Path) -> None:
    """vision knows nothing of table or web; table nothing of web, and of vision only its values; web only of table."""
    module = named(path)
    if module in EDGE:
        return
    if path.parent.name == "vision":
        assert rooms(path) <= {"vision"}
    elif path.parent.name == "web":
        assert rooms(path) <= {"web", "table"}
    else:
        assert rooms(path) <= {"table", "vision"}
        assert {n for n in imports(path) if n.startswith("vision.") and n.count(".") == 1} <= {"vision.reading"}


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_hardware_is_named_in_one_place_and_inside_functions(path: Path) -> None:
    """So everything imports anywhere."""
    for library, places in HARDWARE.items():
        uses = {name for name in imports(path) if name.split(".")[0] == library}
        assert not uses or named(path) in places
        assert not {name for name in imports(path, top_only=True) if name.split(".")[0] == library}


@pytest.mark.parametrize("path", [path for path in MODULES if named(path) in PURE], ids=named)
def test_the_middle_is_pure(path: Path) -> None:
    """Rules, umpire, steadying, debounce and view lean on plain things and on each other only."""
    for name in imports(path):
        if name.split(".")[0] in ("table", "vision", "web"):
            assert ".".join(name.split(".")[:2]) in PURE | CONSTANT | {"table", "vision", "web"}, name
        else:
            assert name.split(".")[0] in PLAIN, name


def test_every_pure_module_is_there() -> None:
    """A module that is renamed must not slip out of the rule."""
    assert {named(path) for path in MODULES} >= PURE


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_every_file_opens_with_a_sentence(path: Path) -> None:
    """Its first line says what it knows."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert docstring.splitlines()[0].endswith((".", ":"))
