"""Digits in a line of text that are drawn of several strokes, or of noughts and ones alone, and that are no text."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from paperkit.pdf.links import Rect
from paperkit.pdf.shapes import columns_of, extent, ink_in, most_like, shape_of, standard_digits
from paperkit.pdf.sheets import bounds, drawn_alone, half_stroke

if TYPE_CHECKING:
    from paperkit.pdf.shapes import Shape

LOW, HIGH = 3.0, 40.0
"""Points that a digit is high."""
TOUCHING = 0.8
"""Points between two strokes of one digit at most."""
AROUND = 0.4
"""Points around strokes in which their pens reach out."""
BESIDE = 12.0
"""Points from a digit to the text in its line at most."""
FOOT, LESS, MORE = 0.3, 0.55, 1.7
"""How far its foot stands from that of the text, and how high it is at least and at most, to the height of the text."""
LIKE, CLEARLY, VERY_LIKE = 0.78, 0.1, 0.83
"""Likeness of strokes to a digit, and how much more they have of it than of any other, to be read as one; or else."""
PART = 0.6
"""Height of a digit to that of all that is drawn with it, at least."""
FAINT = 0.25
"""Part of the darkest ink that thin strokes have at least."""
PARTS = 7
"""Lines and curves of the outline of a digit at least."""
CLOSE = 0.8
"""Part of its height between two digits of one number at most."""
WIDEST = 0.95
"""Width of a digit to its height at most."""
MOST = 2000
"""Paths of a page that are put together; more are a plot's."""
SEGMENTS = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
"""Which strokes of a display of seven each digit has: a is the upper one, b to f go round it, g is in the middle."""
_STROKES = {"a": (0, 0, 1, 0), "b": (1, 0, 1, 1), "c": (1, 1, 1, 2), "d": (0, 2, 1, 2), "e": (0, 1, 0, 2)}
_STROKES |= {"f": (0, 0, 0, 1), "g": (0, 1, 1, 1)}
_BARE = frozenset("01")


def stroked(page: Any, whole: Rect, objects: Sequence[Any], text: Any) -> Iterator[tuple[str, Rect]]:
    """Each digit that paths of a page make together beside its text, with its box; *text* are boxes of characters."""
    paths = [(one, box) for one, box in map(_path, objects) if box is not None]
    groups = [box for box in _together([box for _, box in paths]) if _in_line(box, text)] if len(paths) <= MOST else []
    if not groups:
        return
    with drawn_alone((one for one, _ in paths), objects):
        found = [("".join(_digits(_ink(page, whole, box))), box) for box in groups]
    drawn = [(digits, box) for digits, box in found if digits]
    filled = [box for one, box in paths if box is not None and _filled(one)]
    for digits, box in drawn:
        alone = not any(other is not box and _follows(box, other) for _, other in drawn)
        if not alone or len(digits) > 1 or digits not in _BARE or any(_within(one, box) for one in filled):
            yield digits, box


def _filled(one: Any) -> bool:
    """Whether a path is filled, and of as many parts as the outline of a digit."""
    import pypdfium2.raw as pdfium

    mode, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(one, ctypes.byref(mode), ctypes.byref(stroke))
    return bool(mode.value != pdfium.FPDF_FILLMODE_NONE and pdfium.FPDFPath_CountSegments(one) >= PARTS)


def _within(one: Rect, other: Rect) -> bool:
    return all(a >= b - TOUCHING for a, b in zip(one[:2], other[:2], strict=True)) and all(
        a <= b + TOUCHING for a, b in zip(one[2:], other[2:], strict=True)
    )


def _ink(page: Any, whole: Rect, box: Rect) -> Shape:
    """What stands in *box*, and as far around it as no other strokes are, without the air around."""
    x0, y0, x1, y1 = box
    ink = ink_in(page, whole, (x0 - AROUND, y0 - AROUND, x1 + AROUND, y1 + AROUND))
    rows, columns = extent(ink > ink.max(initial=0) / 4)
    return ink[rows, columns]


