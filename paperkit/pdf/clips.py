"""Text without its clip: what a clip takes away from it can be seen by drawing it with the clip made large."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LARGE = 1000.0
"""By how much a clip is made larger."""


@contextmanager
def unclipped(own: Any) -> Iterator[bool]:
    """A page object whose clip is made large, about its own middle; whether it has one."""
    import pypdfium2.raw as pdfium

    points = list(_points(pdfium.FPDFPageObj_GetClipPath(own)))
    if not points:
        yield False
        return
    x, y = ((min(sides) + max(sides)) / 2 for sides in zip(*points, strict=True))
    pdfium.FPDFPageObj_TransformClipPath(own, LARGE, 0, 0, LARGE, x - LARGE * x, y - LARGE * y)
    try:
        yield True
    finally:
        less = 1 / LARGE
        pdfium.FPDFPageObj_TransformClipPath(own, less, 0, 0, less, x - less * x, y - less * y)


def _points(clip: Any) -> Iterator[tuple[float, float]]:
    """The points of all paths of a clip."""
    import pypdfium2.raw as pdfium

    x, y = ctypes.c_float(), ctypes.c_float()
    for path in range(pdfium.FPDFClipPath_CountPaths(clip) if clip else 0):
        for at in range(pdfium.FPDFClipPath_CountPathSegments(clip, path)):
            segment = pdfium.FPDFClipPath_GetPathSegment(clip, path, at)
            if pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y)):
                yield x.value, y.value
