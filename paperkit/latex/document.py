"""What a scan gives: frozen records, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from paperkit.frozen import frozen
from paperkit.source import SourceFile, Span


class Role(StrEnum):
    """Whether a numeral states something, or only builds or names something."""

    CLAIM = "claim"
    STRUCTURE = "structure"


class Numeral(NamedTuple):
    """One number as a reader sees it."""

    span: Span
    """Where it stands; for a number inside a user's macro, the place where the macro is used."""
    text: str
    """The literal: without unit, with all that changes its value."""
    value: Decimal
    unit: str
    """As read beside it: `ms`, `%`, `×`, `GB/s`, `threads`; empty where there is none."""
    role: Role
    reason: str
    """Why it has its role: for claims `digits`, `words`, `bound` or `waived`; for structure `version`, `year`, ..."""
    marker: int | None = None
    """Index in Document.markers of the marker that it stands in."""
    place: str = ""
    """`heading`, `caption`, `footnote`, `cell`, `plot`, `listing` ...; empty in running text."""
    decimals: int = 0
    """Digits shown behind the decimal mark, before any exponent or suffix."""
    origin: Span | None = None
    """Where the digits themselves stand, when a user's macro printed them elsewhere."""

    @property
    def ungrounded(self) -> bool:
        """Whether it needs a marker and has none."""
        return self.role is Role.CLAIM and self.marker is None


@frozen
class Marker:
    r"""One use of a marker macro; one inside a user's macro is recorded once, however often that is used."""

    macro: str
    """`pkval`, `pkclaim`, `pkprojected`, `pkfree` or `pkquote`."""
    span: Span
    """From the backslash to the last closing brace."""
    arguments: tuple[Span, ...]
    """Insides of the braces, verbatim."""
    texts: tuple[str, ...]
    """The arguments with a user macro's parameters put in; else the same as their spans' text."""
    printed_plain: str
    """What a reader sees of it: `1.2 × 10^-3`."""
    inside: str = ""
    """Name of the macro or place in which a marker cannot stand (`num`, `addplot`, `ifdim` ...); empty where it can."""
    place: str = ""
    math: bool = False
    comma: bool = False
    """Whether the language there writes decimals with a comma."""
    projected: bool = False
    """Whether it stands within \\pkprojected{...}."""
    before: str = ""
    """Some printed characters before it, in the same block."""
    after: str = ""
    use: Span | None = None
    """Where the user's macro that holds it is used first."""


@dataclass(frozen=True, slots=True)
class Allow:
    """A waiver in a comment: `% paperkit: allow CODE -- reason`."""

    span: Span
    code: str
    reason: str
    covers: tuple[int, int]
    """First and last line (1-based) that it waives."""
    path: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the document; level 0 is a chapter, 1 a section; -1 a part."""

    level: int
    title: str
    span: Span
    numbered: bool = True


@frozen
class Named:
    """Something with a name in it: a label, a reference, a citation key, a graphic, an input, a bibliography entry."""

    name: str
    span: Span
    """The name's own place."""
    macro: str


@dataclass(frozen=True, slots=True)
class Redefinition:
    """A place that gives a marker macro another meaning."""

    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """What the scan could not follow; the scan goes on behind it."""

    span: Span
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Verbatim text that a reader sees, with the count of numbers in it."""

    span: Span
    name: str
    numbers: int
    file: str = ""
    """The file that is shown, when it stands in one of its own."""


@dataclass(frozen=True, slots=True)
class Document:
    """All that a scan saw, each tuple in reading order."""

    sources: tuple[SourceFile, ...]
    numerals: tuple[Numeral, ...] = ()
    markers: tuple[Marker, ...] = ()
    allows: tuple[Allow, ...] = ()
    headings: tuple[Heading, ...] = ()
    labels: tuple[Named, ...] = ()
    references: tuple[Named, ...] = ()
    citations: tuple[Named, ...] = ()
    entries: tuple[Named, ...] = ()
    """Entries of thebibliography (\\bibitem)."""
    graphics: tuple[Named, ...] = ()
    inputs: tuple[Named, ...] = ()
    bibliographies: tuple[Named, ...] = ()
    listings: tuple[Listing, ...] = ()
    redefinitions: tuple[Redefinition, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    text: str = ""
    """The printed text, for whoever looks for words; not the source."""
    comma: bool = False
    """Whether the language at its end writes decimals with a comma."""

    @property
    def source(self) -> SourceFile:
        """The main file."""
        return self.sources[0]
