"""What the parts of an expression stand for while it is evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from paperkit.artifacts.table import Key, Table
from paperkit.artifacts.tree import TreeNode
from paperkit.frozen import frozen
from paperkit.sources import Section, SourceDocument
from paperkit.values.quantity import Cell, Kind, Value


@frozen
class Text:
    """A cell or a constant that is no number."""

    text: str
    cells: tuple[Cell, ...] = ()


@frozen
class Truth:
    """The outcome of a comparison."""

    holds: bool
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Truths:
    """Outcomes, one a row."""

    items: tuple[Truth, ...]


@frozen
class Rows:
    """Several rows of a table; *records* are its record numbers, *fixed* the columns that were selected by."""

    table: Table
    records: tuple[int, ...]
    fixed: frozenset[str] = frozenset()
    whole: bool = False
    """Whether nothing was selected: the table itself."""


@frozen
class Row:
    """One row of a table."""

    table: Table
    record: int


@frozen
class Labels:
    """The keys that tell rows apart, read only when two columns are held against each other."""

    table: Table
    records: tuple[int, ...]
    free: tuple[str, ...]
    """Columns of the key that were not selected by."""

    def __iter__(self) -> Iterator[Mapping[str, Key]]:
        for record in self.records if self.free else ():
            yield {name: key for name, key in self.table.labels(record).items() if name in self.free}


@frozen
class Series:
    """One column of several rows, or what was computed from one; *labels* are the keys that tell the rows apart."""

    items: tuple[Value | Text, ...]
    labels: Iterable[Mapping[str, Key]] = ()
    rows: Rows | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of a configuration file or of a descriptor; *path* is how it was reached."""

    artifact: str
    node: TreeNode
    path: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Quoted:
    """A document, or one section of it."""

    document: SourceDocument
    section: Section | None = None


@dataclass(frozen=True, slots=True)
class Several:
    """Values with commas between them."""

    items: tuple[object, ...]


def said(thing: object) -> str:
    """What a thing is, in a message."""
    match thing:
        case Text():
            return f"the text {thing.text!r}"
        case Truth() | Truths():
            return "a comparison"
        case Rows(whole=True):
            return f"the table {thing.table.name}"
        case Rows():
            return f"{len(thing.records)} rows of {thing.table.name}"
        case Row():
            return f"a row of {thing.table.name}"
        case Series():
            return f"{len(thing.items)} values"
        case Branch():
            return (
                f"the branch {thing.path or thing.artifact}"
                if thing.node.kind != "scalar"
                else f"the text {thing.node.text!r}"
            )
        case Quoted():
            return f"document {thing.document.id}"
        case Several():
            return f"{len(thing.items)} values"
        case _:
            return "a value"
