"""`paperkit export`: a report's sources for others."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.cli.paths import TARGET
from paperkit.errors import PaperkitError, Status


@click.group("export")
def COMMAND() -> None:  # noqa: N802
    """Write a report's sources for others, who have no paperkit."""


@COMMAND.command("arxiv")
@click.argument("report", type=TARGET)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A folder to be made, or a .tar.gz.")
def arxiv(report: Path, out: Path) -> int:
    """Write REPORT as arXiv takes it.

    One folder of plain LaTeX: the markers are what they print, paperkit's package is not needed, comments are gone,
    figures and the .bbl lie beside the main file. The report is built first, and what is written has been compiled.
    """
    from paperkit.cli.paint import say_diagnostics
    from paperkit.cli.ticker import Ticker
    from paperkit.export.arxiv import export_arxiv

    with Ticker(f"exporting {report}") as ticker:
        done = export_arxiv(report, out, ticker.line)
    if done.built.status is not Status.WELL:
        say_diagnostics(done.built.diagnostics, done.built.counts, done.built.report)
        raise PaperkitError(
            f"{report} is not built, so nothing was written", "mend what is said above", done.built.status
        )
    click.echo(f"{out}: {len(done.files)} files, {done.pages} pages: {', '.join(done.files)}")
    return Status.WELL
