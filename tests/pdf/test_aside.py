"""Numbers of bookmarks and of the file's title stand on the pages, too."""

from __future__ import annotations

import pytest

from paperkit.pdf.aside import strays_aside
from paperkit.pdf.file import PdfFile
from paperkit.pdf.reading import read_sheets
from tests.pdf.test_acting import _moved
from tests.pdf.test_pages import plain_pdf

PAGE = b"BT /F1 10 Tf 10 80 Td (2.1 From 12 to 46 ms in 2026) Tj ET"


def strays(title: bytes = b"a", bookmark: bytes = b"b") -> list[tuple[int, str, str]]:
    raw = plain_pdf(PAGE).replace(b"/Pages 2 0 R", b"/Pages 2 0 R/Outlines<</First<</Title(%s)>>>>" % bookmark, 1)
    file = PdfFile(_moved(raw).replace(b"/Root 1 0 R", b"/Root 1 0 R/Info<</Title(%s)>>" % title))
    return [
        tuple(one) for one in ((each.sheet, each.text, each.around) for each in strays_aside(file, read_sheets(file)))
    ]


@pytest.mark.parametrize(
    "text", [b"From 12 to 46 ms", b"2.1 From 12 to 46 ms", b"ms in 2026", b"No number", b"2.1 FROM"]
)
def test_what_stands_on_a_page_is_accounted_for(text: bytes) -> None:
    assert strays(text, text) == []


def test_a_number_that_stands_on_no_page_with_its_words_is_found() -> None:
    assert strays(bookmark=b"99 times faster") == [(0, "99", "a bookmark: 99 times faster")]
    assert strays(bookmark=b"Faster by 12 ms") == [(0, "12", "a bookmark: Faster by 12 ms")]
    assert strays(title=b"7") == [(0, "7", "the title of the file: 7")]


def test_bookmarks_below_and_beside_others_are_read() -> None:
    assert strays(bookmark=b"a)/Next<</Title(b)/First<</Title(8 times)>>>>/C[1 0 0]/X(") == [
        (0, "8", "a bookmark: 8 times")
    ]
