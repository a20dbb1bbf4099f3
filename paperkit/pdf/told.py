"""What a file tells programs that read it, in place of what a page draws: the `ActualText` of a part of its content."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

KEY = b"ActualText"
DEEPEST = 8
"""Graphics within graphics."""


def untold(page: Any) -> tuple[int, ...]:
    """Take such texts from what *page* draws, so that its text is what a reader sees; the addresses of what had one."""
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFPage_CountObjects(page)
    return tuple(_untold((pdfium.FPDFPage_GetObject(page, at) for at in range(count)), 0))


def _untold(objects: Iterator[Any], depth: int) -> Iterator[int]:
    import pypdfium2.raw as pdfium

    for one in objects:
        for at in range(pdfium.FPDFPageObj_CountMarks(one) - 1, -1, -1):
            mark = pdfium.FPDFPageObj_GetMark(one, at)
            if _tells(mark):
                pdfium.FPDFPageObj_RemoveMark(one, mark)
                yield ctypes.addressof(one.contents)
        if depth < DEEPEST and pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_FORM:
            held = range(pdfium.FPDFFormObj_CountObjects(one))
            yield from _untold((pdfium.FPDFFormObj_GetObject(one, at) for at in held), depth + 1)


def _tells(mark: Any) -> bool:
    import pypdfium2.raw as pdfium

    size = ctypes.c_ulong()
    return bool(pdfium.FPDFPageObjMark_GetParamStringValue(mark, KEY, None, 0, ctypes.byref(size)))
