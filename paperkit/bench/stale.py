"""Why an artifact is stale: what has changed since its harness wrote it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.bench.load import load_bench
from paperkit.bench.spec import BenchSpec
from paperkit.bench.stage import declared_files
from paperkit.errors import PaperkitError
from paperkit.project import Project


class Change(StrEnum):
    """What may have happened to something that an artifact depends on."""

    CODE_CHANGED = "code changed"
    CODE_ADDED = "code added"
    CODE_REMOVED = "code removed"
    INPUT_CHANGED = "input changed"
    INPUT_ADDED = "input added"
    INPUT_REMOVED = "input removed"
    CONFIGURATION_CHANGED = "configuration changed"
    HARNESS_UNUSABLE = "harness unusable"
    PROVENANCE_MISSING = "provenance missing"


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """One named reason; *path* (relative to the project) is what changed."""

    change: Change
    path: str

    def __str__(self) -> str:
        """As messages show it: `code changed: benches/gemm/bench.py`."""
        return f"{self.change}: {self.path}"


@dataclass(slots=True)
class Known:
    """What was looked up already, so that each file is digested and each bench.yaml read once."""

    digests: dict[Path, str] = field(default_factory=dict)
    benches: dict[str, BenchSpec | None] = field(default_factory=dict)
    declared: dict[tuple[Path, tuple[str, ...]], dict[str, Path]] = field(default_factory=dict)

    def digest(self, path: Path) -> str:
        """`sha256:...` of the file."""
        if path not in self.digests:
            self.digests[path] = digest.of_file(path)
        return self.digests[path]

    def writer(self, path: Path, project: Project) -> BenchSpec | None:
        """The harness that has the file at *path* among its outputs; None where none has."""
        folder = path.parent
        while folder.name != "artifacts" and folder != folder.parent:
            folder = folder.parent
        if not (folder.parent / "bench.yaml").is_file():
            return None
        bench = self.bench(project.shown(folder.parent), project)
        named = bench is not None and any(folder / output.path == path for output in bench.outputs)
        return bench if named else None

    def files(self, spec: BenchSpec, patterns: tuple[str, ...], project: Project) -> dict[str, Path]:
        """The files that *patterns* of the harness name."""
        if (spec.folder, patterns) not in self.declared:
            self.declared[spec.folder, patterns] = declared_files(spec, patterns, project)
        return self.declared[spec.folder, patterns]

    def bench(self, name: str, project: Project) -> BenchSpec | None:
        """The harness in the folder *name* of the project; None where it cannot be read."""
        if name not in self.benches:
            try:
                self.benches[name] = load_bench(project.root / name, project)[0]
            except PaperkitError:
                self.benches[name] = None
        return self.benches[name]


def stale_reasons(provenance: Mapping[str, Any], project: Project, known: Known | None = None) -> tuple[str, ...]:
    """Why the artifact with this `paperkit:provenance` is stale, as text; empty when it is fresh."""
    return tuple(str(reason) for reason in find_reasons(provenance, project, known))


def find_reasons(provenance: Mapping[str, Any], project: Project, known: Known | None = None) -> tuple[Reason, ...]:
    """As stale_reasons, as records. *known* is shared between calls, so that nothing is digested twice."""
    known = known or Known()
    harness = provenance.get("harness")
    if not isinstance(harness, str) or not harness:
        return (Reason(Change.PROVENANCE_MISSING, "harness"),)
    spec = known.bench(harness, project)
    if spec is None:
        return (Reason(Change.HARNESS_UNUSABLE, f"{harness}/bench.yaml"),)
    return tuple(_reasons(provenance, spec, project, known))


def _reasons(provenance: Mapping[str, Any], spec: BenchSpec, project: Project, known: Known) -> Iterator[Reason]:
    if provenance.get("configuration") != digest.of_data(spec.configuration()):
        yield Reason(Change.CONFIGURATION_CHANGED, project.shown(spec.folder / "bench.yaml"))
    for what, patterns in (("code", spec.code), ("input", spec.inputs)):
        was = provenance.get("code" if what == "code" else "inputs")
        now = {name: known.digest(path) for name, path in known.files(spec, patterns, project).items()}
        yield from _changes(what, dict(was) if isinstance(was, Mapping) else {}, now)


def _changes(what: str, was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Reason]:
    for name in sorted(was.keys() | now.keys()):
        if name not in now:
            yield Reason(Change(f"{what} removed"), name)
        elif name not in was:
            yield Reason(Change(f"{what} added"), name)
        elif was[name] != now[name]:
            yield Reason(Change(f"{what} changed"), name)
