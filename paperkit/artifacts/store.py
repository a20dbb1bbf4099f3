"""The store: every artifact of a report by its name, read once and only when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from paperkit.artifacts.descriptor import DESCRIPTOR, Descriptor, read_descriptor
from paperkit.artifacts.layout import SPACED
from paperkit.artifacts.objects import LINES, ListTable, list_table
from paperkit.artifacts.problem import CellError, Problem
from paperkit.artifacts.read_table import decode, read_table
from paperkit.artifacts.table import Table, plain
from paperkit.artifacts.tree import TreeNode, YamlLoader, from_yaml, read_json, read_toml
from paperkit.errors import PaperkitError
from paperkit.project import Project, quoted, tracked_files
from paperkit.source import SourceFile, Span
from paperkit.sources import SourceDocument, parse_document
from paperkit.values.quantity import Kind

TABLES = frozenset({".csv", ".tsv", *SPACED, *LINES})
TREES = frozenset({".yaml", ".yml", ".json", ".toml"})
DOCUMENTS = frozenset({".md", ".markdown"})
UNREAD = {
    ".gz": "unpack it and commit what is inside", ".bz2": "unpack it and commit what is inside",
    ".xz": "unpack it and commit what is inside", ".zst": "unpack it and commit what is inside",
    ".zip": "unpack it and commit what is inside", ".xlsx": "save each sheet as CSV", ".xls": "save each sheet as CSV",
    ".ods": "save each sheet as CSV", ".parquet": "write it as CSV", ".feather": "write it as CSV",
    ".h5": "write the numbers as CSV", ".hdf5": "write the numbers as CSV", ".npy": "write the numbers as CSV",
    ".npz": "write the numbers as CSV", ".pkl": "write the numbers as CSV", ".mat": "write the numbers as CSV",
    ".sqlite": "write the rows as CSV", ".db": "write the rows as CSV",
}  # fmt: skip
"""Files that hold data and are not read, each with what to do: evidence is text that a reader can look up."""


POINTER = b"version https://git-lfs.github.com/spec/"
"""How a file begins that stands for one which git keeps elsewhere."""


@dataclass(frozen=True, slots=True)
class ArtifactSpec:
    """An artifact as report.yaml names it; *where* fixes part of its key, *span* is where the report names it."""

    name: str
    path: Path
    where: tuple[tuple[str, str], ...] = ()
    span: Span | None = None
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """A configuration file: YAML, JSON or TOML."""

    name: str
    source: SourceFile
    root: TreeNode
    kind: Kind = Kind.CONFIGURED

    @property
    def path(self) -> str:
        """Path as shown."""
        return self.source.path


Artifact = Table | Tree | SourceDocument


class Store:
    """Artifacts by name. Not frozen: it remembers what it has read, and that alone."""

    def __init__(
        self,
        project: Project,
        specs: Mapping[str, ArtifactSpec],
        load_yaml: YamlLoader | None = None,
        folder: Path | None = None,
    ) -> None:
        self.project = project
        self.folder = folder or project.root
        self.specs = specs
        self._load_yaml = load_yaml
        self._artifacts: dict[str, Artifact | None] = {}
        self._problems: dict[str, tuple[Problem, ...]] = {}
        self._files: dict[Path, tuple[Artifact | None, tuple[Problem, ...]]] = {}
        self._descriptors: dict[Path, Descriptor] = {}
        self._lists: dict[int, ListTable] = {}
        self._tracked: tuple[str, ...] | None = None
        self._root = project.root.resolve()
        self.counted: dict[Path, None] = {}
        """Files that expressions have counted so far."""

    def tracked(self, pattern: str) -> tuple[SourceFile, ...]:
        """The files that git tracks and *pattern* names (`runs/*.csv`, `**/*.json`), unread; descriptors are none."""
        fits = re.compile(_pattern(pattern)).fullmatch
        names = [name for name in self.tracked_names() if fits(name)]
        self.counted.update(dict.fromkeys(self.folder / name for name in names))
        return tuple(SourceFile(self.project.shown(self.folder / name), "") for name in names)

    def tracked_names(self) -> tuple[str, ...]:
        """Every file below the folder of the evidence that git tracks, but for descriptors; git is asked once."""
        if self._tracked is None:
            names = tracked_files(self.project, self.folder)
            self._tracked = tuple(name for name in names if not name.endswith(DESCRIPTOR))
        return self._tracked

    def track(self, names: tuple[str, ...]) -> None:
        """Take *names* for what git tracks: files that came with a PDF lie in no repository."""
        self._tracked = names

    def rows(self, name: str, node: TreeNode, path: str, kind: Kind) -> ListTable:
        """A list of mappings in artifact *name*, reached by *path*, as a table; made once."""
        if id(node) not in self._lists:
            self._lists[id(node)] = list_table(name, node, path, kind)
        return self._lists[id(node)]

    @property
    def read(self) -> tuple[str, ...]:
        """Names of the artifacts that were asked for, in the order of their names."""
        return tuple(sorted(self._artifacts))

    def artifact(self, name: str) -> Artifact | None:
        """The artifact of that name; None where it cannot be read (problems() says why). Raises KeyError."""
        if name not in self._artifacts:
            self._artifacts[name], self._problems[name] = self._load(self.specs[name])
        return self._artifacts[name]

    def problems_of(self, name: str) -> tuple[Problem, ...]:
        """What is wrong with one artifact."""
        self.artifact(name)
        return self._problems[name]

    def problems(self, every: bool = False) -> tuple[Problem, ...]:
        """What is wrong with the artifacts read so far, each fact once; with *every*, all are read first."""
        for name in self.specs if every else ():
            self.artifact(name)
        found = (problem for name in self.read for problem in self._problems[name])
        return tuple(dict.fromkeys(found))

    def files(self, name: str) -> tuple[Path, ...]:
        """The files that an artifact rests on: its own and its descriptor."""
        path = self.specs[name].path
        beside = path.parent / DESCRIPTOR
        return (path, beside) if path.suffix.lower() in TABLES and beside.is_file() else (path,)

    def _load(self, spec: ArtifactSpec) -> tuple[Artifact | None, tuple[Problem, ...]]:
        place = spec.span or _nowhere(self.project, spec.path)
        if not spec.path.resolve().is_relative_to(self._root):
            fact = f"{self.project.shown(spec.path)} lies outside the project"
            return None, (Problem(place, fact, "commit a copy to the project", "PK201"),)
        if spec.path not in self._files:
            self._files[spec.path] = self._read(spec, place)
        artifact, problems = self._files[spec.path]
        if isinstance(artifact, Table):
            artifact = replace(artifact, name=spec.name, where=spec.where, values={}, columns_read={})
            problems = (*problems, *_where_problems(artifact, spec, place))
        elif isinstance(artifact, Tree):
            artifact = replace(artifact, name=spec.name)
        return artifact, problems

    def _read(self, spec: ArtifactSpec, place: Span | None) -> tuple[Artifact | None, tuple[Problem, ...]]:
        shown = self.project.shown(spec.path)
        if spec.path.exists() and not spec.path.is_file():
            return None, (Problem(place, f"{shown} is no file", "an artifact is a committed file", "PK201"),)
        try:
            raw = spec.path.read_bytes()
        except OSError as error:
            hint = "run the harness that writes it, or correct the path"
            return None, (Problem(place, f"{shown} cannot be read: {error.strerror}", hint, "PK201"),)
        if raw.startswith(POINTER):
            fact = f"{shown} is a pointer of Git LFS, and the file itself was not fetched"
            return None, (Problem(place, fact, f"run `git lfs pull --include {quoted(shown)}`", "PK201"),)
        suffix = spec.path.suffix.lower()
        if suffix in TABLES:
            return self._table(spec, raw, shown)
        if suffix in UNREAD:
            return None, (Problem(place, f"{shown} is no text, and is not read", UNREAD[suffix], "PK204"),)
        source, broken = decode(raw, shown)
        if broken is not None:
            return None, (broken,)
        if suffix in DOCUMENTS:
            return parse_document(source), ()
        if suffix not in TREES:
            hint = "artifacts are CSV, TSV, JSONL, tables between spaces, YAML, JSON, TOML and Markdown"
            return None, (Problem(place, f"{shown} is of no kind that is read here", hint, "PK204"),)
        return self._tree(spec, source, suffix)

    def _table(self, spec: ArtifactSpec, raw: bytes, shown: str) -> tuple[Artifact | None, tuple[Problem, ...]]:
        folder = spec.path.parent
        if folder not in self._descriptors:
            self._descriptors[folder] = read_descriptor(folder, self.project)
        descriptor = self._descriptors[folder]
        table = read_table(spec.name, raw, shown, descriptor.resource(spec.path.name), spec.kind)
        return (table if table.columns else None), (*descriptor.problems, *table.problems)

    def _tree(self, spec: ArtifactSpec, source: SourceFile, suffix: str) -> tuple[Artifact | None, tuple[Problem, ...]]:
        try:
            root = (
                read_json(source)
                if suffix == ".json"
                else read_toml(source)
                if suffix == ".toml"
                else self._yaml(source)
            )
        except CellError as error:
            return None, (Problem(error.span or source.whole(), str(error), error.hint, "PK205"),)
        except PaperkitError as error:
            span = getattr(error, "span", None) or source.whole()
            return None, (Problem(span, error.message, error.hint, "PK205"),)
        return Tree(spec.name, source, root, spec.kind or Kind.CONFIGURED), ()

    def _yaml(self, source: SourceFile) -> TreeNode:
        if self._load_yaml is None:
            from paperkit.config.yaml import load_yaml

            self._load_yaml = load_yaml
        return from_yaml(self._load_yaml(source))


_WILD = {"**/": r"(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _pattern(text: str) -> str:
    """A pattern of file names as a regular expression."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", text)
    return "".join(_WILD.get(part) or re.escape(part) for part in parts)


def _nowhere(project: Project, path: Path) -> Span:
    """The beginning of a file that nothing names."""
    return SourceFile(project.shown(path), "").whole()


def _where_problems(table: Table, spec: ArtifactSpec, place: Span | None) -> Iterable[Problem]:
    for column, _ in spec.where:
        if plain(column) not in table.positions:
            hint = f"its columns are {', '.join(table.positions)}"
            yield Problem(place, f"{spec.name}: where names {column!r}, which is no column", hint, "PK302")
