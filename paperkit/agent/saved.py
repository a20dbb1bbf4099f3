"""What an agent is told the moment it has saved a section: the numbers that nothing carries, and what else is wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from paperkit.config.report import REPORT_FILE
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.project import Project

LATER = {
    "report.yaml": frozenset({"PK111", "PK305"}),
    "toc.md": frozenset({"PK301", "PK308", "PK310"}),
}
"""What is said of a file only by `paperkit check`: it is not to be mended while the file is written."""
SHOWN = 10
"""As many findings as are told at once."""


def findings(path: Path, project: Project) -> tuple[Diagnostic, ...]:
    """What `paperkit check` says of the file at *path* alone; nothing where it belongs to no report or LaTeX tree."""
    full = Path(os.path.abspath(path))
    report = _report_of(full, project)
    shown = project.shown(full)
    if report is not None and (full.suffix == ".j2" or full.name in {REPORT_FILE, "toc.md", "given.yaml"}):
        from paperkit.build.prepare import check_report

        found = check_report(report).diagnostics
    elif report is None and full.suffix in {".tex", ".ltx"} and r"\documentclass" in _text(full):
        from paperkit.checks.tree import check_tree

        found = check_tree(full).diagnostics
    else:
        return ()
    later = LATER.get(full.name, frozenset())
    return tuple(one for one in found if one.span is not None and one.span.path == shown and one.code not in later)


def lines(found: tuple[Diagnostic, ...]) -> Iterator[str]:
    """A line for each finding, the first ones; then how many there are."""
    for one in found[:SHOWN]:
        place = one.span.place if one.span else ""
        hint = f" ({one.hint})" if one.hint else ""
        yield f"{place}: {one.code} {one.name}: {one.message}{hint}"
    if len(found) > SHOWN:
        yield f"and {len(found) - SHOWN} more: run `paperkit check`"


def _report_of(path: Path, project: Project) -> Path | None:
    folders = (folder for folder in path.parents if folder.is_relative_to(project.root))
    return next((folder for folder in folders if (folder / REPORT_FILE).is_file()), None)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError as error:
        raise PaperkitError(f"{path}: {error.strerror}", "name a file that is there") from None
