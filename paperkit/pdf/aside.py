"""What a reader sees beside the pages: bookmarks and the title of the file. Their numbers stand on the pages, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paperkit.pdf.accounts import RUN, Stray, beside
from paperkit.pdf.bookmarks import bookmarks
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import text_of
from paperkit.pdf.normal import letters
from paperkit.pdf.sheets import Sheet


def strays_aside(file: PdfFile, sheets: Iterable[Sheet]) -> Iterator[Stray]:
    """Numbers of bookmarks and of the title that stand on no page with the same letters beside them."""
    titles = [("the title of the file", text_of(file.get(file.dictionary(file.trailer.get("Info")).get("Title"))))]
    titles += [("a bookmark", text_of(file.get(node.get("Title")))) for depth, node in bookmarks(file) if depth]
    said = [(what, title) for what, title in titles if RUN.search(title)]
    stream = letters("".join(sheet.text for sheet in sheets)).casefold() if said else ""  # some styles use capitals
    for what, title in said:
        for found in RUN.finditer(title):
            left, right = (text.casefold() for text in beside(title, *found.span()))
            number = letters(found[0])
            if not any(one and one in stream for one in (left and left + number, right and number + right)):
                yield Stray(0, found[0], f"{what}: {' '.join(title.split())[:60]}")
