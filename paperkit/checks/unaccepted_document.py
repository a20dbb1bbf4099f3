r"""unaccepted-document: the text rests on a document that does not hold: superseded, or only proposed.

Why: a decision that was replaced, or never taken, is no evidence.
Instead: quote the document that replaces it, or have it accepted. A sentence that itself says what the document is
("superseded by ADR-0007", "the proposal ADR-0009") may name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.contract import mentions
from paperkit.checks.unresolved_expression import at_error
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import SourceFile, Span

CHECK = Check("PK206", "unaccepted-document", since="0.2", doc=__doc__, waivable=True)
_SAYS = re.compile(r"(?i)supersed|propos|replac|reject|withdraw|deprecat|draft|former|no longer|obsolete")
NEAR = 120
"""Characters around a mention in which its sentence may say what it is."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker that quotes such a document, and each sentence that names one without a word."""
    for each in evidence.judged:
        if each.error is not None and str(each.error.reason) == "document":
            yield at_error(CHECK, each)
    for document in evidence.documents:
        for source in document.sources:
            if source.path not in evidence.generated and source.path.endswith(".tex"):
                yield from _mentioned(source, evidence)


def _mentioned(source: SourceFile, evidence: Evidence) -> Iterator[Diagnostic]:
    for key, document in evidence.sources.items():
        if document.accepted or not document.status:
            continue
        for span in mentions(key, source):
            if not _SAYS.search(_around(span)):
                later = f" by {document.superseded_by}" if document.superseded_by else ""
                message = f"document {document.id} is {document.status}{later}, not accepted"
                yield CHECK.at(span, message, "name an accepted document, or say what this one is").label(
                    document.span, "this document"
                )


def _around(span: Span) -> str:
    text = span.source.text
    return text[max(0, span.start - NEAR) : span.start] + text[span.end : span.end + NEAR]
