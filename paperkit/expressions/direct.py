"""The commonest expression, one cell by its key, read and looked up without a syntax tree.

    gemm(m=4096, mode="composite").latency_cycles | ,d

Nothing here fails: what is not just that, or has no value, is left to the walker, which says what is wrong and where.
"""

from __future__ import annotations

import re
from functools import lru_cache
from keyword import iskeyword

from paperkit.artifacts.problem import CellError
from paperkit.artifacts.table import Key, Table, key_of, plain
from paperkit.expressions.failure import Failure
from paperkit.expressions.functions import NAMES
from paperkit.expressions.leaves import column
from paperkit.expressions.objects import Row, Rows
from paperkit.expressions.scope import Scope
from paperkit.expressions.select import one_row, position
from paperkit.frozen import frozen
from paperkit.values.quantity import Value

_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_PAIR = rf'({_NAME}) ?= ?(?:"([A-Za-z0-9_ .:/+-]*)"|((?:0|[1-9][0-9]{{0,18}})(?:\.[0-9]{{1,18}})?(?![0-9.eEjJ_])))'
_CELL = re.compile(
    rf' *(({_NAME})\(({_NAME} ?= ?(?:"[^"]*"|[0-9.]+)(?:, ?{_NAME} ?= ?(?:"[^"]*"|[0-9.]+))*)\)\.({_NAME}))'
    r" *(?:\| *([ -{}]*?) *)?"
)
_KEYS = re.compile(rf"{_PAIR}(?:, ?|$)")
_SPECIAL = frozenset('\\~|"')


@frozen
class Direct:
    """One cell: of the table *artifact*, in the row with these *keys*, under *column*; *format* as behind the bar."""

    expression: str
    format: str | None
    artifact: str
    keys: tuple[tuple[str, Key], ...]
    column: str


@lru_cache(maxsize=131_072)
def direct(text: str) -> Direct | None:
    """What a marker's text names, where it is one cell by its key; None for all else.

    >>> direct("gemm(m=4096).cycles | ,d").keys, direct("gemm(m=4096).cycles * 2")
    ((('m', 4096),), None)
    """
    found = _CELL.fullmatch(text)
    if found is None:
        return None
    expression, artifact, selection, name, form = found.groups()
    pairs = [pair.groups() for pair in _KEYS.finditer(selection)]
    said = {key: key_of(number or word or "") for key, word, number in pairs}
    whole = sum(len(pair[0]) for pair in _KEYS.finditer(selection)) == len(selection)
    if not whole or len(said) < len(pairs) or any(map(iskeyword, (artifact, name, *said))):
        return None
    if name == "meta" or artifact in NAMES or (form is not None and not _SPECIAL.isdisjoint(form)):
        return None
    return Direct(expression, form, artifact, tuple(said.items()), name)


def cell_of(found: Direct, scope: Scope) -> Value | None:
    """The value of the cell; None where there is none, or no number."""
    if found.artifact in scope.quantities or found.artifact not in scope.store.specs:
        return None
    table = scope.store.artifact(found.artifact)
    if not isinstance(table, Table):
        return None
    try:
        value = column(_row(found, table), found.column, None)
    except (Failure, CellError):
        return None
    return value if isinstance(value, Value) and value.literal is not None else None


def _row(found: Direct, table: Table) -> Row:
    """The row with the keys; whether they may select at all is asked once of those that are alike."""
    alike = ("keys", *((name, isinstance(key, str)) for name, key in found.keys))
    known = table.columns_read.get(alike)
    if known is not None:
        columns, order = known
        records = table.index(columns).records(*(found.keys[at][1] for at in order))
        if len(records) == 1:
            return Row(table, records[0])
    rows = Rows(table, table.rows, frozenset(plain(name) for name, _ in table.where), whole=True)
    row = one_row(rows, found.keys)
    positions = [position(table, name) for name, _ in found.keys]
    if not table.where and len(set(positions)) == len(positions):
        order = sorted(range(len(positions)), key=positions.__getitem__)
        table.columns_read[alike] = tuple(positions[at] for at in order), order
    return row
