"""Stale numbers printed again in the author's files."""

from __future__ import annotations

from pathlib import Path

from paperkit.build.load import report_of
from paperkit.build.prepare import check_report
from paperkit.checks.tree import check_tree
from paperkit.diagnostics.fix import Fixed, apply_fixes
from paperkit.latex.rewriting import as_written
from paperkit.process.atomic import commit_files


def mend(target: Path, artifacts: Path | None = None, write: bool = True) -> tuple[Fixed, ...]:
    """Apply every safe fix that the checks offer for a report or a plain LaTeX project, all files or none.

    Raises PaperkitError where there is nothing to check, and where a file changed since it was read.
    """
    folder = report_of(target)
    checked = check_report(folder) if folder is not None else check_tree(target, artifacts)
    fixed = apply_fixes(checked.diagnostics)
    if write and fixed:
        root = checked.evidence.project.root
        paths = {root / one.source.path: one for one in fixed}
        commit_files({path: as_written(path, one.source, one.text) for path, one in paths.items()})
    return fixed
