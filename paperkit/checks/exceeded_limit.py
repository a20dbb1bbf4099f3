r"""exceeded-limit: more numbers are declared or waived than report.yaml allows.

Why: a report whose numbers mostly rest on declarations proves little; the limit makes that a decision.
Instead: bind numbers to artifacts, or raise `limits` in report.yaml where a reviewer sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Counts, Diagnostic

CHECK = Check("PK304", "exceeded-limit", since="0.1", doc=__doc__)


def find(evidence: Evidence, counts: Counts) -> Iterator[Diagnostic]:
    """One diagnostic for each limit that *counts* exceed."""
    if evidence.report is None:
        return
    limits = evidence.report.limits
    span = evidence.report.spans.get("limits")
    for name, bound, count in (("given", limits.given, counts.given), ("waived", limits.waived, counts.waived)):
        if bound is not None and count > bound:
            yield CHECK.at(span, f"{count} numbers are {name}, but the limit is {bound}", "bind them to artifacts")
