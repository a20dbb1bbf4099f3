"""What reading the artifacts found: files as git sees them, and what is wrong inside."""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.artifacts.problem import Problem
from paperkit.checks.base import ArtifactFile, Evidence


def artifact_files(evidence: Evidence) -> tuple[ArtifactFile, ...]:
    """Files of all artifacts, each once."""
    return tuple({file.path: file for file in evidence.files}.values())


def reading_problems(evidence: Evidence, code: str) -> Iterator[Problem]:
    """What the store found with that code."""
    return (problem for problem in evidence.store.problems() if problem.code == code)
