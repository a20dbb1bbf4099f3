"""bench.yaml: what a harness is, runs on and writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from paperkit.bench.schema import SCHEMA
from paperkit.errors import PaperkitError, Status
from paperkit.source import Span


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an output. *key*: it belongs to the key; *minimum*, *maximum* bound its cells."""

    name: str
    type: str
    unit: str
    description: str
    key: bool = False
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    uncertainty: str = ""
    """The column that holds the uncertainty of this one, or the empty string."""


@dataclass(frozen=True, slots=True)
class Output:
    """One CSV file that the harness writes."""

    path: str
    kind: str
    description: str
    columns: tuple[Column, ...]
    rows_min: int = 0
    rows_max: int | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """Names of the key's columns, in the order of the file."""
        return tuple(column.name for column in self.columns if column.key)


@dataclass(frozen=True, slots=True)
class BenchSpec:
    """One harness. *code*, *inputs* and *pythonpath* are relative to *folder*, times are seconds."""

    folder: Path
    name: str
    title: str
    command: tuple[str, ...]
    code: tuple[str, ...]
    outputs: tuple[Output, ...]
    inputs: tuple[str, ...] = ()
    pythonpath: tuple[str, ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    seed: int | None = None
    timeout_s: float = 600.0
    memory_mb: int = 2000
    expected_runtime_s: float | None = None
    jobs: int = 1
    report_only: bool = True
    span: Span | None = None

    @property
    def artifacts(self) -> Path:
        """The folder that holds what the harness wrote."""
        return self.folder / "artifacts"

    @property
    def measured(self) -> bool:
        """Whether any output is measured, so that another run gives other values."""
        return any(output.kind == "measured" for output in self.outputs)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the outputs, each once."""
        return tuple(dict.fromkeys(output.kind for output in self.outputs))

    def configuration(self) -> Mapping[str, object]:
        """The part of bench.yaml that a value depends on: not titles, limits, or how long it takes."""
        return {
            "schema": SCHEMA,
            "command": list(self.command),
            "pythonpath": list(self.pythonpath),
            "parameters": dict(self.parameters),
            "seed": self.seed,
            "outputs": [
                [o.path, o.kind, [[c.name, c.type, c.unit, c.key, c.uncertainty] for c in o.columns]]
                for o in self.outputs
            ],
        }


def climb(folder: Path, pattern: str) -> tuple[Path, str]:
    """*pattern* without its leading `../`, and the folder that it then starts in (a glob does not climb)."""
    while pattern.startswith("../"):
        folder, pattern = folder.parent, pattern[3:]
    return folder, pattern


def find_benches(root: Path) -> tuple[Path, ...]:
    """Folders of all harnesses of the project at *root*, by name."""
    return tuple(sorted(path.parent for path in (root / "benches").glob("*/bench.yaml")))


def find_bench(root: Path, name: str) -> Path:
    """The folder of the harness *name*, or of the one in the folder *name*. Raises PaperkitError (status 2)."""
    from paperkit.diagnostics.nearest import nearest

    for folder in (root / "benches" / name, Path.cwd() / name):
        if (folder / "bench.yaml").is_file():
            return Path(folder.resolve()) if folder.is_symlink() else folder
    known = [folder.name for folder in find_benches(root)]
    hint = nearest(name, known) or (
        f"there are: {', '.join(known)}" if known else "begin one: `paperkit new bench NAME`"
    )
    raise PaperkitError(f"no harness {name!r}", hint, Status.USAGE)
