"""Several cells of one column as values: the short way for plain numbers, held against the long one by a test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperkit.artifacts.descriptor import NUMERIC
from paperkit.artifacts.records import Records
from paperkit.artifacts.table import Table, plain
from paperkit.source import Span
from paperkit.values.number_text import NumberError, parse_number
from paperkit.values.quantity import ALONE, Cell, Value


def values_of(table: Table, records: Sequence[int], column: int) -> tuple[Value, ...]:
    """The cells of *records* under *column* as values, each read once. Raises CellError at the first that is none."""
    known = table.values
    if _is_plain(table, column):
        _read(table, (record for record in records if (record, column) not in known), column)
    return tuple(known.get((record, column)) or table.value(record, column) for record in records)


def _is_plain(table: Table, column: int) -> bool:
    """Whether each cell is digits, all of one unit and kind, and nothing beside them says how sure they are."""
    declared = table.columns[column]
    simple = type(table.records) is Records and table.records.simple
    marks = declared.decimal_char == "." and not declared.group_char
    return (
        simple and marks and declared.type in NUMERIC and not declared.uncertainty and plain(declared.name) != "value"
    )


def _read(table: Table, records: Iterable[int], column: int) -> None:
    """Keep the value of each cell; from the first on that is no number, none."""
    declared, kind, source, mark = table.columns[column], table.kind, table.source, table.records.delimiter
    texts, starts, lines = table.records.texts, table.records.starts, table.records.lines
    for record in records:
        *before, rest = texts[record].split(mark, column)
        if len(before) < column:
            return
        text = rest.partition(mark)[0]
        start = starts[record] + len(texts[record]) - len(rest)
        try:
            amount = parse_number(text)
        except NumberError:
            return
        cell = Cell(table.name, declared.name, lines[record], text, kind, Span(source, start, start + len(text)))
        table.values[record, column] = Value(amount, declared.unit, None, ALONE[kind], (cell,), text)
