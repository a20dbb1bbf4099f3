"""`paperkit build`: a report's PDF from committed evidence."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit.cli.paths import TARGET
from paperkit.errors import Status

if TYPE_CHECKING:
    from paperkit.build.run import Built, Step


@click.command("build")
@click.argument("report", type=TARGET)
@click.option(
    "--draft",
    is_flag=True,
    help="Take uncommitted artifacts, typed numbers and an unkept contract; every page says so.",
)
@click.option("--why", is_flag=True, help="Say of each step why it ran.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--verify-reproducible", "twice", is_flag=True, help="Build what is committed twice elsewhere, and compare."
)
def COMMAND(report: Path, draft: bool, why: bool, as_json: bool, twice: bool) -> int:  # noqa: N802
    """Make the PDF of REPORT from committed evidence.

    Writes main.pdf, main.tex, tex/ and ledger.json into the report's folder, all of them or none; with
    --draft one PDF under .paperkit/drafts/, where git does not see it. Where nothing changed, nothing runs.

    With --verify-reproducible nothing here is written: two clones of HEAD in other folders, locales, time zones and
    users' names must give the same bytes, and the committed PDF must be what they give.
    """
    from paperkit.build.run import build, request
    from paperkit.cli.ticker import Ticker

    if twice:
        return _twice(report)
    with Ticker(f"building {report}") as ticker:
        built = build(request(report, draft), ticker.line)
    if as_json:
        click.echo(_as_json(built), nl=False)
    else:
        _say(built, why)
    return built.status


def _twice(report: Path) -> int:
    from paperkit.build.reproduce import reproduce
    from paperkit.build.run import request
    from paperkit.cli.ticker import Ticker

    wanted = request(report)
    with Ticker(f"building {report} twice") as ticker:
        found = reproduce(wanted, ticker.line)
    for each in found.unlike:
        click.echo(f"{wanted.shown}/{each.name}: not reproducible, it {each.what}")
    for each in found.stale:
        click.echo(f"{wanted.shown}/{each.name}: is not what HEAD gives, {each.what}")
    if not found.unlike:
        click.echo(f"{wanted.shown}: {found.files} files are the same, byte for byte, in two clones")
    if found.held and not found.stale:
        how = "byte for byte" if found.held == "bytes" else "word for word (other tools made it)"
        click.echo(f"{wanted.result()}: committed as its sources give it, {how}")
    return Status.DIAGNOSTICS if found.unlike or found.stale else Status.WELL


def _say(built: Built, why: bool) -> None:
    from paperkit.cli.paint import say_diagnostics, style_for

    if built.diagnostics:
        say_diagnostics(built.diagnostics, built.counts, built.report)
    if why:
        for step in built.steps:
            click.echo(f"{step.name:8} {_because(step)}")
        if not built.steps:
            click.echo("nothing ran: every input and output is as the last build left it")
    if built.status is Status.WELL:
        done = "built" if built.steps else "up to date"
        click.echo(f"{built.pdf}: {style_for(sys.stdout)(done, 'well')}; {built.summary}")
    else:
        kept = "; former outputs are untouched" if built.former else ""
        click.echo(f"{built.pdf}: not built{kept}", err=True)


def _because(step: Step) -> str:
    if not step.ran:
        return "not run: what it reads is the same"
    more = f" (and {len(step.reasons) - 3} more)" if len(step.reasons) > 3 else ""
    passes = f" ({step.passes} TeX pass{'es' * (step.passes != 1)})" if step.passes else ""
    return "; ".join(map(str, step.reasons[:3])) + more + passes


def _as_json(built: Built) -> str:
    from paperkit.diagnostics.diagnostic import Counts
    from paperkit.diagnostics.json import as_json

    envelope = json.loads(as_json(built.diagnostics, built.counts or Counts()))
    envelope |= {
        "pdf": built.pdf,
        "status": int(built.status),
        "summary": built.summary,
        "steps": [
            {"name": step.name, "ran": step.ran, "why": list(map(str, step.reasons)), "passes": step.passes}
            for step in built.steps
        ],
    }
    return json.dumps(envelope, indent=2, ensure_ascii=False) + "\n"
