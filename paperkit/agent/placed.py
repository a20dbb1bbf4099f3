"""What became of a file that was to be put into a project."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

SHIPPED = Path(__file__).parent
"""The folder of what comes with paperkit."""


class State(StrEnum):
    """What became of one file."""

    WRITTEN = "written"
    UPDATED = "updated"
    """It was as installed before, and is the present one now."""
    UNCHANGED = "unchanged"
    EDITED = "edited"
    """The user's own; there is nothing newer to offer."""
    OFFERED = "offered"
    """The user's own; the present one lies beside it as `.new`."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One file of the project: its path relative to the root, and what became of it."""

    path: str
    state: State
