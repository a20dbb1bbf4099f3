"""Numbers that stand in no marker, in digits or in words, at the place where their author wrote them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from paperkit.checks.base import Evidence
from paperkit.checks.vocabulary import is_named
from paperkit.config.report import Report
from paperkit.latex.document import Marker, Numeral
from paperkit.latex.scan import scan
from paperkit.project import package_templates
from paperkit.source import SourceFile, Span

TITLES = ("title", "subtitle")
APPENDIX = "evidence.tex.j2"
_TAGS = re.compile(r"\\(?:VAR|BLOCK)\{(?:[^{}]|\{[^{}]*\})*\}|%#[^\n]*")
"""What a template computes, and its comments."""


def typed_numerals(evidence: Evidence, words: bool) -> Iterator[tuple[Numeral, Span]]:
    """Claims that are bound to nothing, with their places; those in *words*, or those in digits."""
    names = evidence.settings.words
    for document in evidence.documents:
        unprinted = _unprinted(document.markers)
        for numeral in document.numerals:
            if not numeral.ungrounded or (numeral.reason == "words") is not words or numeral.reason == "waived":
                continue
            if numeral.span.path in evidence.generated or is_named(numeral.span, names):
                continue
            if unprinted and _within(numeral.span, unprinted.get(numeral.span.path, [])):
                continue
            yield numeral, _author(evidence.report, numeral.span, evidence)
    for numeral, span in _in_appendix(evidence):
        if (numeral.reason == "words") is words:
            yield numeral, span


def _in_appendix(evidence: Evidence) -> Iterator[tuple[Numeral, Span]]:
    """Claims typed into the project's own template of the evidence appendix, all else of which comes from evidence."""
    path, ours = evidence.project.root / "templates" / APPENDIX, package_templates() / APPENDIX
    if evidence.report is None or not path.is_file() or path == ours:
        return
    text = path.read_bytes().decode("utf-8", "replace")
    source = SourceFile(evidence.project.shown(path), text)
    known = set(ours.read_text("utf-8").split("\n"))
    for numeral in scan(SourceFile(source.path, _TAGS.sub(lambda tag: " " * len(tag[0]), text))).numerals:
        span = source.span(numeral.span.start, numeral.span.end)
        if numeral.ungrounded and source.line(span.line) not in known:
            yield numeral, span


def _unprinted(markers: Iterable[Marker]) -> dict[str, list[tuple[int, int]]]:
    """Where the expressions of misplaced markers stand, which a scan of digits takes for text: by path, in order."""
    found: dict[str, list[tuple[int, int]]] = {}
    for marker in markers:
        if marker.inside and marker.arguments:
            argument = marker.arguments[0]
            found.setdefault(argument.path, []).append((argument.start, argument.end))
    return {path: sorted(ranges) for path, ranges in found.items()}


def _within(span: Span, ranges: list[tuple[int, int]]) -> bool:
    at = bisect_right(ranges, (span.start, len(span.source.text))) - 1
    return at >= 0 and span.end <= ranges[at][1]


def shown(numeral: Numeral) -> str:
    """The number as a reader sees it, with its unit."""
    unit = f" {numeral.unit}" if numeral.unit else ""
    made = "\\pk" in numeral.text or numeral.origin
    return (f"{numeral.value:f} ({numeral.text})" if made else numeral.text) + unit


def _author(report: Report | None, span: Span, evidence: Evidence) -> Span:
    """In report.yaml what main.tex takes from there, else the place itself."""
    if report is None or span.path != evidence.documents[0].source.path or span.path not in evidence.rendered:
        return span
    line = span.source.line(span.line)
    for key in TITLES:
        text = getattr(report, key)
        if text and span.text in text and key in report.spans and text.split()[0] in line:
            at = report.source.text.find(span.text, report.spans[key].end)
            if at >= 0:
                return report.source.span(at, at + len(span.text))
    return span
