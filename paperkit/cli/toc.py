"""`paperkit toc`: the contract of a report, proposed, shown, held, agreed and amended."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from paperkit.cli.paint import status_of
from paperkit.cli.paths import REPORT

FOLDER = click.argument("report", type=REPORT)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
BY = click.option("--by", required=True, help="Name of the person who agrees.")
DATE = click.option("--date", "day", default="", help="Day of the agreement, as 2026-06-30; today where not given.")


@click.group("toc")
def COMMAND() -> None:  # noqa: N802
    """The contract of a report: which sections it has, and what each promises."""


@COMMAND.command("propose")
@FOLDER
@click.option("--pages", type=float, default=10, show_default=True, help="Pages of the report without its appendix.")
@click.option("--print", "printed", is_flag=True, help="Print the draft instead of writing toc.md.")
@click.option("--about", multiple=True, metavar="NAME", help="Only this harness, artifact, document; repeatable.")
@JSON
def propose(report: Path, pages: float, printed: bool, about: tuple[str, ...], as_json: bool) -> None:
    """Draft toc.md from documents, harnesses, artifacts and archetypes.

    A toc.md that somebody wrote or edited is never overwritten; a draft made here and left alone is made again.
    """
    from paperkit.contract.draft import draft, write_draft

    made = draft(report, Decimal(str(pages)), about)
    path = "" if printed or (as_json and made.exists) else write_draft(made)
    if as_json:
        _say(made.as_data() | {"written": path})
    elif printed:
        click.echo(made.text, nl=False)
    else:
        click.echo(f"{path}: {len(made.sections)} sections, {made.questions} questions to a person")
        click.echo(f"next: read it, answer the questions, then `paperkit toc agree {made.report} --by NAME`", err=True)


@COMMAND.command("show")
@FOLDER
@JSON
def show(report: Path, as_json: bool) -> None:
    """What the contract promises, section by section, and its history."""
    from paperkit.contract.show import as_data, as_text, standing

    shown = standing(report)
    if as_json:
        _say(as_data(shown))
    else:
        click.echo(as_text(shown))


@COMMAND.command("check")
@FOLDER
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output."
)
def check(report: Path, strict: bool, form: str) -> int:
    """Where the report and its contract differ: missing, not promised, over budget, changed since agreed."""
    from paperkit.cli.report_as import say
    from paperkit.contract.drift import drift

    checked = drift(report)
    say(checked, str(report), form, strict)
    return status_of(checked.diagnostics, strict)


@COMMAND.command("agree")
@FOLDER
@BY
@DATE
@JSON
def agree(report: Path, by: str, day: str, as_json: bool) -> None:
    """Write into toc.md that a person agreed to the draft, when, and to which text."""
    from paperkit.contract.agree import agree as agreed

    _agreed(agreed(report, by, day), as_json)


@COMMAND.command("amend")
@FOLDER
@BY
@click.option("--note", required=True, help="Why the contract changes.")
@DATE
@JSON
def amend(report: Path, by: str, note: str, day: str, as_json: bool) -> None:
    """Record that a person agreed to a change of toc.md; the history keeps what changed and why."""
    from paperkit.contract.agree import amend as amended

    _agreed(amended(report, by, note, day), as_json)


def _agreed(done: Any, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        _say({"path": done.path, "entry": asdict(done.entry)})
        return
    click.echo(f"{done.path}: agreed by {done.entry.by} on {done.entry.date}, {done.entry.digest[:19]}")
    for change in done.entry.changes:
        click.echo(f"  {change}")


def _say(data: dict[str, Any]) -> None:
    click.echo(json.dumps({"version": 1, **data}, indent=2, ensure_ascii=False, default=str))
