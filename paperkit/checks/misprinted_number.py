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
from paperkit.pdf.bound import Bound
from paperkit.pdf.neighbours import Beside, stands, unit_differs

CHECK = Check("PK501", "misprinted-number", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each such number of a page."""
    proof = evidence.proof
    if proof is None:
        return
    printers = Printers(evidence)
    for one in proof.bound:
        astray = any(fault == "astray" for _, fault in one.faults)
        if one.right and not one.missing and one.stray is None and not astray:
            continue
        marker = printers.printer(one)
        shown = one.text or "nothing"
        if marker is None:
            message = f"page {one.sheet} shows {shown} as a bound number, and no marker prints it"
        elif one.right and one.missing:
            message = f"page {one.sheet} shows {shown} without the {one.missing} that the sources print behind it"
        elif one.right and one.stray is not None:
            message = f"page {one.sheet} shows {_beside(one, one.stray)}"
        elif one.right:
            message = f"page {one.sheet} shows {shown} beside other words than those that it is printed with"
        else:
            message = f"page {one.sheet} shows {shown}, but the marker prints {marker.printed_plain.strip()}"
        yield CHECK.at(place(marker, proof.path), message, "print the number as it is, and nothing over it")


def _beside(one: Bound, here: Beside) -> str:
    """A number that stands beside other words than in the sources, with these words."""
    uses = one.wanted.around or () if one.wanted is not None else ()
    if stands(here, uses) and unit_differs(here, uses):
        due = next(use.unit for use in uses if use.unit is not None)
        return f"{one.text} {here.unit}".strip() + f", but {due or 'nothing'} stands behind it in the sources"
    between = f"{one.text} between {here.before!r} and {here.after!r}"
    return f"{between}, and the sources print it elsewhere"
