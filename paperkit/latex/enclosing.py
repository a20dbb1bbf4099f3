"""The formulas of a text, and which of them is around a number."""

from __future__ import annotations

from array import array
from bisect import bisect_right

from paperkit.latex.formula import Formula


def _around(ranges: tuple[tuple[int, int], ...]) -> array[int]:
    """For each range the last one before it that ends behind it; -1 where none does."""
    found, opened = array("i"), array("i")
    for index, (_, end) in enumerate(ranges):
        while opened and ranges[opened[-1]][1] <= end:
            opened.pop()
        found.append(opened[-1] if opened else -1)
        opened.append(index)
    return found


MOST_KNOWN = 256
"""Formulas that are kept; who reads on does not come back."""


class Formulas:
    """The formulas of a text, each looked at when a number in it is met."""

    def __init__(self, text: str, ranges: tuple[tuple[int, int], ...]) -> None:
        self.text = text
        self.ranges = ranges
        self.starts = [start for start, _ in ranges]
        self.around = _around(ranges)
        self.known: dict[int, Formula] = {}

    def at(self, offset: int) -> Formula | None:
        """The innermost formula around *offset*."""
        index = bisect_right(self.starts, offset) - 1
        while index >= 0 and self.ranges[index][1] <= offset:
            index = self.around[index]
            if index >= 0 and self.starts[index] < offset - 20_000:
                return None
        if index < 0:
            return None
        found = self.known.get(index)
        if found is None:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            found = self.known[index] = Formula(self.text, *self.ranges[index])
        return found
