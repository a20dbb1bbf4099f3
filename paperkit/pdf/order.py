"""Whether the digits of a number stand on the page as they stand in the file: one after the other, without a gap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from paperkit.pdf.runs import Run

GAP = 0.8
"""Ems between two digits of one number from which on they read as two numbers; thin spaces are a sixth of one."""
OVER = 0.5
"""Part of a digit's width that the next one may begin before its end; italics lean into each other."""
_OF_NUMBERS = frozenset("0123456789.,")


def parted(text: str, boxes: Any, places: Sequence[int], runs: Mapping[int, Run]) -> Iterator[int]:
    """Each digit or mark that does not follow the one before it; *places* are those of one number, as in the file."""
    for one, other in pairwise(places):
        if text[one] not in _OF_NUMBERS or text[other] not in _OF_NUMBERS:
            continue
        first, second = runs.get(one), runs.get(other)
        if first is None or second is None or first.quarters is None or first.quarters != second.quarters:
            continue
        begin, end, low, top = _turned(boxes[one].tolist(), first.quarters)
        start, stop, foot, head = _turned(boxes[other].tolist(), first.quarters)
        if min(top, head) <= max(low, foot):
            continue  # of a fraction, one over the other
        if start - end > GAP * max(first.across, second.across) or start < begin + (1 - OVER) * min(
            end - begin, stop - start
        ):
            yield other


def _turned(box: Sequence[float], quarters: int) -> tuple[float, float, float, float]:
    """Begin and end of a box along its line, and its foot and head, for a line that is turned to the left."""
    x0, y0, x1, y1 = box
    return ((x0, x1, y0, y1), (y0, y1, -x1, -x0), (-x1, -x0, -y1, -y0), (-y1, -y0, x0, x1))[quarters % 4]
