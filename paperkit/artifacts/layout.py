"""How a text table is written: what stands between cells, what is a comment, where the header is, how decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperkit.artifacts.descriptor import Resource
from paperkit.artifacts.problem import Problem
from paperkit.artifacts.records import Records, SpacedRecords, split_records
from paperkit.source import SourceFile
from paperkit.values.number_text import NUMBER

SPACES = " "
"""The delimiter of a table whose cells stand apart by any number of spaces and tabs."""
SPACED = frozenset({".dat", ".txt", ".asc", ".out"})
"""Endings of files whose cells may stand apart by spaces."""
_SEEN = 50
"""So many records from the beginning say how the file is written."""
_DECIMAL = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?")
_GROUPS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_AMBIGUOUS = re.compile(r"[+-]?\d{1,3},\d{3}")


@dataclass(frozen=True, slots=True)
class Layout:
    """The records of a table, header first; *headless* where the columns are called c1, c2 ... for want of one.

    *decimal* and *group* are the marks in its numbers, guessed where nothing declares them.
    """

    records: Records
    problems: tuple[Problem, ...] = ()
    headless: bool = False
    decimal: str = "."
    group: str = ""


def lay_out(source: SourceFile, suffix: str, resource: Resource | None) -> Layout:
    """The layout of a CSV, TSV or whitespace table: as declared in *resource*, else as the file itself shows."""
    delimiter = resource.delimiter if resource is not None else _delimiter(source, suffix)
    records, problems = split_records(source, delimiter)
    records, comments = _without_comments(records)
    records, headless = _headed(records, comments, suffix, resource)
    decimal, group = (".", "") if resource is not None or delimiter == "," else _marks(records)
    return Layout(records, problems, headless, decimal, group)


def _delimiter(source: SourceFile, suffix: str) -> str:
    """The mark that stands equally often in the first lines; of several the one that no number holds."""
    lines = list(_first(source.text))
    marks = [mark for mark in ("\t", ";", ",") if lines and _alike(lines, mark)]
    if marks:
        return marks[0]
    if suffix in SPACED:
        return SPACES
    header = lines[0] if lines else ""
    return "," if "," in header else "\t" if "\t" in header else ";" if ";" in header else ","


def _first(text: str) -> Iterator[str]:
    """The first lines that are no comments, without what stands in quotes."""
    head = text[: _SEEN * 400].split("\n")[:_SEEN]
    whole = head if len(text) <= _SEEN * 400 or len(head) == _SEEN else head[:-1]
    for line in whole:
        if line.strip() and not line.startswith("#"):
            yield re.sub(r'"(?:[^"]|"")*"', '""', line)


def _alike(lines: Sequence[str], mark: str) -> bool:
    return lines[0].count(mark) > 0 and len({line.count(mark) for line in lines}) == 1


def _without_comments(records: Records) -> tuple[Records, list[int]]:
    """The records without those that begin with `#` (and, between spaces, empty ones), and which of them are comments.

    In a table with delimiters only those above the header are comments: below it a cell may begin so.
    """
    texts = records.texts
    if isinstance(records, SpacedRecords):
        comments = [at for at, text in enumerate(texts) if text.lstrip().startswith("#")]
        gone = {*comments, *(at for at, text in enumerate(texts) if not text.strip())}
    else:
        end = next((at for at, text in enumerate(texts) if text.strip() and not text.startswith("#")), len(texts))
        comments = [at for at in range(end) if texts[at].startswith("#")]
        gone = set(range(end)) if comments else set()
    if not gone:
        return records, []
    kept = [at for at in range(len(texts)) if at not in gone]
    first = kept[0] if kept else len(texts)
    return records.only(kept), [_line(records, at) for at in comments if at < first]


def _line(records: Records, at: int) -> int:
    return records.lines[at]


def _headed(records: Records, comments: Sequence[int], suffix: str, resource: Resource | None) -> tuple[Records, bool]:
    """With the header as the first record: the first row, the last comment above the rows, or names made up."""
    if not records.texts or (not comments and suffix not in SPACED):
        return records, False
    first = records.fields(0)
    above = _above(records, comments, len(first))
    if not any(NUMBER.fullmatch(cell) for cell in first):
        later = records.fields(1) if len(records.texts) > 1 else []
        if above is None or any(NUMBER.fullmatch(cell) for cell in later):
            return records, False
    if above is not None:
        return records.headed(*above), False
    names = [one.name for one in resource.fields] if resource is not None else []
    if len(names) != len(first):
        names = [f"c{number}" for number in range(1, len(first) + 1)]
    mark = records.delimiter
    return records.headed(mark.join(names), records.starts[0], records.lines[0]), True


def _above(records: Records, comments: Sequence[int], width: int) -> tuple[str, int, int] | None:
    """(text, offset, line) of the last comment that names as many columns as the rows have."""
    source = records.source
    for line in reversed(comments):
        span = source.line_span(line)
        text = span.text.lstrip().lstrip("#")
        start = span.end - len(text)
        if records.width(text) == width:
            return text, start, line
    return None


def _marks(records: Records) -> tuple[str, str]:
    """(decimal mark, thousands mark) of the numbers in the first records: a comma where they leave no doubt."""
    cells = [cell for at in range(1, min(_SEEN, len(records.texts))) for cell in records.fields(at)]
    comma = any(_DECIMAL.fullmatch(cell) and not _AMBIGUOUS.fullmatch(cell) for cell in cells)
    both = any(_GROUPS.fullmatch(cell) and "," in cell for cell in cells)
    pointed = any("." in cell and NUMBER.fullmatch(cell) and not _GROUPS.fullmatch(cell) for cell in cells)
    if pointed or not (comma or both):
        return ".", ""
    return ",", "." if both else ""
