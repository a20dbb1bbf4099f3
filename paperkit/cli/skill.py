"""`paperkit skill`: the agent skill and the /paper command, put in place or shown."""

from __future__ import annotations

import json
from pathlib import Path

import click

from paperkit.agent import settings, skill
from paperkit.errors import PaperkitError
from paperkit.project import find_project
from paperkit.starting.placed import Placed, State


@click.group("skill")
def COMMAND() -> None:  # noqa: N802
    """Put the skill `paperkit` and the command /paper in place for coding agents."""


DIR = click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Root of the project; the git repository around the current folder where not given.",
)
HOOKS = click.option("--hooks", is_flag=True, help="Also add the hooks to .claude/settings.json.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")


@COMMAND.command("install")
@DIR
@HOOKS
@JSON
def install(folder: Path | None, hooks: bool, as_json: bool) -> None:
    """Put skill, command and AGENTS.md into the project; edited files are kept."""
    _placed(folder or find_project(Path.cwd()).root, hooks, as_json)


@COMMAND.command("update")
@DIR
@HOOKS
@JSON
def update(folder: Path | None, hooks: bool, as_json: bool) -> None:
    """Bring what was installed to the present version; edited files are kept."""
    root = folder or find_project(Path.cwd()).root
    if not skill.read_manifest(root):
        raise PaperkitError(f"{root}: no skill was installed here", "run `paperkit skill install`")
    _placed(root, hooks, as_json)


def _placed(root: Path, hooks: bool, as_json: bool) -> None:
    placed = list(skill.install_skill(root))
    if hooks:
        state = State.WRITTEN if settings.install_hooks(root) else State.UNCHANGED
        placed.append(Placed(str(settings.SETTINGS), state))
    if as_json:
        click.echo(json.dumps({"root": str(root), "files": [_record(one) for one in placed]}, indent=2))
        return
    for one in placed:
        click.echo(f"{one.state:<9} {one.path}")
    if any(one.state is State.OFFERED for one in placed):
        click.echo("offered: your edits are kept; the present text lies beside each file as .new", err=True)


@COMMAND.command("show")
@click.argument("name", default="SKILL.md")
@click.option("--json", "as_json", is_flag=True, help="Print the names and texts of all files as JSON.")
def show(name: str, as_json: bool) -> None:
    """Print a file of the skill as shipped.

    NAME is SKILL.md, references/NAME.md, or the command paper.md.
    """
    files = skill.skill_files() | skill.command_files()
    if as_json:
        click.echo(json.dumps({"name": skill.NAME, "files": files}, indent=2, ensure_ascii=False))
        return
    if name not in files:
        raise PaperkitError(f"the skill has no file {name}", f"it has {', '.join(files)}")
    click.echo(files[name], nl=False)


def _record(one: Placed) -> dict[str, str]:
    return {"path": one.path, "state": str(one.state)}
