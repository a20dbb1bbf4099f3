"""What became of a file that was to be put into a project."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """What became of one file."""

    WRITTEN = "wrote"
    UPDATED = "updated"
    """It was as installed before, and is the present one now."""
    ADDED = "added"
    """Lines were put at its end."""
    KEPT = "kept"
    """It was there, and stays as it is."""
    UNCHANGED = "unchanged"
    EDITED = "edited"
    """The user's own; there is nothing newer to offer."""
    OFFERED = "offered"
    """The user's own; the present one lies beside it as `.new`."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One file of the project, relative to its root, and what became of it."""

    path: str
    state: State
    lines: tuple[str, ...] = ()
    """What was added."""
