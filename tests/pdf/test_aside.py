"""Numbers of bookmarks and of the file's title stand on the pages, too."""

from __future__ import annotations

import pytest

from paperkit.pdf.accounts import said, strays
from paperkit.pdf.aside import strays_aside
from paperkit.pdf.file import PdfFile
from paperkit.pdf.reading import read_sheets
from tests.pdf.test_acting import _moved
from tests.pdf.test_pages import plain_pdf

PAGE = b"BT /F1 10 Tf 10 80 Td (2.1 From 12 to 46 ms in 2026) Tj ET"


def aside(title: bytes = b"a", bookmark: bytes = b"b") -> list[tuple[int, str, str]]:
    raw = plain_pdf(PAGE).replace(b"/Pages 2 0 R", b"/Pages 2 0 R/Outlines<</First<</Title(%s)>>>>" % bookmark, 1)
    file = PdfFile(_moved(raw).replace(b"/Root 1 0 R", b"/Root 1 0 R/Info<</Title(%s)>>" % title))
    return [
        tuple(one) for one in ((each.sheet, each.text, each.around) for each in strays_aside(file, read_sheets(file)))
    ]


@pytest.mark.parametrize(
    "text", [b"From 12 to 46 ms", b"2.1 From 12 to 46 ms", b"ms in 2026", b"No number", b"2.1 FROM"]
)
def test_what_stands_on_a_page_is_accounted_for(text: bytes) -> None:
    assert aside(text, text) == []


def test_a_number_that_stands_on_no_page_with_its_words_is_found() -> None:
    assert aside(bookmark=b"99 times faster") == [(0, "99", "a bookmark: 99 times faster")]
    assert aside(bookmark=b"Faster by 12 ms") == [(0, "12", "a bookmark: Faster by 12 ms")]
    assert aside(title=b"7") == [(0, "7", "the title of the file: 7")]


def test_bookmarks_below_and_beside_others_are_read() -> None:
    assert aside(bookmark=b"a)/Next<</Title(b)/First<</Title(8 times)>>>>/C[1 0 0]/X(") == [
        (0, "8", "a bookmark: 8 times")
    ]


NOTE = b"/Annots[<</Type/Annot/Subtype/Stamp/Rect[9 9 60 30]/AP<</N<</On 5 0 R>>>>>>]"


@pytest.mark.parametrize(
    ("look", "notes"),
    [
        (b"BT /F 9 Tf (99.9) Tj ET", ["Stamp"]),
        (b"BT /F 9 Tf [(99) -20 (.9)]TJ ET", ["Stamp"]),
        (b"BT /F 9 Tf (99.9) ' ET", ["Stamp"]),
        (b"1 0 0 RG 0 0 50 20 re S /Tj gs", []),
    ],
)
def test_the_look_of_a_note_has_no_text(look: bytes, notes: list[str]) -> None:
    form = b"<</Subtype/Form/BBox[0 0 50 20]/Length %d>>\nstream\n%s\nendstream" % (len(look), look)
    raw = plain_pdf(b"BT ET", form).replace(b"/Contents 4 0 R", NOTE + b"/Contents 4 0 R")
    (sheet,) = read_sheets(PdfFile(_moved(raw)))
    found = [one.around for one in strays((sheet,), said(())) if one.text == "text"]
    assert found == [f"the look of a note of the kind {kind}" for kind in notes]
