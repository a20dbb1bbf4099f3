r"""misprinted-number: the page shows another number than the marker prints.

Why: the source was right and the page is not: a macro was given another meaning, a font lacks the minus or the point,
something was set beside or over the number so that a reader takes it for another one.
Instead: print the marker's argument as it is; look at the page that the message names.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import Printers, place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK501", "misprinted-number", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each such number of a page."""
    proof = evidence.proof
    if proof is None:
        return
    printers = Printers(evidence)
    for one in proof.bound:
        if one.right and not one.missing:
            continue
        marker = printers.printer(one)
        shown = one.text or "nothing"
        if marker is None:
            message = f"page {one.sheet} shows {shown} as a bound number, and no marker prints it"
        elif one.right:
            message = f"page {one.sheet} shows {shown} without the {one.missing} that the sources print behind it"
        else:
            message = f"page {one.sheet} shows {shown}, but the marker prints {marker.printed_plain.strip()}"
        yield CHECK.at(place(marker, proof.path), message, "print the number as it is, and nothing over it")
