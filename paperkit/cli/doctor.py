"""`paperkit doctor`: tools, versions, where they came from, what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from paperkit.errors import Status
from paperkit.tectonic.doctor import Standing, Tool, survey

COLORS = {Standing.READY: "green", Standing.LATER: "cyan", Standing.WEAK: "yellow", Standing.MISSING: "red"}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object whose `tools` is the list.")
@click.pass_context
def COMMAND(context: click.Context, as_json: bool) -> None:  # noqa: N802
    """Show every tool that paperkit uses: version, digest, where it came from, and what is missing.

    Nothing is downloaded or changed. Exit status 5 when something is missing that no build can get.
    """
    tools = survey()
    missing = any(tool.status == Standing.MISSING for tool in tools)
    if as_json:
        click.echo(json.dumps({"ok": not missing, "tools": [asdict(tool) for tool in tools]}, indent=2))
    else:
        click.echo("\n".join(_lines(tools)))
    context.exit(Status.TOOL if missing else Status.WELL)


def _lines(tools: tuple[Tool, ...]) -> Iterator[str]:
    name_width = max(len(tool.name) for tool in tools)
    version_width = max(len(tool.version) for tool in tools)
    for tool in tools:
        standing = click.style(f"{tool.status:<8}", fg=COLORS[tool.status])
        yield f"{standing}{tool.name:<{name_width}}  {tool.version:<{version_width}}  {tool.origin}".rstrip()
        margin = " " * (8 + name_width + 2 + version_width + 2)
        if tool.digest:
            yield f"{margin}{tool.digest}"
        if tool.hint:
            yield f"{margin}{tool.hint}"
