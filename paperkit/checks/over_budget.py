"""over-budget: a section takes more pages than the contract gives it.

Why: what was agreed was a report of a length; the pages of one section are missing in another, or in the reader's time.
Instead: shorten the section, or amend the budget. Pages are those of the last build, by its bookmarks; a tenth of the
budget more is let pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from paperkit.checks.base import Check, Evidence
from paperkit.checks.contract import same_title, sections
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.ledger import read_pages

CHECK = Check("PK310", "over-budget", since="0.2", doc=__doc__, severity=Severity.WARNING)
SPARE = Decimal("1.1")


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each section of an agreed contract that takes more pages than its budget."""
    contract = evidence.contract
    if contract is None or not contract.agreed or evidence.ledger is None:
        return
    pages = read_pages(evidence.ledger.text)
    written = sections(evidence)
    for promise in contract.promises:
        taken = next((count for title, count in pages.items() if same_title(title, promise.title)), None)
        if taken is None or promise.pages is None or promise.budget is None or taken <= promise.pages * SPARE:
            continue
        message = f"section {promise.key!r} takes {taken} pages, but has a budget of {promise.pages}"
        hint = "shorten it, or amend the budget with the person who agreed to it"
        heading = written[promise.key].heading if promise.key in written else promise.span
        yield CHECK.at(promise.budget.span, message, hint).label(heading, "the section")
