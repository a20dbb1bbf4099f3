"""The bookmarks of a PDF, as they stand in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paperkit.pdf.file import PdfFile

MOST = 100_000
"""Bookmarks that are looked at: they may lead in a circle."""


def bookmarks(file: PdfFile) -> Iterator[tuple[int, dict[str, Any]]]:
    """Depth and dictionary of each bookmark, in order; the root of them all comes first, at depth 0."""
    left: list[tuple[int, Any]] = [(0, file.catalog.get("Outlines"))]
    seen = 0
    while left and seen < MOST:
        depth, one = left.pop()
        node, seen = file.dictionary(one), seen + 1
        if node:
            yield depth, node
            left += [(depth, node.get("Next")), (depth + 1, node.get("First"))]
