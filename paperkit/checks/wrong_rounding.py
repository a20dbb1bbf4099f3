r"""wrong-rounding: a printed number is not its value, rounded as declared.

Why: a reader who recomputes the number from the artifact gets another one.
Instead: let `paperkit fix` print it again, or change the declared format. Rounding is half to even unless the format
names another (`.1f half_up`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.words import exact_values, show_cells
from paperkit.diagnostics.diagnostic import Diagnostic, Fix

CHECK = Check("PK103", "wrong-rounding", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkval whose printed numerals are not its values."""
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkval" or each.agrees or each.error is not None or each.cause == "unit":
            continue
        if each.cause == "format":
            yield show_cells(
                CHECK.at(each.expression_span, f"{entry.expression}: {each.reason}", each.hint), entry.cells
            )
        elif entry.printed.strip():
            message = f"printed {entry.printed}, but {entry.expression} is {exact_values(entry.values)}"
            note = each.reason.partition(", but ")[2] or each.reason
            where = evidence.project.shown(evidence.report.folder) if evidence.report else entry.span.path
            found = CHECK.at(entry.printed_span, message, f"run `paperkit fix {where}`, or change the format", note)
            yield show_cells(with_fix(found, each), entry.cells)


def with_fix(found: Diagnostic, each: Judged) -> Diagnostic:
    """*found* with the fix that prints the number again, where that is known and the argument is not a parameter's."""
    if not each.expected or each.marker.texts[1] != each.entry.printed_span.text:
        return found
    return replace(found, fix=Fix(each.entry.printed_span, each.expected))
