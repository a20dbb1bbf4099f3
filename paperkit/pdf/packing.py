"""How the streams of a PDF are packed: zlib, and rows told by what stands beside them."""

from __future__ import annotations

import zlib
from typing import Any

from paperkit.pdf.syntax import PdfError

MOST_BYTES = 1 << 29
"""Bytes that one stream may unpack to."""


def inflate(raw: bytes) -> bytes:
    """*raw* unpacked. Raises PdfError where it is cut short, or unpacks to too much."""
    if not raw:
        return b""  # so other programs write a page that shows nothing
    unpack = zlib.decompressobj()
    try:
        found = unpack.decompress(raw, MOST_BYTES)
    except zlib.error as error:
        raise PdfError(f"a stream does not unpack: {error}") from None
    if unpack.unconsumed_tail:
        raise PdfError(f"a stream unpacks to more than {MOST_BYTES} bytes")
    if not unpack.eof:
        raise PdfError("a stream is cut short")
    return found


def predicted(raw: bytes, options: dict[str, Any]) -> bytes:
    """*raw* with PNG's prediction of rows undone."""
    if options.get("Predictor", 1) < 10:
        if options.get("Predictor", 1) != 1:
            raise PdfError("a stream has a predictor that is not read here")
        return raw
    width = (options.get("Colors", 1) * options.get("BitsPerComponent", 8) * options.get("Columns", 1) + 7) // 8
    near = max(1, options.get("Colors", 1) * options.get("BitsPerComponent", 8) // 8)
    if not 0 < width < 1 << 20:
        raise PdfError("a stream has rows of no width")
    before, rows = bytearray(width), []
    for at in range(0, len(raw), width + 1):
        row = bytearray(raw[at + 1 : at + 1 + width].ljust(width, b"\0"))
        _undo(raw[at], row, before, near)
        rows.append(bytes(row))
        before = row
    return b"".join(rows)


def _undo(kind: int, row: bytearray, above: bytearray, near: int) -> None:
    if kind == 0:
        return
    for at in range(len(row)):
        left = row[at - near] if at >= near else 0
        up, corner = above[at], above[at - near] if at >= near else 0
        guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[min(kind, 4)]
        row[at] = (row[at] + guess) & 255


def _paeth(left: int, up: int, corner: int) -> int:
    estimate = left + up - corner
    return min((abs(estimate - left), 0, left), (abs(estimate - up), 1, up), (abs(estimate - corner), 2, corner))[2]
