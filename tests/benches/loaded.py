"""The modules of one harness, each harness by itself: several have a module of the same name."""

import csv
import importlib
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

BENCHES = Path(__file__).parents[2] / "benches"


def load(name: str, *beside: str) -> Any:
    """All modules of benches/*name*, by name; *beside* are folders that it imports from, too."""
    folders = [BENCHES / name, *(BENCHES / other for other in beside), BENCHES]
    names = {path.stem for folder in folders for path in folder.glob("*.py")}
    path, kept = list(sys.path), {each: sys.modules.pop(each) for each in names if each in sys.modules}
    sys.path[:0] = [str(folder) for folder in folders]
    try:
        modules: dict[str, ModuleType] = {each: importlib.import_module(each) for each in sorted(names)}
    finally:
        sys.path[:] = path
        for each in names:
            sys.modules.pop(each, None)
        sys.modules.update(kept)
    return SimpleNamespace(**modules)


def printed_under_hash_seeds(code: str, harness: Path) -> set[bytes]:
    """What *code* prints beside the modules of *harness*, under two seeds of Python's hashes."""
    path = os.pathsep.join([str(BENCHES), str(harness)])
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }


def committed(harness: str, file: str) -> list[dict[str, Any]]:
    """The rows of a committed artifact; numbers as integers and decimals."""
    with (BENCHES / harness / "artifacts" / file).open(encoding="utf-8", newline="") as stream:
        return [{name: _number(cell) for name, cell in row.items()} for row in csv.DictReader(stream)]


def _number(cell: str) -> Any:
    for kind in (int, Decimal):
        with suppress(ValueError, InvalidOperation):
            return kind(cell)
    return cell


def planted(rows: Sequence[dict[str, Any]], changes: dict[str, Any], **key: Any) -> list[dict[str, Any]]:
    """The rows, with the first that has *key* changed: each of *changes* is a function of the cell."""
    index = next(i for i, row in enumerate(rows) if all(row[name] == value for name, value in key.items()))
    wrong = {**rows[index], **{name: change(rows[index][name]) for name, change in changes.items()}}
    return [*rows[:index], wrong, *rows[index + 1 :]]


def published_rows(file: str) -> list[dict[str, str]]:
    """The rows of a published file, as text."""
    with (BENCHES / "published" / file).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
