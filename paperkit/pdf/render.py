"""A part of a page as pixels, by pdfium."""

from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any

from paperkit.pdf.links import Rect

if TYPE_CHECKING:
    import numpy as np

    Picture = np.ndarray[Any, np.dtype[np.uint8]]


def render(page: Any, box: Rect, part: Rect, scale: float, grey: bool = True, notes: bool = True) -> Picture:
    """*part* of a page whose visible box is *box*, *scale* pixels to a point; shape (height, width) or, in colour,
    (height, width, 4). With *notes* annotations are drawn, too.
    """
    import numpy as np
    import pypdfium2.raw as pdfium

    width, height = (max(1, math.ceil((part[2 + at] - part[at]) * scale)) for at in (0, 1))
    form, depth = (pdfium.FPDFBitmap_Gray, 1) if grey else (pdfium.FPDFBitmap_BGRx, 4)
    pixels = np.full((height, width, depth), 255, np.uint8)
    buffer = pixels.ctypes.data_as(ctypes.c_void_p)
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, form, buffer, width * depth)
    flags = (pdfium.FPDF_ANNOT if notes else 0) | (pdfium.FPDF_GRAYSCALE if grey else 0)
    whole = (round((box[2] - box[0]) * scale), round((box[3] - box[1]) * scale))
    start = (-round((part[0] - box[0]) * scale), -round((box[3] - part[3]) * scale))
    try:
        pdfium.FPDF_RenderPageBitmap(bitmap, page, *start, *whole, 0, flags)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    return pixels[:, :, 0] if grey else pixels
