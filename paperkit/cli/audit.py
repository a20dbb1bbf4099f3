"""`paperkit audit`: read a PDF back, and hold what its pages show against its sources."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.cli.paint import status_of


@click.command("audit")
@click.argument("target", metavar="REPORT|FILE.PDF", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github", "gitlab", "junit"]),
    default="text",
    show_default=True,
    help="Output: for people, for programs, or for the place where it is shown.",
)
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
def COMMAND(target: Path, form: str, strict: bool) -> int:  # noqa: N802
    """Read a PDF back: is each number printed as its marker says, where a reader sees it, and is there no other?

    REPORT is the folder of a report; its main.pdf is read. FILE.PDF beside FILE.tex is held against that file;
    any other PDF is read without sources, for what needs none. `paperkit build` does the same at its end.
    """
    from paperkit.build.proofread import audit
    from paperkit.cli.report_as import say

    checked = audit(target)
    proof = checked.evidence.proof
    say(checked, str(target), form, strict)
    if form == "text" and proof is not None:
        plural = "s" * (len(proof.sheets) != 1)
        click.echo(f"{proof.path}: {len(proof.sheets)} page{plural} read, {len(proof.bound)} bound numbers seen")
    return status_of(checked.diagnostics, strict)
