r"""unresolved-expression: a marker's expression names nothing that exists, or cannot be evaluated.

Why: what cannot be evaluated is not evidence; the number beside it proves nothing.
Instead: take a name from report.yaml, a column from the descriptor and the whole key of one row. The message shows the
nearest names and keys that exist.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import Span

CHECK = Check("PK102", "unresolved-expression", since="0.1", doc=__doc__)
OTHERS = {
    "unit": "PK104",
    "constant": "PK105",
    "cell": "PK205",
    "kind": "PK114",
    "document": "PK206",
    "artifact": "PK201 to PK205",
}
"""Reasons that have a check of their own."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker that could not be evaluated for a reason that no other check names."""
    for each in evidence.judged:
        if each.error is not None and str(each.error.reason) not in OTHERS:
            yield at_error(CHECK, each)


def at_error(check: Check, each: Judged) -> Diagnostic:
    """The diagnostic of *check* at the part of the expression that the error names, with its other places."""
    error = each.error
    assert error is not None  # noqa: S101  (callers ask first)
    found = check.at(error_span(each), error.message, error.hint)
    for span, text in error.labels:
        found = found.label(span, text)
    return found


def error_span(each: Judged) -> Span:
    """The part of the expression that the error names; the whole expression where it names none."""
    whole = each.expression_span
    if each.error is None or each.error.end <= each.error.start or whole.text != each.marker.texts[0]:
        return whole
    start = min(whole.start + each.error.start, whole.end)
    return Span(whole.source, start, max(start, min(whole.start + each.error.end, whole.end)))
