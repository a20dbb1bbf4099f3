r"""printed-question-marks: a page shows ?? in place of something.

Why: LaTeX prints them for a reference that leads nowhere, and an unfilled marker does, too.
Instead: correct the label or the key; build again, so that the marker is filled.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK508", "printed-question-marks", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each place; what the sources say so themselves is none."""
    if evidence.proof is None:
        return
    said = any("??" in document.text for document in evidence.documents)
    for one in evidence.proof.questions:
        if not said:
            message = f"page {one.sheet}: {one.text} in {one.around!r}"
            yield CHECK.at(place(None, evidence.proof.path), message, "correct the label, the key or the marker")
