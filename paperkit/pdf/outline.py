"""How many pages each section of a PDF takes, by its bookmarks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

MARGIN = 0.07
"""Share of a page's height above its text, and below it."""
_NUMBERED = re.compile(r"^(?:[A-Z]|\d+)(?:\.\d+)*\.? ")


@dataclass(frozen=True, slots=True)
class _Mark:
    """Where a bookmark leads: page from 0, shares of its width from the left and of its text's height from above."""

    title: str
    level: int
    page: int
    across: float
    down: float


def section_pages(pdf: bytes | Path) -> dict[str, Decimal]:
    """Pages of each section by its title without the number, in tenths, up to the next section or the end.

    Where some bookmark leads to the right half of a page, the text has two columns. What stands before the first
    bookmark is not told.
    """
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        marks = [found for mark in document.get_toc() if (found := _mark(document, mark)) is not None]
        end = float(len(document))
    columns = 2 if any(mark.across > 0.5 for mark in marks) else 1
    tops = [(mark.title, _place(mark, columns)) for mark in marks if mark.level == 0]
    pages: dict[str, Decimal] = {}
    for (title, begin), (_, stop) in pairwise([*tops, ("", end)]):
        pages.setdefault(_NUMBERED.sub("", title), Decimal(max(stop - begin, 0)).quantize(Decimal("0.1")))
    return pages


def _mark(document: Any, mark: Any) -> _Mark | None:
    """A bookmark with its place; None where it leads to none."""
    target = mark.get_dest()
    if target is None:
        return None
    page, (_, view) = target.get_index(), target.get_view()
    width, height = document.get_page_size(page)
    across, down = (view[0] / width, 1 - view[1] / height) if len(view) >= 2 else (0.0, 0.0)
    share = min(max((down - MARGIN) / (1 - 2 * MARGIN), 0.0), 1.0)
    return _Mark(mark.get_title(), mark.level, page, across, share)


def _place(mark: _Mark, columns: int) -> float:
    """Pages before the mark."""
    column = 1 if columns == 2 and mark.across > 0.5 else 0
    return mark.page + (column + mark.down) / columns
