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

WHOLE = "print the number as it is, and nothing over it"
DIVIDED = (
    r"print the number alone; a link that a \vadjust or the columns of a package such as paracol divide "
    "lies over other text: set its number before or behind"
)
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
        cut = marker is not None and not one.right and _partly(one)
        message = f"page {one.sheet} " + _fact(one, marker.printed_plain.strip() if marker is not None else "", cut)
        yield CHECK.at(place(marker, proof.path), message, DIVIDED if cut else WHOLE)


def _partly(one: Bound) -> bool:
    """Whether the link lies over a part of the number alone, or over all of it and words beside it."""
    due = one.wanted.variants if one.wanted is not None else ()
    return len(one.text) > 1 and any(each in one.text or one.text in each for each in due if len(each) > 1)


def _fact(one: Bound, printed: str, cut: bool) -> str:
    """What the page shows; *printed* is what the marker prints, empty where there is none."""
    shown = one.text or "nothing"
    if not printed:
        return f"shows {shown} as a bound number, and no marker prints it"
    if not one.right:
        return f"has the link of {printed} over {shown}" if cut else f"shows {shown}, but the marker prints {printed}"
    if one.missing:
        return f"shows {shown} without the {one.missing} that the sources print behind it"
    if one.stray is not None:
        return f"shows {_beside(one, one.stray)}"
    return f"shows {shown} beside other words than those that it is printed with"


def _beside(one: Bound, here: Beside) -> str:
    """A number that stands beside other words than in the sources, with these words."""
    uses = one.wanted.around or () if one.wanted is not None else ()
    if stands(here, uses) and unit_differs(here, uses):
        due = next(use.unit for use in uses if use.unit is not None)
        return f"{one.text} {here.unit}".strip() + f", but {due or 'nothing'} stands behind it in the sources"
    between = f"{one.text} between {here.before!r} and {here.after!r}"
    return f"{between}, and the sources print it elsewhere"
