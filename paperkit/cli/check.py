"""`paperkit check`: hold every number of a report, or of any LaTeX project, against its evidence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit.cli.paint import status_of, style_for
from paperkit.cli.paths import TARGET
from paperkit.errors import PaperkitError, Status

if TYPE_CHECKING:
    from paperkit.checks.run import Checked

SMALLER = "Write the baseline (paperkit-baseline.json unless --baseline names it); one that is there only shrinks."


@click.command("check")
@click.argument("target", metavar="REPORT|MAIN.TEX", type=TARGET)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github", "gitlab", "junit"]),
    default="text",
    show_default=True,
    help="Output: for people, for programs, or for the place where it is shown.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Warnings fail, too, and so does a check that is switched off where it finds something.",
)
@click.option("--artifacts", type=click.Path(path_type=Path), help="Folder of the evidence of a plain LaTeX project.")
@click.option(
    "--baseline", type=click.Path(path_type=Path), help="Let pass the ungrounded numbers that this file knows."
)
@click.option("--write-baseline", "write", is_flag=True, help=SMALLER)
def COMMAND(  # noqa: N802
    target: Path, form: str, strict: bool, artifacts: Path | None, baseline: Path | None, write: bool
) -> int:
    """Hold every number against its evidence.

    REPORT is the folder of a report: its templates are rendered in memory and judged together with what lies on disk.
    MAIN.TEX is the main file of any LaTeX project: it is judged with all that it reads.
    """
    from paperkit.build.memory import recall
    from paperkit.cli.report_as import say, say_found

    known = recall(target, baseline) if not (strict or write or artifacts) else None
    if known is not None:
        say_found((), known, str(target), form, strict)
        return Status.WELL
    from paperkit.build.load import report_of

    folder = report_of(target)
    if folder is not None and artifacts is not None:
        raise PaperkitError("--artifacts is for a plain LaTeX project", "a report names its artifacts in report.yaml")
    if write:
        return _write_baseline(target, folder, artifacts, baseline, strict)
    checked = _check(target, folder, artifacts, baseline)
    if strict and checked.hiding:
        from paperkit.checks.run import strictly

        checked = strictly(checked)
    say(checked, str(target), form, strict)
    return status_of(checked.diagnostics, strict)


def _check(target: Path, folder: Path | None, artifacts: Path | None, baseline: Path | None) -> Checked:
    if folder is not None:
        from paperkit.build.memory import remembering
        from paperkit.build.prepare import check_report

        with remembering(folder, baseline) as attempt:
            attempt.checked = check_report(folder, baseline)
        return attempt.checked
    from paperkit.checks.tree import check_tree

    return check_tree(target, artifacts, baseline)


def _write_baseline(
    target: Path, folder: Path | None, artifacts: Path | None, baseline: Path | None, strict: bool
) -> int:
    """The baseline of *target*, written for the first time or shrunk.

    What it may not take in is said as `check` says it, and fails.
    """
    from paperkit.build.ratchet import baseline_path, left_by, write_baseline
    from paperkit.diagnostics.text import as_text

    path = baseline_path(folder or target.parent, baseline)
    checked = _check(target, folder, artifacts, path if path.is_file() else None)
    written = write_baseline(path, checked)
    left = left_by(checked)
    if left:
        click.echo(as_text(left, style_for(sys.stdout)))
    click.echo(written.said)
    if written.refused:
        click.echo(f"error: {written.refused}", err=True)
        click.echo(f" help: {written.hint}", err=True)
    return Status.DIAGNOSTICS if written.refused else status_of(left, strict)
