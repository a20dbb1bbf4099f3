"""Places for what is found on a page: the marker that prints it, else the file of the PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from paperkit.checks.base import Evidence
from paperkit.latex.document import Marker
from paperkit.latex.keys import key_of
from paperkit.source import SourceFile, Span

if TYPE_CHECKING:
    from paperkit.pdf.bound import Bound


def linked(evidence: Evidence) -> Iterator[tuple[str, Marker]]:
    """Key and marker of each number that links to its evidence; generated pages have rows and no links."""
    for document in evidence.documents:
        for marker in document.markers:
            if marker.macro in ("pkval", "pkclaim") and marker.span.path not in evidence.generated:
                yield key_of(marker.texts[0]), marker


class Printers:
    """The markers by what is printed; they are gone through once something is asked."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self._known: dict[str, list[Marker]] | None = None

    def of(self, key: str) -> Sequence[Marker]:
        """Those of a key, in the order of the text."""
        if self._known is None:
            self._known = {}
            for name, marker in linked(self.evidence):
                self._known.setdefault(name, []).append(marker)
        return self._known.get(key, ())

    def printer(self, one: Bound) -> Marker | None:
        """The marker that prints *one*: of those of its key the one with its neighbours, else the first."""
        from paperkit.pdf.accounts import NEAR
        from paperkit.pdf.normal import letters

        def alike(marker: Marker) -> int:
            before, after = letters(marker.before)[-NEAR:], letters(marker.after)[:NEAR]
            return (bool(before) and one.before.endswith(before)) + (bool(after) and one.after.startswith(after))

        return max(self.of(one.key), key=alike, default=None)


def place(marker: Marker | None, path: str) -> Span:
    """Where the number is bound; the beginning of the PDF at *path* where nothing binds it."""
    if marker is None:
        return SourceFile(path, "").whole()
    printed = marker.arguments[1]
    return printed if marker.texts[1] == printed.text else marker.use or printed
