"""Holds the code to the floors, the never-list and the owners that ARCHITECTURE.md names."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "paperkit"
FILES = sorted(PACKAGE.rglob("*.py"))


@cache
def block(name: str) -> tuple[str, ...]:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    return tuple(re.search(rf"```{name}\n(.*?)```", text, re.DOTALL)[1].strip().splitlines())


@cache
def floors() -> dict[str, int]:
    return {place: int(row.split()[0]) for row in block("floors") for place in row.split()[1:]}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def place_of(path: Path) -> str:
    """The name on the architecture's map: the first part below paperkit."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """(line, dotted name) of each import of a file, wherever it stands."""

    def found() -> Iterator[tuple[int, str]]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}:{node.lineno}: relative import"
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)

    return tuple(found())


def target(name: str) -> str | None:
    """The place that an import of ours reaches."""
    parts = name.split(".")
    if parts[0] != "paperkit":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in floors() else "__init__"


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_run_down_only(path: Path) -> None:
    floor = floors()[place_of(path)]
    for line, name in imports(path):
        reached = target(name)
        assert reached is None or floors()[reached] <= floor, f"{path}:{line} imports upwards: {name}"


def test_every_place_on_the_map_exists() -> None:
    assert set(floors()) == {place_of(path) for path in FILES}


@pytest.mark.parametrize("row", block("never"))
def test_the_never_list_holds(row: str) -> None:
    left, right = row.split(" -> ")
    names, _, spared = right.partition(" except ")
    for path in FILES:
        inside = module_of(path).removeprefix("paperkit.")
        if left == "*" and place_of(path) in spared.split():
            continue
        if left == "*" or inside == left or inside.startswith(left + "."):
            for line, name in imports(path):
                for forbidden in names.split():
                    ours = forbidden if forbidden in ("click", "paperkit") else f"paperkit.{forbidden}"
                    assert name != ours and not name.startswith(ours + "."), f"{path}:{line}: {row}"


@pytest.mark.parametrize("row", block("owners"))
def test_each_outside_thing_has_one_owner(row: str) -> None:
    thing, owner = row.split(": ")
    for path in FILES:
        if place_of(path) != owner:
            for line, name in imports(path):
                assert name != thing and not name.startswith(thing + "."), f"{path}:{line}: {thing} belongs to {owner}"


def test_benches_import_nothing_of_paperkit() -> None:
    for path in sorted((ROOT / "benches").rglob("*.py")):
        assert all(name.split(".")[0] != "paperkit" for _, name in imports(path)), path
