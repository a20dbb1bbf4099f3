"""The markers of a document's tables, by row and column, with what each reads: its shape and the keys of its rows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paperkit.artifacts.table import Key, Table, key_of, plain, shown_key
from paperkit.checks.base import Evidence, Judged
from paperkit.checks.named_rows import selected
from paperkit.checks.tables import Cell, grids, plain_cell
from paperkit.expressions.meaning import Meaning, shape_of
from paperkit.expressions.relation import GATHERING
from paperkit.expressions.scope import Scope
from paperkit.source import SourceFile

Column = tuple[int, int]
"""Column of the grid, and which of the markers in its cell."""
LETTERS = 3
"""A shorter key is no part of a label."""
_WIDE = re.compile(r"\\multicolumn\s*\{\s*(\d+)\s*\}")
_MARKED = re.compile(r"\\pk(?:val|claim)\s*\{(?:[^{}\\]|\\.)*\}\s*\{(?:[^{}]|\{[^{}]*\})*\}")
_WORD = re.compile(r"[a-z0-9]+(?:\.\d+)?")
_NAME = re.compile(r"[^\w]|_")


@dataclass(frozen=True, slots=True)
class Entry:
    """One marker in a cell. *keys*: for each column of a key, the keys of the rows that it reads."""

    judged: Judged
    shape: Meaning | None
    keys: Mapping[str, frozenset[str]]
    rows: frozenset[tuple[str, int]]
    """The rows that it reads: artifact and line."""
    tables: tuple[Table, ...]

    def could_be(self, name: str, label: str) -> bool:
        """Whether what it reads has a row that the label is the key of."""
        return any(label in known for known in self._known(name))

    def says(self, name: str, label: str) -> bool:
        """Whether the label is, or has in it, the key of a row of what it reads."""
        return any(
            label in known or any(len(key) >= LETTERS and key in label for key in known) for known in self._known(name)
        )

    def _known(self, name: str) -> Iterator[frozenset[str]]:
        """For each table that it reads the names of a key."""
        for table in self.tables:
            at = table.positions.get(plain(name))
            if at is not None:
                asked = (name_of, at)
                if asked not in table.columns_read:
                    table.columns_read[asked] = frozenset(name_of(str(key)) for key in table.index((at,)).first)
                yield table.columns_read[asked]


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table: its markers, and the texts of its other cells in letters and digits alone."""

    entries: Mapping[Column, Entry]
    labels: Mapping[int, str]
    words: frozenset[str]
    """The words and numbers of its cells, those of markers left out."""


def marked_tables(evidence: Evidence, least: int) -> Iterator[tuple[Line, ...]]:
    """The rows with markers of each table that has so many at *least*; generated pages are left out."""
    quantities = evidence.report.quantities if evidence.report is not None else {}
    named = {name: quantity.expression for name, quantity in quantities.items()}
    scope = Scope(evidence.store, named, evidence.sources)
    files: dict[str, list[Judged]] = {}
    for each in evidence.judged:
        plain = each.marker.use is None and each.error is None and each.entry.macro == "pkval"
        if plain and each.entry.span.path not in evidence.generated:
            files.setdefault(each.entry.span.path, []).append(each)
    for judged in files.values():
        yield from _of_file(sorted(judged, key=lambda each: each.entry.span.start), scope, least)


def _of_file(judged: list[Judged], scope: Scope, least: int) -> Iterator[tuple[Line, ...]]:
    source = judged[0].entry.span.source
    starts = [each.entry.span.start for each in judged]
    for grid in grids(source):
        ends = [(bisect_left(starts, row[0].start), bisect_left(starts, row[-1].end)) for row in grid.rows]
        marked = [(row, judged[first:last]) for row, (first, last) in zip(grid.rows, ends, strict=True) if first < last]
        if len(marked) >= least:
            yield tuple(_line(source, row, inside, scope) for row, inside in marked)


def _line(source: SourceFile, row: tuple[Cell, ...], judged: list[Judged], scope: Scope) -> Line:
    entries: dict[Column, Entry] = {}
    labels: dict[int, str] = {}
    words: set[str] = set()
    column = 0
    for cell in row:
        inside = [each for each in judged if cell.start <= each.entry.span.start < cell.end]
        for number, each in enumerate(inside):
            entries[column, number] = _entry(each, scope)
        text = source.text[cell.start : cell.end]
        said = plain_cell(_MARKED.sub(" ", text))
        words.update(_WORD.findall(said))
        if not inside and (label := name_of(said)):
            labels[column] = label
        wide = _WIDE.search(text)
        column += int(wide[1]) if wide is not None and len(wide[1]) < 4 else 1
    return Line(entries, labels, frozenset(words))


def name_of(text: str) -> str:
    """*text* as names compare: small letters and digits alone.

    >>> name_of("roofline + efficiency"), name_of("pe.mac.rows")
    ('rooflineefficiency', 'pemacrows')
    """
    return _NAME.sub("", text).lower()


def _entry(each: Judged, scope: Scope) -> Entry:
    found: dict[str, set[str]] = {}
    tables: dict[str, Table] = {}
    shape = shape_of(each.marker.texts[0], scope)
    gathers = shape is None or _gathers(shape)
    cells = () if gathers else each.entry.cells
    chosen: dict[str, set[str]] = {}
    for path, name, key in selected(each.marker.texts[0]):
        if path[0] in scope.store.specs:
            chosen.setdefault(path[0], set()).add(name)
            found.setdefault(name, set()).update({shown_key(key).strip('"')} if gathers and shape is not None else ())
    for cell in cells:
        table = scope.store.artifact(cell.artifact) if cell.artifact in scope.store.specs else None
        if isinstance(table, Table):
            tables[cell.artifact] = table
            record = bisect_left(table.records.lines, cell.row)
            labels = table.labels(record) or _labels(table, record, chosen.get(cell.artifact, set()))
            for name, key in labels.items():
                found.setdefault(name, set()).add(shown_key(key).strip('"'))
    keys = {name: frozenset(keys) for name, keys in found.items() if keys}
    rows = frozenset((cell.span.path if cell.span else cell.artifact, cell.row) for cell in cells)
    return Entry(each, shape, keys, rows, tuple(tables.values()))


def _labels(table: Table, record: int, names: set[str]) -> dict[str, Key]:
    """Of a table without a key what a marker selects its row by."""
    cells = table.records.fields(record)
    at = {name: table.positions[plain(name)] for name in sorted(names) if plain(name) in table.positions}
    return {name: key_of(cells[column]) for name, column in at.items() if column < len(cells)}


def _gathers(shape: Meaning) -> bool:
    """Whether it is a summary of rows, of which no key says where it is from."""
    return shape[0] in GATHERING or any(isinstance(part, tuple) and _gathers(part) for part in shape[1:])
