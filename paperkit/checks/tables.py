"""Tables of a LaTeX source: where they stand, and their rows and cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperkit.frozen import frozen
from paperkit.source import SourceFile

_FLOAT = re.compile(r"\\(begin|end)\s*\{(table\*?|longtable|longtblr|talltblr)\}")
_GRID = re.compile(r"\\(begin|end)\s*\{(tabular[*xy]?|array|longtable|tabu|tblr|longtblr|talltblr|NiceTabular)\}")
_MARKER = re.compile(r"\\pk(?:val|claim)\s*\{")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BREAK = re.compile(r"\\\\")
_NEXT = re.compile(r"(?<!\\)&")
_RULE = re.compile(
    r"\\(?:midrule|hline|cmidrule|cline|addlinespace|toprule|bottomrule|specialrule|Xhline)(?![A-Za-z])"
    r"\*?(?:\([^)]*\))?(?:\[[^\]]*\])?(?:\{[\d.\- ]*\})?"
    r"|\\(?:row|cell|column)colors?\*?(?:\[[^\]]*\])*\{[^{}]*\}"
)


_PREAMBLE = re.compile(r"\s*(?:\[[^\]]*\]\s*)?(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}\s*)+")
_COLUMNS = re.compile(r"\\multicolumn\s*\{\s*(\d{1,2})\s*\}")
_SPAN = re.compile(r"\\multi(?:column|row)\s*(?:\[[^\]]*\]\s*)?\{[^{}]*\}\s*(?:\[[^\]]*\]\s*)?(?:\{[^{}]*\}|\*)")


@frozen
class Cell:
    """One cell of a grid: where its text stands."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of one tabular environment."""

    rows: tuple[tuple[Cell, ...], ...]


def table_ranges(source: SourceFile) -> tuple[tuple[int, int], ...]:
    """[start, end) of each table, with its caption where it floats."""
    floats = list(_ranges(source.text, _FLOAT))
    bare = (one for one in _ranges(source.text, _GRID) if not any(a <= one[0] < b for a, b in floats))
    return tuple(sorted((*floats, *bare)))


def grids(source: SourceFile) -> Iterator[Grid]:
    """The grids of a source, with what stands in markers' expressions left out of account."""
    ranges = list(_ranges(source.text, _GRID))
    masked = _masked(source.text) if ranges else ""
    for start, end in ranges:
        rows = []
        at = start
        for stop in (*(found.start() for found in _BREAK.finditer(masked, start, end)), end):
            rows.append(tuple(_cells(masked, at, stop)))
            at = stop + 2
        yield Grid(tuple(rows))


def _ranges(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Outermost environments, by their beginnings and ends."""
    depth, start = 0, 0
    for found in pattern.finditer(text):
        if found[1] == "begin":
            start = found.end() if not depth else start
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield start, found.start()


def _cells(masked: str, start: int, end: int) -> Iterator[Cell]:
    at = start
    for found in _NEXT.finditer(masked, start, end):
        yield Cell(at, found.start())
        at = found.end()
    yield Cell(at, end)


def _masked(text: str) -> str:
    """*text* with the expressions of markers, and comments, as dots of the same length."""
    parts, at = [], 0
    for found in _MARKER.finditer(text):
        if found.start() < at:
            continue
        end = closing(text, found.end())
        parts += [text[at : found.end()], "." * (end - found.end())]
        at = end
    masked = "".join((*parts, text[at:]))
    return re.sub(r"(?<!\\)%[^\n]*", lambda comment: "." * len(comment[0]), masked)


def closing(text: str, at: int) -> int:
    """Where the brace that was opened before *at* closes; the end where none does."""
    depth = 1
    for found in _BRACE.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.start()
    return max(at, len(text) - 1)


def plain_cell(text: str) -> str:
    r"""The words of a cell, without commands.

    >>> plain_cell(r"\midrule \textbf{Total} (ms)"), plain_cell(r"\addlinespace[2pt]\rowcolor{black!9} mesh")
    ('total (ms)', 'mesh')
    """
    bare = re.sub(r"\\[A-Za-z]+\*?(?:\[[^\]]*\])?|[{}$~]", " ", _RULE.sub(" ", text))
    return " ".join(bare.split()).lower()


def by_column(text: str, row: tuple[Cell, ...]) -> dict[int, Cell]:
    """The cells of a row by the first column that each takes."""
    found: dict[int, Cell] = {}
    column = 0
    for cell in row:
        found[column] = cell
        wide = _COLUMNS.search(text, cell.start, cell.end)
        column += int(wide[1]) if wide is not None else 1
    return found


def name_of(text: str, row: tuple[Cell, ...], first: bool) -> str:
    """What a row is called: the words of its first cell that is not empty.

    Before the *first* row of a grid stands what the environment takes: its width, the kinds of its columns.
    """
    opening = _PREAMBLE.match(text, row[0].start, row[0].end) if first else None
    starts = [opening.end() if opening is not None else row[0].start, *(cell.start for cell in row[1:])]
    cells = (plain_cell(_SPAN.sub(" ", text[start : cell.end])) for start, cell in zip(starts, row, strict=True))
    return next((name for name in cells if name), "")
