r"""unsupported-constant: a number inside an expression comes from no evidence.

Why: `\pkval{7.31 | .2f}{7.31}` and `x * 0 + 7.31` are typed numbers in disguise.
Instead: take the constant from an artifact or from given.yaml. Allowed are a few that everybody knows (1, 2, 100, unit
factors) and the keys of rows. The value itself must depend on evidence: it has to move when the cells do.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.unresolved_expression import at_error
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK105", "unsupported-constant", since="0.1", doc=__doc__)
HINT = "take it from an artifact, or declare it in given.yaml with its source"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """A diagnostic for each constant that nothing supports, or one for a value that depends on no cell."""
    for each in evidence.judged:
        if each.error is not None:
            if str(each.error.reason) == "constant":
                yield at_error(CHECK, each)
            continue
        for span, text in each.constants:
            yield CHECK.at(span, f"{text} in the expression comes from no evidence", HINT)
        if not each.grounded and not each.constants:
            message = f"{each.entry.expression} depends on no cell: it stays the same whatever the artifacts say"
            yield CHECK.at(each.expression_span, message, HINT)
