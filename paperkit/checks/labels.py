"""What the cells of a table are called: the label of their row and the heads of their column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from paperkit.checks.named_rows import said
from paperkit.checks.tables import Cell, Grid, grids, plain_cell
from paperkit.source import SourceFile

_WIDE = re.compile(r"\\multi(?:column|row)\s*\{\s*(\d+)\s*\}")
_UNIT = re.compile(r"[(\[]\s*([^()\[\]&\\]{1,16})[)\]]\s*[}$]*\s*(?:\\\\)?\s*$")
_BRACES = str.maketrans("", "", "{}$~")
_MARKER = re.compile(r"\\pk(?:val|claim)\s*\{")


@dataclass(frozen=True, slots=True)
class Labels:
    """What the cells *beside* a marker say, in its row and above, and those beside all markers of the *table*."""

    beside: tuple[str, ...]
    table: frozenset[str]
    unit: str = ""
    """The unit in brackets at the end of the head of its column, `p99 (ms)`."""


@lru_cache(maxsize=16)
def labels_of(source: SourceFile) -> Mapping[int, Labels]:
    """For each marker in a table, by its offset: what its row, its column and all others are called."""
    found: dict[int, Labels] = {}
    for grid in grids(source):
        beside: dict[int, tuple[tuple[str, ...], str]] = {}
        _of_grid(source.text, grid, beside)
        table = frozenset(label for labels, _ in beside.values() for label in labels)
        found.update((start, Labels(labels, table, unit)) for start, (labels, unit) in beside.items())
    return found


def _of_grid(text: str, grid: Grid, found: dict[int, tuple[tuple[str, ...], str]]) -> None:
    heads: dict[int, list[str]] = {}
    units: dict[int, str] = {}
    below = False
    for row in grid.rows:
        markers = [[each.start() for each in _MARKER.finditer(text, cell.start, cell.end)] for cell in row]
        marked = any(markers)
        if below and not marked:
            heads, units = {}, {}
        below = marked
        label = _said(text, row[0]) if marked and not markers[0] else ""
        column = 0
        for cell, starts in zip(row, markers, strict=True):
            for start in starts:
                found[start] = (*heads.get(column, ()), label), units.get(column, "")
            wide = _WIDE.search(text, cell.start, cell.end)
            width = int(wide[1]) if wide is not None and "column" in wide[0] and len(wide[1]) < 3 else 1
            if not marked:
                for at in range(column, column + width):
                    heads.setdefault(at, []).append(_said(text, cell))
                    units[at] = _unit(text, cell) or units.get(at, "")
            column += width


def _unit(text: str, cell: Cell) -> str:
    found = _UNIT.search(text[cell.start : cell.end].replace("\\mu", "u").replace("\\textmu", "u"))
    return found[1].translate(_BRACES).strip() if found is not None else ""


def _said(text: str, cell: Cell) -> str:
    """The words of a cell; a number of columns or rows is none of them."""
    return said(plain_cell(_WIDE.sub(" ", text[cell.start : cell.end])).replace("\\_", "_"))
