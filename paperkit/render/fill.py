r"""Filling: what `\pkval{expression | format}{}` prints, from the evidence.

One operation, used when a report is rendered and when `paperkit fix` prints stale numbers again. A marker whose
expression or format is wrong stays as it is; the check says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from paperkit.expressions.evaluate import Evaluation, ExpressionError, Scope, evaluate_marker
from paperkit.latex.document import Document, Marker
from paperkit.latex.scan import scan
from paperkit.source import SourceFile
from paperkit.values.numeral import PrintError, agrees, print_values

Evaluate = Callable[[str], Evaluation]
"""A marker's text to what it is worth. Raises ExpressionError."""
_TEMPLATE = (r"\VAR{", r"\BLOCK{")


def evaluator(scope: Scope) -> Evaluate:
    """evaluate_marker with a memory: the same text is evaluated once."""
    known: dict[str, Evaluation | ExpressionError] = {}

    def evaluate(text: str) -> Evaluation:
        if text not in known:
            try:
                known[text] = evaluate_marker(text, scope, ground=False)
            except ExpressionError as error:
                known[text] = error
        found = known[text]
        if isinstance(found, ExpressionError):
            raise found
        return found

    return evaluate


def fill(text: str, scope: Scope) -> str:
    r"""LaTeX *text* with its unfilled `\pkval` filled.

    Whatever stands in a second argument already stays; see `reprint`.
    """
    source = SourceFile("", text)
    return fill_document(source, scan(source, numerals=False), evaluator(scope))[0]


def fill_document(source: SourceFile, document: Document, evaluate: Evaluate) -> tuple[str, tuple[Marker, ...]]:
    """The text of *source*, which *document* is the scan of, with its unfilled markers filled; and its markers so."""
    filled = [_filled(marker, source, evaluate) for marker in document.markers]
    printed = {marker.span.start: marker.texts[1] for marker in filled if marker is not None}
    text = _replaced(source, document, lambda marker: printed.get(marker.span.start))
    return text, tuple(new or old for new, old in zip(filled, document.markers, strict=True))


def _filled(marker: Marker, source: SourceFile, evaluate: Evaluate) -> Marker | None:
    """*marker* with what it prints; None where it stays as it is."""
    text = _printed(marker, evaluate) if _replaceable(marker, source) and _unfilled(marker) else None
    return None if text is None else replace(marker, texts=(marker.texts[0], text))


def reprint(text: str, scope: Scope) -> str:
    r"""LaTeX or a template with each `\pkval` that prints another number than its value printed again.

    Empty second arguments stay empty, and so do expressions that a template has yet to write.
    """
    source, evaluate = SourceFile("", text), evaluator(scope)
    return _replaced(
        source, scan(source, numerals=False), lambda marker: None if _unfilled(marker) else _stale(marker, evaluate)
    )


def _replaced(source: SourceFile, document: Document, change: Callable[[Marker], str | None]) -> str:
    """The text with the second argument of each marker changed where *change* gives something."""
    parts: list[str] = []
    done = 0
    for marker in sorted(document.markers, key=lambda each: each.span.start):
        if not _replaceable(marker, source):
            continue
        printed = marker.arguments[1]
        text = change(marker) if printed.start >= done else None
        if text is not None:
            parts += [source.text[done : printed.start], text]
            done = printed.end
    return "".join((*parts, source.text[done:]))


def _replaceable(marker: Marker, source: SourceFile) -> bool:
    """Whether it stands in *source*, and its expression as it will be: no macro parameter, no template tag in it."""
    if marker.macro != "pkval" or len(marker.arguments) < 2 or marker.span.source is not source:
        return False
    expression = marker.arguments[0].text
    return marker.texts[0] == expression and not any(tag in expression for tag in _TEMPLATE)


def _unfilled(marker: Marker) -> bool:
    return not marker.arguments[1].text.strip()


def _printed(marker: Marker, evaluate: Evaluate) -> str | None:
    try:
        found = evaluate(marker.arguments[0].text)
        return print_values(found.values, found.format, comma=marker.comma) if found.values else None
    except (ExpressionError, PrintError):
        return None


def _stale(marker: Marker, evaluate: Evaluate) -> str | None:
    try:
        found = evaluate(marker.arguments[0].text)
        fresh = not found.values or agrees(marker.arguments[1].text, found.values, found.format, marker.comma).ok
    except (ExpressionError, PrintError):
        return None
    return None if fresh else _printed(marker, evaluate)
