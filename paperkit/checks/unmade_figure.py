r"""unmade-figure: a figure was made by no script of the report, or is not the one that was made.

Why: a picture can show any numbers; only one that its script drew from the present artifacts is evidence.
Instead: write `figures/NAME.py` with a function `figure(evidence)` and build; delete a file that was put there.
The figures of a paper that was adopted (`main` in report.yaml) are its own, and are not held to this.
A figure whose artifacts or script have changed since it was drawn is only outdated: a warning; the next build draws it
anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from paperkit import digest
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.latex.document import Named
from paperkit.ledger import FigureRecord, read_figures
from paperkit.project import quoted
from paperkit.source import SourceFile

CHECK = Check("PK207", "unmade-figure", since="0.2", doc=__doc__, waivable=True)
PICTURES = frozenset({".pdf", ".png", ".jpg", ".jpeg", ".eps", ".svg"})


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each such figure, where it is included, and for each picture that nothing gives."""
    if evidence.report is None or evidence.report.main is not None:
        return
    base = evidence.project.shown(evidence.report.folder)
    records = read_figures(evidence.ledger.text) if evidence.ledger is not None else {}
    for document in evidence.documents:
        for graphic in document.graphics:
            if graphic.span.path not in evidence.generated:
                yield from _included(graphic, evidence, base, records)
    for path in evidence.lying:
        picture = PurePosixPath(path)
        if picture.name == "main.pdf":
            continue
        if picture.suffix in PICTURES and picture.stem not in evidence.figures and path not in evidence.written:
            message = f"{path} is drawn by no script of the report"
            yield CHECK.at(SourceFile(path, "").whole(), message, f"write figures/{picture.stem}.py, or delete it")


def _included(
    graphic: Named, evidence: Evidence, base: str, records: Mapping[str, FigureRecord]
) -> Iterator[Diagnostic]:
    name = PurePosixPath(graphic.name).stem
    if name in evidence.figures and not _of_report(graphic.name):
        message = f"{graphic.name} is another file than tex/figures/{name}.pdf, which figures/{name}.py draws"
        yield CHECK.at(graphic.span, message, f"include tex/figures/{name}.pdf")
        return
    if name not in evidence.figures:
        hint = f"write figures/{name}.py, which draws it from artifacts"
        yield CHECK.at(graphic.span, f"figure {name} is drawn by no script of the report", hint)
        return
    path = next((path for path in evidence.lying if path.startswith(f"{base}/tex/figures/{name}.")), "")
    if not path or path not in evidence.written:
        return
    if evidence.lying[path] != evidence.written[path]:
        yield CHECK.at(graphic.span, f"{path} is not what the last build drew", f"delete {path} and build")
        return
    hint = f"run `paperkit build {quoted(base)}`"
    if _drawn_otherwise(name, records.get(name), evidence):
        message = f"{path} was drawn by an older figures/{name}.py"
        yield replace(CHECK.at(graphic.span, message, hint), severity=Severity.WARNING)
    changed = next((a for a in evidence.figures[name] if a in evidence.outdated), None)
    if changed is not None:
        message = f"{path} was drawn from an older {evidence.outdated[changed]}"
        yield replace(CHECK.at(graphic.span, message, hint), severity=Severity.WARNING)


def _of_report(name: str) -> bool:
    """Whether a picture is looked for where the report's own figures lie: `sweep`, `tex/figures/sweep.pdf`."""
    path = PurePosixPath(name)
    return path.suffix in ("", ".pdf") and str(path.parent) in (".", "figures", "tex/figures")


def _drawn_otherwise(name: str, record: FigureRecord | None, evidence: Evidence) -> bool:
    """Whether the script of a figure is another than the one on record; False where none is on record."""
    script = next((one for one in evidence.scripts if PurePosixPath(one.path).stem == name), None)
    if record is None or not record.script or script is None:
        return False
    return record.script != digest.of_bytes(script.text.encode())
