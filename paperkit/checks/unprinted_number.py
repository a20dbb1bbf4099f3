r"""unprinted-number: a marker's number stands on no page, or stands there without its link.

Why: a number that is counted as bound and that nobody can read proves nothing; a macro swallowed it, or a box of no
size holds it. One without its link leads nobody to its evidence: somebody took the link out of the file.
Instead: print it, or take the marker away.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import Printers, place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK502", "unprinted-number", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each expression that has fewer numbers on the pages than in the sources."""
    if evidence.proof is None or not evidence.proof.unprinted:
        return
    printers = Printers(evidence)
    for one in evidence.proof.unprinted:
        wanted = one.wanted
        markers = printers.of(wanted.key)
        marker = markers[one.missing] if markers else None
        uses = f"the sources print it {len(wanted.uses)} time{'s' * (len(wanted.uses) != 1)}, the pages {one.printed}"
        if one.bare:
            uses = f"it stands on page {one.bare} without a link to its evidence, which the sources give it"
        what = " ".join(marker.texts[0].split()) if marker is not None else wanted.key
        yield CHECK.at(place(marker, evidence.proof.path), f"{what}: {uses}", "print it, or take the marker away")
