"""Passages: the sentences and tables of a document, each with the markers in it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import itemgetter

from paperkit.checks.base import Evidence, Judged
from paperkit.checks.tables import table_ranges

Passage = tuple[str, tuple[Judged, ...]]
_ENDS = re.compile(r"[.!?](?=[\s}~]|$)|\n[ \t]*\n|\\(?:item|begin|end|par|section|subsection|paragraph|caption)\b|\\\\")
_ABBREVIATED = re.compile(r"(?:\b(?:vs|cf|approx|resp|e\.g|i\.e|al|Fig|Eq|Sec|Tab|no|ca|Dr|St))$")
WIDEST = 600
"""Characters on each side of a marker that belong to its sentence at most."""


def passages(evidence: Evidence) -> Iterator[Passage]:
    """(source text, markers) of each sentence and of each table, in order; generated pages are left out."""
    files: dict[str, list[Judged]] = {}
    for each in evidence.judged:
        if each.entry.span.path not in evidence.generated:
            files.setdefault(each.entry.span.path, []).append(each)
    for judged in files.values():
        yield from _of_file(sorted(judged, key=lambda each: each.entry.span.start))


def _of_file(judged: list[Judged]) -> Iterator[Passage]:
    source = judged[0].entry.span.source
    tables = table_ranges(source)
    begins = [start for start, _ in tables]
    ends = [found.span() for found in _ENDS.finditer(source.text) if not _inside(source.text, found)]
    groups: dict[tuple[int, int], list[Judged]] = {}
    for each in judged:
        span = each.entry.span
        table = tables[max(0, bisect_right(begins, span.start) - 1)] if tables else (0, 0)
        inside = table[0] <= span.start < table[1]
        groups.setdefault(table if inside else _sentence(source.text, ends, span.start, span.end), []).append(each)
    for (start, end), group in groups.items():
        yield source.text[start:end], tuple(group)


def _sentence(text: str, ends: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Where the sentence around [start, end) begins and ends; *ends* are those of all sentences."""
    low, high = max(0, start - WIDEST), min(len(text), end + WIDEST)
    before = bisect_right(ends, start, key=itemgetter(1)) - 1
    behind = bisect_left(ends, end, key=itemgetter(0))
    return (
        max(low, ends[before][1]) if before >= 0 else low,
        min(high, ends[behind][0]) if behind < len(ends) else high,
    )


def _inside(text: str, found: re.Match[str]) -> bool:
    """Whether a full stop ends no sentence: behind an abbreviation, or inside an expression."""
    return found[0] == "." and _ABBREVIATED.search(text[max(0, found.start() - 8) : found.start()]) is not None
