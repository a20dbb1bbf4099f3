"""Digits that a page draws as lines and that are no text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from paperkit.pdf.links import Rect
from paperkit.pdf.shapes import columns_of, digit_in, ink_in
from paperkit.pdf.sheets import bounds, drawn_alone, middle_in
from paperkit.pdf.strokes import stroked
from paperkit.pdf.traced import traced

if TYPE_CHECKING:
    from paperkit.pdf.shapes import Shape

LOW, HIGH = 3.0, 40.0
"""Points that a digit is high."""
LEAST_PARTS, MOST_PARTS = 7, 2000
"""Lines and curves of what is drawn; circles, frames and most marks of plots have less."""
PLAIN = frozenset("01")
"""What frames and bars look like, too; alone they are no digits."""
PART = 0.6
"""Height of a digit to that of all that is drawn with it, at least."""

WIDEST = 0.95
"""Width of a digit to its height, at most; marks of plots are as wide as high."""


def outlines(page: Any, whole: Rect, objects: Sequence[Any], text: Any) -> tuple[tuple[str, Rect], ...]:
    """The digits in each path of a page that has some, with its box; those of its graphics among them.

    *text* are the boxes of its letters and digits: beside them strokes are read, too.
    """
    found = [*_own(page, whole, objects), *_of_graphics(whole, objects)]
    if all(set(digits) <= PLAIN for digits, _ in found):
        found = []
    known = [box for digits, box in found if digits]
    more = (one for one in stroked(page, whole, objects, text) if not any(middle_in(one[1], box) for box in known))
    return tuple((digits, box) for digits, box in (*found, *more) if digits)


def _own(page: Any, whole: Rect, objects: Sequence[Any]) -> Iterator[tuple[str, Rect]]:
    """What each path of the page itself shows."""
    drawn = [one for one in objects if _may_be_digits(one, bounds(one))]
    if drawn:
        with drawn_alone(drawn, objects):
            found = [("".join(_digits(ink_in(page, whole, box))), box) for box in map(bounds, drawn)]
        yield from found


def _of_graphics(whole: Rect, objects: Sequence[Any]) -> Iterator[tuple[str, Rect]]:
    import pypdfium2.raw as pdfium

    graphics = [one for one in objects if pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_FORM]
    if graphics:
        with traced(graphics, whole, _may_be_digits) as (page, boxes):
            yield from [("".join(_digits(ink_in(page, whole, box))), box) for box in boxes]


def _may_be_digits(one: Any, box: Rect) -> bool:
    import pypdfium2.raw as pdfium

    if pdfium.FPDFPageObj_GetType(one) != pdfium.FPDF_PAGEOBJ_PATH:
        return False
    if not LEAST_PARTS <= pdfium.FPDFPath_CountSegments(one) <= MOST_PARTS:
        return False
    return LOW <= box[3] - box[1] <= HIGH


def _digits(ink: Shape) -> Iterator[str]:
    """The digits that *ink* shows, from the left, as far as gaps of no ink part them."""
    for one in columns_of(ink):
        high, wide = one.shape
        if high >= PART * len(ink) and wide <= WIDEST * high:
            yield digit_in(one)
