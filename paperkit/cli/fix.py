"""`paperkit fix`: print stale numbers again."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.cli.paths import TARGET
from paperkit.errors import Status


@click.command("fix")
@click.argument("target", metavar="REPORT|MAIN.TEX", type=TARGET)
@click.option("--dry-run", is_flag=True, help="Say what would be printed; write nothing.")
@click.option("--artifacts", type=click.Path(path_type=Path), help="Folder of the evidence of a plain LaTeX project.")
def COMMAND(target: Path, dry_run: bool, artifacts: Path | None) -> int:  # noqa: N802
    """Print stale numbers again, from their evidence.

    Changes only what a marker prints, in the author's own file: the sections of a report, or the .tex files of a plain
    LaTeX project. Formats and expressions stay; what cannot be mended so is left to `paperkit check`.
    """
    from paperkit.build.mend import mend

    mended = mend(target, artifacts, write=not dry_run)
    for fixed in mended:
        for fix in fixed.fixes:
            click.echo(f"{fix.span.place}: {fix.span.text or '(empty)'} -> {fix.text}")
    count = sum(len(fixed.fixes) for fixed in mended)
    verb = "to print again" if dry_run else "printed again"
    click.echo(f"{target}: {count} number{'s' * (count != 1)} {verb}; see `paperkit check {target}` for the rest")
    return Status.WELL
