"""Places for what is found on a page: the marker that prints it, else the file of the PDF."""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Evidence
from paperkit.latex.document import Marker
from paperkit.latex.keys import key_of
from paperkit.source import SourceFile, Span


def linked(evidence: Evidence) -> Iterator[tuple[str, Marker]]:
    """Key and marker of each number that links to its evidence; generated pages have rows and no links."""
    for document in evidence.documents:
        for marker in document.markers:
            if marker.macro in ("pkval", "pkclaim") and marker.span.path not in evidence.generated:
                yield key_of(marker.texts[0]), marker


def by_key(evidence: Evidence) -> dict[str, Marker]:
    """The first marker of each key."""
    found: dict[str, Marker] = {}
    for key, marker in linked(evidence):
        found.setdefault(key, marker)
    return found


def place(marker: Marker | None, path: str) -> Span:
    """Where the number is bound; the beginning of the PDF at *path* where nothing binds it."""
    if marker is None:
        return SourceFile(path, "").whole()
    printed = marker.arguments[1]
    return printed if marker.texts[1] == printed.text else marker.use or printed
