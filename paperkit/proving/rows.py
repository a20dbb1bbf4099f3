"""Links of bound numbers lead to the rows of the evidence appendix, each to its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from paperkit.pdf.file import PdfFile
from paperkit.pdf.labels import page_labels
from paperkit.pdf.links import Link, Rect, Target, pointer, text_of
from paperkit.pdf.sheets import Sheet
from paperkit.pdf.tips import BACK
from paperkit.proving.tampering import Refusal

ANCHOR = "\\pkanchor"
"""What begins a row."""
LINES = 40.0
"""Points between the place that leads to a row and what leads back from it."""
CLOSE = 3.0
"""Points between a number and the place that a row leads back to."""
_SHORT = re.compile(r"[0-9a-f]{1,8}")
"""What a name of a place may be shortened to: a number."""


def misled(file: PdfFile, sheets: Sequence[Sheet], sources: Iterable[str]) -> Iterator[Refusal]:
    """Each number whose link leads elsewhere; *sources* are the texts that the build wrote, which have the rows."""
    anchored, told = any(ANCHOR in text for text in sources), set[str]()
    goals: dict[str, tuple[int, float]] = {}
    owners: dict[str, str] = {}
    for sheet in sheets:
        for link in (link for link in sheet.links if link.key and link.key not in told):
            lost = _lost(link, anchored, owners)
            if lost:
                told.add(link.key)
                yield Refusal("link-changed", f"page {sheet.number}: the link {link.key} {lost}")
            elif link.target is not None:
                goals[link.key] = (link.target.page, -(link.target.y or 0.0))
    yield from _ways_back(file, sheets)
    backs = _backs(file)
    known = [key for key in goals if key in backs]
    for one, other in zip(sorted(known, key=goals.__getitem__), sorted(known, key=backs.__getitem__), strict=True):
        if one != other:
            yield Refusal("destinations-changed", f"the link {one} leads to the row of another number")
            return
    for key in known:
        (page, down), (where, at) = goals[key], backs[key]
        if page != where or abs(down - at) > LINES:
            yield Refusal("destinations-changed", f"the link {key} leads to page {page + 1}, not to its row")
            return


def _lost(link: Link, anchored: bool, owners: dict[str, str]) -> str:
    """Where a link leads instead of to its row; *owners* are the keys of the names that TeX has shortened, so far."""
    short = link.name if _SHORT.fullmatch(link.name) else ""
    if link.name != link.key and (not short or owners.setdefault(short, link.key) != link.key):
        return f"leads to {link.address or link.name or 'no place with a name'}, not to the row of its number"
    return "leads nowhere" if anchored and link.target is None else ""


def _ways_back(file: PdfFile, sheets: Sequence[Sheet]) -> Iterator[Refusal]:
    """The first row that leads back to another place than its number on the page that it names."""
    pages = {label: at for at, label in reversed(list(enumerate(page_labels(file, len(sheets)))))}
    first: dict[tuple[str, int], Rect] = {}
    for at, sheet in enumerate(sheets):
        for link in sheet.links:
            if link.key:
                first.setdefault((link.key, at), link.rect)
    goal_of = pointer(file)
    for key, label, _, entries in _leading_back(file):
        rect = first.get((key, pages.get(label, -1)))
        if rect is None:
            continue
        _, goal = goal_of(entries)
        if goal is None or goal.page != pages[label] or _apart(goal, rect):
            yield Refusal("link-changed", f"the row of {key} leads not to its number on page {label}")
            return


def _apart(goal: Target, rect: Rect) -> bool:
    return goal.x is None or goal.y is None or max(abs(goal.x - rect[0]), abs(goal.y - rect[3])) > CLOSE


def _backs(file: PdfFile) -> dict[str, tuple[int, float]]:
    """For each key the page and height, from above, at which its row leads back to the pages that print it."""
    found: dict[str, tuple[int, float]] = {}
    for key, _, at, entries in _leading_back(file):
        rect = [float(side) for side in file.array(entries.get("Rect")) if isinstance(side, (int, float))]
        found.setdefault(key, (at, -max(rect[1::2], default=0.0)))
    return found


def _leading_back(file: PdfFile) -> Iterator[tuple[str, str, int, dict[str, Any]]]:
    """Each link of a row to a page that prints its number: key, label of that page, own page from 0, its entries."""
    for at, page in enumerate(file.pages()):
        for entries in (file.dictionary(one) for one in file.array(page.get("Annots"))):
            if BACK in entries:
                key, _, label = text_of(file.get(entries[BACK])).partition(" ")
                yield key, label, at, entries
