"""Whether the letters of a file's fonts look like what the file calls them: a font may draw `slower` for `faster`.

Each letter of each font is set once on a page of its own, behind the pages of the file, and held against the letters of
the standard fonts. Letters are unlike in detail, more than digits are; so only what is very like another letter, and
much less like its own, counts.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from paperkit.pdf.fonts import fonts_of, mapped
from paperkit.pdf.render import render
from paperkit.pdf.shapes import STANDARD, shapes_of
from paperkit.pdf.sheets import char_boxes, char_text, opened, page_of
from paperkit.pdf.syntax import Name, Ref, Stream
from paperkit.pdf.writer import packed, update

if TYPE_CHECKING:
    from paperkit.pdf.file import PdfFile
    from paperkit.pdf.shapes import Shape

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\u00b5"
_KNOWN = frozenset(LETTERS + "\u03bc")
VERY_LIKE, MORE = 0.82, 0.25
"""Likeness to another letter (at most 1), and how much more than to its own, from which on a letter is another one."""
ALIKE = frozenset({"ac", "ad", "ag", "ao", "aq", "uv", "uy", "jl", "ij", "p\u03bc"})
"""Letters that some italics or geometric faces draw alike."""
SAME = 4
"""Letters of a font that look the same from which on it is the box that it draws for all that it has not."""
SIZE, CELL, ROW = 20, 40, 24
"""Points of the letters, and of the cells that they stand in; cells in a row."""
SCALE = 2.0
"""Pixels to a point."""
DARK = 60.0
"""Grey levels from which on a pixel is of a letter."""


class Odd(NamedTuple):
    """Letters of a font that look like other ones."""

    font: str
    letters: str


class _Sheet(NamedTuple):
    """A page with the letters of one font."""

    font: str
    codes: tuple[int, ...]
    high: int


def odd_letters(file: PdfFile) -> tuple[Odd, ...]:
    """Every font with such letters, by name. Raises PdfError."""
    sheets, raw = _set(file)
    found: dict[str, dict[str, None]] = {}
    with opened(raw) if sheets else nullcontext() as document:
        drawn = [
            (sheet.font, *one) for at, sheet in enumerate(sheets) for one in _own(_drawn(document, at, sheet.high))
        ]
    for (font, letter, _), odd in zip(drawn, _others([(letter, ink) for _, letter, ink in drawn]), strict=True):
        if odd:
            found.setdefault(font, {})[letter] = None
    return tuple(Odd(font, "".join(letters)) for font, letters in found.items())


def _own(drawn: Iterable[tuple[str, Shape]]) -> Iterator[tuple[str, Shape]]:
    """The letters that a font has, of those that are *drawn*."""
    found = [(letter, ink, (ink.shape, ink.tobytes())) for letter, ink in drawn]
    kinds: dict[Any, set[str]] = {}
    for letter, _, look in found:
        kinds.setdefault(look, set()).add(_kind(letter))
    yield from ((letter, ink) for letter, ink, look in found if len(kinds[look]) < SAME)


def _others(drawn: Sequence[tuple[str, Shape]]) -> list[bool]:
    """Whether what is called a letter is another one, for letters with their ink."""
    import numpy as np

    if not drawn:
        return []
    known, kinds, starts = _standard()
    likeness = np.maximum.reduceat(known @ shapes_of([ink for _, ink in drawn]).T, starts, axis=0)
    own = np.array([kinds.index(_kind(letter)) for letter, _ in drawn])
    best = likeness[own, np.arange(len(own))]
    likeness[_alike(kinds)[:, own]] = -1
    most = likeness.max(axis=0)
    odd: list[bool] = ((most >= VERY_LIKE) & (most >= best + MORE)).tolist()
    return odd


def _alike(kinds: Sequence[str]) -> Any:
    """For each two kinds of letters whether they are one, or may look alike."""
    import numpy as np

    return np.array([[one == other or "".join(sorted(one + other)) in ALIKE for other in kinds] for one in kinds])


def _kind(letter: str) -> str:
    """Capitals are known by their small letters, as which small capitals stand; the micro sign is a mu."""
    return letter.replace("\u00b5", "\u03bc").lower()


def _set(file: PdfFile) -> tuple[list[_Sheet], bytes]:
    """A page for each font that has letters, and the file with these pages in place of its own."""
    sheets, objects, kids, root = list[_Sheet](), dict[int, Any](), list[Any](), Ref(file.size)
    for font in fonts_of(file):
        codes, width = _codes(file, font)
        if codes:
            number, high = file.size + 1 + 2 * len(sheets), -(-len(codes) // ROW) * CELL
            body = b"".join(_letter(code, width, at, high) for at, code in enumerate(codes))
            box, fonts = [0, 0, ROW * CELL, high], {"Font": {"F": font}}
            page = {"Type": Name("Page"), "Parent": root, "MediaBox": box, "Resources": fonts, "Contents": Ref(number)}
            objects |= {number: packed({}, body), number + 1: page}
            kids.append(Ref(number + 1))
            sheets.append(_Sheet(str(file.get(font.get("BaseFont", "without a name"))), codes, high))
    if not sheets:
        return [], b""
    objects[root.number] = {"Type": Name("Pages"), "Kids": kids, "Count": len(kids)}
    objects[file.trailer["Root"].number] = {"Type": Name("Catalog"), "Pages": root}
    return sheets, update(file.raw, file, objects)


def _letter(code: int, width: int, at: int, high: int) -> bytes:
    return b"BT /F %d Tf %d %d Td <%0*x> Tj ET\n" % (SIZE, *_place(at, high), width, code)


def _place(at: int, high: int) -> tuple[int, int]:
    """Where a letter stands in its cell, on a page that is *high* points high."""
    return at % ROW * CELL + CELL // 4, high - at // ROW * CELL - CELL * 7 // 10


def _codes(file: PdfFile, font: dict[str, Any]) -> tuple[tuple[int, ...], int]:
    """Codes that stand for a letter, and the hexadecimal digits of each code."""
    mapping, width = file.get(font.get("ToUnicode")), 4 if font.get("Subtype") == "Type0" else 2
    if isinstance(mapping, Stream):
        found: Iterable[int] = (code for code, text in mapped(file.unpacked(mapping)) if text in _KNOWN and text)
    elif width == 2 and font.get("Subtype") != "Type3":  # whose names are of whoever made it
        found = _named(file, file.get(font.get("Encoding"))) & _wide(file, font)
    else:
        found = ()
    return tuple(sorted({code for code in found if code < 16**width})), width


def _wide(file: PdfFile, font: dict[str, Any]) -> set[int]:
    """Codes that a font of one byte has a width for: those of which it holds the letters."""
    first, widths = file.get(font.get("FirstChar")), file.array(font.get("Widths"))
    if not isinstance(first, int):
        return set(range(256))  # one of the standard fonts
    return {first + at for at, width in enumerate(widths) if file.get(width)}


def _named(file: PdfFile, encoding: Any) -> set[int]:
    """Codes of letters in an encoding by names; of a font's own encoding nothing is known."""
    return set(_names(file, encoding))


