r"""unbound-listing: verbatim text shows numbers that nothing binds.

Why: a reader believes the output of a program that stands in a listing, and nobody has checked it.
Instead: include the artifact itself (`\lstinputlisting{results.csv}`), print its numbers with markers outside of the
listing, or allow it: `% paperkit: allow unbound-listing -- example code` on the line before. A file that is shown as it
is, or plotted, counts as a listing, unless it is an artifact, and so does a quantity in inline verbatim, `\verb|4.3x|`.
It only warns, and fails under --strict. A baseline keeps a listing as long as its text stays.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic, Severity

CHECK = Check("PK125", "unbound-listing", since="0.2", doc=__doc__, severity=Severity.WARNING, waivable=True)
HINT = "include an artifact, or allow it with a reason on the line before"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each listing with numbers, at its first line."""
    artifacts = {evidence.project.shown(evidence.project.root / spec.path) for spec in evidence.store.specs.values()}
    for document in evidence.documents:
        for listing in document.listings:
            shown = listing.span.path in evidence.generated or listing.file in artifacts
            if listing.numbers and not shown:
                count = "1 number" if listing.numbers == 1 else f"{listing.numbers} numbers"
                yield CHECK.at(listing.span, f"{listing.name} shows {count}, bound to nothing", HINT)
