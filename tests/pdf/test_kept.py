"""Pages that are kept from one reading to the next."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from paperkit.pdf.file import PdfFile
from paperkit.pdf.kept import kept_text, read_kept
from paperkit.pdf.reading import read_sheets
from paperkit.pdf.sheets import Sheet

BOXES = np.array([[1.5, 2, 3, 4]] * 4, np.float32)
BOX = (0.0, 0.0, 595.276, 841.89)
HALVES = Sheet(1, BOX, "x\ud835\udc65\0", BOXES, faults={2: "faint"}, graphics=((1, 2, 3, 4.25),))


def same(one: Sheet, other: Sheet) -> bool:
    seen = [(each.box, each.text, each.faults, each.graphics) for each in (one, other)]
    return seen[0] == seen[1] and bool((one.boxes == other.boxes).all())


def test_a_page_comes_back_as_it_was_with_halves_of_characters() -> None:
    assert same(read_kept(kept_text([("key", HALVES)]))["key"], HALVES)


def test_what_was_cut_short_is_read_as_nothing() -> None:
    assert read_kept(kept_text([("key", HALVES)])[:-1]) == {}
    assert read_kept(b"[1]\n") == {}


def test_pages_that_are_known_are_not_read_but_have_their_document_s_links(typeset: Callable[..., Path]) -> None:
    file = PdfFile(typeset("\\documentclass{article}\\begin{document}a\\newpage b\\end{document}").read_bytes())
    first = read_sheets(file)
    again = read_sheets(file, [HALVES, *[None] * (len(first) - 1)])
    assert again[0].text == HALVES.text
    assert again[0].links == first[0].links
    assert all(map(same, first[1:], again[1:]))
