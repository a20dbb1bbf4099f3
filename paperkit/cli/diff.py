"""`paperkit diff`: which numbers of a report moved, came and went between two of its states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit.errors import PaperkitError

if TYPE_CHECKING:
    from paperkit.differences.snapshot import Snapshot


@click.command("diff")
@click.argument("before", metavar="REV|REPORT|PDF")
@click.argument("after", metavar="[REV|REPORT|PDF]", required=False)
@click.option(
    "--report",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The report that a revision is of; the only one of the project where not given.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="For a terminal, for a pull request, for programs.",
)
@click.option("--fail", is_flag=True, help="Status 1 where any number differs.")
def COMMAND(before: str, after: str | None, report: Path | None, form: str, fail: bool) -> int:  # noqa: N802
    """Hold the numbers of a report against those of a commit, of another report, or of a PDF.

    `paperkit diff HEAD~1` compares that commit with what would be built now. Two PDFs are compared by the ledgers in
    them, two folders by those that lie there.
    """
    from paperkit.differences.compare import compare
    from paperkit.differences.show import as_data, as_markdown, as_text
    from paperkit.differences.snapshot import from_now

    first = _snapshot(before, report)
    second = _snapshot(after, report) if after is not None else from_now(_report(report, before))
    found = compare(first, second)
    if form == "json":
        click.echo(json.dumps({"version": 1, **as_data(found)}, indent=2, ensure_ascii=False))
    else:
        click.echo(as_markdown(found) if form == "markdown" else as_text(found), nl=form == "text")
    return int(fail and found.any)


def _snapshot(name: str, report: Path | None) -> Snapshot:
    from paperkit.differences.snapshot import from_folder, from_pdf, from_revision

    path = Path(name)
    if path.is_dir():
        return from_folder(path.absolute())
    if path.suffix.lower() == ".pdf":
        return from_pdf(path)
    return from_revision(_report(report, name), name)


def _report(report: Path | None, name: str) -> Path:
    """The report that is meant: the one named, the folder that is compared, or the only one there is."""
    from paperkit.config.report import find_reports
    from paperkit.project import find_project

    if report is not None:
        return report.absolute()
    if Path(name).is_dir():
        return Path(name).absolute()
    project = find_project(Path.cwd())
    known = find_reports(project)
    if len(known) != 1:
        shown = ", ".join(project.shown(path) for path in known)
        raise PaperkitError(
            f"{len(known)} reports here" + (f": {shown}" if known else ""), "name one with --report REPORT"
        )
    return known[0]
