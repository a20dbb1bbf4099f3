r"""overlapping-text: letters or digits are printed over each other.

Why: neither can be read, and a number under another one is a number that nobody sees.
Instead: look at the page; a negative space, a box of no width or a table that is too wide puts text over text.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK510", "overlapping-text", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each page, with the first place."""
    if evidence.proof is None:
        return
    for sheet in evidence.proof.sheets:
        found = sheet.overlaps()
        if found:
            first, second = found[0]
            pair = f"{sheet.text[first]!r} and {sheet.text[second]!r}"
            around = " ".join(sheet.text[max(0, first - 15) : first + 15].split())
            count = f"{len(found)} pair{'s' * (len(found) != 1)} of characters"
            message = f"page {sheet.number}: {count} overlap, first {pair} in {around!r}"
            yield CHECK.at(place(None, evidence.proof.path), message, "look at the page, and set them apart")
