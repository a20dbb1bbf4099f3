"""From the rendered line to the author's: the primary place becomes the template, the rendered one a label."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from paperkit.checks.base import Origins
from paperkit.diagnostics.diagnostic import Diagnostic, Fix
from paperkit.source import SourceFile, Span


def relocate(found: Diagnostic, origins: Origins) -> Diagnostic:
    """*found* at the author's file and line; unchanged where its place was not rendered from a template."""
    labels = tuple(replace(label, span=author_place(label.span, origins)) for label in found.labels)
    found = replace(found, labels=labels)
    span, exact = _author(found.span, origins) if found.span is not None else (None, False)
    if span is None:
        return found
    moved = replace(found, span=span, fix=_moved(found.fix, origins))
    return moved if exact else moved.label(found.span, "rendered here")


def author_place(span: Span, origins: Origins) -> Span:
    """Where the author wrote what stands at *span*; *span* itself where no template gave it."""
    return _author(span, origins)[0] or span


def _moved(fix: Fix | None, origins: Origins) -> Fix | None:
    """*fix* in the template; None where the template computes what it would replace."""
    span, exact = _author(fix.span, origins) if fix is not None else (None, False)
    return replace(fix, span=span) if fix is not None and span is not None and exact else None


def _author(span: Span, origins: Origins) -> tuple[Span | None, bool]:
    """(place in the template, whether it is the very text) of a place in a rendered file."""
    rows = origins.get(span.path)
    line, column = span.source.place(span.start)
    at = rows[line - 1] if rows is not None and line <= len(rows) else None
    if at is None:
        return None, False
    template, number = at
    text, begin = template.line(number), template.line_starts[number - 1]
    rendered = span.source.line(line)
    if text == rendered:
        return Span(
            template, begin + column - 1, min(begin + column - 1 + span.end - span.start, len(template.text))
        ), True
    return _nearest(span.text, rendered[: column - 1], template, number)


def _nearest(text: str, before: str, template: SourceFile, number: int) -> tuple[Span, bool]:
    line, begin = template.line(number), template.line_starts[number - 1]
    places = list(_occurrences(line, text)) if text.strip() and "\n" not in text else []
    if not places:
        return template.line_span(number), False
    # of several, the one that as many like it stand before
    nth = min(sum(1 for _ in _occurrences(before, text)), len(places) - 1)
    return Span(template, begin + places[nth], begin + places[nth] + len(text)), True


def _occurrences(line: str, text: str) -> Iterable[int]:
    at = line.find(text)
    while at >= 0:
        yield at
        at = line.find(text, at + 1)
