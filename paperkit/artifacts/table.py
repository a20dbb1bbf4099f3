"""Tables: read strictly. A cell stays text until it is asked for as a value; a place is computed when asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from paperkit.artifacts.descriptor import Field, Resource
from paperkit.artifacts.index import Index, make_index
from paperkit.artifacts.problem import CellError, Problem
from paperkit.artifacts.records import Records
from paperkit.artifacts.tree import TreeNode
from paperkit.source import SourceFile, Span
from paperkit.values.number_text import NUMBER, NumberError, parse_number
from paperkit.values.quantity import ALONE, STATUSES, Cell, Kind, Value
from paperkit.values.unit import UNKNOWN, Unit, UnitError, parse_unit

Key = Fraction | int | str
"""A cell as part of a key: a number where it is one (4096 and 4096.0 are equal), else its text."""


def key_of(text: str) -> Key:
    """*text* as a key; letters compare in NFKC.

    >>> key_of("4096.0") == key_of("4096"), key_of("composite")
    (True, 'composite')
    """
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 100 else _other_key(text)


@lru_cache(maxsize=65536)
def _other_key(text: str) -> Key:
    return parse_number(text) if NUMBER.fullmatch(text) and len(text) < 100 and "e" not in text.lower() else plain(text)


def plain(text: str) -> str:
    """Text as it is compared: NFKC, without spaces around."""
    return text.strip() if text.isascii() else unicodedata.normalize("NFKC", text).strip()


def _keys_of(texts: list[str | None]) -> list[Key | None]:
    """The cells of a column as keys, the header's too; whole numbers at once."""
    cells = [text for text in texts[1:] if text]
    whole = "".join(cells)
    if len(cells) == len(texts) - 1 and whole.isdecimal() and whole.isascii() and max(map(len, cells)) < 100:
        return [None, *map(int, cells)]
    known = {text: None if text is None else key_of(text) for text in set(texts)}
    return [known[text] for text in texts]


@dataclass(frozen=True)
class Table:
    """One CSV file under the name that expressions know it by.

    *columns* are in the header's order, *key* names those that tell rows apart (empty where nothing declares them),
    *where* fixes part of the key, *meta* is the descriptor's own record, *resource* is None without a descriptor.
    """

    name: str
    source: SourceFile
    columns: tuple[Field, ...]
    records: Records
    key: tuple[str, ...] = ()
    kind: Kind = Kind.GIVEN
    where: tuple[tuple[str, str], ...] = ()
    resource: Resource | None = None
    problems: tuple[Problem, ...] = ()
    indices: dict[tuple[int, ...], Index] = field(default_factory=dict, compare=False, repr=False)
    keys: dict[int, list[Key | None]] = field(default_factory=dict, compare=False, repr=False)
    """Cells of a column as keys, for each record behind the header; None where a ragged one has no such cell."""

    values: dict[tuple[int, int], Value] = field(default_factory=dict, compare=False, repr=False)
    """Cells that were read as values already, by record and column."""

    columns_read: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What expressions have made of several cells of a column, by what they asked for."""

    @property
    def path(self) -> str:
        """Path as shown."""
        return self.source.path

    @property
    def meta(self) -> Mapping[str, Any]:
        """The `paperkit:*` keys of the descriptor; empty without one."""
        return self.resource.meta if self.resource is not None else {}

    @property
    def meta_node(self) -> TreeNode | None:
        """The descriptor's record of this file, with places."""
        return self.resource.node if self.resource is not None else None

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Index of each column by its name as compared."""
        return {plain(column.name): number for number, column in reversed(list(enumerate(self.columns)))}

    @cached_property
    def key_positions(self) -> tuple[tuple[str, int], ...]:
        """Each column of the key with its index."""
        return tuple((name, self.positions[plain(name)]) for name in self.key)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The records that `where` lets through."""
        if not self.where:
            return tuple(range(1, len(self.records.texts)))
        return self.select({self.positions[plain(c)]: key_of(v) for c, v in self.where if plain(c) in self.positions})

    def select(self, conditions: Mapping[int, Key]) -> tuple[int, ...]:
        """Records whose cells under these columns are these keys; one index a set of columns, built once."""
        columns = tuple(sorted(conditions))
        if not columns:
            return tuple(range(1, len(self.records.texts)))
        return self.index(columns).records(*(conditions[column] for column in columns))

    def index(self, columns: tuple[int, ...]) -> Index:
        """Records by these columns, made once; ragged rows are left out."""
        if columns not in self.indices:
            self.indices[columns] = self._make_index(columns)
        return self.indices[columns]

    def _make_index(self, columns: tuple[int, ...]) -> Index:
        self._read_keys([column for column in columns if column not in self.keys])
        return make_index([self.keys[column] for column in columns])

    def _read_keys(self, columns: list[int]) -> None:
        """Read some columns as keys, in one pass over the records."""
        if not columns:
            return
        found: list[list[Key | None]] = [_keys_of(texts) for texts in self._texts(columns)]
        for column, keys in zip(columns, found, strict=True):
            declared = self.columns[column]
            if declared.decimal_char != ".":
                keys[:] = [key_of(normal(key, declared)) if isinstance(key, str) else key for key in keys]
        self.keys.update(zip(columns, (keys[1:] for keys in found), strict=True))

    def _texts(self, columns: list[int]) -> list[list[str | None]]:
        """Cells of some columns, of the header too; None where a ragged record has no such cell."""
        due, mark, simple = max(columns) + 1, self.records.delimiter, self.records.simple
        rows = (
            (text.split(mark, due) for text in self.records.texts)
            if simple
            else map(self.records.fields, range(len(self.records.texts)))
        )
        if len(columns) == 1:
            return [[cells[due - 1] if len(cells) >= due else None for cells in rows]]
        found: list[list[str | None]] = [[] for _ in columns]
        for cells in rows:
            for column, texts in zip(columns, found, strict=True):
                texts.append(cells[column] if column < len(cells) else None)
        return found

    def text(self, record: int, column: int) -> str:
        """Text of one cell, quotes undone; empty where a ragged row has none."""
        cells = self.records.fields(record)
        return cells[column] if column < len(cells) else ""

    def span(self, record: int, column: int) -> Span:
        """Where one cell stands."""
        place = self.records.place(record, column)
        if place is None:
            return self.source.line_span(self.records.lines[record])
        start, end = place
        quoted = end - start > 1 and self.source.text[start] == '"' == self.source.text[end - 1]
        return self.source.span(start + quoted, end - quoted)

    def cell(self, record: int, column: int) -> Cell:
        """One cell with its place."""
        name, line, kept = self.columns[column].name, self.records.lines[record], self.records.bare(record, column)
        if kept is None:
            text, span = self.text(record, column), self.span(record, column)
        else:
            text, start = kept
            span = Span(self.source, start, start + len(text))
        return Cell(self.name, name, line, text, self._kind(record, name), span)

    def value(self, record: int, column: int) -> Value:
        """One cell as a value in its column's unit; read once. Raises CellError."""
        if (record, column) not in self.values:
            self.values[record, column] = self._value(record, column)
        return self.values[record, column]

    def _value(self, record: int, column: int) -> Value:
        declared, cell = self.columns[column], self.cell(record, column)
        amount, literal = _amount(cell, declared)
        return Value(
            amount,
            self._unit(record, declared),
            self._spread(record, declared),
            ALONE[cell.kind],
            (cell,),
            literal,
        )

    def _kind(self, record: int, column: str) -> Kind:
        """The table's kind; for the `value` of a long table that of the row's status."""
        at = self.positions.get("status") if column == "value" else None
        return self.kind if at is None else STATUSES.get(self.text(record, at), self.kind)

    def _unit(self, record: int, declared: Field) -> Unit:
        """The column's unit; in a long table (columns `value` and `unit`) the row's."""
        at = self.positions.get("unit")
        if at is None or plain(declared.name) != "value" or not (declared.unit.bare or declared.unit == UNKNOWN):
            return declared.unit
        try:
            return parse_unit(self.text(record, at))
        except UnitError as error:
            raise CellError(str(error), "name a unit that is known", self.span(record, at)) from None

    def _spread(self, record: int, declared: Field) -> Fraction | None:
        at = self.positions.get(plain(declared.uncertainty)) if declared.uncertainty else None
        if at is None or not self.text(record, at).strip():
            return None
        amount, _ = _amount(self.cell(record, at), self.columns[at])
        unit = self.columns[at].unit
        return amount * unit.factor(declared.unit) if unit.convertible(declared.unit) else amount

    def labels(self, record: int) -> dict[str, Key]:
        """The key of a record, by column."""
        cells = self.records.fields(record)
        return {name: key_of(cells[at]) for name, at in self.key_positions if at < len(cells)}


