"""An index of records by the keys under some columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Index:
    """The *first* record of each key, and those *further* that have the same.

    Under one column a key stands by itself, under several they are tuples.
    """

    first: dict[Any, int]
    further: dict[Any, list[int]]

    def records(self, *keys: Any) -> tuple[int, ...]:
        """All records with these keys, one a column, in order."""
        key = keys if len(keys) > 1 else keys[0]
        return (self.first[key], *self.further.get(key, ())) if key in self.first else ()


def make_index(columns: Sequence[Sequence[Any]]) -> Index:
    """Records by the keys in *columns*, counted from 1; a ragged one (a key is None) is left out.

    >>> make_index([[4, 8, 4]]).records(4), make_index([[4, 8], ["x", None]]).records(4, "x")
    ((1, 3), (1,))
    """
    keys = columns[0] if len(columns) == 1 else list(zip(*columns, strict=True))
    if not any(None in column for column in columns):
        first = dict(zip(keys, range(1, len(keys) + 1), strict=True))
        if len(first) == len(keys):
            return Index(first, {})
    return _with_further(keys)


def _with_further(keys: Sequence[Any]) -> Index:
    first: dict[Any, int] = {}
    further: dict[Any, list[int]] = {}
    for number, key in enumerate(keys, 1):
        ragged = None in key if isinstance(key, tuple) else key is None
        if not ragged and first.setdefault(key, number) != number:
            further.setdefault(key, []).append(number)
    return Index(first, further)
