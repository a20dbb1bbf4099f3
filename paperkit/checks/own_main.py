"""The evidence of a report that is LaTeX itself: its main file and all that it reads, with report.yaml beside it."""

from __future__ import annotations

from dataclasses import replace

from paperkit.checks.base import Evidence
from paperkit.checks.beside import ledger_in
from paperkit.checks.gather import artifact_files, gather_tree
from paperkit.config.report import Report
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.evaluate import Scope
from paperkit.project import Project


def gather_own(
    project: Project, report: Report, scope: Scope, problems: tuple[Diagnostic, ...] = (), draft: bool = False
) -> Evidence:
    """The evidence of *report*, whose `main` is given; *problems* are those of its configuration."""
    assert report.main is not None  # noqa: S101
    evidence = gather_tree(report.main, project, scope)
    return replace(
        evidence,
        report=report,
        files=artifact_files(project, scope, tuple(scope.store.specs), {}),
        problems=(*problems, *evidence.problems),
        ledger=ledger_in(report.folder, project),
        settings=report.settings,
        draft=draft,
    )
