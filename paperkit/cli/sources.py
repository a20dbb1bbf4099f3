"""`paperkit sources`: the ADR and SPEC documents of a report, listed, shown, held against evidence and each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from paperkit.cli.paths import REPORT
from paperkit.errors import Status

FOLDER = click.argument("report", type=REPORT)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group("sources")
def COMMAND() -> None:  # noqa: N802
    """The ADR and SPEC documents that a report draws on."""


@COMMAND.command("list")
@FOLDER
@JSON
def listed(report: Path, as_json: bool) -> None:
    """Each document with its status, and the sections that use it."""
    from paperkit.documents.coverage import listing

    found = listing(report)
    if as_json:
        _say({"documents": [one.as_data() for one in found]})
        return
    width = max(len(one.key) for one in found)
    state = max(len(one.standing) for one in found)
    for one in found:
        used = f"  [{', '.join(one.used)}]" if one.used else ""
        click.echo(f"{one.key:<{width}}  {one.standing:<{state}}  {one.document.title}{used}")


@COMMAND.command("show")
@FOLDER
@click.argument("name")
@JSON
def show(report: Path, name: str, as_json: bool) -> None:
    """The sections of one document and the numbers that it states; NAME is ADR-0002 or adr:0002."""
    from paperkit.documents.coverage import Listed, find

    key, document, numbers = find(report, name)
    if as_json:
        sections = [{"slug": s.slug, "title": s.title, "line": s.span.line} for s in document.sections]
        stated = [{"text": n.text, "section": n.section, "place": n.span.row, "sentence": n.sentence} for n in numbers]
        _say({**Listed(key, document).as_data(), "sections": sections, "numbers": stated})
        return
    by = f", {document.date}" if document.date else ""
    click.echo(f"{key}: {document.title} ({Listed(key, document).standing}{by})\n{document.span.row}")
    for section in document.sections:
        click.echo(f"\n{'#' * section.level} {section.title}  #{section.slug}")
        for number in numbers:
            if number.section == section.slug:
                click.echo(f"  {number.span.line}: {number.text}  | {number.sentence}")


@COMMAND.command("coverage")
@FOLDER
@JSON
def covered(report: Path, as_json: bool) -> int:
    """Which documents REPORT uses, which it should, which do not hold, and which numbers contradict.

    Status 1 where a number of an accepted document contradicts an artifact or another document.
    """
    from paperkit.documents.coverage import coverage, lines

    made = coverage(report)
    if as_json:
        _say(
            {
                "report": made.report,
                "documents": [one.as_data() for one in made.listed],
                "unused": [one.key for one in made.unused],
                "unsound": [one.key for one in made.unsound],
                "contradictions": [
                    {
                        "place": each.stated.span.row,
                        "text": each.stated.text,
                        "sentence": each.stated.sentence,
                        "against": each.against,
                        "other": each.other,
                        "other_place": each.place,
                    }
                    for each in made.found
                ],
            }
        )
    else:
        click.echo("\n".join(lines(made)))
    return Status.WELL if made.clean else Status.DIAGNOSTICS


def _say(data: dict[str, Any]) -> None:
    click.echo(json.dumps({"version": 1, **data}, indent=2, ensure_ascii=False))
