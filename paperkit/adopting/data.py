"""The data files of a repository that a paper's numbers may come from, each under a name for expressions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from paperkit.artifacts.objects import LINES
from paperkit.artifacts.store import TABLES, TREES, UNREAD, ArtifactSpec, Store, Tree
from paperkit.artifacts.table import Table
from paperkit.artifacts.tree import TreeNode
from paperkit.config.yaml import load_yaml
from paperkit.process.capture import capture
from paperkit.project import Project

LARGEST = 20_000_000
"""Bytes of a data file that is looked into."""
MOST = 200
"""So many data files are taken; the rest are for the author to name."""
ROWS = 500
"""Rows in which suggestions for a whole paper are looked for; `paperkit suggest` takes all, for one place."""
_OURS = frozenset(
    {"datapackage.json", "report.yaml", "given.yaml", "ledger.json", "paperkit-baseline.json", "bench.yaml"}
)
_TOOLS = re.compile(
    r"package(?:-lock)?\.json|.*\.lock|pyproject\.toml|Cargo\.toml|mkdocs\.ya?ml|environment\.ya?ml|latexmkrc|tsconfig.*\.json"
    r"|docker-compose.*|codecov\.ya?ml|composer\.json|requirements.*\.txt|readme.*|licen[sc]e.*|copying.*|CMakeLists\.txt"
    r"|.*\.(?:bib|aux)\.json",
    re.IGNORECASE,
)
"""Files of tools, which hold no evidence."""
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


@dataclass(frozen=True, slots=True)
class Data:
    """One data file. *rows* is 0 for a tree; *described* says whether a descriptor knows it."""

    name: str
    path: str
    rows: int = 0
    described: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What was found: artifacts, files that are not read with what to do, and how many more there are."""

    data: tuple[Data, ...]
    specs: dict[str, ArtifactSpec]
    unread: tuple[tuple[str, str], ...] = ()
    more: int = 0


def find_data(project: Project, home: Path, folders: Iterable[Path] = ()) -> Found:
    """The data files below *folders*; without any, CSV and JSON Lines of the whole project, and all kinds in *home*."""
    wanted = [folder.absolute() for folder in folders]
    every = [path for path in _known(project) if not wanted or any(path.is_relative_to(each) for each in wanted)]
    fit = [path for path in every if _may_be_data(path, home, bool(wanted))]
    specs = _named(sorted(fit, key=lambda path: (not path.is_relative_to(home), len(path.parts), path)), project)
    store = Store(project, specs, load_yaml)
    data, unread = (
        [],
        [(project.shown(path), UNREAD[path.suffix.lower()]) for path in every if path.suffix.lower() in UNREAD],
    )
    for name, spec in specs.items():
        artifact = store.artifact(name)
        broken = next((each for each in store.problems_of(name) if not each.warning), None)
        if broken is not None and spec.path.suffix.lower() in (".csv", ".tsv", ".json", ".jsonl", ".ndjson"):
            unread.append((broken.span.place if broken.span else project.shown(spec.path), broken.message))
        elif broken is None and isinstance(artifact, Table) and _has_numbers(artifact):
            data.append(Data(name, project.shown(spec.path), len(artifact.rows), artifact.resource is not None))
        elif broken is None and isinstance(artifact, Tree) and _numbers(artifact.root):
            data.append(Data(name, project.shown(spec.path)))
    kept = {each.name: specs[each.name] for each in data[:MOST]}
    return Found(tuple(data[:MOST]), kept, tuple(unread), max(0, len(data) - MOST))


def near(found: Found) -> dict[str, ArtifactSpec]:
    """The data that suggestions are looked for in at once: the nearest to the paper, up to so many rows in all."""
    kept: dict[str, ArtifactSpec] = {}
    rows = 0
    for each in found.data:
        if rows + each.rows <= ROWS:
            rows += each.rows
            kept[each.name] = found.specs[each.name]
    return kept


def _known(project: Project) -> Iterator[Path]:
    """Files that git tracks or would track."""
    said = capture(["git", "ls-files", "-z", "-co", "--exclude-standard"], project.root).stdout
    for name in said.decode("utf-8", "surrogateescape").split("\0"):
        path = project.root / name
        if name and not any(part.startswith(".") for part in Path(name).parts) and path.is_file():
            yield path


def _may_be_data(path: Path, home: Path, named: bool) -> bool:
    suffix = path.suffix.lower()
    if path.name in _OURS or _TOOLS.fullmatch(path.name) or path.stat().st_size > LARGEST:
        return False
    if suffix in (".csv", ".tsv", *LINES):
        return True
    return suffix in (*TABLES, *TREES) and (named or path.is_relative_to(home))


def _named(paths: Iterable[Path], project: Project) -> dict[str, ArtifactSpec]:
    """A name for each file: its stem, with the folder's where that is taken."""
    specs: dict[str, ArtifactSpec] = {}
    for path in paths:
        parts = [part for part in path.relative_to(project.root).with_suffix("").parts if part]
        names = ("_".join(_word(part) for part in parts[-count:]) for count in range(1, len(parts) + 1))
        name = next((each for each in names if each not in specs and each != "given"), "")
        if name:
            name = name if name[0].isalpha() else f"t{name}"
            specs[name] = ArtifactSpec(name, path)
    return specs


def _word(part: str) -> str:
    return re.sub(r"\W", "_", part, flags=re.ASCII)


def _has_numbers(table: Table) -> bool:
    """Whether a table of several columns has a number in its first rows."""
    if len(table.columns) < 2 or not table.rows:
        return False
    return any(_NUMBER.fullmatch(cell.strip()) for row in table.rows[:20] for cell in table.records.fields(row))


def _numbers(node: TreeNode) -> bool:
    if node.kind == "scalar":
        return not node.quoted and _NUMBER.fullmatch(node.text.strip()) is not None
    return any(_numbers(item) for item in node.items)
