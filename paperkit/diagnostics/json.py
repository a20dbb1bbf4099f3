"""Diagnostics for machines: one JSON envelope with a version."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from paperkit.diagnostics.diagnostic import Counts, Diagnostic, counts_data
from paperkit.source import Span

VERSION = 1
"""Raised when a key changes its meaning; new keys do not raise it."""


def as_json(found: Iterable[Diagnostic], counts: Counts) -> str:
    """`{"version", "diagnostics": [...], "counts": {...}}`, ending in a newline."""
    envelope = {
        "version": VERSION,
        "diagnostics": [_diagnostic(diagnostic) for diagnostic in found],
        "counts": counts_data(counts),
    }
    return json.dumps(envelope, indent=2, ensure_ascii=False) + "\n"


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "place": _place(diagnostic.span),
        "note": diagnostic.note,
        "labels": [{"place": _place(label.span), "text": label.text} for label in diagnostic.labels],
        "fix": None
        if diagnostic.fix is None
        else {
            "place": _place(diagnostic.fix.span),
            "text": diagnostic.fix.text,
            "safety": str(diagnostic.fix.safety),
        },
    }


def _place(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    end_line, end_column = span.source.place(span.end)
    return {
        "file": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }
