"""`paperkit verify`: prove a report's PDF again from the file alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit.errors import PaperkitError, Status

if TYPE_CHECKING:
    from paperkit.proving.verify import Verdict


@click.command("verify")
@click.argument("file", metavar="FILE.PDF", type=click.Path(path_type=Path))
@click.option("--against", metavar="FOLDER", type=click.Path(path_type=Path), help="A checkout that it must come from.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def COMMAND(file: Path, against: Path | None, as_json: bool) -> int:  # noqa: N802
    """Prove a report's PDF again, offline, from the file alone.

    Every number is evaluated again from the evidence that is attached, and held against the page that shows it;
    whatever was changed since the PDF was built is named. What the file cannot prove alone is said, too.
    """
    from paperkit.proving.verify import verify

    if file.is_dir():
        raise PaperkitError(f"{file} is a folder, and a proof is a file", f"name its PDF: {file / 'main.pdf'}")
    verdict = verify(file, against)
    if as_json:
        click.echo(_as_json(verdict), nl=False)
    else:
        _say(verdict)
    return Status.WELL if verdict.verified else Status.DIAGNOSTICS


def _say(verdict: Verdict) -> None:
    from paperkit.cli.paint import say_diagnostics

    manifest = verdict.manifest
    if manifest is not None:
        click.echo(f"{verdict.file}: {manifest.report}, {manifest.title!r}, {manifest.date}")
    for refusal in verdict.refusals:
        click.echo(f"{click.style('refused', fg='red', bold=True)}: {refusal.message} ({refusal.reason})")
    if verdict.diagnostics:
        say_diagnostics(verdict.diagnostics, verdict.counts, verdict.file)
    for fact in verdict.proven:
        click.echo(f"proven: {fact}")
    for fact in verdict.unproven:
        click.echo(f"not proven: {fact}")
    good = click.style("verified", fg="green", bold=True)
    click.echo(f"{verdict.file}: {good if verdict.verified else click.style('not verified', fg='red', bold=True)}")


def _as_json(verdict: Verdict) -> str:
    from dataclasses import asdict

    from paperkit.diagnostics.json import as_json

    envelope = json.loads(as_json(verdict.diagnostics, verdict.counts))
    manifest = asdict(verdict.manifest) if verdict.manifest is not None else {}
    envelope |= {
        "file": verdict.file,
        "verified": verdict.verified,
        "report": {key: manifest.get(key) for key in ("report", "title", "date", "tools")},
        "refusals": [refusal._asdict() for refusal in verdict.refusals],
        "proven": list(verdict.proven),
        "unproven": list(verdict.unproven),
    }
    return json.dumps(envelope, indent=2, ensure_ascii=False) + "\n"
