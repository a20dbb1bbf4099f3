"""An expression evaluated for somebody who looks for the right one: value, unit, kinds, cells, and how it prints."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from paperkit.errors import PaperkitError, Status
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.evaluate import Evaluation, Scope, evaluate_marker
from paperkit.values.numeral import PrintError, print_values
from paperkit.values.plain_text import MARK, THIN, plain_text
from paperkit.values.quantity import Value

MOST_CELLS = 20
"""Cells that are shown; of the rest only the number."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an expression came to; *printed* is "" where it has no format."""

    evaluation: Evaluation
    printed: str

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        found = self.evaluation
        return {
            "values": [{"value": _short(one.amount), "unit": one.unit.symbol} for one in found.values],
            "holds": found.predicate,
            "printed": self.printed,
            "kinds": sorted({str(cell.kind) for cell in found.cells}),
            "grounded": found.grounded,
            "cells": self._cells(),
            "cells_total": len(found.cells),
        }

    def _cells(self) -> list[str]:
        shown = self.evaluation.cells[:MOST_CELLS]
        return [f"{c.span.place if c.span else c.artifact} {c.column} = {c.text}" for c in shown]

    def __str__(self) -> str:
        found = self.evaluation
        lines = [_said(one) for one in found.values]
        if found.predicate is not None:
            lines.append("holds" if found.predicate else "does not hold")
        if self.printed:
            lines.append(f"prints {self.printed}")
        lines += [f"  {cell}" for cell in self._cells()]
        if len(found.cells) > MOST_CELLS:
            lines.append(f"  and {len(found.cells) - MOST_CELLS} cells more")
        if not found.grounded:
            lines.append("it does not depend on evidence: a marker of it is refused")
        return "\n".join(lines)


def evaluated(marker: str, scope: Scope) -> Evaluated:
    """The marker text *marker* evaluated. Raises PaperkitError (status 1) where it cannot be."""
    try:
        found = evaluate_marker(marker, scope)
        printed = print_values(found.values, found.format) if found.format and found.values else ""
    except (ExpressionError, PrintError) as error:
        message = error.message if isinstance(error, ExpressionError) else str(error)
        raise PaperkitError(message, error.hint, Status.DIAGNOSTICS) from None
    return Evaluated(found, plain_text(printed).replace(MARK, ",").replace(THIN, " "))


def _said(value: Value) -> str:
    spread = f" ± {_short(value.uncertainty)}" if value.uncertainty is not None else ""
    kinds = ", ".join(sorted(map(str, value.kinds)))
    unit = "(of no known unit)" if value.unit.unknown else value.unit.symbol
    return f"{_short(value.amount)}{spread} {unit}".rstrip() + (f"  ({kinds})" if kinds else "")


def _short(amount: Fraction) -> str:
    """All digits of a whole number, ten of any other."""
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):.10g}"
