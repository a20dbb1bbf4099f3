"""`paperkit mutate`: change everything in turn, and say how much of it the checks see."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from paperkit.cli.paths import TARGET
from paperkit.errors import Status


@click.command("mutate")
@click.argument("target", metavar="REPORT|MAIN.TEX", type=TARGET)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
@click.option("--all", "everything", is_flag=True, help="List every change that was missed.")
@click.option("--every", is_flag=True, help="Change every cell, also of a value that rests on hundreds.")
@click.option("--alone", is_flag=True, help="One change a run, slowly: the same score, without any that share a run.")
@click.option("--strict", is_flag=True, help="A warning catches, too, as under `check --strict`.")
@click.option("--artifacts", type=click.Path(path_type=Path), help="Folder of the evidence of a plain LaTeX project.")
def COMMAND(  # noqa: N802
    target: Path, as_json: bool, everything: bool, every: bool, alone: bool, strict: bool, artifacts: Path | None
) -> int:
    """Show the teeth of the checks.

    Every marker, claim and cell of REPORT or MAIN.TEX is changed in turn, in memory: its sign, its size, a digit, its
    unit, its rounding, a literal or a word in its place, another marker that prints the same, an older artifact. The
    last line says how many of these changes an error answers; below 100% the exit status is 1. No file is written.
    """
    from paperkit.mutate.run import mutate
    from paperkit.mutate.show import as_json as json_text
    from paperkit.mutate.show import as_text
    from paperkit.mutate.world import open_world

    world = open_world(target, artifacts, strict)
    score = mutate(world, str(target), _tick, every, alone)
    click.echo(json_text(score) if as_json else as_text(score, everything), nl=False)
    return Status.WELL if score.made and score.caught == score.made else Status.DIAGNOSTICS


def _tick(what: str) -> None:
    """Progress, where somebody watches."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{what}", err=True, nl=False)
