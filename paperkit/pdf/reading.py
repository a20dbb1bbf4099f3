"""The pages of a file read in one pass with pdfium; those of a long one by several processes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from paperkit.pdf.acting import acts_on
from paperkit.pdf.file import PdfFile
from paperkit.pdf.fonts import twofold
from paperkit.pdf.glyphs import DIGITS, Glyphs, Known
from paperkit.pdf.graphics import graphics_of
from paperkit.pdf.ink import Ink
from paperkit.pdf.links import linker
from paperkit.pdf.outlines import outlines
from paperkit.pdf.runs import Runs
from paperkit.pdf.sheets import Sheet, box_of, char_boxes, char_text, objects_of, opened, page_of
from paperkit.pdf.signs import SIGNS
from paperkit.pdf.syntax import PdfError
from paperkit.process.shared import Shared, spare

MANY = 40
"""Pages from which on they are worth another process."""
_DIGIT = re.compile(r"[0-9]")


def read_sheets(file: PdfFile, known: Sequence[Sheet | None] = ()) -> tuple[Sheet, ...]:
    """Every page of a file. Raises PdfError where it cannot be read.

    *known* is what pages show that are read already, None for the others; nothing where none is.
    """
    with pages_of(file, known) as read:
        return tuple(map(read, range(len(file.pages()))))


@contextmanager
def reading(file: PdfFile) -> Iterator[Callable[[], tuple[Sheet, ...]]]:
    """A function that gives every page; of a long file they are read from now on, by processes that have nothing to do.

    The function raises PdfError where the file cannot be read.
    """
    count = 0 if file.encrypted else len(file.pages())
    copies = spare() if count >= MANY else 0
    if not copies:
        yield lambda: read_sheets(file)
        return
    import numpy  # noqa: F401, ICN001 -- once, and not in each of the processes
    import pypdfium2.raw  # noqa: F401

    with Shared(count, lambda: pages_of(file), copies) as shared:
        yield shared.results


@contextmanager
def pages_of(file: PdfFile, known: Sequence[Sheet | None] = ()) -> Iterator[Callable[[int], Sheet]]:
    """A function that reads a page (from 0); *known* as of `read_sheets`. Raises PdfError."""
    import pypdfium2.raw as pdfium

    pages, links_on = file.pages(), linker(file)
    shapes = Known(set(), twofold(file, DIGITS | frozenset(SIGNS)))
    with opened(file.raw) as document:
        shown = pdfium.FPDF_GetPageCount(document)
        if shown != len(pages):
            raise PdfError(f"one reader finds {shown} pages in it, and another {len(pages)}")

        def read(at: int) -> Sheet:
            page, was = pages[at], known[at] if known else None
            links, acts = links_on(page), acts_on(file, page)
            if was is not None:  # of another file, in which the page looks the same
                return replace(was, number=at + 1, links=links, acts=acts, known={})
            told = set[int]()
            with page_of(document, at, told) as (handle, text):
                graphics = graphics_of(file, page)
                plain = Sheet(at + 1, box_of(handle), char_text(text), char_boxes(text), links, {}, graphics, acts)
                pdfium.FPDFPage_SetRotation(handle, 0)  # boxes do not turn with the page
                objects = objects_of(handle)
                faults = _faults(Glyphs(handle, plain, Runs(text, plain.number, told), objects, shapes), plain)
                return replace(plain, faults=faults, outlines=outlines(handle, plain.box, objects, plain.solid()))

        yield read


def _faults(glyphs: Glyphs, sheet: Sheet) -> dict[int, str]:
    """What hides a digit or a character of a bound number, and which digits are drawn like other ones."""
    keyed = [link.rect for link in sheet.links if link.key]
    digits = [one.start() for one in _DIGIT.finditer(sheet.text)]
    if not digits and not keyed:
        return {}
    ink = Ink(glyphs.page, sheet, glyphs)
    found = ink.faults(keyed) if keyed else {}
    bound = sheet.bound()
    others = [at for at in digits if at not in bound and not sheet.drawn(at)]
    unseen = ink.unseen(others) if others else {}
    words = [at for at in sheet.letters() if at not in bound]
    invisible = ink.invisible(words) if words else {}
    return {**unseen, **invisible, **dict.fromkeys(glyphs.odd(others), "unlike"), **found}
