r"""stale-artifact: what wrote the evidence has changed since.

Why: the numbers are those of an older harness, input or configuration.
Instead: run the harness again (`paperkit bench run NAME`) and commit its artifacts.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.bench.stale import stale_reasons
from paperkit.checks.artifact_files import provenance_of
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import SourceFile

CHECK = Check("PK203", "stale-artifact", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each artifact that a harness wrote and that is older than the harness."""
    known = evidence.harnesses
    for name in dict.fromkeys(file.name for file in evidence.files if file.name in evidence.store.specs):
        spec = evidence.store.specs[name]
        provenance = provenance_of(evidence.store, name)
        if provenance is None:
            continue
        reasons = stale_reasons(provenance, evidence.project, known)
        if reasons:
            folder = str(provenance.get("harness", ""))
            hint = f"run `paperkit bench run {folder.rsplit('/', 1)[-1]}` and commit its artifacts"
            if not (evidence.project.root / folder / "bench.yaml").is_file():
                hint = f"{folder}/bench.yaml is gone: put the harness back, or take out what it wrote"
            span = spec.span or SourceFile(evidence.project.shown(spec.path), "").whole()
            message = f"{evidence.project.shown(spec.path)} is older than what wrote it: {'; '.join(reasons[:3])}"
            yield CHECK.at(span, message, hint)
