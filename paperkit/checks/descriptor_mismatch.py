r"""descriptor-mismatch: an artifact is not what its descriptor says.

Why: without the right columns, units and digest nobody knows what a cell means.
Instead: let the harness write both (`paperkit bench run NAME`); by hand, correct datapackage.json beside the file. What
a harness wrote is also held against its bench.yaml: kind, key and units, and its descriptor says from what code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paperkit.artifacts.descriptor import DESCRIPTOR
from paperkit.artifacts.table import Table
from paperkit.bench.alike import described_otherwise
from paperkit.checks.artifact_files import reading_problems
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import SourceFile

CHECK = Check("PK204", "descriptor-mismatch", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each way in which an artifact is not as described."""
    known = evidence.harnesses
    for problem in reading_problems(evidence, CHECK):
        yield _by_harness(problem, evidence)
    for spec in evidence.store.specs.values():
        artifact = evidence.store.artifact(spec.name) if spec.name in evidence.store.read or evidence.report else None
        resource = artifact.resource if isinstance(artifact, Table) else None
        provenance = resource.meta.get("provenance") if resource is not None else None
        harness = str(provenance.get("harness", "")) if isinstance(provenance, dict) else ""
        bench = known.bench(harness, evidence.project) if harness else known.writer(spec.path, evidence.project)
        if resource is None or bench is None:
            continue
        path = evidence.project.shown(spec.path)
        if not harness:
            span = resource.place("paperkit:kind") or SourceFile(path, "").whole()
            fact = f"{path}: bench.yaml says that {bench.name} writes it, but its descriptor does not say from what"
            yield CHECK.at(span, fact, f"run `paperkit bench run {bench.name}`, which writes both")
        for said in described_otherwise(resource, bench):
            span = resource.place("paperkit:kind") or SourceFile(path, "").whole()
            yield CHECK.at(span, f"{path}: {said}", f"run `paperkit bench run {bench.name}`, which writes both")


def _by_harness(problem: Diagnostic, evidence: Evidence) -> Diagnostic:
    """The same; where a harness writes the file, it is what mends it, and a descriptor by hand would hide it."""
    if "`paperkit describe " not in problem.hint or problem.span is None:
        return problem
    path = evidence.project.root / problem.span.path
    files = [path]
    if path.name == DESCRIPTOR:
        files = [spec.path for spec in evidence.store.specs.values() if spec.path.parent == path.parent]
    benches = (evidence.harnesses.writer(each, evidence.project) for each in files)
    bench = next((each for each in benches if each is not None), None)
    if bench is None:
        return problem
    return replace(problem, hint=f"run `paperkit bench run {bench.name}`, which writes both")
