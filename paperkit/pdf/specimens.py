"""Every character that the fonts of a file draw, set once in a cell of its own on pages behind those of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from paperkit.pdf.fonts import fonts_of, mapped
from paperkit.pdf.normal import paired
from paperkit.pdf.render import render
from paperkit.pdf.shapes import extent, standard_page
from paperkit.pdf.sheets import char_boxes, char_text, opened, page_of
from paperkit.pdf.syntax import Name, Ref, Stream
from paperkit.pdf.writer import packed, update

if TYPE_CHECKING:
    from paperkit.pdf.file import PdfFile
    from paperkit.pdf.shapes import Shape

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\u00b5"
SIZE, CELL, ROW = 20, 40, 24
"""Points of the characters, and of the cells that they stand in; cells in a row."""
SCALE = 2.0
"""Pixels to a point."""
FOOT = 28
"""Points from the head of a cell to the line that its character stands on."""
DARK = 60.0
"""Grey levels from which on a pixel is of a character."""
_SIDE = round(CELL * SCALE)
_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NAMED = {**{one: one for one in LETTERS}, **{name: str(at) for at, name in enumerate(_NAMES)}, "mu": "\u00b5"}


class Specimen(NamedTuple):
    """One character as a font draws it."""

    text: str
    """What the file calls it."""
    ink: Shape | None
    """None where it draws nothing."""
    low: float
    """Ems from its line down to its foot, and up to its head; 0 without ink."""
    high: float


class Face(NamedTuple):
    """A font with all of its characters that the file uses."""

    name: str
    specimens: tuple[Specimen, ...]


class _Sheet(NamedTuple):
    name: str
    codes: tuple[tuple[int, str], ...]
    """Codes with what they stand for."""

    @property
    def high(self) -> int:
        """Points that its page is high."""
        return -(-len(self.codes) // ROW) * CELL


def faces(file: PdfFile) -> list[Face]:
    """The fonts of *file*, as far as they say what their characters are. Raises PdfError."""
    sheets, raw = _laid_out(file)
    if not sheets:
        return []
    with opened(raw) as document:
        return [
            Face(sheet.name, tuple(_drawn(document, at, sheet.high, [text for _, text in sheet.codes])))
            for at, sheet in enumerate(sheets)
        ]


def standard_faces(fonts: Sequence[str], characters: str) -> tuple[Specimen, ...]:
    """*characters* as each of the standard *fonts* draws them."""
    pairs = list(product(fonts, characters))
    high = -(-len(pairs) // ROW) * CELL
    placed = ((font, one, *_place(at, high)) for at, (font, one) in enumerate(pairs))
    with standard_page(placed, SIZE, (0, 0, ROW * CELL, high)) as (page, text):
        return tuple(_cut(page, text, high, [one for _, one in pairs]))


def _laid_out(file: PdfFile) -> tuple[list[_Sheet], bytes]:
    """A page for each font, and the file with these pages in place of its own."""
    sheets, objects, kids, root = list[_Sheet](), dict[int, Any](), list[Any](), Ref(file.size)
    for font in fonts_of(file):
        codes, width = _codes(file, font)
        if codes:
            sheet = _Sheet(str(file.get(font.get("BaseFont", "without a name"))), codes)
            number = file.size + 1 + 2 * len(sheets)
            body = b"".join(_letter(code, width, at, sheet.high) for at, (code, _) in enumerate(codes))
            box, fonts = [0, 0, ROW * CELL, sheet.high], {"Font": {"F": font}}
            page = {"Type": Name("Page"), "Parent": root, "MediaBox": box, "Resources": fonts, "Contents": Ref(number)}
            objects |= {number: packed({}, body), number + 1: page}
            kids.append(Ref(number + 1))
            sheets.append(sheet)
    if not sheets:
        return [], b""
    objects[root.number] = {"Type": Name("Pages"), "Kids": kids, "Count": len(kids)}
    objects[file.trailer["Root"].number] = {"Type": Name("Catalog"), "Pages": root}
    return sheets, update(file.raw, file, objects)


def _letter(code: int, width: int, at: int, high: int) -> bytes:
    return b"BT /F %d Tf %d %d Td <%0*x> Tj ET\n" % (SIZE, *_place(at, high), width, code)


def _place(at: int, high: int) -> tuple[int, int]:
    """Where a character stands in its cell, on a page that is *high* points high."""
    return at % ROW * CELL + CELL // 4, high - at // ROW * CELL - FOOT


def _codes(file: PdfFile, font: dict[str, Any]) -> tuple[tuple[tuple[int, str], ...], int]:
    """Codes with what they stand for, and the hexadecimal digits of each code."""
    mapping, width = file.get(font.get("ToUnicode")), 4 if font.get("Subtype") == "Type0" else 2
    if isinstance(mapping, Stream):
        found: Iterable[tuple[int, str]] = mapped(file.unpacked(mapping))
    elif width == 2 and font.get("Subtype") != "Type3":  # whose names are of whoever made it
        wide = _wide(file, font)
        found = ((code, text) for code, text in _named(file, file.get(font.get("Encoding"))) if code in wide)
    else:
        found = ()
    return tuple(sorted({code: text for code, text in found if code < 16**width}.items())), width


def _wide(file: PdfFile, font: dict[str, Any]) -> set[int]:
    """Codes that a font of one byte has a width for: those of which it holds the characters."""
    first, widths = file.get(font.get("FirstChar")), file.array(font.get("Widths"))
    if not isinstance(first, int):
        return set(range(256))  # one of the standard fonts
    return {first + at for at, width in enumerate(widths) if file.get(width)}


def _named(file: PdfFile, encoding: Any) -> Iterator[tuple[int, str]]:
    """Letters and digits in an encoding by names; of a font's own encoding nothing is known."""
    if isinstance(encoding, dict):
        code = 0
        for one in file.array(encoding.get("Differences")):
            if isinstance(one, int):
                code = one
                continue
            if one in _NAMED:
                yield code, _NAMED[one]
            code += 1
    elif encoding in ("WinAnsiEncoding", "MacRomanEncoding"):
        yield from ((ord(letter), letter) for letter in f"{LETTERS}0123456789" if letter.isascii())


