"""A copy of exactly the declared files, so that what runs is what is digested."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from paperkit import digest
from paperkit.bench.spec import BenchSpec, climb
from paperkit.project import Project

OWN = frozenset({"__pycache__", ".paperkit", ".git"})
"""Folders that no glob enters."""


def declared_files(spec: BenchSpec, patterns: tuple[str, ...], project: Project) -> dict[str, Path]:
    """Files that *patterns* (relative to the harness) name, by their path in the project, in order.

    The harness's own artifacts never count. That all lie in the project was held when bench.yaml was read.
    """
    found: dict[str, Path] = {}
    artifacts = spec.artifacts.resolve()
    for pattern in patterns:
        base, rest = climb(spec.folder, pattern)
        for path in base.glob(rest):
            name = project.shown(path)
            if path.is_file() and OWN.isdisjoint(name.split("/")) and not path.resolve().is_relative_to(artifacts):
                found[name] = path
    return dict(sorted(found.items()))


def copy_files(files: Mapping[str, Path], root: Path) -> dict[str, str]:
    """Copy each file to *root*/name; gives the digest of the bytes that were copied, by name."""
    for name, path in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        shutil.copymode(path, target)
    return digest.of_files({name: root / name for name in files})
