r"""broken-number: a number is broken at the end of a line.

Why: a reader takes its first half for a number, and searching finds neither.
Instead: put the number into `\mbox{}`, or let the format print it without spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import Printers, place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK503", "broken-number", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each number that goes on in another line."""
    if evidence.proof is None:
        return
    printers = Printers(evidence)
    for one in evidence.proof.bound:
        if one.broken:
            message = f"{one.text} on page {one.sheet} is broken over {len(one.rects)} lines"
            yield CHECK.at(place(printers.printer(one), evidence.proof.path), message, r"put it into \mbox{}")
