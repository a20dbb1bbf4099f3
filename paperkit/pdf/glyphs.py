"""Whether characters look like what the file calls them: the same shape of the same font is looked at once.

What looks odd on the page may have something drawn through it, and what stands askew cannot be compared as it stands:
both are looked at again upright, with nothing else on the page.
"""

from __future__ import annotations

import ctypes
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from paperkit.pdf.links import Rect
from paperkit.pdf.runs import Run, Runs
from paperkit.pdf.shapes import Look, look_at, looks_like
from paperkit.pdf.sheets import Sheet, char_boxes, char_text
from paperkit.pdf.signs import SIGNS

DIGITS = frozenset("0123456789")


class Known(NamedTuple):
    """What is known of the fonts of a file while its pages are read."""

    well: set[Hashable]
    """Shapes that were found to look as they should."""
    twofold: frozenset[str]
    """Names of fonts that may draw one character in two ways: each is looked at."""


class Glyphs:
    """The characters of one page."""

    def __init__(self, page: Any, sheet: Sheet, runs: Runs, objects: list[Any], known: Known) -> None:
        self.page, self.sheet, self.runs, self.objects, self.known = page, sheet, runs, objects, known

    def odd(self, places: Iterable[int]) -> list[int]:
        """Which digits of those at *places* look like other ones, or like none; of those that the page draws itself."""
        digits = [at for at in places if self.sheet.text[at] in DIGITS]
        boxes, addresses = map(tuple, self.sheet.boxes[digits].tolist()), self.runs.addresses(digits)
        found = zip(digits, boxes, self.runs.of(digits), addresses, strict=True)
        return [at for at, box, run, own in found if self.unlike(at, box, run) and self._object(own) is not None]

    def _object(self, address: int | None) -> Any:
        """The object of the page itself that lies there; None for one within a graphic."""
        return next((one for one in self.objects if ctypes.addressof(one.contents) == address), None)

    def unlike(self, at: int, box: Rect, run: Run) -> bool:
        """Whether a digit or sign in *box* does not look like itself."""
        character = self.sheet.text[at]
        if (character not in DIGITS and character not in SIGNS) or not (run.across and run.up):
            return False
        key: Hashable = (run.font, character)
        if run.quarters is not None:
            wide, high = round((box[2] - box[0]) / run.across, 2), round((box[3] - box[1]) / run.up, 2)
            key = (run.font, character, wide, high, run.quarters)
        if key in self.known.well and run.plain and run.name not in self.known.twofold:
            return False
        look = look_at(self.page, self.sheet.box, box, run.quarters) if run.quarters is not None else None
        if look is None or not looks_like(character, look, run.up):
            alone = self._alone(at, run)
            if (look is not None and alone is None) or (alone is not None and not looks_like(character, alone, run.up)):
                return True
        if run.plain:
            self.known.well.add(key)
        return False

    def _alone(self, at: int, run: Run) -> Look | None:
        """How a character looks upright and with nothing else on the page; None where that cannot be told."""
        import pypdfium2.raw as pdfium

        inked = [n for n, one in enumerate(self.sheet.text) if not one.isspace()]
        addresses = self.runs.addresses(inked)
        own = addresses[inked.index(at)]
        order = sum(address == own for address in addresses[: inked.index(at)])
        with self._only(own, run) as there:
            if not there:
                return None
            text = pdfium.FPDFText_LoadPage(self.page)
            characters, boxes = char_text(text), char_boxes(text).tolist()
            places = [n for n, one in enumerate(characters) if not one.isspace()]
            mine = [n for n, one in zip(places, Runs(text, 0).addresses(places), strict=True) if one == own]
            pdfium.FPDFText_ClosePage(text)
            if order >= len(mine) or characters[mine[order]] != self.sheet.text[at]:
                return None
            x0, y0, x1, y1 = boxes[mine[order]]
            return look_at(self.page, self.sheet.box, (x0, y0, x1, y1))

    @contextmanager
    def _only(self, address: int | None, run: Run) -> Iterator[bool]:
        """The page with one object alone, which stands upright; whether it is one of the page itself."""
        import pypdfium2.raw as pdfium

        own = self._object(address)
        if own is None:
            yield False
            return
        before = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(own, before)
        others = [one for one in self.objects if one is not own]
        for one in others:
            pdfium.FPDFPageObj_SetIsActive(one, False)
        across, up = run.across / run.size, run.up / run.size
        pdfium.FPDFPageObj_SetMatrix(own, pdfium.FS_MATRIX(across, 0, 0, up, before.e, before.f))
        try:
            yield True
        finally:
            pdfium.FPDFPageObj_SetMatrix(own, before)
            for one in others:
                pdfium.FPDFPageObj_SetIsActive(one, True)