def _path(one: Any) -> tuple[Any, Rect | None]:
    """A path that may be a stroke of a digit, with its box; None where it is none."""
    import pypdfium2.raw as pdfium

    if pdfium.FPDFPageObj_GetType(one) != pdfium.FPDF_PAGEOBJ_PATH:
        return one, None
    x0, y0, x1, y1 = bounds(one)
    if x1 - x0 > HIGH or y1 - y0 > HIGH:
        return one, None
    air = half_stroke(one)
    aside, above = min(air, (x1 - x0) / 2), min(air, (y1 - y0) / 2)
    return one, (x0 + aside, y0 + above, x1 - aside, y1 - above)


def _together(boxes: Sequence[Rect]) -> list[Rect]:
    """The boxes around those of *boxes* that touch each other, where they are as large as digits."""
    import numpy as np

    if not boxes:
        return []
    x0, y0, x1, y1 = np.array(boxes).T
    gap = TOUCHING / 2
    meet = (x0[:, None] - gap <= x1 + gap) & (x0 - gap <= x1[:, None] + gap)
    meet &= (y0[:, None] - gap <= y1 + gap) & (y0 - gap <= y1[:, None] + gap)
    left, found = set(range(len(boxes))), []
    while left:
        group = {left.pop()}
        edge = group
        while edge:
            edge = {int(at) for one in edge for at in np.nonzero(meet[one])[0]} & left
            left -= edge
            group = group | edge
        some = list(group)
        box = (float(x0[some].min()), float(y0[some].min()), float(x1[some].max()), float(y1[some].max()))
        if LOW <= box[3] - box[1] <= HIGH and box[2] - box[0] <= HIGH:
            found.append(box)
    return found


def _in_line(box: Rect, text: Any) -> bool:
    """Whether it stands as a character of a line of text does: beside some, on their line, and about as high."""
    x0, y0, x1, y1 = box
    near = text[(text[:, 2] > x0 - BESIDE) & (text[:, 0] < x1 + BESIDE)]
    high = near[:, 3] - near[:, 1]
    size = (y1 - y0 >= LESS * high) & (y1 - y0 <= MORE * high)
    return bool((size & (abs(near[:, 1] - y0) <= FOOT * high)).any())


def _follows(one: Rect, other: Rect) -> bool:
    """Whether two digits stand beside each other in one number."""
    high = one[3] - one[1]
    return abs(one[1] - other[1]) < FOOT * high and max(one[0], other[0]) - min(one[2], other[2]) < CLOSE * high


def _digits(ink: Shape) -> Iterator[str]:
    """The digits that *ink* shows, from the left; nothing where something else is among them."""
    found = [one for one in columns_of(ink, FAINT) if one.shape[0] >= PART * ink.shape[0]]
    digits = [_digit(one) for one in found]
    yield from digits if all(digits) else ()


def _digit(ink: Shape) -> str:
    if ink.shape[1] > WIDEST * ink.shape[0]:
        return ""
    shape = shape_of(ink)
    if shape is None or ink.shape[0] > 5 * ink.shape[1]:
        return "1" if ink.shape[0] > 4 * ink.shape[1] else ""
    digit, likeness, more = most_like(shape, *_known())
    return digit if likeness >= (LIKE if more >= CLEARLY else VERY_LIKE) else ""


@cache
def _known() -> tuple[Any, tuple[str, ...]]:
    """The digits of the standard fonts and of a display of seven strokes: shapes, one a row, and what they are."""
    import numpy as np

    known, names = standard_digits()
    pairs = [(shape_of(_display(one, thick)), str(digit)) for digit, one in enumerate(SEGMENTS) for thick in (2, 4, 6)]
    more = [(shape, name) for shape, name in pairs if shape is not None]
    return np.vstack([known, [shape for shape, _ in more]]), (*names, *(name for _, name in more))


def _display(segments: str, thick: int) -> Shape:
    """A digit of seven strokes, each *thick* pixels; shape (rows, columns), without air around it."""
    import numpy as np

    side = 18
    ink = np.zeros((2 * side + thick, side + thick))
    for one in segments:
        x0, y0, x1, y1 = (side * end for end in _STROKES[one])
        ink[y0 : y1 + thick, x0 : x1 + thick] = 255.0
    rows, columns = extent(ink > 0)
    return ink[rows, columns]
