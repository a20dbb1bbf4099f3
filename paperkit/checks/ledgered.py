"""The ledger of a body of evidence: its entries at the author's places, and the files that they rest on."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from paperkit import digest
from paperkit.artifacts.store import TABLES, Tree
from paperkit.artifacts.table import Table
from paperkit.checks.artifact_files import artifact_files
from paperkit.checks.base import ArtifactFile, Evidence
from paperkit.checks.gather import COUNTED
from paperkit.checks.let_pass import named, waived
from paperkit.checks.relocate import author_place
from paperkit.ledger import Entry, FigureRecord, Source, ledger_data, ledger_text


def ledger_of(
    evidence: Evidence,
    outputs: Mapping[str, str] | None = None,
    figures: Mapping[str, FigureRecord] | None = None,
    pages: Mapping[str, Decimal] | None = None,
) -> str:
    """The text of ledger.json; markers of generated pages repeat others and are left out."""
    return ledger_text(ledger_data_of(evidence, outputs, figures, pages))


def ledger_data_of(
    evidence: Evidence,
    outputs: Mapping[str, str] | None = None,
    figures: Mapping[str, FigureRecord] | None = None,
    pages: Mapping[str, Decimal] | None = None,
) -> dict[str, Any]:
    """What `ledger_of` writes."""
    entries = entries_of(evidence)
    places = {entry.span: author_place(entry.span, evidence.origins) for entry in entries}
    sources = [_source(file, evidence) for file in artifact_files(evidence)]
    declared = evidence.report.quantities if evidence.report is not None else {}
    quantities = {name: quantity.expression for name, quantity in declared.items()}
    data = ledger_data(entries, sources, places, outputs, quantities, figures, pages)
    return {**data, "waivers": waived(evidence), "vocabulary": named(evidence)}


def entries_of(evidence: Evidence) -> list[Entry]:
    """The entries that the ledger lists."""
    return [entry for entry in evidence.entries if entry.span.path not in evidence.generated]


def _source(file: ArtifactFile, evidence: Evidence) -> Source:
    path = evidence.project.root / file.path
    known = digest.of_file(path) if path.is_file() else ""
    return Source(file.name, file.path, known, _kind(file, evidence), str(file.state))


def _kind(file: ArtifactFile, evidence: Evidence) -> str:
    """The kind of an artifact; what stands beside it, or is no artifact, has a word of its own."""
    spec = evidence.store.specs.get(file.name)
    if spec is None:
        return "file" if file.name == COUNTED else "document"
    if evidence.project.shown(spec.path) != file.path:
        return "descriptor" if spec.path.suffix.lower() in TABLES else "file"
    artifact = evidence.store.artifact(file.name)
    return str(artifact.kind) if isinstance(artifact, (Table, Tree)) else "document"
