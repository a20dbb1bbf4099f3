r"""mixed-kinds: a sentence or a table sets measured beside modelled values and does not say which is which.

Why: a model's latency in a row of measured ones reads as measured.
Instead: name the kinds where they meet ("measured", "modelled", "simulated", "predicted", "published"): in the
sentence, or in the table's head or caption.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.passages import passages
from paperkit.diagnostics.diagnostic import Diagnostic, Severity

CHECK = Check("PK120", "mixed-kinds", since="0.2", doc=__doc__, severity=Severity.WARNING, waivable=True)
REAL = frozenset({"measured"})
MADE = frozenset({"model", "projection"})
_SAYS = re.compile(
    r"measur|model|simulat|predict|estimat|publish|project|report(?:s|ed) by|observ|real hardware|silicon|analytic"
    r"|calculat|validat|experiment",
    re.IGNORECASE,
)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each passage whose markers mix both and whose words name neither."""
    met = {str(kind) for kinds in {each.entry.kinds for each in evidence.judged} for kind in kinds}
    if not (met & REAL and met & MADE):
        return
    for text, judged in passages(evidence):
        real, made = _first(judged, REAL), _first(judged, MADE)
        if real is None or made is None or _SAYS.search(text):
            continue
        kinds = [next(str(k) for k in each.entry.kinds if str(k) in of) for each, of in ((real, REAL), (made, MADE))]
        message = (
            f"{real.entry.printed} is {kinds[0]} and {made.entry.printed} is {kinds[1]}, but the text names neither"
        )
        hint = f"say which is {kinds[0]} and which {kinds[1]}"
        yield CHECK.at(made.entry.printed_span, message, hint).label(real.entry.printed_span, f"{kinds[0]} here")


def _first(judged: tuple[Judged, ...], kinds: frozenset[str]) -> Judged | None:
    return next((each for each in judged if kinds & {str(kind) for kind in each.entry.kinds}), None)
