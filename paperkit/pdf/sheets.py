"""The pages as they are printed: each character with its box, in one pass over the file with pdfium."""

from __future__ import annotations

import ctypes
import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

from paperkit.pdf.glance import beside
from paperkit.pdf.links import Link, Rect
from paperkit.pdf.normal import paired
from paperkit.pdf.syntax import PdfError

if TYPE_CHECKING:
    import numpy as np

    Boxes = np.ndarray[Any, np.dtype[np.float32]]


LINE = 8.0
"""Points: characters whose middles differ by less may stand in one line."""
OVERLAP = 0.5
"""Part of the lesser of two letters that the other may lie over."""
FLAT = 0.05
"""Points below which the box of a letter is that of one without a look."""
WIDEST = 1 << 16
"""Points: wider than any page."""
PLANE = 1 << 16
"""Characters of Unicode's first plane, the last of which is none; what lies beyond it is no letter of a report."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page as printed. Points, from the lower left corner of the page's own coordinates."""

    number: int
    """From 1."""
    box: Rect
    """What of the page is shown."""
    text: str
    """One character for each that pdfium counts; line ends and spaces that it puts in are among them."""
    boxes: Boxes
    """For each character left, bottom, right, top of its ink; zeros where it has none. Shape (len(text), 4)."""
    links: tuple[Link, ...] = ()
    faults: dict[int, str] = field(default_factory=dict)
    """What hides a character of a bound number, by its index in *text*."""
    graphics: tuple[Rect, ...] = ()
    """Boxes of included graphics."""
    acts: tuple[str, ...] = ()
    """What on it does more than lead to a place."""
    outlines: tuple[tuple[str, Rect], ...] = ()
    """Digits that are drawn as lines and are no text, with the box of each drawing."""
    known: dict[Rect, list[int]] = field(default_factory=dict, compare=False, repr=False)
    """What `inside` has found already."""

    def inside(self, rect: Rect) -> list[int]:
        """Indices of the characters whose centre lies in *rect*, in the order in which they were printed."""
        if rect not in self.known:
            self.all_beside([rect, *(link.rect for link in self.links if link.key)])
        return self.known[rect]

    def bound(self) -> set[int]:
        """Indices of the characters of bound numbers."""
        return {at for link in self.links if link.key for at in self.inside(link.rect)}

    def all_beside(self, rects: Sequence[Rect]) -> tuple[list[list[int]], list[list[int]]]:
        """As `inside`, for many rectangles at once, and the characters that have an area in common with each."""
        inside, meeting = beside(self.boxes, rects)
        self.known.update(zip(rects, inside, strict=True))
        return inside, meeting

    def drawn(self, at: int) -> bool:
        """Whether the middle of a character lies in an included graphic."""
        x0, y0, x1, y1 = self.boxes[at].tolist()
        return any(r[0] <= (x0 + x1) / 2 <= r[2] and r[1] <= (y0 + y1) / 2 <= r[3] for r in self.graphics)

    def drawn_outlines(self, rect: Rect | None) -> tuple[tuple[str, Rect], ...]:
        """Digits that are drawn as lines, with their boxes, whose middle lies in *rect*; with None in no graphic."""
        rects = self.graphics if rect is None else (rect,)
        found = [(one, any(middle_in(one[1], each) for each in rects)) for one in self.outlines]
        return tuple(one for one, within in found if within is (rect is not None))

    def outside(self) -> str:
        """The text that stands outside the page, as far as it has ink."""
        x0, y0, x1, y1 = self.box
        boxes = self.boxes
        inked = boxes[:, 2] > boxes[:, 0]
        gone = (boxes[:, 2] < x0) | (boxes[:, 0] > x1) | (boxes[:, 3] < y0) | (boxes[:, 1] > y1)
        return "".join(self.text[at] for at in (inked & gone).nonzero()[0])

    def solid(self) -> Boxes:
        """The boxes of letters and digits."""
        solid: Boxes = self.boxes[_alphanumeric(self.text) & (self.boxes[:, 2] > self.boxes[:, 0])]
        return solid

    def letters(self) -> list[int]:
        """Indices of the letters and digits that draw something."""
        high = self.boxes[:, 3] - self.boxes[:, 1]
        found: list[int] = (_alphanumeric(self.text) & (high >= FLAT)).nonzero()[0].tolist()
        return found

    def blanks(self) -> list[int]:
        """Letters and digits that draw nothing."""
        flat = self.boxes[:, 3] - self.boxes[:, 1] < FLAT
        return [int(at) for at in (_alphanumeric(self.text) & flat).nonzero()[0]] if flat.any() else []

    def joined(self, first: int, second: int) -> bool:
        """Whether two characters are letters of one ligature, or neighbours that lean into each other."""
        if not (self.text[first].isalpha() and self.text[second].isalpha()):
            return False
        apart = abs(first - second)
        return apart == 1 or (apart == 2 and bool((self.boxes[first] == self.boxes[second]).all()))

    def overlaps(self) -> list[tuple[int, int]]:
        """Pairs of letters and digits that stand over each other, apart from those within graphics."""
        import numpy as np

        boxes = self.boxes
        solid = _alphanumeric(self.text) & (boxes[:, 2] > boxes[:, 0])
        for x0, y0, x1, y1 in self.graphics:
            solid &= ~((boxes[:, 0] >= x0) & (boxes[:, 2] <= x1) & (boxes[:, 1] >= y0) & (boxes[:, 3] <= y1))
        places = np.nonzero(solid)[0]
        found = {pair for shift in (0.0, LINE / 2) for pair in _over(boxes[places], shift)}  # no pair is between lines
        pairs = ((int(places[min(pair)]), int(places[max(pair)])) for pair in found)
        return sorted(pair for pair in pairs if not self.joined(*pair))


