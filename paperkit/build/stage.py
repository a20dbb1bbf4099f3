"""The folder that is compiled: a copy of what LaTeX may read, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

READ = frozenset(
    (".bib", ".bst", ".cls", ".sty", ".def", ".cfg", ".clo", ".tex", ".dat", ".txt", ".png", ".jpg", ".jpeg", ".pdf")
)
"""Endings of the files beside the templates that LaTeX may want."""
OWN = frozenset({"main.tex", "main.pdf", "tex", "sections"})
"""What is rendered, or is the result itself."""


def gather(folder: Path, figures: Mapping[str, bytes]) -> dict[str, bytes]:
    """What LaTeX may want beside the pages of the report in *folder*, by name there.

    These are the *figures*, and of the folder itself its pictures, bibliographies and styles.
    """
    return {name: (folder / name).read_bytes() for name in _beside(folder)} | dict(figures)


def write(stage: Path, files: Mapping[str, bytes]) -> None:
    """Put *files* into the folder *stage*."""
    for name, raw in files.items():
        path = stage / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)


def fresh(stage: Path) -> Path:
    """*stage*, empty."""
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    return stage


def _beside(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        inside = path.resolve().is_relative_to(folder.resolve())
        if name.parts[0] not in OWN and path.suffix.lower() in READ and path.is_file() and inside:
            yield name.as_posix()
