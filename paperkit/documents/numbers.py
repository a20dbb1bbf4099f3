"""The numbers that a document states, each with its unit, its sentence and its place.

Digits in code, links, headings, dates, identifiers (ADR-0002, v1.2) and list numbers state nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from paperkit.source import Span
from paperkit.sources import Section, SourceDocument, sentence
from paperkit.suggest.names import words_of
from paperkit.values.unit import BARE, Unit, UnitError, parse_unit

_SILENT = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)[ \t]*$|`[^`\n]*`|\]\([^)\s]*\)|<?https?://\S+|<!--.*?-->"
    r"|^#{1,6} [^\n]*$|^[ \t]*\d+[.)](?=[ \t])|\b\d{4}-\d\d-\d\d\b|\bv\d[\w.]*|\b[A-Z]{2,}[- ]\d+\b"
    r"|\barXiv\s\d{4}\.\d+",
    re.DOTALL | re.MULTILINE,
)
_NUMBER = re.compile(
    r"(?<![\w.,/-])(?P<sign>[-−])?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\w,]*\d)(?![\w-]*[A-Za-z]\d)"
    r"(?: ?(?P<unit>[%A-Za-zµ][A-Za-zµ/^2]*(?: ?/ ?[A-Za-z]+)?))?"
)


@dataclass(frozen=True)
class Stated:
    """One number of a document; *section* is the slug of the innermost heading above it, *places* its decimals."""

    document: str
    section: str
    span: Span
    amount: Decimal
    places: int
    unit: Unit

    @property
    def text(self) -> str:
        """The number with its unit, as it stands there."""
        return self.span.text

    @cached_property
    def sentence(self) -> str:
        """The sentence, list item or table row around it."""
        return sentence(self.span)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the sentence, in the singular."""
        return frozenset(words_of(self.sentence))


def numbers_of(key: str, document: SourceDocument) -> tuple[Stated, ...]:
    """Every number that the document of that key states, in order."""
    return tuple(_numbers(key, document))


def _numbers(key: str, document: SourceDocument) -> Iterator[Stated]:
    source = document.source
    start = document.sections[0].span.start if document.sections else document.span.start
    text = _SILENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source.text)
    for found in _NUMBER.finditer(text, start):
        unit = _unit(found["unit"])
        end = found.end() if unit is not BARE else found.end("digits")
        digits = found["digits"].replace(",", "")
        amount = Decimal(digits) * (-1 if found["sign"] else 1)
        within = _innermost(document.sections, found.start())
        span = source.span(found.start(), end)
        yield Stated(key, within, span, amount, len(digits.partition(".")[2]), unit)


def _unit(text: str | None) -> Unit:
    if text is None or text.casefold() in {"a", "m", "b", "as", "in", "at", "h", "x", "d"}:  # words, not units
        return BARE
    try:
        return parse_unit("percent" if text == "%" else text.replace(" ", ""))
    except UnitError:
        return BARE


def _innermost(sections: tuple[Section, ...], at: int) -> str:
    holding = [section for section in sections if section.span.start <= at < section.body.end]
    return holding[-1].slug if holding else ""