def middle_in(box: Rect, rect: Rect) -> bool:
    """Whether the middle of *box* lies in *rect*."""
    return rect[0] <= (box[0] + box[2]) / 2 <= rect[2] and rect[1] <= (box[1] + box[3]) / 2 <= rect[3]


def _over(boxes: Boxes, shift: float) -> Iterator[tuple[int, int]]:
    """Pairs of boxes in one line of a grid of lines, shifted up, of which one lies over the other to a good part."""
    import numpy as np

    lines = np.floor((boxes[:, 1] + boxes[:, 3] + 2 * shift) / (2 * LINE))
    across = boxes[:, 0].astype(np.float64).clip(-WIDEST / 2, WIDEST / 2 - 1)
    order = np.argsort(lines * WIDEST + across, kind="stable")  # they are nearly sorted
    left, low, right, high = boxes[order].T
    for step in (1, 2):
        across = np.minimum(right[:-step], right[step:]) - np.maximum(left[:-step], left[step:])
        near = np.nonzero(across > 0)[0]
        far = near + step
        up = np.minimum(high[near], high[far]) - np.maximum(low[near], low[far])
        one, other = ((right[at] - left[at]) * (high[at] - low[at]) for at in (near, far))
        for at in near[(up > 0) & (across[near] * up > OVERLAP * np.minimum(one, other))].tolist():
            yield int(order[at]), int(order[at + step])


def _alphanumeric(text: str) -> Any:
    """For each character whether it is a letter or digit."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return _kinds()[np.minimum(codes, PLANE - 1)]


@cache
def _kinds() -> Any:
    """For each character of the first plane whether it is a letter or digit."""
    import numpy as np

    return np.array([chr(one).isalnum() for one in range(PLANE)])


def texts_of(raw: bytes) -> tuple[str, ...]:
    """The text of each page, and nothing else."""
    import pypdfium2.raw as pdfium

    found = []
    with opened(raw) as document:
        for number in range(pdfium.FPDF_GetPageCount(document)):
            with page_of(document, number) as (_, text):
                found.append(paired(char_text(text)))
    return tuple(found)


@contextmanager
def opened(raw: bytes) -> Iterator[Any]:
    """Pdfium's handle of the document. Raises PdfError where it takes it for none."""
    import pypdfium2.raw as pdfium

    document = pdfium.FPDF_LoadMemDocument64(raw, len(raw), None)
    if not document:
        raise PdfError("pdfium cannot read it")
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


