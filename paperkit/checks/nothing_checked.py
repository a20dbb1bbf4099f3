r"""nothing-checked: the document holds no numeral at all.

Why: a check that looked at nothing has proved nothing; most often the wrong file was named, or an input was not found.
Instead: name the main file, or the report's folder.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK111", "nothing-checked", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic when no numeral was bound, waived or ungrounded, and no words were held."""
    seen = (numeral for document in evidence.documents for numeral in document.numerals)
    if any(numeral.role == "claim" and numeral.span.path not in evidence.generated for numeral in seen):
        return
    if any(each.entry.span.path not in evidence.generated for each in evidence.judged):
        return
    first = next((source for document in evidence.documents for source in document.sources), None)
    source = evidence.report.source if evidence.report else first
    span = source.whole() if source else None
    yield CHECK.at(span, "0 numbers were checked", "name the main .tex file or the folder of a report")
