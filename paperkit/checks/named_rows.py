"""Which rows an expression selects by words, `mode="decode"`, and what other rows the same column has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from paperkit.artifacts.objects import leaves
from paperkit.artifacts.store import Store, Tree
from paperkit.artifacts.table import Key, Table, key_of, plain
from paperkit.artifacts.tree import TreeNode
from paperkit.checks.named_units import tree_of
from paperkit.expressions.direct import direct

MOST_ROWS = 100_000
MOST_NAMES = 60
"""Tables with more rows, and columns with more words than these, are data and no list of names."""
_APART = re.compile(r"[\W_]+")
Selected = tuple[tuple[str, ...], str, Key]
"""How the table is reached (artifact, and keys inside it), column, word or number."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One column by whose words rows are selected: the words *taken*, and the *others* that it has; as `said`."""

    column: str
    taken: frozenset[str]
    others: frozenset[str]


def said(text: str) -> str:
    """*text* as words compare: small letters and digits between single spaces, one at each end.

    >>> said("ghost_E8, read-only")
    ' ghost e8 read only '
    """
    return f" {_APART.sub(' ', text.lower()).strip()} "


def choices(text: str, store: Store) -> Iterator[Choice]:
    """The choices that a marker's text makes."""
    if '"' not in text and "'" not in text:
        return
    taken: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for path, column, word in selected(text):
        if isinstance(word, str):
            taken.setdefault((path, column), set()).add(said(word))
    for (path, column), words in taken.items():
        names = _names(store, path, column) - words
        others = frozenset(name for name in names if not any(name in word for word in words))  # a ring, two-way or not
        if others:
            yield Choice(column, frozenset(words), others)


@lru_cache(maxsize=4096)
def selected(text: str) -> tuple[Selected, ...]:
    """The words and the numbers by which a marker's text selects.

    >>> selected("iops(mode='read').p99_us | d"), selected('runs.list(model="L").top1')
    (((('iops',), 'mode', 'read'),), ((('runs', 'list'), 'model', 'L'),))
    """
    alone = direct(text)
    if alone is not None:
        return tuple(((alone.artifact,), name, key) for name, key in alone.keys)
    tree = tree_of(text)
    return tuple(_selected(tree)) if tree is not None else ()


def _selected(tree: ast.expr) -> Iterator[Selected]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=function, keywords=[*pairs]) if pairs:
                keys = [(pair.arg or "", pair.value) for pair in pairs]
                inner = function.value if isinstance(function, ast.Attribute) and function.attr == "where" else function
            case ast.Subscript(value=inner, slice=ast.Slice() | ast.Tuple() as chosen):
                keys = list(_sliced(chosen))
            case _:
                continue
        path = _path(inner)
        for column, key in keys:
            if path and column and isinstance(key, ast.Constant) and isinstance(key.value, str | int | float | Decimal):
                yield path, column, key.value if isinstance(key.value, str) else key_of(str(key.value))


def _sliced(chosen: ast.Slice | ast.Tuple) -> Iterator[tuple[str, ast.expr]]:
    """The pairs of `["Batch size": 8, "mode": "x"]`."""
    for part in chosen.elts if isinstance(chosen, ast.Tuple) else [chosen]:
        match part:
            case ast.Slice(lower=ast.Constant(value=str(name)), upper=ast.expr() as value):
                yield name, value


def _path(node: ast.expr) -> tuple[str, ...]:
    """Names from the artifact inwards; empty where it is reached in another way."""
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=inner, attr=name):
            above = _path(inner)
            return (*above, name) if above else ()
    return ()


def _names(store: Store, path: tuple[str, ...], column: str) -> frozenset[str]:
    """The words of a column, as `said`; those of one letter and numbers are no names."""
    found = store.artifact(path[0]) if path[0] in store.specs else None
    if isinstance(found, Table) and len(path) == 1:
        words = _of_table(found, column)
    elif isinstance(found, Tree):
        words = _of_tree(found.root, path[1:], column)
    else:
        words = frozenset()
    return words if len(words) <= MOST_NAMES else frozenset()


def _of_table(table: Table, column: str) -> frozenset[str]:
    at = table.positions.get(plain(column))
    if at is None or len(table.records.texts) > MOST_ROWS:
        return frozenset()
    asked = (_of_table, at)
    words: frozenset[str] | None = table.columns_read.get(asked)
    if words is None:
        words = _worded(str(key) for key in table.index((at,)).first if isinstance(key, str))
        table.columns_read[asked] = words
    return words


def _of_tree(node: TreeNode | None, names: tuple[str, ...], column: str) -> frozenset[str]:
    for name in names:
        node = node.get(name) if node is not None and node.kind == "mapping" else None
    if node is None or node.kind == "scalar" or len(node.items) > MOST_ROWS:
        return frozenset()
    rows = [leaves(item) for item in node.items if item.kind == "mapping"]
    cells = (row[column] for row in rows if column in row)
    return _worded(cell.text for cell in cells if cell.kind == "scalar" and cell.text)


def _worded(texts: Iterator[str]) -> frozenset[str]:
    words = (said(text) for text in texts)
    return frozenset(word for word in words if len(word) > 3 and not word.replace(" ", "").isdigit())