@contextmanager
def page_of(document: Any, number: int, told: set[int] | None = None) -> Iterator[tuple[Any, Any]]:
    """Pdfium's handles of a page (from 0) and of its text, which is what it draws.

    Into *told* go the addresses of what has another text for programs.
    """
    import pypdfium2.raw as pdfium

    from paperkit.pdf.told import untold

    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        raise PdfError(f"pdfium cannot read page {number + 1}")
    replaced = untold(page)
    if told is not None:
        told.update(replaced)
    text = pdfium.FPDFText_LoadPage(page)
    try:
        yield page, text
    finally:
        pdfium.FPDFText_ClosePage(text)
        pdfium.FPDF_ClosePage(page)


def box_of(page: Any) -> Rect:
    """What of a page is shown."""
    import pypdfium2.raw as pdfium

    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    pointers = [ctypes.byref(one) for one in (left, bottom, right, top)]
    if not pdfium.FPDFPage_GetCropBox(page, *pointers) and not pdfium.FPDFPage_GetMediaBox(page, *pointers):
        rect = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(page, rect)
        return (rect.left, rect.bottom, rect.right, rect.top)
    return (left.value, bottom.value, right.value, top.value)


def char_text(text: Any) -> str:
    """One character for each that pdfium counts on a page."""
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFText_CountChars(text)
    buffer = (ctypes.c_ushort * (count + 1))()
    if pdfium.FPDFText_GetText(text, 0, count, buffer) == count + 1:
        return each_apart(bytes(buffer)[: 2 * count])
    return "".join(chr(pdfium.FPDFText_GetUnicode(text, at)) for at in range(count))  # one has no character at all


def each_apart(codes: bytes) -> str:
    """The characters of UTF-16, little end first; halves of characters stay two, as pdfium counts them."""
    import numpy as np

    return np.frombuffer(codes, "<u2").astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def char_boxes(text: Any) -> Boxes:
    """Asked half a million times in a long report: with addresses as plain numbers, in a loop that runs in C."""
    import numpy as np
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFText_CountChars(text)
    numbers = np.zeros((count, 4), np.float64)
    base, step = numbers.ctypes.data, 4 * numbers.itemsize
    left, bottom, right, top = (range(base + 8 * at, base + 8 * at + step * count, step) for at in range(4))
    page = repeat(ctypes.cast(text, ctypes.c_void_p).value)
    deque(map(_char_box(), page, range(count), left, right, bottom, top), maxlen=0)
    return numbers.astype(np.float32)


@cache
def _char_box() -> Any:
    """Pdfium's function, which takes addresses as numbers."""
    import pypdfium2.raw as pdfium

    pointer = ctypes.c_void_p
    kind = ctypes.CFUNCTYPE(ctypes.c_int, pointer, ctypes.c_int, pointer, pointer, pointer, pointer)
    return kind(ctypes.cast(pdfium.FPDFText_GetCharBox, pointer).value or 0)


def objects_of(page: Any) -> list[Any]:
    """What a page draws, in its order; a graphic is one of them."""
    import pypdfium2.raw as pdfium

    return [pdfium.FPDFPage_GetObject(page, at) for at in range(pdfium.FPDFPage_CountObjects(page))]


@contextmanager
def drawn_alone(drawn: Iterable[Any], objects: Iterable[Any]) -> Iterator[None]:
    """Meanwhile a page draws of its *objects* those that are *drawn*, and nothing else."""
    import pypdfium2.raw as pdfium

    own = {ctypes.addressof(one.contents) for one in drawn}
    others = [one for one in objects if ctypes.addressof(one.contents) not in own]
    for one in others:
        pdfium.FPDFPageObj_SetIsActive(one, False)
    try:
        yield
    finally:
        for one in others:
            pdfium.FPDFPageObj_SetIsActive(one, True)


def bounds(one: Any) -> Rect:
    """The box of a page object."""
    import pypdfium2.raw as pdfium

    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    pdfium.FPDFPageObj_GetBounds(one, *(ctypes.byref(each) for each in (left, bottom, right, top)))
    return (left.value, bottom.value, right.value, top.value)


def half_stroke(one: Any) -> float:
    """Points by which the box of a stroked path is too wide on each side: pdfium adds the whole width of its pen."""
    import pypdfium2.raw as pdfium

    width, matrix = ctypes.c_float(), pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetStrokeWidth(one, ctypes.byref(width))
    pdfium.FPDFPageObj_GetMatrix(one, matrix)
    return width.value * min(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)) / 2
