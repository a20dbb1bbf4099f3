"""Whether a character looks like what the file calls it: a font may draw a seven and call it a one.

Each shape of a font is rendered once, and a digit held against the digits of the standard fonts that every reader of
PDF has built in. They are unlike in detail, so only what is much more like another digit, or like none, counts.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from paperkit.pdf.links import Rect
from paperkit.pdf.render import render
from paperkit.pdf.signs import SIGNS, form_of

if TYPE_CHECKING:
    import numpy as np

Shape = Any
"""An array of floats."""

APART = 0.12
"""How much more (likeness is at most 1) a shape may be like another digit than like its own, with as many holes."""
LIKE = 0.35
"""Least likeness to its own digit."""
VERY_LIKE, CLEARLY = 0.8, 0.02
"""Likeness of a drawing to a digit, and how much more it has of it than of any other, for it to be read as one."""
HOLES = ({1}, {0}, {0, 1}, {0}, {0, 1}, {0}, {1}, {0}, {2}, {1})
"""How many holes each digit has; one with others must be more like itself than like any other."""
LEAST = 0.02
"""Part of a character's box that is a hole; what a curl of an italic shuts in is less."""
TALL = 36.0
"""Pixels that a shape is rendered high."""
MOST = 60.0
"""Pixels to a point at most."""
WIDTH, HEIGHT = 16, 24
"""Grid that shapes are compared on."""
USUAL = 0.67
"""Width of a digit to its height; a narrower one keeps its form and is set in the middle."""
STANDARD = (
    "Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic",
    "Courier", "Courier-Bold", "Courier-Oblique",
)  # fmt: skip


class Look(NamedTuple):
    """How a character looks: a point on a sphere of unlike shapes, none where it is one bar; its holes; its ink."""

    shape: Shape | None
    holes: int
    ink: Shape
    high: float
    """Points from its foot to its head."""


def looks_like(character: str, look: Look, em: float) -> bool:
    """Whether what is called *character*, a digit or a sign, looks like it; *em* is its font's size in points."""
    if character in SIGNS:
        return SIGNS[character](form_of(look.ink, look.high / em, look.holes))
    if look.shape is None:
        return False
    known, names = standard_digits()
    likeness = known @ look.shape
    own = max(likeness[at] for at, name in enumerate(names) if name == character)
    others = max(likeness[at] for at, name in enumerate(names) if name != character)
    apart = APART if look.holes in HOLES[int(character)] else 0.0
    return bool(own >= LIKE and own >= others - apart)


def digit_in(ink: Shape) -> str:
    """The digit that *ink* is very like, and is not nearly as like as another one; empty where there is none."""
    shape = shape_of(ink)
    if shape is None:
        return ""
    digit, likeness, more = most_like(shape, *standard_digits())
    clear = likeness >= VERY_LIKE and more >= CLEARLY
    return digit if clear and _holes(ink < ink.max() / 2) in HOLES[int(digit)] else ""


def most_like(shape: Shape, known: Shape, names: Sequence[str]) -> tuple[str, float, float]:
    """The digit that *shape* is most like, how like, and by how much more than any other one.

    *known* are shapes, one a row, and *names* what they are.
    """
    best: dict[str, float] = {}
    for name, likeness in zip(names, (known @ shape).tolist(), strict=True):
        best[name] = max(likeness, best.get(name, 0.0))
    first, second = sorted(best, key=best.__getitem__)[:-3:-1]
    return first, best[first], best[first] - best[second]


def look_at(page: Any, whole: Rect, box: Rect, turns: int = 0) -> Look | None:
    """What a page shows in *box*; None where it shows nothing. *turns* is by how many quarters it is turned left."""
    ink = ink_in(page, whole, box, turns)
    if not ink.size or not ink.any():
        return None
    high = (box[2] - box[0]) if turns % 2 else (box[3] - box[1])
    return Look(shape_of(ink), _holes(ink < ink.max() / 2), ink, high)


def ink_in(page: Any, whole: Rect, box: Rect, turns: int = 0) -> Shape:
    """How far each pixel in *box* is from the ground around."""
    import numpy as np

    side = (box[2] - box[0]) if turns % 2 else (box[3] - box[1])
    scale = min(MOST, TALL / max(side, 0.01))
    wide = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
    picture = np.rot90(render(page, whole, wide, scale), -turns).astype(np.float64)
    rim = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    edge = max(1, round(scale))
    ink: Shape = np.abs(picture - np.median(rim))[edge:-edge, edge:-edge]
    return ink


def extent(black: Shape) -> tuple[slice, slice]:
    """The rows and columns of *black*, truth values, less those on its sides that hold none; empty without any."""
    import numpy as np

    sides = (np.nonzero(black.any(axis=axis))[0].tolist() or [0, -1] for axis in (1, 0))
    rows, columns = (slice(side[0], side[-1] + 1) for side in sides)
    return rows, columns


def columns_of(ink: Shape, faint: float = 0.5) -> Iterator[Shape]:
    """The parts of *ink*, from the left, that gaps of no ink part, without the air above and below them.

    *faint* is the part of the darkest ink from which on there is some.
    """
    import numpy as np

    if not ink.size or not ink.any():
        return
    black = ink > ink.max() * faint
    columns = np.concatenate([[False], black.any(axis=0), [False]])
    ends = np.nonzero(columns[1:] != columns[:-1])[0].tolist()
    for left, right in zip(ends[::2], ends[1::2], strict=True):
        rows = np.nonzero(black[:, left:right].any(axis=1))[0]
        yield ink[int(rows[0]) : int(rows[-1]) + 1, left:right]


def shape_of(ink: Shape) -> Shape | None:
    """A point on the sphere of unlike shapes; None where *ink* is one bar."""
    if min(ink.shape) <= 1:
        return None
    shape = _normal(_gridded(ink)[None])[0]
    return shape if shape.any() else None


