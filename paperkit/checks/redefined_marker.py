r"""redefined-marker: the document gives a marker's macro another meaning.

Why: the macros of paperkit.sty are the contract; with another `\pkval` the page may show what was never checked.
Instead: remove the definition and load paperkit.sty as it is. A plain project has a copy of that: one of another
version, whose markers print what they are given, is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK109", "redefined-marker", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each redefinition."""
    for document in evidence.documents:
        for each in document.redefinitions:
            yield CHECK.at(each.span, f"\\{each.name.lstrip(chr(92))} is defined anew", "remove the definition")
