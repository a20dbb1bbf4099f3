"""What leads a reader through a sealed PDF, held against its pages and sources, as far as a file alone can tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from paperkit.pdf.bookmarks import bookmarks
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import pointer, text_of
from paperkit.pdf.normal import letters
from paperkit.pdf.sheets import Sheet
from paperkit.proving.tampering import Refusal

USUAL = frozenset({"https", "http", "mailto", "doiorg", "dxdoiorg", "arxivorg", "abs", "pdf"})
"""Parts of addresses that styles of bibliographies put before what the sources have."""
_PARTS = re.compile(r"[/:?#&=]+")


def misleading(
    file: PdfFile, sheets: Sequence[Sheet], sources: Iterable[bytes], ledger: Mapping[str, Any]
) -> Iterator[Refusal]:
    """Numbers with no link or two, addresses that no source has, bookmarks that lead to other words than theirs.

    *sources* are the attached files of the project.
    """
    known = _known(sources)
    yield from _unlinked(sheets, ledger)
    yield from _twice(sheets)
    yield from _addresses(sheets, known)
    yield from _bookmarks(file, sheets, known)
    for page in file.pages():
        if file.get(page.get("UserUnit", 1)) != 1:
            yield Refusal("page-changed", "a page says that its points are no points, which some readers heed")
            break


def _unlinked(sheets: Iterable[Sheet], ledger: Mapping[str, Any]) -> Iterator[Refusal]:
    """Whether no number at all has a link, though the ledger has numbers that are printed."""
    keys = {key for marker in ledger["markers"] for key in marker.get("keys", ()) if marker.get("places")}
    if keys and not any(link.key for sheet in sheets for link in sheet.links):
        yield Refusal("link-changed", f"no number on the pages has a link to its evidence, and {len(keys)} had one")


def _known(sources: Iterable[bytes]) -> str:
    """Letters and digits of all sources, as LaTeX writes them."""
    texts = (raw.decode("utf-8", "replace") for raw in sources)
    return "\n".join(letters(re.sub(r"\\([%#&_{}~])", r"\1", text)) for text in texts).casefold()


def _twice(sheets: Iterable[Sheet]) -> Iterator[Refusal]:
    """Numbers over which two links to evidence lie."""
    for sheet in sheets:
        owned: set[int] = set()
        for link in (link for link in sheet.links if link.key):
            inside = sheet.inside(link.rect)
            if not owned.isdisjoint(inside):
                yield Refusal("link-changed", f"page {sheet.number}: two links lie over one number, {link.key} is one")
                break
            owned.update(inside)


def _addresses(sheets: Iterable[Sheet], known: str) -> Iterator[Refusal]:
    told = set[str]()
    for sheet in sheets:
        for address in (link.address for link in sheet.links if link.address):
            parts = [letters(part).casefold() for part in _PARTS.split(address)]
            lost = next((part for part in parts if part not in USUAL and part not in known), "")
            if lost and address not in told:
                told.add(address)
                yield Refusal("link-changed", f"page {sheet.number}: a link leads to {address}, which no source names")


def _bookmarks(file: PdfFile, sheets: Sequence[Sheet], known: str) -> Iterator[Refusal]:
    """Bookmarks whose words stand on the pages, and not on the one that they lead to; or in no source either."""
    texts, goal_of = [letters(sheet.text).casefold() for sheet in sheets], pointer(file)
    stream = "".join(texts)
    for depth, node in bookmarks(file):
        title = text_of(file.get(node.get("Title")))
        words = letters(title).casefold()
        if not depth or not words:
            continue
        if words not in stream:
            some = -(-len(words) * 2 // 3)  # of a formula, the rest is set otherwise
            if not any(part in text for part in (words[:some], words[-some:]) for text in (stream, known)):
                yield Refusal("bookmarks-changed", f"the bookmark {title!r} stands on no page and in no source")
            continue
        _, goal = goal_of(node)
        if goal is not None and words not in texts[goal.page] and any(words in text for text in texts):
            where = f"leads to page {goal.page + 1}, which has other words"
            yield Refusal("bookmarks-changed", f"the bookmark {title!r} {where}")
