"""Columns that hold shares of one, as their cells say where no descriptor does."""

from __future__ import annotations

from fractions import Fraction

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table, plain
from paperkit.values.number_text import NumberError, parse_number
from paperkit.values.quantity import Value

MOST_ROWS = 10_000
HALF = Fraction(1, 2)


def share_column(value: Value, store: Store) -> str:
    """The column of a cell whose column holds nothing above one, and a half at least; empty where it is none.

    Per cents that small, and none above one, are hardly a column of per cents.
    """
    if len(value.cells) != 1:
        return ""
    cell = value.cells[0]
    table = store.artifact(cell.artifact) if cell.artifact in store.specs else None
    at = table.positions.get(plain(cell.column)) if isinstance(table, Table) else None
    if not isinstance(table, Table) or at is None or abs(value.amount) > 1:
        return ""
    asked = (share_column, at)
    if asked not in table.columns_read:
        table.columns_read[asked] = _shares(table, at)
    return cell.column if table.columns_read[asked] else ""


def _shares(table: Table, at: int) -> bool:
    records = range(1, len(table.records.texts))
    if not 1 < len(records) <= MOST_ROWS:
        return False
    try:
        amounts = [abs(Fraction(parse_number(table.text(record, at)))) for record in records]
    except (NumberError, IndexError):
        return False
    return HALF <= max(amounts) <= 1
