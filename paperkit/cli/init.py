"""`paperkit init`: what a repository needs before its first report."""

from __future__ import annotations

from pathlib import Path

import click

from paperkit.errors import Status


@click.command("init")
@click.option("--ci", type=click.Choice(["github"]), help="Write a workflow, too, that checks and builds every report.")
@click.option(
    "--pre-commit", "hooks", is_flag=True, help="Write a hook for pre-commit, too, that checks before a push."
)
def COMMAND(ci: str | None, hooks: bool) -> int:  # noqa: N802
    """Prepare the git repository here for reports.

    Writes folders for harnesses and templates, and what git should know. What is there already stays; a second call
    changes nothing.
    """
    from paperkit.cli.placed import say_next, say_placed
    from paperkit.errors import PaperkitError
    from paperkit.project import find_project
    from paperkit.starting.init import first_report, init, unplaced

    try:
        project = find_project(Path.cwd())
    except PaperkitError as error:
        raise PaperkitError(error.message, "run `git init`, then `paperkit init` again") from None
    placed = init(project, ci == "github", hooks)
    say_placed(placed)
    snippet = unplaced(placed, project)
    if snippet:
        click.echo(f"to do    .pre-commit-config.yaml is yours; put this into it:\n\n{snippet}")
    report = first_report(project)
    say_next((f"paperkit status {report}",) if report else ("paperkit new reports/first",))
    return Status.WELL