def _amount(cell: Cell, declared: Field) -> tuple[Fraction, str]:
    """(exact amount, its text with a decimal point and no thousands marks)."""
    text = normal(cell.text, declared)
    if declared.decimal_char == "," and not declared.group_char and "." in cell.text:
        hint = "declare groupChar for the column, or write all numbers alike"
        raise CellError(f"{cell.text!r} has a point where others have a decimal comma", hint, cell.span)
    try:
        return parse_number(text), text
    except NumberError as error:
        raise CellError(f"{cell.column} in line {cell.row}: {error}", error.hint, cell.span) from None


def normal(text: str, declared: Field) -> str:
    """The text of a cell with a decimal point and no thousands marks.

    >>> normal("1.234,5", Field("x", decimal_char=",", group_char="."))
    '1234.5'
    """
    if declared.group_char:
        text = text.replace(declared.group_char, "")
    if declared.decimal_char != ".":
        text = text.replace(declared.decimal_char, ".")
    return text.strip(" ") if declared.type == "any" else text


def duplicate_keys(table: Table) -> Iterator[tuple[int, int]]:
    """(record, former record) of each row whose key stands above already; linear."""
    columns = tuple(sorted(table.positions[plain(name)] for name in table.key))
    if columns:
        index = table.index(columns)
        yield from sorted((number, index.first[key]) for key, numbers in index.further.items() for number in numbers)


def type_pattern(columns: tuple[Field, ...], delimiter: str) -> re.Pattern[str]:
    """A line whose numeric columns hold numbers, or nothing where nothing is required."""
    mark = re.escape(delimiter)
    parts = []
    for column in columns:
        simple = column.decimal_char == "." and not column.group_char
        number = r"[+-]?\d+" if column.type == "integer" else NUMBER.pattern
        parts.append(
            (f"(?:{number}){'' if column.required else '?'}") if simple and column.type in _NUMBERS else f'[^{mark}"]*'
        )
    return re.compile(mark.join(parts))


_NUMBERS = frozenset({"integer", "number"})


def shown_key(key: Key) -> str:
    """A key as an author writes it.

    >>> shown_key(Fraction(1, 2)), shown_key("composite")
    ('0.5', '"composite"')
    """
    if isinstance(key, str):
        return f'"{key}"'
    return str(key.numerator) if key.denominator == 1 else f"{Decimal(key.numerator) / Decimal(key.denominator):f}"
