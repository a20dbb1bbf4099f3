"""The PDF read back: what its pages show, held against the sources that it was made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from paperkit.artifacts.store import Store
from paperkit.build.load import load, report_of
from paperkit.build.rendering import LEDGER, render
from paperkit.build.run import own_pdf
from paperkit.checks.base import Evidence
from paperkit.checks.documents import read_pages, read_tree
from paperkit.checks.expected import expected_of
from paperkit.checks.run import Checked, count, with_proof
from paperkit.config.report import REPORT_FILE, Report
from paperkit.diagnostics.diagnostic import Severity
from paperkit.errors import PaperkitError, Status
from paperkit.ledger import FigureRecord, read_figures
from paperkit.pdf.figures import Drawn
from paperkit.pdf.file import PdfFile
from paperkit.pdf.letters import Odd, odd_letters
from paperkit.pdf.proof import Expected, read_proof
from paperkit.pdf.reading import reading
from paperkit.pdf.sheets import Sheet
from paperkit.pdf.syntax import PdfError
from paperkit.project import Project, find_project

BAND = "PK5"
"""Codes of the checks that read the PDF."""


def proofread(
    file: PdfFile,
    path: str,
    checked: Checked,
    expected: Expected | None,
    read: Callable[[], tuple[Sheet, ...]],
    letters: Callable[[PdfFile], tuple[Odd, ...]] = odd_letters,
) -> Checked:
    """*checked* with what the PDF shows that is not *expected*; *read* and *letters* as of `read_proof`.

    Raises PdfError where it cannot be read.
    """
    return with_proof(checked, read_proof(file, path, expected, read, letters))


def wanted_of(evidence: Evidence, figures: tuple[Drawn, ...]) -> Expected | None:
    """What a PDF of *evidence* with these *figures* should show; None where there are no sources."""
    return expected_of(evidence, figures) if evidence.documents else None


@contextmanager
def readable(path: str) -> Iterator[None]:
    """A PdfError within it is a PaperkitError (status 1) that names *path*."""
    try:
        yield
    except PdfError as error:
        raise PaperkitError(f"{path} cannot be read: {error}", "build it again", Status.DIAGNOSTICS) from None


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
    pdf = target / own_pdf(target) if target.is_dir() else target
    if target.is_dir() and not (target / REPORT_FILE).is_file():
        raise PaperkitError(f"{target}: no {REPORT_FILE}", "name the folder of a report, or a PDF")
    if not pdf.is_file():
        raise PaperkitError(f"{pdf}: no such file", "build it: `paperkit build REPORT`")
    with readable(_shown(pdf)):
        file = PdfFile(pdf.read_bytes())
        with reading(file) as read:
            evidence, figures = _sources(pdf)
            checked = Checked(evidence, (), count(evidence, (), ()))
            found = proofread(file, evidence.project.shown(pdf.absolute()), checked, wanted_of(evidence, figures), read)
    return replace(found, diagnostics=tuple(each for each in found.diagnostics if each.code.startswith(BAND)))


def _shown(pdf: Path) -> str:
    """The name of a PDF as messages show it; of one in no repository its last part."""
    try:
        return find_project(pdf.parent).shown(pdf.absolute())
    except PaperkitError:
        return pdf.name


def _sources(pdf: Path) -> tuple[Evidence, tuple[Drawn, ...]]:
    """What the sources of *pdf* say, and the figures in them."""
    folder = pdf.parent
    if (folder / REPORT_FILE).is_file() and pdf.name == "main.pdf" and load(folder).own is None:
        files = {path.name: path.read_bytes() for path in sorted((folder / "tex" / "figures").glob("*.pdf"))}
        ledger = folder / LEDGER
        records = read_figures(ledger.read_text("utf-8", "replace")) if ledger.is_file() else {}
        return _report(folder), drawn(files, records)
    if pdf.with_suffix(".tex").is_file():
        evidence = read_tree(pdf.with_suffix(".tex"), find_project(folder))
        return replace(evidence, report=_own(pdf)), included(evidence, folder)
    project = Project(folder.absolute())
    return Evidence(project, Store(project, {})), ()


def _report(folder: Path) -> Evidence:
    """The pages of a report, rendered in memory. Raises PaperkitError where they cannot be."""
    loaded = load(folder)
    rendered = render(loaded)[0]
    if (
        rendered is None
        or loaded.report is None
        or any(each.severity is Severity.ERROR for each in rendered.diagnostics)
    ):
        fact = f"the pages of {loaded.shown} cannot be rendered"
        raise PaperkitError(fact, f"see `paperkit check {loaded.shown}`", Status.DIAGNOSTICS)
    return read_pages(loaded.project, loaded.report, loaded.scope, rendered.texts, rendered.origins, rendered.generated)


def _own(pdf: Path) -> Report | None:
    """The report that is LaTeX itself and whose PDF *pdf* is."""
    folder = report_of(pdf.with_suffix(".tex"))
    return load(folder).own if folder is not None else None


def included(evidence: Evidence, folder: Path) -> tuple[Drawn, ...]:
    """The graphics that a document in *folder* includes, as far as they are PDFs; nothing has a record of them.

    One that does not lie where its name says (`\\graphicspath`) is looked for by its name below the folder.
    """
    found = []
    for name in dict.fromkeys(each.name for document in evidence.documents for each in document.graphics):
        file = name if name.endswith(".pdf") else f"{name}.pdf"
        paths = [folder / file] if (folder / file).is_file() else sorted(folder.rglob(Path(file).name))
        found += [Drawn(name, path.read_bytes(), None) for path in paths if path.is_file()]
    return tuple(found)
