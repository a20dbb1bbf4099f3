"""`paperkit given`: a typed set-up number moved into given.yaml."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.cli.paths import PLACE
from paperkit.errors import Status


@click.command("given")
@click.argument("place", metavar="FILE:LINE[:COLUMN]", type=PLACE)
@click.option("--source", default="", metavar="TEXT", help="Where the value comes from, so that a reader finds it.")
@click.option("--key", default="", metavar="NAME", help="Its name; found from the words around it when left out.")
@click.option("--unit", default=None, metavar="UNIT", help="Its unit; read beside the number when left out.")
@click.option("--note", default="", metavar="TEXT", help="What else a reader should know.")
@click.option("--main", type=click.Path(path_type=Path), help="Main file of the LaTeX project that reads FILE.")
@click.option("--dry-run", is_flag=True, help="Say what would be written; write nothing.")
def COMMAND(  # noqa: N802
    place: str, source: str, key: str, unit: str | None, note: str, main: Path | None, dry_run: bool
) -> int:
    """Move a typed set-up number into given.yaml.

    A marker takes its place; the PDF stays as it is. A value without --source is a draft: `paperkit check` asks for its
    source as long as it is missing. Results do not belong here: bind them (`paperkit suggest`).
    """
    from paperkit.adopting.declare import Wanted, declare
    from paperkit.config.given import is_draft
    from paperkit.suggest.find import place_of

    done = declare(place_of(place), Wanted(key, source, unit, note), main, not dry_run)
    entry = done.entry
    said = f"{entry.value} {entry.unit}".rstrip()
    click.echo(f"{done.place}: {done.marker}")
    click.echo(f"given.{entry.key}: {said}, source: {entry.source}")
    click.echo(f"{'would write' if dry_run else 'wrote'}: {', '.join(done.files)}")
    if done.loads:
        click.echo(rf"\usepackage{{paperkit}} goes into {done.loads}, before \begin{{document}}: no line moves")
    if is_draft(entry.source):
        click.echo("to do: write its source; `paperkit check` asks for it until then")
    return Status.WELL
