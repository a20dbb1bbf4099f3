r"""edited-artifact: a model's numbers are not those that its own code and inputs gave in a former commit.

Why: what a model gives follows from its code, inputs, parameters, seed and versions. Where two commits have other bytes
of the same, somebody edited one of them, and its descriptor with it.
Instead: run the harness again (`paperkit bench run NAME`) and commit what it writes; `git log -p FILE` shows who
changed what.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.artifacts.table import Table
from paperkit.bench.alike import differ_from_before
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import SourceFile

CHECK = Check("PK209", "edited-artifact", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each table of a model that a former commit gives the lie; none where there are no commits."""
    git = evidence.project.root / ".git"
    if not git.is_file() and not (git / "HEAD").is_file():
        return
    store = evidence.store
    resources = {}
    for spec in store.specs.values():
        artifact = store.artifact(spec.name) if spec.name in store.read or evidence.report else None
        if isinstance(artifact, Table) and artifact.resource is not None:
            resources[spec.path] = artifact.resource
    for path, said in differ_from_before(resources, evidence.project).items():
        shown = evidence.project.shown(path)
        provenance = resources[path].meta.get("provenance")
        harness = str(provenance.get("harness", "")).rpartition("/")[2] if isinstance(provenance, dict) else ""
        hint = (
            f"run `paperkit bench run {harness}` and commit its artifacts" if harness else f"see `git log -p {shown}`"
        )
        yield CHECK.at(SourceFile(shown, "").whole(), f"{shown}: {said}", hint)
