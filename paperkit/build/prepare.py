"""A report rendered and judged in memory: what `check` prints, and what a build must pass before it compiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from paperkit.build.load import Loaded, load
from paperkit.build.rendering import LEDGER, render
from paperkit.checks.base import Evidence
from paperkit.checks.gather import gather_report
from paperkit.checks.own_main import gather_own
from paperkit.checks.run import Checked, copies_for, run_checks
from paperkit.config.baseline import Baseline, load_baseline
from paperkit.config.report import Report
from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Severity
from paperkit.figures.draw import judge_figures
from paperkit.ledger import read_outputs
from paperkit.process.shared import spare
from paperkit.project import Project
from paperkit.render.pages import Rendered

OF_WHOLE_PAGES = frozenset({"PK106", "PK111", "PK301", "PK303", "PK307"})
"""What cannot be said while a page is missing because its template is broken."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A report in memory with the verdict on it."""

    loaded: Loaded
    rendered: Rendered | None
    """None where nothing could be rendered; *checked* says why."""
    checked: Checked


def check_report(folder: Path, baseline: Path | None = None) -> Checked:
    """Render the report in *folder* in memory and run every check; a *baseline* goes before that of report.yaml.

    Raises PaperkitError where there is no report, or no such baseline.
    """
    loaded = load(folder)
    if loaded.report is not None and baseline is not None:
        loaded = replace(loaded, report=replace(loaded.report, baseline=baseline.absolute()))
    return check_loaded(loaded)


def check_loaded(loaded: Loaded) -> Checked:
    """What `check_report` says of a report that is loaded already."""
    if loaded.own is not None:
        return check_own(loaded, loaded.own)
    figures = judge_figures(loaded.report, loaded.project) if loaded.report is not None else ()
    return verdict(loaded, *render(loaded, figures, copies=spare()), whole=False).checked


def check_own(loaded: Loaded, report: Report, draft: bool = False) -> Checked:
    """Every check over a report that is LaTeX itself."""
    evidence = gather_own(loaded.project, report, loaded.scope, loaded.problems, draft)
    evidence = replace(evidence, baseline=baseline_of(report, loaded.project))
    return run_checks(evidence, copies_for(len(evidence.judged)))


def baseline_of(report: Report, project: Project) -> Baseline | None:
    """The baseline that *report* names. Raises PaperkitError where it is none."""
    path = report.baseline
    return None if path is None else load_baseline(path, project.shown(path))


def prepare(loaded: Loaded, figures: tuple[Diagnostic, ...] = (), draft: bool = False) -> Prepared:
    """Render and judge; *figures* is what is wrong with the figures already."""
    return verdict(loaded, *render(loaded, figures, draft), draft)


def verdict(
    loaded: Loaded,
    rendered: Rendered | None,
    problems: tuple[Diagnostic, ...],
    draft: bool = False,
    whole: bool = True,
) -> Prepared:
    """Every check over what was rendered. Unless *whole*, what nobody but paperkit wrote is read for its labels alone.

    That is enough for a verdict on the LaTeX; to hold a PDF against it takes the whole.
    """
    if rendered is None:
        return Prepared(loaded, None, _unreadable(loaded, problems))
    checked = _judge(loaded, rendered, problems, draft, whole)
    if any(each.severity is Severity.ERROR for each in rendered.diagnostics):
        left = tuple(each for each in checked.diagnostics if each.code not in OF_WHOLE_PAGES)
        return Prepared(loaded, None, replace(checked, diagnostics=left))
    return Prepared(loaded, rendered, checked)


def _judge(loaded: Loaded, rendered: Rendered, problems: tuple[Diagnostic, ...], draft: bool, whole: bool) -> Checked:
    assert loaded.report is not None  # noqa: S101  (what was rendered has a report)
    copies = 0 if whole else copies_for(len(loaded.scope.cells))  # a build has TeX at work beside it
    evidence = gather_report(
        loaded.project,
        loaded.report,
        loaded.contract,
        loaded.scope,
        rendered.texts,
        origins=rendered.origins,
        generated=rendered.generated,
        figures=rendered.figures,
        written=written(loaded.folder),
        problems=problems,
        draft=draft,
        outlined=() if whole else rendered.own,
        copies=copies,
    )
    evidence = replace(evidence, baseline=baseline_of(loaded.report, loaded.project))
    return run_checks(evidence, copies)


def written(folder: Path) -> dict[str, str]:
    """Digest of each output as the last build wrote it, by path as shown; from the committed ledger."""
    try:
        return read_outputs((folder / LEDGER).read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return {}


def _unreadable(loaded: Loaded, problems: tuple[Diagnostic, ...]) -> Checked:
    """The verdict on a report of which there is nothing to judge."""
    evidence = Evidence(loaded.project, loaded.scope.store, report=loaded.report, problems=problems)
    return Checked(evidence, tuple(sorted(problems, key=Diagnostic.sort_key)), Counts())
