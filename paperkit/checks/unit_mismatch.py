r"""unit-mismatch: an expression joins what cannot be joined, such as cycles and bytes.

Why: the sum of unlike things is no quantity, whatever digits it has.
Instead: convert with `to(x, "us")` where a conversion exists, divide to get a rate, or correct the unit in the
descriptor. A format may only convert to a unit of the same dimension.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.unresolved_expression import at_error
from paperkit.checks.words import show_cells
from paperkit.checks.wrong_rounding import with_fix
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK104", "unit-mismatch", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker whose units do not fit."""
    for each in evidence.judged:
        if each.error is not None and str(each.error.reason) == "unit":
            yield at_error(CHECK, each)
        elif each.entry.macro == "pkval" and not each.agrees and each.cause == "unit":
            message = f"{each.entry.expression}: {each.reason}"
            yield with_fix(show_cells(CHECK.at(each.entry.printed_span, message, each.hint), each.entry.cells), each)