def _names(file: PdfFile, encoding: Any) -> Iterator[int]:
    if isinstance(encoding, dict):
        code = 0
        for one in file.array(encoding.get("Differences")):
            if isinstance(one, int):
                code = one
                continue
            if one in _KNOWN or one == "mu":
                yield code
            code += 1
    elif encoding in ("WinAnsiEncoding", "MacRomanEncoding"):
        yield from (ord(letter) for letter in LETTERS if letter.isascii())


def _drawn(document: Any, at: int, high: int) -> Iterator[tuple[str, Shape]]:
    """Each letter of a page, which is *high* points high, with its ink."""
    with page_of(document, at) as (page, text):
        yield from _cut(page, char_text(text), char_boxes(text), high)


def _cut(page: Any, characters: str, boxes: Any, high: int) -> Iterator[tuple[str, Shape]]:
    import numpy as np

    whole = (0.0, 0.0, float(ROW * CELL), float(high))
    picture = 255.0 - render(page, whole, whole, SCALE)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    places = ((high - middles[:, 1]) // CELL * ROW + middles[:, 0] // CELL).astype(int)
    inked = np.nonzero(boxes[:, 2] > boxes[:, 0])[0]
    alone = {place for place, count in zip(*np.unique(places[inked], return_counts=True), strict=True) if count == 1}
    side = round(CELL * SCALE)
    for one in inked.tolist():
        row, column = divmod(int(places[one]), ROW)
        if characters[one] in _KNOWN and places[one] in alone:
            ink = picture[row * side : (row + 1) * side, column * side : (column + 1) * side]
            rows, columns = np.nonzero((ink > DARK).any(axis=1))[0], np.nonzero((ink > DARK).any(axis=0))[0]
            if len(rows):
                yield characters[one], ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@cache
def _standard() -> tuple[Any, tuple[str, ...], list[int]]:
    """The letters of the standard fonts: shapes, one a row; the kinds of letters in order, and where each begins."""
    import numpy as np
    import pypdfium2.raw as pdfium

    document, high = pdfium.FPDF_CreateNewDocument(), -(-len(LETTERS) * len(STANDARD) // ROW) * CELL
    page = pdfium.FPDFPage_New(document, 0, ROW * CELL, high)
    for at, (font, letter) in enumerate(product(STANDARD, LETTERS)):
        one = pdfium.FPDFPageObj_NewTextObj(document, font.encode(), ctypes.c_float(SIZE))
        pdfium.FPDFText_SetText(one, (ctypes.c_ushort * 2)(ord(letter), 0))
        pdfium.FPDFPageObj_Transform(one, 1, 0, 0, 1, *_place(at, high))
        pdfium.FPDFPage_InsertObject(page, one)
    pdfium.FPDFPage_GenerateContent(page)
    text = pdfium.FPDFText_LoadPage(page)
    drawn = sorted(_cut(page, char_text(text), char_boxes(text), high), key=lambda one: _kind(one[0]))
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)
    names = [_kind(letter) for letter, _ in drawn]
    kinds = tuple(dict.fromkeys(names))
    return np.asarray(shapes_of([ink for _, ink in drawn])), kinds, [names.index(kind) for kind in kinds]
