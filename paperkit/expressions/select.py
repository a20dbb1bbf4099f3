"""Rows of a table by their keys; a key that is not there is answered with the nearest ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction

from paperkit.artifacts.descriptor import NUMERIC
from paperkit.artifacts.table import Key, Table, key_of, plain, shown_key
from paperkit.expressions.failure import Failure, nearest
from paperkit.expressions.objects import Row, Rows

LOOKED_AT = 100_000
"""So many rows are searched for near keys."""


def position(table: Table, column: str) -> int:
    """The index of a column. Raises Failure with the nearest names."""
    at = table.positions.get(plain(column))
    if at is None:
        names = [one.name for one in table.columns]
        raise Failure(f"{table.name} has no column {column}", nearest(plain(column), names, "its columns"))
    return at


def matching(rows: Rows, conditions: Iterable[tuple[str, Key]]) -> Rows:
    """The rows among *rows* whose cells are these keys; perhaps none. Raises Failure for a column that is not there."""
    table = rows.table
    wanted = {position(table, column): key for column, key in conditions}
    _refuse_results(table, wanted)
    fixed = rows.fixed | {table.columns[at].name for at in wanted}
    if not rows.whole:
        kept = set(table.select(wanted))
        return Rows(table, tuple(record for record in rows.records if record in kept), fixed)
    return Rows(table, table.select({**_always(table, wanted), **wanted}), fixed)


def _refuse_results(table: Table, wanted: Mapping[int, Key]) -> None:
    """A row is named by its key, or by a word; one that is found by a result would be any row that fits."""
    for at, key in wanted.items():
        column = table.columns[at]
        if table.key and column.type in NUMERIC and not isinstance(key, str) and plain(column.name) not in table.key:
            fact = f"{table.name} is selected by {column.name}={shown_key(key)}, which is no part of its key"
            raise Failure(fact, f"name the row by its key: {', '.join(table.key)}", "constant")


def _always(table: Table, wanted: Mapping[int, Key]) -> dict[int, Key]:
    """The part of the key that report.yaml fixes."""
    always = {table.positions[plain(c)]: key_of(v) for c, v in table.where if plain(c) in table.positions}
    for at, key in always.items():
        if wanted.get(at, key) != key:
            name = table.columns[at].name
            raise Failure(
                f"{table.name} is fixed to {name}={shown_key(key)}, but {name}={shown_key(wanted[at])} is asked for",
                "give the file a second name in report.yaml, without that `where`",
            )
    return always


def one_row(rows: Rows, conditions: tuple[tuple[str, Key], ...]) -> Row:
    """Exactly one row, or a Failure that shows the nearest keys or what tells the matching rows apart."""
    found = matching(rows, conditions)
    if len(found.records) == 1:
        return Row(rows.table, found.records[0])
    if found.records:
        raise _too_many(found, conditions)
    raise no_row(rows, conditions)


def _said(conditions: Iterable[tuple[str, Key]]) -> str:
    return ", ".join(f"{name}={shown_key(key)}" for name, key in conditions)


def _too_many(found: Rows, conditions: tuple[tuple[str, Key], ...]) -> Failure:
    table = found.table
    count = len(found.records)
    hints = []
    for name in table.key or tuple(column.name for column in table.columns):
        at = table.positions[plain(name)]
        values = sorted({key_of(table.text(record, at)) for record in found.records[:1000]}, key=_order)
        if name not in found.fixed and len(values) > 1:
            hints.append(f"{name} ({', '.join(shown_key(v) for v in values[:5])}{', ...' if len(values) > 5 else ''})")
    hint = f"name more of the key: {'; '.join(hints[:4])}" if hints else "the rows differ in no column of the key"
    labels = tuple((table.span(record, 0), "one of them") for record in found.records[:2])
    what = f"match {_said(conditions)}" if conditions else "are there"
    return Failure(f"{count} rows of {table.name} {what}", hint, labels=labels)


def no_row(rows: Rows, conditions: tuple[tuple[str, Key], ...]) -> Failure:
    """Why no row matches, with the keys that come closest."""
    table = rows.table
    if not conditions:
        return Failure(f"{table.name} has no rows", "run its harness")
    hints = []
    for name, key in conditions:
        others = tuple(one for one in conditions if one[0] != name)
        near = _near(key, _values(rows, name, others))
        if near:
            hints.append(f"{name}={near}" + (f" with {_said(others)}" if others else ""))
    if not hints:
        hints = [f"{name}={near}" for name, key in conditions if (near := _near(key, _values(rows, name, ())))]
    return Failure(
        f"no row of {table.name} has {_said(conditions)}", f"nearest: {'; '.join(hints[:3])}" if hints else ""
    )


def _values(rows: Rows, column: str, others: tuple[tuple[str, Key], ...]) -> set[Key]:
    found = matching(rows, others) if others else rows
    at = position(rows.table, column)
    return {key_of(rows.table.text(record, at)) for record in found.records[:LOOKED_AT]}


def _near(key: Key, values: set[Key]) -> str:
    """Up to three of *values*, nearest first; empty where *key* itself is among them."""
    if key in values or not values:
        return ""
    numbers = [value for value in values if not isinstance(value, str)]
    texts = sorted(value for value in values if isinstance(value, str))
    if not isinstance(key, str) and numbers:
        wanted = key
        near: list[Key] = [*sorted(numbers, key=lambda value: (abs(value - wanted), value))[:3]]
    else:
        near = [*(get_close_matches(str(key), texts, n=3, cutoff=0.4) or texts[:3] or sorted(numbers)[:3])]
    return " or ".join(shown_key(value) for value in near)


def _order(key: Key) -> tuple[bool, Fraction, str]:
    return (True, Fraction(), key) if isinstance(key, str) else (False, Fraction(key), "")
