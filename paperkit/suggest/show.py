"""Answers printed: for each literal the expressions that fit, numbered, with how many others would."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from paperkit.ledger import exact
from paperkit.suggest.find import Unbound
from paperkit.suggest.fits import RULES, Manner
from paperkit.suggest.suggest import Answer, Suggestion

VERSION = 1
"""Raised when a key changes its meaning; new keys do not raise it."""
Pair = tuple[Unbound, Answer]


def as_text(pairs: Iterable[Pair]) -> str:
    """For people: a paragraph a literal."""
    return "\n".join(_paragraph(unbound, answer) for unbound, answer in pairs)


def _paragraph(unbound: Unbound, answer: Answer) -> str:
    numeral = unbound.literal.numeral
    said = f"{unbound.literal.text} {numeral.unit}".strip()
    lines = [f"{unbound.span.place}: {' '.join(said.split())}"]
    for number, one in enumerate(answer.suggestions, 1):
        lines += [f"  {number}  {one.around(unbound.literal.text)}", f"     {_about(one)}"]
    if not answer.suggestions:
        lines.append("  nothing in the artifacts fits: bind it by hand, or declare it in given.yaml with its source")
    return "\n".join(lines) + "\n"


def _about(one: Suggestion) -> str:
    amount = exact(one.value.amount)
    amount = amount if len(amount) <= 24 else f"{float(one.value.amount):.10g}..."
    cells = one.value.cells
    where = f", {cells[0].span.place}" if len(cells) == 1 and cells[0].span else f", {len(cells) or 'very many'} cells"
    others = f"; {one.others} other{'s' * (one.others != 1)} would fit"
    note = "" if one.manner in RULES or one.manner in (Manner.EXACT, Manner.HALF_EVEN) else ", so check will not agree"
    return f"{one.sort}, {amount} {one.value.unit.symbol}".rstrip() + f" ({one.manner}{note}){where}{others}"


def as_json(pairs: Iterable[Pair]) -> str:
    """For programs."""
    return (
        json.dumps({"version": VERSION, "literals": [_literal(*pair) for pair in pairs]}, indent=2, ensure_ascii=False)
        + "\n"
    )


def _literal(unbound: Unbound, answer: Answer) -> dict[str, Any]:
    numeral = unbound.literal.numeral
    return {
        "file": unbound.span.path,
        "line": unbound.span.line,
        "column": unbound.span.column,
        "text": numeral.text,
        "value": format(numeral.value, "f") if abs(numeral.value.adjusted()) < 40 else str(numeral.value),
        "unit": numeral.unit,
        "writable": unbound.exact,
        "fits": answer.fits,
        "suggestions": [
            {
                "macro": one.macro,
                "marker": one.marker,
                "sort": str(one.sort),
                "rounding": str(one.manner),
                "exact": exact(one.value.amount),
                "unit": one.value.unit.symbol,
                "cells": len(one.value.cells),
                "others": one.others,
                "score": round(one.score, 2),
            }
            for one in answer.suggestions
        ],
    }
