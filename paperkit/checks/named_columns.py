"""Which column an expression reads, as a choice among those of its table: `recall` beside the number of `precision`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table, plain
from paperkit.checks.named_rows import Choice, said
from paperkit.checks.named_units import tree_of
from paperkit.expressions.direct import direct
from paperkit.expressions.syntax import nodes

MOST = 60
"""A table with more columns is no list of names."""
LETTERS = 4
"""A shorter name of a column is likely to be another word."""
_STATISTICS = frozenset(
    {"mean", "average", "median", "stdev", "total", "count", "name", "value", "unit", "number", "rank"}
)


def column_choices(text: str, store: Store) -> tuple[Choice, ...]:
    """The choice of the one column that a marker's text reads; none where it reads several, or computes."""
    name, column = _one(text)
    table = store.artifact(name) if name in store.specs else None
    if not isinstance(table, Table) or plain(column) not in table.positions or len(table.columns) > MOST:
        return ()
    asked = ("choice", column)
    if asked not in table.columns_read:
        table.columns_read[asked] = tuple(_choice(table, column))
    found: tuple[Choice, ...] = table.columns_read[asked]
    return found


def _choice(table: Table, column: str) -> Iterator[Choice]:
    own = said(column)
    mine = frozenset(own.split())
    others = frozenset(
        other
        for each in table.columns
        if (other := said(each.name)) != own and _telling(other) and not mine & frozenset(other.split())
    )
    if others:
        yield Choice("column", frozenset({own, *(f" {word} " for word in mine if len(word) >= LETTERS)}), others)


def _telling(name: str) -> bool:
    words = name.split()
    return len(name.strip()) >= LETTERS and not all(word in _STATISTICS or word.isdigit() for word in words)


def _one(text: str) -> tuple[str, str]:
    """(artifact, column) of an expression that is one cell, or one function of one column; empty for all others."""
    alone = direct(text)
    if alone is not None:
        return alone.artifact, alone.column
    tree = tree_of(text)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and len(tree.args) == 1:
        tree = tree.args[0]
    if not isinstance(tree, ast.Attribute):
        return "", ""
    names = {node.id for node in nodes(tree) if isinstance(node, ast.Name)}
    return (names.pop(), tree.attr) if len(names) == 1 else ("", "")
