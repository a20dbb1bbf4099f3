r"""wrong-rounding: a printed number is not its value, rounded as declared.

Why: a reader who recomputes the number from the artifact gets another one.
Instead: let `paperkit fix` print it again, or change the declared format. Rounding is half to even unless the format
names another (`.1f half_up`).
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.words import exact_values, show_cells
from paperkit.diagnostics.diagnostic import Diagnostic, Fix

CHECK = Check("PK103", "wrong-rounding", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker whose printed numerals are not its values."""
    for each in evidence.judged:
        if each.agrees or each.error is not None or not each.entry.printed.strip():
            continue
        entry = each.entry
        message = f"printed {entry.printed}, but {entry.expression} is {exact_values(entry.values)}"
        note = f"prints as {each.expected}" if each.expected else each.reason
        where = evidence.report.folder.name if evidence.report else entry.span.path
        found = CHECK.at(entry.printed_span, message, f"run `paperkit fix` on {where}, or change the format", note)
        if each.expected:
            found = _with_fix(found, Fix(entry.printed_span, each.expected))
        yield show_cells(found, entry.cells)


def _with_fix(found: Diagnostic, fix: Fix) -> Diagnostic:
    from dataclasses import replace

    return replace(found, fix=fix)
