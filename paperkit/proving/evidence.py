"""The evidence that goes into a PDF: the report's own words, and of the artifacts what its numbers need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from paperkit import digest
from paperkit.artifacts.descriptor import DESCRIPTOR
from paperkit.artifacts.store import TABLES
from paperkit.artifacts.table import Table
from paperkit.checks.artifact_files import artifact_files
from paperkit.checks.base import Evidence
from paperkit.checks.expected import bibliographies
from paperkit.checks.misquoted_document import quoted_documents
from paperkit.config.given import GIVEN_FILE
from paperkit.config.report import REPORT_FILE
from paperkit.proving.manifest import EVIDENCE, Part

WHOLE = 1 << 18
"""Bytes up to which an artifact is attached whole."""
CONTRACT = "toc.md"


@dataclass(slots=True)
class Held:
    """Files to attach, by the name of the attachment."""

    files: dict[str, bytes] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)


def held(evidence: Evidence, most: int = WHOLE) -> Held:
    """All that is needed to evaluate the markers of *evidence* again and to hold its pages against its sources.

    A table of more than *most* bytes comes with the rows that numbers were read from; everything else is whole.
    """
    found = Held()
    found.files |= {EVIDENCE + name: raw for name, raw in _sources(evidence).items()}
    used = _used(evidence)
    tables = _tables(evidence)
    quoted = {document.span.path for document in quoted_documents(evidence)}
    for file in artifact_files(evidence):
        lines = set[int]() if file.path in quoted else _lines(file.name, file.path, used)
        if lines is None:
            continue
        path = evidence.project.root / file.path
        raw = path.read_bytes() if path.is_file() else b""
        if len(raw) > most and file.path in tables and path.suffix.lower() in TABLES:
            text, part = _part(raw, tables[file.path], lines)
            if len(text) < len(raw):
                raw, found.parts[EVIDENCE + file.path] = text, part
        found.files[EVIDENCE + file.path] = raw
    found.files |= _descriptors(found.files, evidence)
    return found


def _descriptors(files: Iterable[str], evidence: Evidence) -> dict[str, bytes]:
    """The descriptor beside each attached artifact; one speaks for all artifacts of its folder."""
    folders = {PurePosixPath(name.removeprefix(EVIDENCE)).parent for name in files}
    paths = [(folder / DESCRIPTOR).as_posix() for folder in sorted(folders)]
    there = [(path, evidence.project.root / path) for path in paths]
    return {EVIDENCE + path: full.read_bytes() for path, full in there if full.is_file()}


def _sources(evidence: Evidence) -> dict[str, bytes]:
    """The LaTeX that was typeset, its bibliographies, and what configures the report."""
    report = evidence.report
    found = {source.path: source.text.encode() for document in evidence.documents for source in document.sources}
    beside = [report.folder / name for name in (REPORT_FILE, CONTRACT, GIVEN_FILE)] if report is not None else []
    if report is not None and report.main is not None:  # its bytes as they are, in whatever encoding
        beside += [evidence.project.root / path for path in found]
        beside += [report.baseline] if report.baseline is not None else []
    for file in (*beside, *bibliographies(evidence)):
        if file.is_file():
            found[evidence.project.shown(file)] = file.read_bytes()
    return found


def _used(evidence: Evidence) -> dict[str, dict[str, set[int]]]:
    """Names of the artifacts and documents that markers and figures read; for each file the lines of its cells."""
    used: dict[str, dict[str, set[int]]] = {}
    for each in evidence.judged:
        for cell in each.entry.cells:
            lines = used.setdefault(cell.artifact, {})
            if cell.span is not None:
                lines.setdefault(cell.span.path, set()).add(cell.row)
    for names in evidence.figures.values():
        for name in names:
            used.setdefault(name, {})
    return used


def _lines(name: str, path: str, used: Mapping[str, Mapping[str, set[int]]]) -> set[int] | None:
    """Lines of a file that are used, under whatever name an artifact has it; None where nothing uses the file."""
    found = [lines for known, lines in used.items() if known == name or path in lines]
    return set[int]().union(*(lines.get(path, set()) for lines in found)) if found else None


def _tables(evidence: Evidence) -> Mapping[str, Table]:
    store = evidence.store
    found = (store.artifact(name) for name in store.specs)
    return {one.path: one for one in found if isinstance(one, Table)}


def _part(raw: bytes, table: Table, rows: Iterable[int]) -> tuple[bytes, Part]:
    """The header and the records that begin at *rows*, as a file of its own."""
    starts = table.records.lines
    lines = raw.decode("utf-8-sig").splitlines(keepends=True)
    wanted = {starts[0], *rows}
    kept: list[int] = []
    for start, end in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
        if start in wanted:
            kept += range(start, end)
    text = "".join(lines[number - 1] for number in kept)
    return text.encode(), Part(digest.of_bytes(raw), tuple(kept))
