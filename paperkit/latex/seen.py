"""What a walk keeps: open groups, parts to read, and the records that become a Document."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from paperkit.latex.document import Listing, Named, Redefinition, Trouble
from paperkit.latex.frames import Range
from paperkit.latex.printed import Mode, Use
from paperkit.source import Span


class Group(NamedTuple):
    """Something open: a brace, an environment, a formula."""

    kind: str
    """`{`, `$`, `$$`, `(`, `[` or `env`."""
    mode: Mode
    name: str = ""
    args: tuple[Range | None, ...] = ()
    use: Use | None = None
    """Of an environment: the use of the user's macro or environment that began it."""
    begun: Span | None = None
    """Of an environment: where it was begun; None where another branch of a condition may end it."""


class Part(NamedTuple):
    """A range to read in its turn: what is printed before and behind it, and where it came to stand."""

    what: Range
    mode: Mode | None = None
    before: str = ""
    behind: str = ""
    note: list[int] | None = None
    """Gets the offsets in the printed text at which the range begins and ends."""


class Draft(NamedTuple):
    """A marker while its document is being read."""

    macro: str
    span: Span
    arguments: tuple[Range, ...]
    texts: tuple[str, ...]
    inside: str
    mode: Mode
    use: Use | None
    note: list[int]
    """Where its printed argument begins and ends in the printed text; empty when it was never printed."""


@dataclass(slots=True)
class Count:
    """A counter or register; *typed* when a number of its own was written into it, so that it did not only count up."""

    value: int | None = 0
    typed: bool = False


@dataclass(slots=True)
class Seen:
    """What the walk records, in reading order."""

    drafts: list[Draft] = field(default_factory=list)
    headings: list[tuple[int, Span, bool, list[int]]] = field(default_factory=list)
    labels: list[Named] = field(default_factory=list)
    references: list[Named] = field(default_factory=list)
    citations: list[Named] = field(default_factory=list)
    entries: list[Named] = field(default_factory=list)
    graphics: list[Named] = field(default_factory=list)
    inputs: list[Named] = field(default_factory=list)
    bibliographies: list[Named] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    redefinitions: list[Redefinition] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
