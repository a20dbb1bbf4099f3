"""`paperkit describe`: write the descriptor of a table that no harness wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit.cli.paths import TABLE
from paperkit.errors import PaperkitError, Status

if TYPE_CHECKING:
    from paperkit.artifacts.descriptor import Field

KINDS = ("given", "measured", "model", "published", "configured", "projection")


@click.command("describe")
@click.argument("file", type=TABLE)
@click.option("--kind", type=click.Choice(KINDS), default="given", show_default=True, help="How its values came to be.")
@click.option("--key", multiple=True, metavar="COLUMN", help="A column of the key; found from the rows when left out.")
@click.option("--dry-run", is_flag=True, help="Print the descriptor; write nothing.")
def COMMAND(file: Path, kind: str, key: tuple[str, ...], dry_run: bool) -> int:  # noqa: N802
    """Write the descriptor of FILE, a table that no harness wrote.

    Types come from its cells, units from its header (`latency (ms)`, `p99_us`), the key is the first columns that tell
    the rows apart. Read it once before you commit it: what the header does not say is marked `unknown`.
    """
    from paperkit.artifacts.describe import describe
    from paperkit.artifacts.descriptor import DESCRIPTOR
    from paperkit.bench.stale import Known
    from paperkit.process.atomic import write_atomic
    from paperkit.project import find_project
    from paperkit.values.quantity import Kind
    from paperkit.values.unit import UNKNOWN

    path = file.absolute()
    project = find_project(path.parent)
    bench = Known().writer(path, project)
    if bench is not None:
        fact = f"{project.shown(path)} is written by a harness, and so is its descriptor"
        raise PaperkitError(fact, f"run `paperkit bench run {bench.name}`")
    text, resource = describe(path, project, Kind(kind), key)
    if dry_run:
        click.echo(text, nl=False)
        return Status.WELL
    write_atomic(path.parent / DESCRIPTOR, text)
    named = [f"{one.name} ({', '.join(_facts(one))})" for one in resource.fields]
    click.echo(
        f"{project.shown(path.parent / DESCRIPTOR)}: {file.name} is {kind}, key {', '.join(resource.primary_key)}"
    )
    click.echo(f"columns: {', '.join(named)}")
    unknown = [one.name for one in resource.fields if one.unit == UNKNOWN and one.type in ("integer", "number")]
    if unknown:
        click.echo(f'to do: say the unit of {", ".join(unknown)} ("unit": "ms", or "1" for a bare number)')
    return Status.WELL


def _facts(column: Field) -> list[str]:
    """Type and unit of a column; texts have no unit."""
    unit = column.unit.symbol if column.type in ("integer", "number") else ""
    return [column.type, *([unit] if unit else [])]
