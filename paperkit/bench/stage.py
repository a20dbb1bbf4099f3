"""A copy of exactly the declared files, so that what runs is what is digested."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from paperkit import digest
from paperkit.bench.spec import BenchSpec, climb
from paperkit.errors import PaperkitError, Status
from paperkit.project import Project

OWN = frozenset({"__pycache__", ".paperkit", ".git"})
"""Folders that no glob enters."""


def declared_files(spec: BenchSpec, patterns: tuple[str, ...], project: Project) -> dict[str, Path]:
    """Files that *patterns* (relative to the harness) name, by their path in the project, in order.

    The harness's own artifacts never count. Raises PaperkitError (status 4) for a file outside the project.
    """
    found: dict[str, Path] = {}
    for pattern in patterns:
        base, rest = climb(spec.folder, pattern)
        for path in base.glob(rest):
            real = path.resolve()
            if path.is_file() and not OWN & set(path.parts) and not real.is_relative_to(spec.artifacts.resolve()):
                found[_name(path, real, project)] = path
    return dict(sorted(found.items()))


def _name(path: Path, real: Path, project: Project) -> str:
    if not real.is_relative_to(project.root.resolve()):
        raise PaperkitError(
            f"{project.shown(path)}: outside the project, so nobody else has it",
            "copy it into the project and commit it",
            Status.BENCH,
        )
    return project.shown(path)


def copy_files(files: Mapping[str, Path], root: Path) -> dict[str, str]:
    """Copy each file to *root*/name; gives the digest of the bytes that were copied, by name."""
    for name, path in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        shutil.copymode(path, target)
    return digest.of_files({name: root / name for name in files})
