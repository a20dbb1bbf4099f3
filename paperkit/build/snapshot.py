"""What a build reads and writes, as digests: the only ground on which a step is skipped."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from paperkit import digest
from paperkit.project import Project


class Change(StrEnum):
    """Why a step runs; the word that `--why` prints."""

    FIRST = "first build"
    CHANGED = "input changed"
    ADDED = "input added"
    REMOVED = "input removed"
    OUTPUT = "output changed or missing"
    TOOL = "tool changed"
    OPTION = "option changed"
    EVIDENCE = "evidence no longer committed"


@dataclass(frozen=True, slots=True)
class Reason:
    """One named reason, with the file or tool that it is about."""

    change: Change
    subject: str = ""

    def __str__(self) -> str:
        return f"{self.change}: {self.subject}" if self.subject else str(self.change)


@dataclass(frozen=True, slots=True)
class Watched:
    """What decides whether a build is up to date."""

    folders: tuple[str, ...]
    """Folders (relative to the project) of which every file counts."""
    files: tuple[str, ...]
    """Single files outside those folders, whether they exist or not."""
    outside: tuple[str, ...]
    """Files of which only size and time are looked at: the engine and its bundle, too large to read each time."""


def take(project: Project, watched: Watched, outputs: Iterable[str]) -> dict[str, str]:
    """Digest of each watched file by its path; a missing file counts as `missing`, outputs are left out."""
    skipped = set(outputs)
    names = set(watched.files) | {name for folder in watched.folders for name in _below(project, folder)}
    seen = {name: _digest(project.root / name) for name in sorted(names - skipped)}
    seen.update({name: _stamp(Path(name)) for name in watched.outside})
    return seen


def differences(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[Reason, ...]:
    """What changed between two snapshots, by name."""
    reasons = []
    for name in sorted({*before, *now}):
        old, new = before.get(name, "missing"), now.get(name, "missing")
        if old != new:
            change = Change.ADDED if old == "missing" else Change.REMOVED if new == "missing" else Change.CHANGED
            reasons.append(Reason(Change.TOOL if name.startswith("/") else change, name))
    return tuple(reasons)


@cache
def own_digest() -> str:
    """Digest of paperkit's own code and templates: another version builds again."""
    package = Path(__file__).parent.parent
    found = (Path(folder, name) for folder, _, names in os.walk(package) for name in names)
    files = {str(path.relative_to(package)): digest.of_file(path) for path in found if path.suffix != ".pyc"}
    return digest.of_data(files)


def files_below(folder: Path) -> Iterator[Path]:
    """Everything below *folder* that is no folder, but what the interpreter keeps there."""
    for here, below, names in os.walk(folder):
        below[:] = [name for name in below if name != "__pycache__"]
        yield from (Path(here, name) for name in names)


def _below(project: Project, folder: str) -> list[str]:
    return [path.relative_to(project.root).as_posix() for path in files_below(project.root / folder) if path.is_file()]


def _digest(path: Path) -> str:
    return digest.of_file(path) if path.is_file() else "missing"


def _stamp(path: Path) -> str:
    if not path.exists():
        return "missing"
    status = path.stat()
    return f"{status.st_size}:{status.st_mtime_ns}"
