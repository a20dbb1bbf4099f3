"""A report with all that its expressions may name: the first step of every command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperkit.artifacts.store import Store
from paperkit.config.documents import load_documents
from paperkit.config.report import REPORT_FILE, Report, find_reports, load_report
from paperkit.config.toc import Contract, load_contract
from paperkit.config.yaml import load_yaml
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.expressions.evaluate import Scope
from paperkit.project import Project, find_project


@dataclass(frozen=True, slots=True)
class Loaded:
    """The configuration of a report, read once."""

    project: Project
    folder: Path
    report: Report | None
    """None where report.yaml holds nothing that can be used; *problems* say why."""
    contract: Contract | None
    scope: Scope
    problems: tuple[Diagnostic, ...]

    @property
    def own(self) -> Report | None:
        """The report, where it is LaTeX itself (`main` in report.yaml) and has no sections."""
        return self.report if self.report is not None and self.report.main is not None else None

    @property
    def shown(self) -> str:
        """The report's folder as messages show it."""
        return self.project.shown(self.folder)


def load(folder: Path) -> Loaded:
    """Read report.yaml, toc.md and the documents. Raises PaperkitError where there is no report at all."""
    folder = folder.absolute()
    if not folder.is_dir():
        raise PaperkitError(f"{folder.name}: no such report", _reports(folder))
    project = find_project(folder)
    report, wrong = load_report(folder, project)
    contract, unsound = load_contract(folder, project) if report is None or report.main is None else (None, ())
    if report is None:
        return Loaded(project, folder, None, contract, Scope(Store(project, {}), {}, {}), (*wrong, *unsound))
    documents, missing = load_documents(report, project)
    quantities = {name: quantity.expression for name, quantity in report.quantities.items()}
    scope = Scope(Store(project, report.artifacts, load_yaml), quantities, documents)
    return Loaded(project, folder, report, contract, scope, (*wrong, *unsound, *missing))


def report_of(target: Path) -> Path | None:
    """The folder of the report that is meant: a folder, or that of the report whose own main file *target* is."""
    if target.is_dir() or not target.is_file():
        return target if target.is_dir() else None
    file = target.absolute()
    folder = next((each for each in file.parents if (each / REPORT_FILE).is_file()), None)
    report = None if folder is None else load_report(folder, find_project(folder))[0]
    return folder if report is not None and report.main == file else None


def _reports(folder: Path) -> str:
    """Hint: the reports that there are."""
    try:
        project = find_project(folder.parent)
    except PaperkitError as error:
        return error.hint
    found = [project.shown(path) for path in find_reports(project)]
    return (
        f"reports here: {', '.join(found)}"
        if found
        else f"a report is a folder with a {REPORT_FILE}: `paperkit new reports/NAME` makes one"
    )
