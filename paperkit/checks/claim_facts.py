"""Verdicts on claims, and how they show amounts, sides and rows."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from paperkit.checks.claim_terms import Row
from paperkit.checks.claim_words import Number, Term
from paperkit.values.numeral import Agreement
from paperkit.values.quantity import Value


def yes() -> Agreement:
    """The words hold."""
    return Agreement(True)


def no(reason: str, cause: str = "") -> Agreement:
    """They do not, for a reason."""
    return Agreement(False, "", reason, cause)


def sides_of(row: Row) -> str:
    """The two sides, with their uncertainties."""
    if row.old is None or row.new is None:
        return shown(row.value.amount)
    return f"{_with_spread(row.old)} and {_with_spread(row.new)}"


def _with_spread(value: Value) -> str:
    spread = "" if value.uncertainty is None else f" ± {shown(value.uncertainty)}"
    return f"{shown(value.amount)}{spread}"


def at_row(row: Row, rows: Sequence[Row]) -> str:
    """Where a row stands, when there are several."""
    cell = row.value.cells[0] if row.value.cells else None
    return f" in line {cell.row} of {cell.artifact}" if cell is not None and len(rows) > 1 else ""


def said(number: Number) -> str:
    """A number as the words say it."""
    unit = {Term.PERCENT: " per cent", Term.POINTS: " percentage points", Term.FACTOR: " times"}.get(number.term, "")
    return f"{shown(number.value)}{unit}"


def shown(amount: Fraction) -> str:
    """An amount in a message."""
    if amount.denominator == 1 and abs(amount) < 10**12:
        return str(amount)
    rounded = Decimal(amount.numerator) / Decimal(amount.denominator)
    return f"{rounded:.4g}"
