"""What this process reads, observed: the files that it opens and the folders whose names it lists."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

_LISTING = frozenset({"os.listdir", "os.scandir"})
_watching: list[Reads] = []
_hooked: list[bool] = []


@dataclass(frozen=True, slots=True)
class Reads:
    """Absolute paths, links as they were named. What was written counts as read.

    Looking whether a file exists does not, and what another program reads is not among them.
    """

    files: set[str] = field(default_factory=set)
    """Files that were opened, whether they were there or not."""
    folders: set[str] = field(default_factory=set)
    """Folders of which the names were read."""


@contextmanager
def observed() -> Iterator[Reads]:
    """All that is read within the block, by whatever code and library.

    The interpreter tells of each file itself (PEP 578), so that nothing has to be noted where it is read.
    """
    if not _hooked:
        sys.addaudithook(_note)
        _hooked.append(True)
    reads = Reads()
    _watching.append(reads)
    try:
        yield reads
    finally:
        _watching.remove(reads)


def note(reads: Reads) -> None:
    """Count as read what a copy of this process has read."""
    for each in _watching:
        each.files.update(reads.files)
        each.folders.update(reads.folders)


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    """One event of the interpreter; what is opened by its number was opened by its name before."""
    if not _watching or (event != "open" and event not in _LISTING):
        return
    named = "." if arguments[0] is None else arguments[0]
    if isinstance(named, (str, bytes, os.PathLike)):
        path = os.path.abspath(os.fsdecode(named))
        for each in _watching:
            (each.files if event == "open" else each.folders).add(path)
