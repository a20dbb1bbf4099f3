"""The parts of a table's key by which its rows may be taken together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from paperkit.suggest.pool import Data

LARGE = 50_000
"""Tables with more rows are taken as a whole only."""
VALUES = 60
"""Columns with more values make no groups."""
WORK = 400_000
"""So many cells of keys are looked at in one table; with more, rows are taken together by one column only."""


def parts(data: Data, rows: Sequence[int]) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """(columns, groups of rows that agree in them) for each part of the key that leaves several rows together."""
    if len(rows) > LARGE:
        return
    columns = [at for at in data.labels if len({data.texts[at][row] for row in rows}) <= VALUES]
    count = 2 ** len(columns)
    widest = len(columns) if count * len(rows) <= WORK else 1
    for width in range(1, widest + 1):
        for chosen in combinations(columns, width):
            groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
            texts = [data.texts[at] for at in chosen]
            for row in rows:
                groups[tuple([one[row] for one in texts])].append(row)
            several = [group for group in groups.values() if len(group) > 1]
            if len(groups) > 1 and several:
                yield chosen, several
