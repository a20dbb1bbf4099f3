"""`paperkit new`: a report or a harness that runs as it is."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.errors import PaperkitError, Status


@click.command("new")
@click.argument("target", metavar="REPORT|bench")
@click.argument("name", required=False)
@click.option("--from", "source", type=click.Path(path_type=Path), metavar="REPORT", help="Take over its structure.")
def COMMAND(target: str, name: str | None, source: Path | None) -> int:  # noqa: N802
    """Begin a report, or with `bench NAME` a harness.

    REPORT is a folder to be made, such as reports/2H: it gets a harness, a number and a claim, and builds at once. With
    --from it gets the contract (as a draft), headings, figures and artifacts of another report instead, and none of its
    sentences and numbers. Nothing that is there is overwritten.
    """
    from paperkit.cli.placed import say_next, say_placed
    from paperkit.project import find_project
    from paperkit.starting.new import new_bench, new_report, next_steps

    project = find_project(Path.cwd())
    if target == "bench":
        if name is None:
            raise PaperkitError("a harness needs a name", "run `paperkit new bench NAME`")
        if source is not None:
            raise PaperkitError("--from is for a report", "a harness begins as an example: leave --from out")
        placed, shown = new_bench(name, project), f"benches/{name}"
    elif name is not None:
        raise PaperkitError(f"{target!r} takes no second name", f"run `paperkit new bench {name}`, or name one report")
    else:
        placed, shown = new_report(Path(target), project, source), project.shown(Path(target))
    say_placed(placed)
    say_next(next_steps(shown, placed))
    return Status.WELL
