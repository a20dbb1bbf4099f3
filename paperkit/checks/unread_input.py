r"""unread-input: a part of the document could not be read, so it was not checked.

Why: not checked is not passed; the numbers in there may be anything.
Instead: correct the file's name, commit the file, or write the construct in a way that can be followed.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK402", "unread-input", since="0.1", doc=__doc__, waivable=True)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each thing that the scanner could not follow."""
    for trouble in (*(each for document in evidence.documents for each in document.troubles), *evidence.unread):
        yield CHECK.at(trouble.span, trouble.message, trouble.hint or "what cannot be followed is not checked")
