r"""What an author lets pass in a document: numbers inside \pkfree, and lines under an allow comment."""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.frozen import frozen
from paperkit.latex.document import Allow, Document
from paperkit.source import Span


@frozen
class Waiver:
    """One number, or the numbers of a line, let pass for a *reason*; *check* is empty for a marker."""

    text: str
    """What a reader sees: the number, or those that the comment covers."""
    reason: str
    check: str
    span: Span


def waivers(document: Document) -> Iterator[Waiver]:
    """Every waiver of *document*, first the markers, then the comments."""
    for marker in document.markers:
        if marker.macro == "pkfree":
            yield Waiver(marker.printed_plain, " ".join(marker.texts[0].split()), "", marker.span)
    for allow in document.allows:
        yield Waiver(_covered(allow, document), allow.reason, allow.code, allow.span)


def _covered(allow: Allow, document: Document) -> str:
    """The numbers without evidence on the lines of *allow*; empty where it is about something else."""
    first, last = allow.covers
    found = (n.text for n in document.numerals if n.ungrounded and n.span.path == allow.path
             and first <= n.span.line <= last)  # fmt: skip
    return ", ".join(dict.fromkeys(found))
