r"""text-off-page: text stands outside the page.

Why: nobody sees it, on paper or on a screen.
Instead: let the line break, make the table narrower, or move what was moved too far.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import Printers, place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK505", "text-off-page", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each bound number outside, and one for each page with other text outside."""
    if evidence.proof is None:
        return
    printers, hint = Printers(evidence), "let it break, or make it narrower"
    told = set()
    for one in evidence.proof.bound:
        if any(fault == "outside" for _, fault in one.faults):
            told.add(one.sheet)
            message = f"{one.text} stands outside page {one.sheet}"
            yield CHECK.at(place(printers.printer(one), evidence.proof.path), message, hint)
    for sheet in evidence.proof.sheets:
        outside = sheet.outside()
        if outside and sheet.number not in told:
            message = f"page {sheet.number}: {outside[:40]!r} stands outside the page"
            yield CHECK.at(place(None, evidence.proof.path), message, hint)
