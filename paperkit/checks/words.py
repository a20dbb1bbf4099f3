"""How checks show values and where they came from."""

from __future__ import annotations

from collections.abc import Iterable

from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.ledger import exact
from paperkit.values.quantity import Cell, Value
from paperkit.values.unit import is_word, latex

SHOWN = 3
"""Rows that a diagnostic points at; a mean of a thousand rows would bury the message."""


def exact_values(values: Iterable[Value]) -> str:
    """The exact amounts with their units; what does not end is shown to some places and marked so."""
    return ", ".join(_one(value) for value in values)


def _one(value: Value) -> str:
    text = exact(value.amount)
    if "/" in text or len(text) > 24:
        text = f"{_rounded(value)}..."
    return f"{text} {_unit(value)}".rstrip()


def _unit(value: Value) -> str:
    symbol = "" if value.unit.unknown else value.unit.symbol
    if not (symbol.isalpha() and is_word(symbol)) or abs(value.amount) == 1:
        return symbol
    return latex(value.unit, plural=True).removeprefix(r"\mbox{").removesuffix("}")


def _rounded(value: Value) -> str:
    from decimal import ROUND_DOWN, Context, Decimal

    context = Context(prec=12, rounding=ROUND_DOWN)
    return f"{context.divide(Decimal(value.amount.numerator), Decimal(value.amount.denominator)):f}"


def show_cells(found: Diagnostic, cells: tuple[Cell, ...]) -> Diagnostic:
    """*found* with the first rows that the cells stand in as places, each once, with how they came to be."""
    lines: set[tuple[str, int]] = set()
    for cell in cells:
        if cell.span is None or (cell.span.path, cell.span.line) in lines:
            continue
        if len(lines) == SHOWN:
            break
        lines.add((cell.span.path, cell.span.line))
        found = found.label(cell.span, f"{cell.kind} here")
    return found
