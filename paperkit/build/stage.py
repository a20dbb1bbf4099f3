"""The folder that is compiled: a copy of what LaTeX may read, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from paperkit import digest

READ = frozenset(
    (".bib", ".bst", ".cls", ".sty", ".def", ".cfg", ".clo", ".tex", ".dat", ".txt", ".png", ".jpg", ".jpeg", ".pdf")
)
"""Endings of the files beside the templates that LaTeX may want."""
OWN = frozenset({"main.tex", "main.pdf", "tex", "sections"})
"""What is rendered, or is the result itself."""


def lay_out(folder: Path, pages: Mapping[str, str], figures: Mapping[str, bytes], stage: Path) -> dict[str, str]:
    """Fill the empty folder *stage*; gives the digest of each file by its name there.

    *pages* and *figures* are by name in the report's *folder*; of the folder itself its pictures, bibliographies and
    styles come along.
    """
    files = {name: (folder / name).read_bytes() for name in _beside(folder)}
    files |= {name: text.encode() for name, text in pages.items()}
    files |= figures
    for name, raw in files.items():
        path = stage / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    return {name: digest.of_bytes(raw) for name, raw in sorted(files.items())}


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