def _drawn(document: Any, at: int, high: int, said: Sequence[str]) -> Iterator[Specimen]:
    with page_of(document, at) as (page, text):
        yield from _cut(page, text, high, said)


def _cut(page: Any, text: Any, high: int, said: Sequence[str]) -> Iterator[Specimen]:
    """What stands in each cell of a page; *said* is what the file calls it, where the page does not tell."""
    whole = (0.0, 0.0, float(ROW * CELL), float(high))
    picture = 255.0 - render(page, whole, whole, SCALE)
    characters, boxes = char_text(text), char_boxes(text)
    held, over = _held(characters, boxes, high)
    for at, name in enumerate(said):
        row, column = divmod(at, ROW)
        ink = picture[row * _SIDE : (row + 1) * _SIDE, column * _SIDE : (column + 1) * _SIDE]
        rows, columns = extent(ink > DARK)
        title = paired(held.get(at, name))
        if at in over:
            continue
        if rows.start == rows.stop:
            yield Specimen(title, None, 0.0, 0.0)
            continue
        foot, head = (float(FOOT - end / SCALE) / SIZE for end in (rows.stop, rows.start))
        yield Specimen(title, ink[rows, columns], foot, head)


def _held(characters: str, boxes: Any, high: int) -> tuple[dict[int, str], set[int]]:
    """The characters in each cell, and the cells over whose edge something reaches."""
    held: dict[int, str] = {}
    over: set[int] = set()
    for character, (x0, y0, x1, y1) in zip(characters, boxes.tolist(), strict=True):
        if x1 > x0:
            cells = {int((high - y) // CELL) * ROW + int(x // CELL) for x in (x0, x1) for y in (y0, y1)}
            middle = int((high - (y0 + y1) / 2) // CELL) * ROW + int((x0 + x1) / 2 // CELL)
            held[middle] = held.get(middle, "") + character
            over |= cells if len(cells) > 1 else set()
    return held, over
