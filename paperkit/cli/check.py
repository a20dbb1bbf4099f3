"""`paperkit check`: hold every number of a report, or of any LaTeX project, against its evidence."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.cli.paint import status_of
from paperkit.errors import PaperkitError


@click.command("check")
@click.argument("target", metavar="REPORT|MAIN.TEX", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github", "gitlab", "junit"]),
    default="text",
    show_default=True,
    help="Output: for people, for programs, or for the place where it is shown.",
)
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
@click.option("--artifacts", type=click.Path(path_type=Path), help="Folder of the evidence of a plain LaTeX project.")
def COMMAND(target: Path, form: str, strict: bool, artifacts: Path | None) -> int:  # noqa: N802
    """Hold every number against its evidence.

    REPORT is the folder of a report: its templates are rendered in memory and judged together with what lies on disk.
    MAIN.TEX is the main file of any LaTeX project: it is judged with all that it reads.
    """
    from paperkit.checks.run import Checked
    from paperkit.checks.tree import check_tree
    from paperkit.cli.report_as import say

    if target.is_dir():
        if artifacts is not None:
            raise PaperkitError(
                "--artifacts is for a plain LaTeX project", "a report names its artifacts in report.yaml"
            )
        from paperkit.build.prepare import check_report

        checked: Checked = check_report(target)
    else:
        checked = check_tree(target, artifacts)
    say(checked, str(target), form, strict)
    return status_of(checked.diagnostics, strict)
