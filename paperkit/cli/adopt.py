"""`paperkit adopt`: an existing LaTeX paper brought in as it is."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.cli.paths import TARGET
from paperkit.errors import Status


@click.command("adopt")
@click.argument("target", metavar="MAIN.TEX|FOLDER", type=TARGET)
@click.option("--data", multiple=True, type=click.Path(path_type=Path), metavar="FOLDER", help="Where its data lies.")
@click.option("--dry-run", is_flag=True, help="Say what is found; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def COMMAND(target: Path, data: tuple[Path, ...], dry_run: bool, as_json: bool) -> int:  # noqa: N802
    """Bring in an existing LaTeX paper without touching its text.

    Finds its main file, its data and its numbers by kind, and writes beside the main file what is not there yet:
    report.yaml, given.yaml with drafts for a person to confirm, and a baseline, so that `paperkit check` fails only on
    new numbers without evidence. Then bind number by number.
    """
    from paperkit.adopting.adopt import adopt
    from paperkit.adopting.show import as_json as json_text
    from paperkit.adopting.show import as_lines

    done = adopt(target, data, not dry_run)
    if as_json:
        click.echo(json_text(done), nl=False)
    else:
        click.echo("\n".join(as_lines(done, not dry_run)))
    return Status.WELL
