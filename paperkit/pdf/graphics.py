"""Where a page has included graphics: the boxes of the forms and images that its content draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import Rect
from paperkit.pdf.syntax import PdfError, Stream

Matrix = tuple[float, float, float, float, float, float]
PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NUMBER = rb"[+-]?(?:\d+\.?\d*|\.\d+)"
_OPERATOR = re.compile(
    rb"\((?:[^()\\]|\\.)*\)|<[^<>]*>"
    rb"|((?:" + _NUMBER + rb"\s+){6})cm(?=\s|$)"
    rb"|/([^\s/<>\[\]()]+)\s+Do(?=\s|$)"
    rb"|(?<!\S)([qQ])(?!\S)",
    re.DOTALL,
)


def graphics_of(file: PdfFile, page: dict[str, Any]) -> tuple[Rect, ...]:
    """The boxes of a page's forms and images, in the order in which they are drawn."""
    drawn = file.dictionary(file.dictionary(page.get("Resources")).get("XObject"))
    if not drawn:
        return ()
    return tuple(_boxes(file, _content(file, page), drawn))


def _content(file: PdfFile, page: dict[str, Any]) -> bytes:
    found = file.get(page.get("Contents"))
    streams = found if isinstance(found, list) else [found]
    return b"\n".join(file.unpacked(one) for one in streams if one is not None)


def _boxes(file: PdfFile, content: bytes, drawn: dict[str, Any]) -> Iterator[Rect]:
    matrix, stack = PLAIN, list[Matrix]()
    for found in _OPERATOR.finditer(content):
        numbers, name, word = found[1], found[2], found[3]
        if numbers is not None:
            a, b, c, d, e, f = map(float, numbers.split())
            matrix = times((a, b, c, d, e, f), matrix)
        elif name is not None:
            one = file.get(drawn.get(name.decode("latin-1")))
            if isinstance(one, Stream):
                yield _box(file, one, matrix)
        elif word == b"q":
            stack.append(matrix)
        elif word == b"Q" and stack:
            matrix = stack.pop()


def _box(file: PdfFile, one: Stream, matrix: Matrix) -> Rect:
    """Of an image the unit square, of a form its BBox, through its own matrix and that of the page."""
    corners = [0.0, 0.0, 1.0, 1.0]
    if one.entries.get("Subtype") == "Form":
        corners = _numbers(file, one.entries.get("BBox"), 4)
        own = file.get(one.entries.get("Matrix"))
        if own is not None:
            a, b, c, d, e, f = _numbers(file, own, 6)
            matrix = times((a, b, c, d, e, f), matrix)
    x0, y0, x1, y1 = corners
    return moved((x0, y0, x1, y1), matrix)


def _numbers(file: PdfFile, found: Any, count: int) -> list[float]:
    numbers = [float(one) for one in map(file.get, file.array(found)) if isinstance(one, (int, float))]
    if len(numbers) != count:
        raise PdfError("a graphic has no box")
    return numbers


def times(one: Matrix, other: Matrix) -> Matrix:
    """First *one*, then *other*."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def moved(box: Rect, matrix: Matrix) -> Rect:
    """The upright box around *box* once it went through *matrix*."""
    points = [_through(matrix, x, y) for x in box[::2] for y in box[1::2]]
    across, up = zip(*points, strict=True)
    return (min(across), min(up), max(across), max(up))


def _through(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
