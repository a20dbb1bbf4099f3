"""What the last build of a report read and wrote; kept beside the project, never committed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.build.snapshot import Change, Reason, Watched, differences, own_digest, take
from paperkit.process.atomic import write_atomic
from paperkit.project import GitState, Project, git_states

VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """One build that went well."""

    version: int
    tool: str
    """Digest of paperkit's own code."""
    watched: Watched
    skipped: tuple[str, ...]
    """Files in watched folders that are no inputs."""
    inputs: dict[str, str]
    """Digest of each watched file."""
    committed: tuple[str, ...]
    """Files that must be committed for the build to count."""
    outputs: dict[str, str]
    """Digest of each file that was written."""
    compiled: dict[str, str]
    """Digest of each file that the compile read, engine and bundle among them."""
    figures: dict[str, str] = field(default_factory=dict)
    """Key of each figure's drawing."""
    summary: str = ""
    """The line that the build printed."""
    counts: dict[str, Any] = field(default_factory=dict)
    """What was counted."""
    warnings: int = 0
    """How many warnings remained."""
    environment: dict[str, str] = field(default_factory=dict)
    """Settings from outside that decide which engine and bundle are used."""


def read_record(path: Path) -> Record | None:
    """The record in *path*; None where there is none that this version can read."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["version"] != VERSION:
            return None
        watched = Watched(**{name: tuple(names) for name, names in data.pop("watched").items()})
        return replace(
            Record(**{**data, "watched": watched}), committed=tuple(data["committed"]), skipped=tuple(data["skipped"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_record(path: Path, record: Record) -> None:
    """Keep *record* for the next build."""
    write_atomic(path, json.dumps(asdict(record), indent=1, sort_keys=True) + "\n")


def reasons_to_build(project: Project, record: Record | None, environment: dict[str, str]) -> tuple[Reason, ...]:
    """Why a build must run; empty when everything is as the last one left it."""
    if record is None:
        return (Reason(Change.FIRST),)
    if record.tool != own_digest():
        return (Reason(Change.TOOL, "paperkit"),)
    changed = list(differences(record.inputs, take(project, record.watched, record.skipped)))
    changed += [
        Reason(Change.OPTION, name)
        for name in sorted({*record.environment, *environment})
        if record.environment.get(name) != environment.get(name)
    ]
    changed += [Reason(Change.OUTPUT, name) for name, was in record.outputs.items() if _now(project, name) != was]
    states = git_states(project, (project.root / name for name in record.committed))
    changed += [
        Reason(Change.EVIDENCE, project.shown(path)) for path, now in states.items() if now is not GitState.COMMITTED
    ]
    return tuple(changed)


def _now(project: Project, name: str) -> str:
    path = project.root / name
    return digest.of_file(path) if path.is_file() else "missing"
