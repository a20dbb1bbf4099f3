r"""compared-given: a declared value is compared as if it were a result.

Why: what somebody typed into given.yaml proves nothing about what was measured or modelled.
Instead: compare artifacts; a published figure belongs into a CSV of kind `published`, with its reference.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.unresolved_expression import at_error
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK114", "compared-given", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each expression that compares declared values."""
    for each in evidence.judged:
        if each.error is not None and str(each.error.reason) == "kind":
            yield at_error(CHECK, each)
