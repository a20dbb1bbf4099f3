r"""useless-allow: a waiver waives nothing.

Why: it stays behind when its number goes, and silences the next one that lands there.
Instead: remove it. `% paperkit: allow CODE -- reason` covers its own line, or the next one when it stands alone;
`\pkfree{reason}{12}` covers the numbers inside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence, origin
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.latex.document import Allow
from paperkit.source import Span

CHECK = Check("PK106", "useless-allow", since="0.1", doc=__doc__)


def find(evidence: Evidence, used: frozenset[Allow]) -> Iterator[Diagnostic]:
    """One diagnostic for each waiver that is not in *used*; a template's waiver needs one use in all its renderings."""
    alive = {(origin(evidence.origins, allow.span), allow.code) for allow in used}
    for document in evidence.documents:
        for allow in document.allows:
            if (origin(evidence.origins, allow.span), allow.code) not in alive:
                yield CHECK.at(allow.span, f"allow {allow.code} waives nothing", "remove it")
        waived = [numeral.span for numeral in document.numerals if numeral.reason == "waived"]
        for marker in document.markers:
            if marker.macro == "pkfree" and not any(_inside(span, marker.span) for span in waived):
                yield CHECK.at(marker.span, r"\pkfree waives nothing", "remove it and leave the text")


def _inside(span: Span, outer: Span) -> bool:
    return span.path == outer.path and outer.start <= span.start and span.end <= outer.end
