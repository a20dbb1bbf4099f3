"""What stands around a literal: its sentence, its row and column in a table, caption, heading, other markers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from paperkit.artifacts.describe import unit_of_header
from paperkit.latex.document import Document, Numeral
from paperkit.source import Span
from paperkit.suggest.names import add_words, agreement, words_of
from paperkit.values.unit import Unit
from paperkit.values.words import from_words

_MARKER = re.compile(r"\\pk(?:val|claim)\s*\{((?:[^{}\\]|\\.)*)\}\s*")
_COMMAND = re.compile(
    r"\\(?:label|ref|cref|Cref|cite\w*|includegraphics)\*?(?:\[[^\]]*\])?\{[^{}]*\}|\\[A-Za-z]+\*?|\\."
)
_WORD = re.compile(r"\\[A-Za-z]+")
_MACRO = re.compile(r"\\(?:re|provide)?newcommand\*?\s*\{?\s*(\\[A-Za-z]+)\s*\}?\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
"""A macro without arguments, and what it stands for."""
_ENDS = re.compile(
    r"(?<=[.!?;])\s+(?=[A-Z\\$])|\n\s*\n|\\item\b|\\(?:sub)*section\b|\\paragraph\b|\\caption\b|\\(?:begin|end)\{"
)
_TABLE = re.compile(r"\\(begin|end)\{(tabular[xy*]?|longtable|tblr|longtblr|array)\*?\}")
_FLOAT = re.compile(r"\\(begin|end)\{(table|figure|wraptable|wrapfigure)\*?\}")
_ROW = re.compile(
    r"\\\\(?:\[[^\]]*\])?|\\(?:mid|top|bottom|h)(?:rule|line)|\\cmidrule(?:\([^)]*\))?\{[^}]*\}|\\addlinespace(?:\[[^\]]*\])?"
)
_COLUMNS = re.compile(r"\\multicolumn\{(\d+)\}\{[^}]*\}")
_NAME = re.compile(r"(?<![\w.\"'])([A-Za-z_]\w*)\s*(?=[.(\[])")
_KEY = re.compile(r"""(\w+)\s*=\s*("[^"]*"|'[^']*'|[\d.]+)""")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\{,\}\d{3})*(?:\.\d+)?")
_BRACES = str.maketrans("", "", "{}$")
FARTHEST = 1200
"""Characters to either side that may belong to a sentence."""
NEAR = 60


@dataclass(slots=True)
class Context:
    """Weights of the words and numbers around a literal, and what its neighbours' markers name."""

    words: dict[str, float] = field(default_factory=dict)
    numbers: dict[Fraction, float] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    keys: set[tuple[str, str]] = field(default_factory=set)
    columns: set[str] = field(default_factory=set)
    block: tuple[str, int] = ("", 0)
    """The file and the beginning of the table, or of the paragraph, that it stands in."""
    cell: tuple[int, int] | None = None
    """Its row and column in a table."""
    unit: Unit | None = None
    """The unit that the head of its column says."""
    memo: dict[tuple[str, ...], float] = field(default_factory=dict)
    """What was weighed already: the same names come up for thousands of cells."""

    def agreement(self, name: str) -> float:
        """How much of *name* is said here."""
        known = self.memo.get((name,))
        if known is None:
            known = self.memo[name,] = agreement(name, self.words)
        return known


