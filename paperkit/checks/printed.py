"""Places for what is found on a page: the marker that prints it, else the file of the PDF."""

from __future__ import annotations

from paperkit.checks.base import Evidence, Judged
from paperkit.latex.keys import key_of
from paperkit.source import SourceFile, Span


def judged_by_key(evidence: Evidence) -> dict[str, Judged]:
    """The first marker of each key; those of generated pages repeat others and are left out."""
    found: dict[str, Judged] = {}
    for each in evidence.judged:
        if each.marker.macro in ("pkval", "pkclaim") and each.entry.span.path not in evidence.generated:
            found.setdefault(key_of(each.marker.texts[0]), each)
    return found


def place(judged: Judged | None, path: str) -> Span:
    """Where the number is bound; the beginning of the PDF at *path* where nothing binds it."""
    return judged.entry.printed_span if judged is not None else SourceFile(path, "").whole()
