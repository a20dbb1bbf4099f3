"""`paperkit status`: where a report stands and what to do next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from paperkit.agent.tools import SHOWN, Standing, as_data, status
from paperkit.agent.verdict import Verdict
from paperkit.cli.paths import REPORT


@click.command("status")
@click.argument("report", type=REPORT)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON; long lists are cut, with their counts.")
def COMMAND(report: Path, as_json: bool) -> None:  # noqa: N802
    """Where REPORT stands (contract, sections, artifacts, build) and what to do next."""
    standing = status(report)
    click.echo(json.dumps(as_data(standing), indent=2, ensure_ascii=False) if as_json else "\n".join(_lines(standing)))


def _lines(standing: Standing) -> Iterator[str]:
    agreed = f" ({standing.agreed})" if standing.agreed else ""
    written = sum(section.state == "written" for section in standing.sections)
    ready = standing.artifacts_total - sum(not one.path.endswith("datapackage.json") for one in standing.artifacts)
    yield f"report     {standing.report}"
    if standing.contract != "none":
        changed = ", and changed since" if standing.verdict.amended else ""
        yield f"contract   {standing.contract}{agreed}{changed}"
        yield f"sections   {written} of {len(standing.sections)} written"
    yield from _some(f"{one.key}: {_wanting(one.state, one.missing)}" for one in standing.sections if one.open)
    yield f"artifacts  {ready} of {standing.artifacts_total} committed and fresh"
    yield from _some(f"{one.path}: {'; '.join((one.state, *one.stale))}" for one in standing.artifacts)
    yield f"numbers    {standing.verdict.numbers}"
    if standing.numbers:
        kinds = ", ".join(f"{number} {kind}" for kind, number in standing.numbers.items())
        yield f"           markers of the last build, alike ones once: {kinds}"
    yield from _let_pass(standing.verdict)
    yield f"check      {standing.verdict.said}"
    yield from _some(standing.verdict.findings)
    yield f"build      {standing.build}{', outdated' if standing.outdated else ''}"
    yield from _some(standing.outdated)
    if standing.changed:
        yield f"changed    {len(standing.changed)} files of the report are not committed"
    if standing.problems:
        yield f"problems   {len(standing.problems)}"
        yield from _some(standing.problems)
    yield f"next       {standing.next.what}"
    if standing.next.command:
        yield f"           $ {standing.next.command}"


def _let_pass(verdict: Verdict) -> Iterator[str]:
    """What is let pass: waived numbers, names with numbers in them, findings that are switched off."""
    if verdict.waivers:
        yield f"waived     {len(verdict.waivers)}"
        yield from _some(f"{one.place}: {one.text or one.check}: {one.reason}" for one in verdict.waivers)
    if verdict.names:
        yield f"named      {', '.join(verdict.names)}"
    if verdict.lowered:
        yield f"severity   {'; '.join(verdict.lowered)}"


def _some(entries: Iterable[str]) -> Iterator[str]:
    """The first SHOWN entries, indented, and how many more there are."""
    every = list(entries)
    yield from (f"           {entry}" for entry in every[:SHOWN])
    if len(every) > SHOWN:
        yield f"           and {len(every) - SHOWN} more"


def _wanting(state: str, missing: tuple[str, ...]) -> str:
    return f"{state}, does not use {', '.join(missing)} yet" if missing else state
