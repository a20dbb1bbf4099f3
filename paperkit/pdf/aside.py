"""What a reader sees beside the pages: bookmarks and the title of the file. Their numbers stand on the pages, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from paperkit.pdf.accounts import RUN, Stray, beside
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import text_of
from paperkit.pdf.normal import letters
from paperkit.pdf.sheets import Sheet

MOST_BOOKMARKS = 100_000


def strays_aside(file: PdfFile, sheets: Iterable[Sheet]) -> Iterator[Stray]:
    """Numbers of bookmarks and of the title that stand on no page with the same letters beside them."""
    titles = [("the title of the file", text_of(file.get(file.dictionary(file.trailer.get("Info")).get("Title"))))]
    titles += [("a bookmark", title) for title in _bookmarks(file)]
    said = [(what, title) for what, title in titles if RUN.search(title)]
    stream = letters("".join(sheet.text for sheet in sheets)).casefold() if said else ""  # some styles use capitals
    for what, title in said:
        for found in RUN.finditer(title):
            left, right = (text.casefold() for text in beside(title, *found.span()))
            number = letters(found[0])
            if not any(one and one in stream for one in (left and left + number, right and number + right)):
                yield Stray(0, found[0], f"{what}: {' '.join(title.split())[:60]}")


def _bookmarks(file: PdfFile) -> Iterator[str]:
    left: list[Any] = [file.dictionary(file.catalog.get("Outlines")).get("First")]
    seen = 0
    while left and seen < MOST_BOOKMARKS:
        node, seen = file.dictionary(left.pop()), seen + 1
        if node:
            yield text_of(file.get(node.get("Title")))
            left += [node.get("Next"), node.get("First")]
