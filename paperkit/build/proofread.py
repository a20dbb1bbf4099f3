"""The PDF read back: what its pages show, held against the sources that it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from paperkit.artifacts.store import Store
from paperkit.build.prepare import check_report
from paperkit.build.rendering import LEDGER
from paperkit.checks.base import Evidence
from paperkit.checks.expected import expected_of
from paperkit.checks.run import Checked, with_proof
from paperkit.checks.tree import check_tree
from paperkit.config.report import REPORT_FILE
from paperkit.diagnostics.diagnostic import Counts
from paperkit.errors import PaperkitError, Status
from paperkit.ledger import FigureRecord, read_figures
from paperkit.pdf.figures import Drawn
from paperkit.pdf.file import PdfFile
from paperkit.pdf.proof import read_proof
from paperkit.pdf.syntax import PdfError
from paperkit.project import Project

BAND = "PK5"
"""Codes of the checks that read the PDF."""


def proofread(pdf: bytes, path: str, checked: Checked, figures: tuple[Drawn, ...]) -> Checked:
    """*checked* with what the PDF shows and should not. Raises PaperkitError where it cannot be read."""
    try:
        proof = read_proof(
            PdfFile(pdf), path, expected_of(checked.evidence, figures) if checked.evidence.documents else None
        )
    except PdfError as error:
        raise PaperkitError(f"{path} cannot be read: {error}", "build it again", Status.DIAGNOSTICS) from None
    return with_proof(checked, proof)


def drawn(files: Mapping[str, bytes], records: Mapping[str, FigureRecord]) -> tuple[Drawn, ...]:
    """The figures among *files* (name in the report's folder to PDF) with what their records name."""
    found = []
    for name, raw in files.items():
        record = records.get(Path(name).stem)
        found.append(Drawn(Path(name).stem, raw, (*record.texts, *record.ticks) if record is not None else None))
    return tuple(found)


def audit(target: Path) -> Checked:
    """Read the PDF of *target* (a report's folder, or a PDF) back; only what its pages show is in the verdict.

    A PDF in a report's folder is that report's; one beside a .tex file of its name is made from that file; any other is
    read without sources. Raises PaperkitError (2) where there is none, (1) where it cannot be read.
    """
    pdf = target / "main.pdf" if target.is_dir() else target
    if target.is_dir() and not (target / REPORT_FILE).is_file():
        raise PaperkitError(f"{target}: no {REPORT_FILE}", "name the folder of a report, or a PDF")
    if not pdf.is_file():
        raise PaperkitError(f"{pdf}: no such file", "build it: `paperkit build REPORT`")
    checked, figures = _sources(pdf)
    found = proofread(pdf.read_bytes(), checked.evidence.project.shown(pdf.absolute()), checked, figures)
    return replace(found, diagnostics=tuple(each for each in found.diagnostics if each.code.startswith(BAND)))


def _sources(pdf: Path) -> tuple[Checked, tuple[Drawn, ...]]:
    """The verdict on the sources of *pdf*, and the figures in them."""
    folder = pdf.parent
    if (folder / REPORT_FILE).is_file() and pdf.name == "main.pdf":
        files = {path.name: path.read_bytes() for path in sorted((folder / "tex" / "figures").glob("*.pdf"))}
        ledger = folder / LEDGER
        records = read_figures(ledger.read_text("utf-8", "replace")) if ledger.is_file() else {}
        return check_report(folder), drawn(files, records)
    if pdf.with_suffix(".tex").is_file():
        checked = check_tree(pdf.with_suffix(".tex"))
        graphics = (each for document in checked.evidence.documents for each in document.graphics)
        return checked, drawn(dict(_included(folder, (each.name for each in graphics))), {})
    project = Project(folder.absolute())
    return Checked(Evidence(project, Store(project, {})), (), Counts()), ()


def _included(folder: Path, names: Iterator[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        path = folder / (name if name.endswith(".pdf") else f"{name}.pdf")
        if path.is_file():
            yield name, path.read_bytes()
