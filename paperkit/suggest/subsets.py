"""The parts of a table's key by which its rows may be taken together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from paperkit.suggest.context import Context
from paperkit.suggest.pool import Data

LARGE = 50_000
"""Tables with more rows are taken as a whole only."""
VALUES = 60
"""Columns with more values make no groups."""
WORK = 40_000
"""So many cells of keys are looked at in one table; with more, rows are taken together by one column only."""
SAID = 3
"""So many values of one column that are spoken of are taken together with those of other columns."""
SETS = 40
"""And so many of such sets of rows."""


def wide(columns: int, rows: int) -> bool:
    """Whether rows are too many to be taken together by several columns."""
    return (1 << columns) * rows > WORK


def spoken(data: Data, context: Context) -> tuple[tuple[tuple[tuple[int, int], ...], list[int]], ...]:
    """((column, a position with its value) ..., rows) of the rows that agree in what several columns are said to be."""
    said = {at: texts[:SAID] for at, texts in data.said(context).items() if at in data.labels}
    found = []
    for width in range(len(said), 1, -1):
        for chosen in combinations(said, width):
            for texts in product(*(said[at] for at in chosen)):
                rows = _sharing(data, list(zip(chosen, texts, strict=True)))
                if len(rows) > 1:
                    found.append((tuple((at, rows[0]) for at in chosen), rows))
                if len(found) == SETS:
                    return tuple(found)
    return tuple(found)


def _sharing(data: Data, keys: Sequence[tuple[int, str]]) -> list[int]:
    lists = sorted((data.rows_by_key[at][text] for at, text in keys), key=len)
    rest = [set(one) for one in lists[1:]]
    return [row for row in lists[0] if all(row in one for one in rest)]


def parts(data: Data, rows: Sequence[int]) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """(columns, groups of rows that agree in them) for each part of the key that leaves several rows together."""
    if len(rows) > LARGE:
        return
    columns = [at for at in data.labels if len({data.texts[at][row] for row in rows}) <= VALUES]
    widest = 1 if wide(len(columns), len(rows)) else len(columns)
    for width in range(1, widest + 1):
        for chosen in combinations(columns, width):
            groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
            texts = [data.texts[at] for at in chosen]
            for row in rows:
                groups[tuple([one[row] for one in texts])].append(row)
            several = [group for group in groups.values() if len(group) > 1]
            if len(groups) > 1 and several:
                yield chosen, several
