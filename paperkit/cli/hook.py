"""`paperkit hook`: what the host of a coding agent asks before a tool runs, and after a file was saved."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from paperkit.errors import PaperkitError

BLOCKED = 2
"""The status by which hosts know that the agent has to read what stands on stderr."""
FILES = click.argument("files", nargs=-1, type=click.Path(path_type=Path))


@click.group("hook")
def COMMAND() -> None:  # noqa: N802
    """For the hosts of coding agents: guard evidence, show what a saved file lacks.

    Reads the host's description of the call as JSON from stdin, or takes FILES.
    """


@COMMAND.command("guard")
@FILES
def guard(files: tuple[Path, ...]) -> int:
    """Before a tool runs: refuse writes to evidence and outputs, ask where a person has to speak.

    Status 2 and a reason on stderr refuse; a question is printed as JSON.
    """
    from paperkit.agent.guard import Answer, Decision, why_protected
    from paperkit.agent.guard import guard as judge
    from paperkit.project import find_project

    project = find_project(Path.cwd())
    if files:
        reasons = [f"{project.shown(path)} {why}" for path in files if (why := why_protected(path, project))]
        answer = Answer(Decision.DENY, "; ".join(reasons)) if reasons else Answer(Decision.ALLOW)
    else:
        answer = judge(_event(), project)
    if answer.decision is Decision.DENY:
        click.echo(answer.reason, err=True)
        return BLOCKED
    if answer.decision is Decision.ASK:
        said = {"permissionDecision": "ask", "permissionDecisionReason": answer.reason}
        click.echo(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", **said}}))
    return 0


@COMMAND.command("saved")
@FILES
def saved(files: tuple[Path, ...]) -> int:
    """After a file was saved: what `paperkit check` says of it, on stderr and with status 2."""
    from paperkit.agent.saved import findings, lines
    from paperkit.project import find_project

    project = find_project(Path.cwd())
    paths = files or _saved(_event())
    said = [line for path in paths for line in lines(findings(path, project))]
    if said:
        click.echo("\n".join(said), err=True)
    return BLOCKED if said else 0


def _event() -> dict[str, Any]:
    text = "" if sys.stdin.isatty() else sys.stdin.read()
    try:
        event = json.loads(text)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise PaperkitError("stdin holds no JSON object", "name files, or let an agent's host call this")
    return event


def _saved(event: dict[str, Any]) -> tuple[Path, ...]:
    given = event.get("tool_input")
    path = given.get("file_path") or given.get("path") if isinstance(given, dict) else None
    return (Path(str(event.get("cwd") or ".")) / path,) if isinstance(path, str) else ()
