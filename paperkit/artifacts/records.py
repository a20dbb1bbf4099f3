"""CSV text -> records with places, strictly; linear, and lazy about everything inside a record."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Self

from paperkit.artifacts.problem import Problem
from paperkit.source import SourceFile

SHOWN = 20
"""So many problems of one sort are listed; the rest are counted."""
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a CSV file: text, offset and 1-based line of each, without the header's."""

    source: SourceFile
    delimiter: str
    texts: Sequence[str]
    starts: Sequence[int]
    lines: Sequence[int]

    def fields(self, number: int) -> list[str]:
        """The cells of record *number*, quotes undone."""
        text = self.texts[number]
        if '"' not in text:
            return text.split(self.delimiter)
        return [_unquoted(text[start:end]) for start, end in _bounds(text, self.delimiter)]

    def place(self, number: int, column: int) -> tuple[int, int] | None:
        """Offsets in the file of one cell, quotes included; None where a ragged record has no such cell."""
        found = self.bare(number, column)
        if found is not None:
            return found[1], found[1] + len(found[0])
        bounds = self.bounds(number)
        return bounds[column] if column < len(bounds) else None

    def bare(self, number: int, column: int) -> tuple[str, int] | None:
        """Text and offset in the file of one cell that is written without quotes; None for any other."""
        text = self.texts[number]
        cells = text.split(self.delimiter, column + 1)
        if '"' in text or column >= len(cells):
            return None
        return cells[column], self.starts[number] + sum(map(len, cells[:column])) + column * len(self.delimiter)

    def bounds(self, number: int) -> list[tuple[int, int]]:
        """Offsets in the file of each cell of record *number*."""
        text, at = self.texts[number], self.starts[number]
        return [(at + start, at + end) for start, end in self._inside(text)]

    def width(self, text: str) -> int:
        """How many cells the text of a record has."""
        return len(self._inside(text))

    def odd(self, columns: int) -> list[tuple[int, int]]:
        """(number, cells) of each record behind the header that has another number of cells."""
        mark, due = self.delimiter, columns - 1
        suspects = [number for number, text in enumerate(self.texts) if text.count(mark) != due and number]
        return [(n, found) for n in suspects if (found := self.width(self.texts[n])) != columns]

    @property
    def simple(self) -> bool:
        """Whether a record is its cells with the delimiter between them, and nothing else."""
        return '"' not in self.source.text

    def only(self, kept: Sequence[int]) -> Self:
        """Those records alone."""
        return replace(
            self,
            texts=[self.texts[at] for at in kept],
            starts=[self.starts[at] for at in kept],
            lines=[self.lines[at] for at in kept],
        )

    def headed(self, text: str, start: int, line: int) -> Self:
        """With another header before them."""
        return replace(self, texts=[text, *self.texts], starts=[start, *self.starts], lines=[line, *self.lines])

    def _inside(self, text: str) -> list[tuple[int, int]]:
        return _bounds(text, self.delimiter)


_WORD = re.compile(r'"[^"]*"(?!\S)|\S+')


@dataclass(frozen=True, slots=True)
class SpacedRecords(Records):
    """Records whose cells stand apart by spaces or tabs, however many."""

    def fields(self, number: int) -> list[str]:
        """The cells of record *number*, quotes undone."""
        text = self.texts[number]
        return [word.strip('"') for word in _WORD.findall(text)] if '"' in text else text.split()

    def place(self, number: int, column: int) -> tuple[int, int] | None:
        """Offsets in the file of one cell, quotes included; None where a ragged record has no such cell."""
        bounds = self.bounds(number)
        return bounds[column] if column < len(bounds) else None

    def bare(self, number: int, column: int) -> None:
        """None: a cell is found by its words."""

    def odd(self, columns: int) -> list[tuple[int, int]]:
        """(number, cells) of each record behind the header that has another number of cells."""
        counts = ((at, len(self.fields(at))) for at in range(1, len(self.texts)))
        return [(at, count) for at, count in counts if count != columns]

    @property
    def simple(self) -> bool:
        """Never: there is more than one space."""
        return False

    def _inside(self, text: str) -> list[tuple[int, int]]:
        return [word.span() for word in _WORD.finditer(text)]


def _bounds(text: str, delimiter: str) -> list[tuple[int, int]]:
    if '"' not in text:
        ends = list(accumulate(len(cell) + 1 for cell in text.split(delimiter)))
        return [(start, end - 1) for start, end in zip([0, *ends], ends, strict=False)]
    found, start, at = [], 0, 0
    while at <= len(text):
        quoted = _QUOTED.match(text, at) if at == start else None
        if quoted:
            at = quoted.end()
        stop = text.find(delimiter, at)
        at = stop + 1 if stop >= 0 else len(text) + 1
        found.append((start, at - 1))
        start = at
    return found


def _unquoted(text: str) -> str:
    quoted = _QUOTED.fullmatch(text)
    return quoted[1].replace('""', '"') if quoted else text


def split_records(source: SourceFile, delimiter: str) -> tuple[Records, tuple[Problem, ...]]:
    """The records of *source*, header first. Empty lines at the end do not count."""
    texts = source.text.rstrip("\n").split("\n") if source.text.strip() else []
    lines: Sequence[int] = range(1, len(texts) + 1)
    problems: tuple[Problem, ...] = ()
    spaced = delimiter == " "
    if '"' in source.text and not spaced:
        texts, lines, problems = _joined(source, texts)
    starts = array("q", accumulate((len(text) + 1 for text in texts[:-1]), initial=0) if texts else ())
    return (SpacedRecords if spaced else Records)(source, delimiter, texts, starts, lines), problems


def _joined(source: SourceFile, texts: list[str]) -> tuple[list[str], list[int], tuple[Problem, ...]]:
    """Lines within quotes belong to one record."""
    records: list[str] = []
    lines: list[int] = []
    pending: list[str] = []
    odd = False
    for number, text in enumerate(texts, 1):
        if not pending:
            lines.append(number)
        pending.append(text)
        odd ^= text.count('"') % 2 == 1
        if not odd:
            records.append("\n".join(pending))
            pending = []
    if not pending:
        return records, lines, ()
    records.append("\n".join(pending))
    line = source.line_span(lines[-1])
    return records, lines, (Problem(line, "a quote opens and does not close", 'close it: "', "PK205"),)


def ragged(records: Records, columns: int) -> tuple[Problem, ...]:
    """Records with more or fewer cells than the header; the header is record 0."""
    wrong = records.odd(columns)
    problems = [
        Problem(
            records.source.line_span(records.lines[number]),
            f"the row has {found} cells, but the header has {columns}" if records.texts[number] else "the row is empty",
            "write one cell for each column; a number takes no thousands marks",
            "PK205",
        )
        for number, found in wrong[:SHOWN]
    ]
    return (*problems, *more(records, len(wrong), "rows have another number of cells than the header"))


def more(records: Records, count: int, words: str) -> tuple[Problem, ...]:
    """One problem for those that are not listed."""
    if count <= SHOWN:
        return ()
    return (Problem(records.source.whole(), f"{count - SHOWN} more {words}", "mend what writes the file", "PK205"),)
