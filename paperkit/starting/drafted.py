"""Contracts that paperkit drafted and nobody has touched since: such a draft may be made again."""

from __future__ import annotations

from pathlib import Path

from paperkit import digest
from paperkit.process.atomic import write_atomic
from paperkit.project import Project


def remember(path: Path, project: Project) -> None:
    """Keep, beside the project and never committed, what the drafted contract at *path* is."""
    project.keep_state()
    write_atomic(_record(path, project), digest.of_file(path) + "\n")


def untouched(path: Path, project: Project) -> bool:
    """Whether the contract at *path* is byte for byte what was drafted here."""
    record = _record(path, project)
    return path.is_file() and record.is_file() and record.read_text("utf-8").strip() == digest.of_file(path)


def _record(path: Path, project: Project) -> Path:
    return project.state / "drafted" / project.shown(path).replace("/", "-")
