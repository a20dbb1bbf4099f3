"""What reading the artifacts found: files as git sees them, what is wrong inside, and who wrote them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.checks.base import ArtifactFile, Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.project import GitState


def artifact_files(evidence: Evidence) -> tuple[ArtifactFile, ...]:
    """Files of all artifacts, each once."""
    return tuple({file.path: file for file in evidence.files}.values())


def reading_problems(evidence: Evidence, check: Check) -> Iterator[Diagnostic]:
    """What the store found for *check*; in a report every artifact is read, used or not."""
    changed = {file.path for file in evidence.files if file.state is GitState.CHANGED}
    for problem in evidence.store.problems(every=evidence.report is not None):
        if problem.digest and problem.span is not None and problem.span.path in changed:
            continue  # changed-artifact says it, at the cell
        if problem.code == check.code:
            found = check.at(problem.span, problem.message, problem.hint)
            for span, text in problem.labels:
                found = found.label(span, text)
            yield replace(found, severity=Severity.WARNING) if problem.warning else found


def provenance_of(store: Store, name: str) -> Mapping[str, Any] | None:
    """What the descriptor says of how the artifact was made; None where it says nothing."""
    artifact = store.artifact(name)
    found = artifact.meta.get("provenance") if isinstance(artifact, Table) else None
    return found if isinstance(found, Mapping) else None
