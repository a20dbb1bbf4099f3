"""Outputs on disk that are not what the sources give now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paperkit.checks.base import Evidence
from paperkit.digest import of_bytes
from paperkit.source import SourceFile


@dataclass(frozen=True, slots=True)
class Differing:
    """One LaTeX file on disk and what would be rendered in its place."""

    path: str
    disk: SourceFile
    rendered: str
    written: bool
    """Whether the last build wrote it so: then it is only outdated."""


def differing(evidence: Evidence) -> Iterator[Differing]:
    """Every LaTeX file on disk that differs from its render."""
    for path, text in evidence.rendered.items():
        disk = evidence.disk.get(path)
        if disk is not None and disk.text != text:
            yield Differing(path, disk, text, evidence.written.get(path) == of_bytes(disk.text.encode()))
