"""Paths within the graphics of a page, drawn again on a page of their own, where nothing lies beside them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from paperkit.pdf.graphics import Matrix, moved, times
from paperkit.pdf.links import Rect
from paperkit.pdf.sheets import bounds

DEEPEST = 4
"""Graphics within graphics."""


@contextmanager
def traced(
    objects: Sequence[Any], whole: Rect, wanted: Callable[[Any, Rect], bool]
) -> Iterator[tuple[Any, list[Rect]]]:
    """A page with the paths of graphics among *objects* that are *wanted*, and the box of each.

    *wanted* is asked with a path and its box on the page; *whole* is what of the page is shown.
    """
    import pypdfium2.raw as pdfium

    document = pdfium.FPDF_CreateNewDocument()
    page = pdfium.FPDFPage_New(document, 0, whole[2], whole[3])
    boxes = []
    for one, matrix in _paths(objects, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), 0):
        box = moved(bounds(one), matrix)
        if wanted(one, box):
            pdfium.FPDFPage_InsertObject(page, _copy(one, matrix))
            boxes.append(box)
    try:
        yield page, boxes
    finally:
        pdfium.FPDF_ClosePage(page)
        pdfium.FPDF_CloseDocument(document)


def _paths(objects: Sequence[Any], matrix: Matrix, depth: int) -> Iterator[tuple[Any, Matrix]]:
    """Each path of the graphics among *objects*, with the matrix from it to the page."""
    import pypdfium2.raw as pdfium

    for one in objects:
        kind = pdfium.FPDFPageObj_GetType(one)
        if kind == pdfium.FPDF_PAGEOBJ_PATH and depth:
            yield one, matrix
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
            held = [pdfium.FPDFFormObj_GetObject(one, at) for at in range(pdfium.FPDFFormObj_CountObjects(one))]
            yield from _paths(held, times(_matrix(one), matrix), depth + 1)


def _matrix(one: Any) -> Matrix:
    import pypdfium2.raw as pdfium

    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(one, found)
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _copy(one: Any, matrix: Matrix) -> Any:
    """A path in black, for a page of its own."""
    import pypdfium2.raw as pdfium

    new = pdfium.FPDFPageObj_CreateNewPath(0, 0)
    x, y, points = ctypes.c_float(), ctypes.c_float(), list[float]()
    for at in range(pdfium.FPDFPath_CountSegments(one)):
        segment = pdfium.FPDFPath_GetPathSegment(one, at)
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            points += [x.value, y.value]
            if len(points) == 6:
                pdfium.FPDFPath_BezierTo(new, *points)
                points = []
        else:
            (pdfium.FPDFPath_MoveTo if kind == pdfium.FPDF_SEGMENT_MOVETO else pdfium.FPDFPath_LineTo)(
                new, x.value, y.value
            )
        if pdfium.FPDFPathSegment_GetClose(segment):
            pdfium.FPDFPath_Close(new)
    mode, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    pdfium.FPDFPath_GetDrawMode(one, ctypes.byref(mode), ctypes.byref(stroke))
    pdfium.FPDFPageObj_GetStrokeWidth(one, ctypes.byref(width))
    pdfium.FPDFPath_SetDrawMode(new, mode.value, stroke.value)
    pdfium.FPDFPageObj_SetStrokeWidth(new, width.value)
    pdfium.FPDFPageObj_SetFillColor(new, 0, 0, 0, 255)
    pdfium.FPDFPageObj_SetStrokeColor(new, 0, 0, 0, 255)
    pdfium.FPDFPageObj_Transform(new, *times(_matrix(one), matrix))
    return new
