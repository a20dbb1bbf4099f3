"""What is drawn beside or through a number, without being text, so that a reader is misled: a bar for a minus."""

from __future__ import annotations

from collections.abc import Iterable

from paperkit.pdf.links import Rect

REACH = 2.5
"""Points beside a number within which a stroke reads as one of its signs; rules of tables and frames keep more away."""
BELOW = 0.4
ABOVE = 0.25
"""Parts of a number's height by which a stroke may go beyond it, as a comma does, and is still one of its signs."""
MOST = 0.8
"""Part of a number's width that a line through it takes at least, and of its height at most; a ground is higher."""
EDGE = 1.0
"""Points that a line over or under the whole number may lack on each side."""


def reads_as_part(number: Rect, things: Iterable[Rect]) -> bool:
    """Whether one of *things* stands in or beside a *number* as a sign or digit does; lines along all of it do not.

    >>> number = (100.0, 100.0, 120.0, 107.0)
    >>> strokes = (94, 103, 98.5, 103.4), (121, 100, 121.5, 107), (104, 98.5, 105, 100)
    >>> [reads_as_part(number, [one]) for one in strokes]
    [True, True, True]
    >>> [reads_as_part(number, [one]) for one in ((100, 98.5, 120, 99), (97, 97, 97.4, 110), (130, 103, 135, 103.4))]
    [False, False, False]
    """
    high = number[3] - number[1]
    low, top = number[1] - BELOW * high, number[3] + ABOVE * high
    for x0, y0, x1, y1 in things:
        along = x0 <= number[0] + EDGE and x1 >= number[2] - EDGE
        if y0 >= low and y1 <= top and x1 >= number[0] - REACH and x0 <= number[2] + REACH and not along:
            return True
    return False


def strikes(number: Rect, things: Iterable[Rect]) -> bool:
    """Whether one of *things* lies along most of a *number* and through its middle: it is struck out.

    >>> number = (100.0, 100.0, 120.0, 107.0)
    >>> [strikes(number, [one]) for one in ((98, 103, 117, 103.4), (100, 98.5, 120, 99), (90, 98, 130, 109))]
    [True, False, False]
    """
    x0, low, x1, top = number
    high, most = top - low, MOST * (x1 - x0)
    return any(
        min(one[2], x1) - max(one[0], x0) >= most
        and one[3] - one[1] <= MOST * high
        and abs(one[1] + one[3] - low - top) <= high / 2
        for one in things
    )