class Surroundings:
    """The contexts of one document, its numerals sorted once."""

    def __init__(self, document: Document) -> None:
        self.numerals: dict[str, list[Numeral]] = {}
        for numeral in sorted(document.numerals, key=lambda one: one.span.start):
            self.numerals.setdefault(numeral.span.path, []).append(numeral)
        self.starts = {path: [one.span.start for one in every] for path, every in self.numerals.items()}
        texts = (source.text for source in document.sources)
        self.macros = {found[1]: found[2] for text in texts for found in _MACRO.finditer(text)}
        self.headings = sorted(document.headings, key=lambda one: (one.span.path, one.span.start))

    def around(self, span: Span) -> Context:
        """What stands around the literal at *span*."""
        found, text = Context(), span.source.text
        begin, end = _sentence(text, span.start, span.end)
        table = _enclosing(_TABLE, text, span.start)
        found.block = (span.path, table[0] if table is not None else max(0, text.rfind("\n\n", 0, span.start)))
        if table is not None:
            self._row(found, span, *table)
        else:
            self._add(found, span, begin, end, 1.0)
            self._add(found, span, max(begin, span.start - NEAR), min(end, span.end + NEAR), 1.6)
        around = _enclosing(_FLOAT, text, span.start)
        if around is not None:
            for caption in re.finditer(r"\\caption(?:\[[^\]]*\])?\{", text[slice(*around)]):
                start = around[0] + caption.end()
                self._add(found, span, start, min(around[1], _closing(text, start)), 0.6)
        elif table is None:
            before = max(text.rfind("\n\n", max(0, begin - FARTHEST), begin), begin - FARTHEST, 0)
            self._add(found, span, before, begin, 0.35)
        add_words(found.words, words_of(self._title(span)), 0.3)
        return found

    def _title(self, span: Span) -> str:
        before = [one for one in self.headings if one.span.path == span.path and one.span.start < span.start]
        return before[-1].title if before else ""

    def _row(self, found: Context, span: Span, start: int, end: int) -> None:
        """A cell of a table: its row's cells, its column's heads."""
        text = span.source.text
        breaks = [start, *(one.end() for one in _ROW.finditer(text, start, end)), end]
        rows = [(a, b) for a, b in pairwise(breaks) if "&" in text[a:b]]
        at = next((n for n, (a, b) in enumerate(rows) if a <= span.start < b), None)
        if at is None:
            return
        column = _index(text[rows[at][0] : span.start])
        found.cell = (at, column)
        self._add(found, span, *rows[at], 1.2)
        rule = text.find("\\midrule", start, end)
        heads = [row for row in rows[:at] if row[0] < rule] if rule >= 0 else rows[: min(1, at)]
        for row in heads:
            for a, b, numbers in _cells(text, *row):
                if column in numbers:
                    self._add(found, span, a, b, 2.4)
                    found.unit = _unit(text[a:b]) or found.unit
        if not text[rows[at][0] : text.find("&", rows[at][0])].strip():  # the first cell of a group holds for the next
            first = next((row for row in reversed(rows[:at]) if text[row[0] : text.find("&", row[0])].strip()), None)
            if first is not None and first not in heads:
                self._add(found, span, first[0], text.find("&", first[0]), 1.0)

    def _add(self, found: Context, span: Span, begin: int, end: int, weight: float) -> None:
        text = span.source.text[begin:end]
        for marker in _MARKER.finditer(text):
            _neighbour(found, marker[1])
        said = _WORD.sub(lambda one: self.macros.get(one[0], one[0]), text) if self.macros else text
        plain = _COMMAND.sub(" ", _MARKER.sub(" ", said).replace("\\_", "_").replace("\\%", " percent "))
        add_words(found.words, (word for piece in plain.split() for word in words_of(piece)), weight)
        every, starts = self.numerals.get(span.path, []), self.starts.get(span.path, [])
        for numeral in every[bisect_left(starts, begin) : bisect_left(starts, end)]:
            if not (numeral.span.start < span.end and span.start < numeral.span.end):
                _number(found, Fraction(numeral.value), weight)
        for number in _NUMBER.finditer(text):
            if not begin + number.start() <= span.start < begin + number.end():
                _number(found, Fraction(number[0].replace("{,}", "")), weight)
        for word in re.findall(r"[a-z]+(?:-[a-z]+)?", plain):
            value = from_words(word)
            if value is not None and word not in span.text:
                _number(found, Fraction(value), weight)


def _unit(head: str) -> Unit | None:
    """The unit that the head of a column says, `p99 (ms)`; None where it says none."""
    wide = _COLUMNS.search(head)
    said = head[wide.end() :] if wide else head
    plain = _COMMAND.sub(" ", said.replace("\\%", "%").replace("$\\mu$", "u").replace("\\textmu", "u"))
    unit = unit_of_header(plain.translate(_BRACES).strip())
    return None if unit.unknown else unit


def _number(found: Context, number: Fraction, weight: float) -> None:
    found.numbers[number] = max(found.numbers.get(number, 0.0), weight)


def _neighbour(found: Context, marker: str) -> None:
    plain = marker.replace("\\", "")
    found.names.update(_NAME.findall(plain))
    found.keys.update((name, value.strip("\"'")) for name, value in _KEY.findall(plain))
    found.columns.update(re.findall(r"\.([A-Za-z_]\w*)", plain))


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    low = max(0, start - FARTHEST)
    begin = max((one.end() for one in _ENDS.finditer(text, low, start)), default=low)
    stop = _ENDS.search(text, end, min(len(text), end + FARTHEST))
    return begin, stop.start() if stop else min(len(text), end + FARTHEST)


def _enclosing(pattern: re.Pattern[str], text: str, at: int) -> tuple[int, int] | None:
    """The inside of the innermost environment around an offset."""
    window = max(0, at - 60_000)
    before = list(pattern.finditer(text, window, at))
    if not before or before[-1][1] == "end":
        return None
    end = pattern.search(text, at)
    return before[-1].end(), end.start() if end else len(text)


def _closing(text: str, at: int) -> int:
    depth = 1
    for found in re.finditer(r"\\.|[{}]", text[at : at + 4000]):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth:
            return at + found.start()
    return min(len(text), at + 4000)


def _index(text: str) -> int:
    """The number of the table's column at the end of a row's beginning."""
    spans = sum(int(number) - 1 for number in _COLUMNS.findall(text))
    return len(re.findall(r"(?<!\\)&", text)) + spans


def _cells(text: str, start: int, end: int) -> Iterable[tuple[int, int, range]]:
    """(start, end, columns covered) of each cell of a row."""
    marks = [start - 1, *(start + one.start() for one in re.finditer(r"(?<!\\)&", text[start:end])), end]
    column = 0
    for before, after in pairwise(marks):
        wide = _COLUMNS.search(text, before + 1, after)
        width = int(wide[1]) if wide else 1
        yield before + 1, after, range(column, column + width)
        column += width
