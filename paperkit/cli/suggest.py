"""`paperkit suggest`: expressions for numbers that are bound to no evidence yet."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.cli.paths import PLACE
from paperkit.errors import Status


@click.command("suggest")
@click.argument("place", metavar="FILE[:LINE[:COLUMN]]", type=PLACE)
@click.option("--write", "number", type=click.IntRange(1), metavar="N", help="Write the N-th marker at the literal.")
@click.option("--of", "shown", metavar="NUMBER", help="With --write: the number that was shown; no other is bound.")
@click.option("--count", type=click.IntRange(1, 30), default=5, show_default=True, help="Suggestions for each literal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
@click.option("--main", type=click.Path(path_type=Path), help="Main file of the LaTeX project that reads FILE.")
@click.option("--artifacts", type=click.Path(path_type=Path), help="Folder of the evidence of a plain LaTeX project.")
def COMMAND(  # noqa: N802
    place: str,
    number: int | None,
    shown: str | None,
    count: int,
    as_json: bool,
    main: Path | None,
    artifacts: Path | None,
) -> int:
    """Suggest expressions for unbound numbers.

    FILE is a section of a report, or a .tex file. For every number that stands in no marker, expressions over the
    artifacts that give it, best first, each with how many others would give it as well. None is taken by itself: read
    the cell, then choose with --write N at one literal.
    """
    from paperkit.adopting.declare import ensure_package
    from paperkit.suggest.find import place_of, search
    from paperkit.suggest.show import as_json as json_text
    from paperkit.suggest.show import as_text
    from paperkit.suggest.suggest import suggest
    from paperkit.suggest.write import write_marker

    found = search(place_of(place), main, artifacts)
    answers = tuple(suggest((one.literal for one in found.found), found.scope, max(count, number or 0)))
    if number is not None:
        click.echo(f"{place}: {write_marker(found, answers, number, shown)}")
        loads = ensure_package(place_of(place), main)
        if loads:
            click.echo(f"\\usepackage{{paperkit}} goes into {loads}, before \\begin{{document}}: no line moves")
        return Status.WELL
    pairs = tuple(zip(found.found, answers, strict=True))
    click.echo(json_text(pairs) if as_json else as_text(pairs), nl=False)
    if not as_json:
        bound = sum(bool(answer.suggestions) for answer in answers)
        click.echo(f"{place}: {len(pairs)} unbound, {bound} with suggestions")
    return Status.WELL
