"""Imports point one way: cards, kit, the games, what reads them, what shows them, what people run."""

import ast
import sys
from pathlib import Path

import pytest

from cardlib.catalogue import catalogue

PACKAGE = Path(__file__).parent.parent / "cardlib"
LAYERS = [
    {"faults"},
    {"cards"},
    {"kit"},
    {"melds", "marriages", "retold"},
    {"games"},
    {"record", "catalogue", "typed", "house"},
    {"say", "terms", "phrases", "lookup"},
    {"show"},
    {"opponent", "simulate", "bench"},
    {"tutor"},
    {"widget", "command", "__main__"},
]
LAYER = {name: n for n, names in enumerate(LAYERS) for name in names}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def imports(path):
    """The modules that a file imports, by dotted name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module
            if node.module == "cardlib":
                yield from (f"cardlib.{alias.name}" for alias in node.names)


def part(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_one_way(path):
    for module in imports(path):
        if module.startswith("cardlib."):
            target = module.split(".")[1]
            assert LAYER[target] <= LAYER[part(path)], f"{path.name} imports {module}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").glob("*.py")), ids=lambda path: path.stem)
def test_games_import_only_games_of_their_family(path):
    families = {slug: entry.family for slug, entry in catalogue().items()}
    for module in imports(path):
        if module.startswith("cardlib.games."):
            other = module.split(".")[2].replace("_", "-")
            assert families[other] == families[path.stem.replace("_", "-")]


@pytest.mark.parametrize("path", [p for p in FILES if part(p) not in ("widget", "bench")], ids=lambda p: p.stem)
def test_cardlib_needs_the_standard_library_only(path):
    outside = {m.split(".")[0] for m in imports(path)} - set(sys.stdlib_module_names) - {"cardlib"}
    assert not outside


def test_no_rule_needs_more_than_four_hundred_lines():
    long = [p.relative_to(PACKAGE).as_posix() for p in FILES if len(p.read_text("utf-8").splitlines()) > 400]
    assert not long, "a file past 400 lines is asking to be two"
