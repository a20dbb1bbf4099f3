"""How checks show values and where they came from."""

from __future__ import annotations

from collections.abc import Iterable

from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.ledger import exact
from paperkit.values.quantity import Cell, Value

SHOWN = 3
"""Cells that a diagnostic points at; a mean of a thousand rows would bury the message."""


def exact_values(values: Iterable[Value]) -> str:
    """The exact amounts with their units; what does not end is shown to some places and marked so."""
    return ", ".join(_one(value) for value in values)


def _one(value: Value) -> str:
    text = exact(value.amount)
    if "/" in text or len(text) > 24:
        text = f"{_rounded(value)}..."
    return f"{text} {value.unit.symbol}".rstrip()


def _rounded(value: Value) -> str:
    from decimal import ROUND_DOWN, Context, Decimal

    context = Context(prec=12, rounding=ROUND_DOWN)
    return f"{context.divide(Decimal(value.amount.numerator), Decimal(value.amount.denominator)):f}"


def show_cells(found: Diagnostic, cells: tuple[Cell, ...]) -> Diagnostic:
    """*found* with the first cells as places, each with the word for how it came to be."""
    for cell in cells[:SHOWN]:
        found = found.label(cell.span, f"{cell.kind} here")
    return found