def shapes_of(inks: Sequence[Shape]) -> Shape:
    """Points on the sphere of shapes, one a row, for many characters; zeros where one is a bar of one pixel."""
    import numpy as np

    cells = [_gridded(ink) if min(ink.shape) > 1 else np.zeros((HEIGHT, WIDTH)) for ink in inks]
    return _normal(np.stack(cells))


def _holes(ground: np.ndarray[Any, np.dtype[np.bool_]]) -> int:
    """How many parts of *ground* are shut in."""
    import numpy as np

    width = ground.shape[1] + 3
    line = np.pad(np.pad(ground, 1, constant_values=True), ((0, 0), (1, 1))).ravel()  # what lies outside is one part
    ends = np.nonzero(line[1:] != line[:-1])[0].tolist()
    runs = [(start + 1, end + 1) for start, end in zip(ends[::2], ends[1::2], strict=True)]
    parts, above = list(range(len(runs))), 0
    for at, (start, end) in enumerate(runs):
        while runs[above][1] <= start - width - 1:
            above += 1
        for other in range(above, at):
            if runs[other][0] >= end - width - 1:
                break
            parts[_root(parts, other)] = _root(parts, at)
    sizes = Counter[int]()
    for at, (start, end) in enumerate(runs):
        sizes[_root(parts, at)] += end - start
    return sum(size >= LEAST * ground.size for size in sizes.values()) - 1


def _root(parts: list[int], at: int) -> int:
    while parts[at] != at:
        parts[at] = at = parts[parts[at]]
    return at


def _gridded(ink: Shape) -> Shape:
    """The sum of *ink* in each cell of the grid."""
    rows, columns = _grid(*ink.shape)
    cells: Shape = rows @ ink @ columns
    return cells


@lru_cache(1024)
def _grid(height: int, width: int) -> tuple[Shape, Shape]:
    """How much of each row lies in each row of the grid, and of each column in each of its columns."""
    import numpy as np

    taken = min(1.0, max(0.2, width / height / USUAL)) * WIDTH
    rows = np.linspace(0, height, HEIGHT + 1)
    columns = ((np.arange(WIDTH + 1) - (WIDTH - taken) / 2) * width / taken).clip(0, width)
    return _shares(rows, height), _shares(columns, width).T


def _shares(ends: Shape, count: int) -> Shape:
    """How much of each of *count* pixels lies between each two of *ends*; shape (len(ends) - 1, count)."""
    import numpy as np

    first = np.arange(count)
    between = np.minimum(ends[1:, None], first + 1) - np.maximum(ends[:-1, None], first)
    shares: Shape = between.clip(0)
    return shares


def _normal(cells: Shape) -> Shape:
    """*cells* (n, HEIGHT, WIDTH) blurred, their mean taken away, of length 1 (or 0); shape (n, HEIGHT * WIDTH).

    Strokes that lie a little apart are alike then.
    """
    import numpy as np

    for _ in range(2):
        padded = np.pad(cells, ((0, 0), (1, 1), (0, 0)))
        cells = (padded[:, :-2] + 2 * padded[:, 1:-1] + padded[:, 2:]) / 4
        padded = np.pad(cells, ((0, 0), (0, 0), (1, 1)))
        cells = (padded[:, :, :-2] + 2 * padded[:, :, 1:-1] + padded[:, :, 2:]) / 4
    flat = cells.reshape(len(cells), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    length = np.sqrt((flat * flat).sum(axis=1, keepdims=True))
    normal: Shape = flat / np.where(length > 0, length, 1)
    return normal


@cache
def standard_digits() -> tuple[Any, tuple[str, ...]]:
    """The digits of the standard fonts: shapes, one a row, and what they are."""
    import numpy as np

    from paperkit.pdf.sheets import char_boxes, char_text

    whole = (0.0, 0.0, 220.0, 20.0 * len(STANDARD) + 20)
    placed = [(font, str(at), 10 + 20 * at, 10 + 20 * row) for row, font in enumerate(STANDARD) for at in range(10)]
    with standard_page(placed, 10, whole) as (page, text):
        boxes = zip(char_boxes(text).tolist(), char_text(text), strict=True)
        shapes = [(shape_of(ink_in(page, whole, tuple(box))), one) for box, one in boxes if one.isdigit()]
    known = [(shape, one) for shape, one in shapes if shape is not None]
    return np.array([shape for shape, _ in known]), tuple(one for _, one in known)


@contextmanager
def standard_page(
    placed: Iterable[tuple[str, str, float, float]], size: float, whole: Rect
) -> Iterator[tuple[Any, Any]]:
    """Pdfium's handles of a page and its text: characters of the standard fonts, (font, character, x, y) each.

    *size* is that of the characters, and *whole* the page, from 0, all in points.
    """
    import pypdfium2.raw as pdfium

    document = pdfium.FPDF_CreateNewDocument()
    page = pdfium.FPDFPage_New(document, 0, whole[2], whole[3])
    for font, character, x, y in placed:
        one = pdfium.FPDFPageObj_NewTextObj(document, font.encode(), ctypes.c_float(size))
        pdfium.FPDFText_SetText(one, (ctypes.c_ushort * 2)(ord(character), 0))
        pdfium.FPDFPageObj_Transform(one, 1, 0, 0, 1, x, y)
        pdfium.FPDFPage_InsertObject(page, one)
    pdfium.FPDFPage_GenerateContent(page)
    text = pdfium.FPDFText_LoadPage(page)
    try:
        yield page, text
    finally:
        pdfium.FPDFText_ClosePage(text)
        pdfium.FPDF_ClosePage(page)
        pdfium.FPDF_CloseDocument(document)
