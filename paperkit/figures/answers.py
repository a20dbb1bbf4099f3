"""What templates and figure scripts may ask the evidence, answered with plain texts."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext

from paperkit.artifacts.store import Tree
from paperkit.artifacts.table import Table, key_of, plain, shown_key
from paperkit.diagnostics.nearest import nearest
from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.expressions.former import is_ledger, printed_by
from paperkit.expressions.objects import Branch
from paperkit.values.numeral import PrintError, print_values
from paperkit.values.plain_text import MARK, plain_text
from paperkit.values.quantity import Value


def table_of(scope: Scope, name: str) -> Table:
    """The table of that name. Raises ExpressionError."""
    if name not in scope.store.specs:
        hint = nearest(name, scope.store.specs) or "name it under `artifacts` in report.yaml"
        raise ExpressionError(f"no artifact is called {name!r}", hint, 0, len(name))
    found = scope.store.artifact(name)
    if not isinstance(found, Table):
        hint = "rows and columns are those of a CSV"
        raise ExpressionError(f"artifact {name!r} is no table that can be read", hint, 0, len(name))
    return found


def position(table: Table, column: str) -> int:
    """Index of a column. Raises ExpressionError."""
    if plain(column) not in table.positions:
        hint = nearest(column, table.positions) or f"its columns are {', '.join(table.positions)}"
        raise ExpressionError(f"{table.name} has no column {column!r}", hint, 0, len(column))
    return table.positions[plain(column)]


def rows(scope: Scope, name: str, where: Mapping[str, object]) -> list[dict[str, str]]:
    """Rows of a table, each a mapping from column to the cell's text, where these columns hold these values."""
    table = table_of(scope, name)
    wanted = {position(table, column): key_of(str(text)) for column, text in where.items()}
    names = [column.name for column in table.columns]
    chosen = sorted(set(table.select(wanted)) & set(table.rows))
    return [dict(zip(names, table.records.fields(record), strict=False)) for record in chosen]


def selection(scope: Scope, name: str, row: Mapping[str, str]) -> str:
    """The expression that selects *row* by its key: `gemm(mode="async", m=512)`. Raises ExpressionError.

    A key column that is no identifier is written in brackets: `t["Batch size": 8]`.
    """
    table = table_of(scope, name)
    fixed = {plain(column) for column, _ in table.where}
    keys = [column for column in table.key if plain(column) not in fixed]
    if not keys:
        hint = "declare its primary key in the descriptor, or fix less of it in report.yaml"
        raise ExpressionError(f"no column of {name!r} tells its rows apart", hint, 0, len(name))
    values = [shown_key(key_of(row.get(column, ""))) for column in keys]
    if all(column.isidentifier() for column in keys):
        return f"{name}({', '.join(f'{column}={value}' for column, value in zip(keys, values, strict=True))})"
    pairs = (f'"{column}": {value}' for column, value in zip(keys, values, strict=True))
    return f"{name}[{', '.join(pairs)}]"


def column(scope: Scope, expression: str) -> list[str]:
    """The values of an expression as texts. Raises ExpressionError."""
    return [text_of(one) for one in evaluate_marker(expression, scope).values]


def changed(scope: Scope, name: str) -> list[dict[str, str]]:
    """The quantities of report.yaml that the former report had too, with another value there: name and format there.

    Raises ExpressionError where *name* is not the ledger of a report.
    """
    if name not in scope.store.specs:
        hint = nearest(name, scope.store.specs) or "name the former ledger.json under `artifacts` in report.yaml"
        raise ExpressionError(f"no artifact is called {name!r}", hint, 0, len(name))
    found = scope.store.artifact(name)
    ledger = Branch(name, found.root, "", found.kind) if isinstance(found, Tree) else None
    if ledger is None or not is_ledger(ledger):
        raise ExpressionError(f"artifact {name!r} is no ledger", "name the ledger.json of a report", 0, len(name))
    there = printed_by(ledger)
    shared = [(one, there[one]) for one in scope.quantities if one in there]
    moved = [(one, marker) for one, marker in shared if _differs(scope, name, one)]
    return [{"name": one, "format": marker.text_of("format") or "asis"} for one, marker in moved]


def _differs(scope: Scope, name: str, quantity: str) -> bool:
    now, then = (evaluate_marker(text, scope).values for text in (quantity, f'{name}("{quantity}")'))
    return [one.amount for one in now] != [one.amount for one in then]


def text(scope: Scope, marker: str) -> str:
    """What a marker with this text prints, as a reader sees it. Raises ExpressionError."""
    found = evaluate_marker(marker, scope)
    try:
        return plain_text(print_values(found.values, found.format)).replace(MARK, ",")
    except PrintError as error:
        raise ExpressionError(str(error), error.hint, 0, len(marker), "syntax") from None


def text_of(one: Value) -> str:
    """A value as text: the cell's own digits, else its exact decimal (30 digits where it does not end)."""
    if one.literal is not None:
        return one.literal
    with localcontext() as context:
        context.prec = 30
        return f"{(Decimal(one.amount.numerator) / one.amount.denominator).normalize():f}"
