r"""unfilled-marker: a marker's second argument is empty, so the page shows ??.

Why: the number was never printed.
Instead: run `paperkit fix` on the file; in a report's section template leave it empty, the build fills it.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.wrong_rounding import with_fix
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK112", "unfilled-marker", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker that prints nothing though it could."""
    for each in evidence.judged:
        entry = each.entry
        if not entry.printed.strip() and each.error is None and each.cause not in {"format", "unit"}:
            yield with_fix(CHECK.at(entry.span, f"{entry.expression} is printed as ??", "run `paperkit fix`"), each)
