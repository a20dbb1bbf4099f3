"""Entries: each marker of a document evaluated again from the artifacts, and its printed numerals read back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from paperkit.checks.base import Judged
from paperkit.checks.claims import holds
from paperkit.expressions.direct import direct
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.evaluate import Evaluation, Scope, evaluate_marker
from paperkit.expressions.relation import NOTHING, Anatomy, anatomy_of
from paperkit.expressions.syntax import split_marker
from paperkit.latex.document import Document, Marker, Numeral
from paperkit.ledger import Entry
from paperkit.source import Span
from paperkit.values.numeral import Agreement, agrees

BINDING = frozenset({"pkval", "pkclaim"})
Known = dict[str, tuple[Evaluation | ExpressionError, Anatomy]]
"""What each marker's text came to in one scope."""


def judge(documents: Iterable[Document], scope: Scope, known: Known | None = None) -> tuple[Judged, ...]:
    """Every marker that binds, in reading order; each expression is evaluated once, what is *known* already not."""
    known = {} if known is None else known
    return tuple(each for document in documents for each in _document(document, scope, known))


def again(each: Judged, scope: Scope, known: Known) -> Judged:
    """A marker as it is judged in another scope; whether its value is grounded is not asked again."""
    text = each.marker.texts[0]
    if text not in known:
        try:
            anatomy = anatomy_of(text, scope) if each.entry.macro == "pkclaim" else each.anatomy
            known[text] = (replace(evaluate_marker(text, scope, ground=False), grounded=each.grounded), anatomy)
        except ExpressionError as error:
            known[text] = (error, NOTHING)
    return _judged(each.marker, *known[text], each.numerals)


def _document(document: Document, scope: Scope, known: Known) -> Iterator[Judged]:
    inside: dict[int, list[Numeral]] = {}
    for numeral in document.numerals:
        if numeral.marker is not None:
            inside.setdefault(numeral.marker, []).append(numeral)
    for index, marker in enumerate(document.markers):
        if marker.macro in BINDING and len(marker.arguments) == 2:
            text = marker.texts[0]
            if text not in known:
                known[text] = _evaluate(text, scope)
            yield _judged(marker, *known[text], tuple(inside.get(index, ())))


def _evaluate(text: str, scope: Scope) -> tuple[Evaluation | ExpressionError, Anatomy]:
    try:
        return evaluate_marker(text, scope), anatomy_of(text, scope)
    except ExpressionError as error:
        return error, Anatomy()


def _judged(
    marker: Marker, result: Evaluation | ExpressionError, anatomy: Anatomy, numerals: tuple[Numeral, ...]
) -> Judged:
    told = (marker.macro, *_split(marker.texts[0]), marker.texts[1], marker.use or marker.span, _own(marker, 1))
    if isinstance(result, ExpressionError):
        return Judged(marker, Entry(*told, text=marker.texts[0]), _own(marker, 0), error=result)
    entry = Entry(*told, result.values, result.predicate, result.cells, marker.texts[0])
    agreement = _agreement(marker, result, anatomy, numerals)
    return Judged(
        marker,
        entry,
        _own(marker, 0),
        constants=tuple((_part(marker, start, end), text) for start, end, text in result.constants),
        grounded=result.grounded,
        agrees=agreement.ok,
        expected=agreement.expected,
        reason=agreement.reason,
        cause=agreement.cause,
        hint=agreement.hint,
        anatomy=anatomy,
        numerals=numerals,
        digits=agreement.digits,
    )


def _split(text: str) -> tuple[str, str]:
    found = direct(text)
    if found is not None:
        return found.expression, found.format or ""
    try:
        expression, form = split_marker(text)
    except ExpressionError:
        return text, ""
    return expression.strip(), (form or "").strip()


def _agreement(marker: Marker, result: Evaluation, anatomy: Anatomy, numerals: tuple[Numeral, ...]) -> Agreement:
    if marker.macro == "pkclaim":
        around = (marker.before, marker.after)
        return holds(marker.printed_plain, numerals, result.values, result.predicate, anatomy, around)
    if result.predicate is not None:
        return Agreement(False, "", "a comparison prints no number", "format", r"bind its words with \pkclaim")
    verdict = agrees(marker.texts[1], result.values, result.format, marker.comma)
    more = _more(numerals) if verdict.ok and len(numerals) > len(result.values) else ""
    return Agreement(False, verdict.expected, f"'{more}' is another number") if more else verdict


def _more(numerals: tuple[Numeral, ...]) -> str:
    """A number in words beside those in digits, which agreement was asked of; empty without one."""
    words = [one.text for one in numerals if one.text.isascii() and not re.search(r"[\d\\]", one.text)]
    return words[0] if 0 < len(words) < len(numerals) else ""


def _own(marker: Marker, index: int) -> Span:
    """An argument's place; where a user's macro puts its parameters in, the place where that is used."""
    argument = marker.arguments[index]
    return argument if marker.texts[index] == argument.text else marker.use or argument


def _part(marker: Marker, start: int, end: int) -> Span:
    whole = _own(marker, 0)
    if marker.texts[0] != whole.text:
        return whole
    return Span(whole.source, whole.start + start, min(whole.start + end, whole.end))
