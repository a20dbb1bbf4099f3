"""Whether what is printed can be seen: each character of a bound number is looked at on the rendered page."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from paperkit.pdf.astray import astray
from paperkit.pdf.clips import unclipped
from paperkit.pdf.glance import LEVELS, beside, lying_over, pale, plainly_inked
from paperkit.pdf.glyphs import Glyphs
from paperkit.pdf.links import Rect
from paperkit.pdf.marks import reads_as_part, strikes
from paperkit.pdf.order import parted
from paperkit.pdf.render import render
from paperkit.pdf.runs import Run
from paperkit.pdf.sheets import Sheet, bounds, half_stroke
from paperkit.pdf.touching import suffix_on

if TYPE_CHECKING:
    import numpy as np

    from paperkit.pdf.glance import Boxes

    Picture = np.ndarray[Any, np.dtype[np.uint8]]
    Mask = np.ndarray[Any, np.dtype[np.bool_]]

SCALE = 1.5
"""Pixels to a point at the first look; whatever looks odd is looked at again, closely."""
CLOSE = 30.0
"""Pixels that the lesser side of a character has at the close look."""
MOST_CLOSE = 40.0
"""Pixels to a point at most."""
CONTRAST = 1.5
"""Ratio of luminances below which print is as good as none; WCAG 2 asks for 4.5 of text that is to be read."""
CUT = 0.2
"""Part of a character's height or width that may lack ink on one side before it counts as cut off."""
MARGIN = 1.0
"""Points around a character in which its ground is looked for."""
SOME = 40
"""Characters of a page that are looked at closely because they show nothing at the first look."""
TINY = 2.0
"""Points: digits and letters lower than this cannot be read."""


class Ink:
    """One page under the eye."""

    def __init__(self, page: Any, sheet: Sheet, glyphs: Glyphs) -> None:
        self.page, self.sheet, self.glyphs, self.objects = page, sheet, glyphs, glyphs.objects
        self.laid = [link for link in sheet.links if link.shows]
        self.picture = render(page, sheet.box, sheet.box, SCALE, notes=bool(self.laid))
        self.covers = tuple(self._covers())
        self.runs = glyphs.runs

    def faults(self, rects: Iterable[Rect]) -> dict[int, str]:
        """What is wrong with the characters inside *rects*, a word for each: `outside`, `tiny`, `turned`, `stretched`,
        `replaced`, `faint`, `cut`, `overprinted`, `covered`, `unlike`, `marked`, `struck`, `parted`, `astray`.
        """
        listed = list(rects)
        inside, near = self.sheet.all_beside(listed)
        text, behind = self.sheet.text, [suffix_on(self.sheet, rect).places for rect in listed]
        places = sorted({at for one in (*inside, *behind) for at in one if not text[at].isspace()})
        boxes, runs, overprinted = self.sheet.boxes[places].astype("float64"), self.runs.of(places), self._over(near)
        inked = plainly_inked(self.picture, boxes, self.sheet.box[0], self.sheet.box[3], SCALE)
        easy, found = (inked & self._free(boxes)).tolist(), {}
        for n, (at, box, run) in enumerate(zip(places, map(tuple, boxes.tolist()), runs, strict=True)):
            over = at in overprinted
            odd = over or run.odd or not run.plain or not easy[n]
            fault = self._judge(at, box, run, over, bool(inked[n])) if odd else ""
            if fault or self.glyphs.unlike(at, box, run):
                found[at] = fault or "unlike"
        known = dict(zip(places, runs, strict=True))
        for one in inside:
            digits = [at for at in one if text[at].isdigit()]
            fault = self._marked(digits) if digits else ""
            if fault:
                found.setdefault(digits[0], fault)
            inked_ones = [at for at in one if not text[at].isspace()]
            found |= dict.fromkeys(parted(text, self.sheet.boxes, inked_ones, known), "parted")
        upright = [[at for at in one if at in known and text[at].isalnum()] for one in inside]
        for at in astray(text, self.sheet.boxes, [one for one in upright if one and known[one[0]].quarters == 0]):
            found.setdefault(at, "astray")
        return found

    def unseen(self, places: list[int]) -> dict[int, str]:
        """As `faults`, of characters of no bound number: only whether they can be seen at all."""
        boxes, runs = self.sheet.boxes[places].astype("float64"), self.runs.of(places)
        inked = plainly_inked(self.picture, boxes, self.sheet.box[0], self.sheet.box[3], SCALE)
        easy = (inked & self._free(boxes)).tolist()
        odd = (
            (at, self._judge(at, box, run, overprinted=False, inked=inked[n]))
            for n, (at, box, run) in enumerate(zip(places, map(tuple, boxes.tolist()), runs, strict=True))
            if run.odd or not easy[n]
        )
        return {at: fault for at, fault in odd if fault}

    def invisible(self, places: list[int]) -> dict[int, str]:
        """The letters and digits among *places* that nobody can see (`blank`); as many as tell that there are some."""
        boxes = self.sheet.boxes[places].astype("float64")
        dim = pale(self.picture, boxes, self.sheet.box[0], self.sheet.box[3], SCALE).nonzero()[0].tolist()
        listed = [(places[n], tuple(boxes[n].tolist())) for n in dim]
        x0, y0, x1, y1 = self.sheet.box
        within = (one for one in listed if one[1][0] >= x0 and one[1][2] <= x1 and one[1][1] >= y0 and one[1][3] <= y1)
        return {at: "blank" for at, box in islice(within, SOME) if self._empty(box)}

    def _empty(self, box: Rect) -> bool:
        """Whether a character has no colour but that of its ground; a bright one is no number's, and can be seen."""
        near = self._near(box, MARGIN / 2)[:, :, :3].astype("int16")  # a bar fills all of its box
        return bool((near.max(axis=(0, 1)) - near.min(axis=(0, 1))).max() < LEVELS)

    def _free(self, boxes: Boxes) -> Mask:
        """Whether each box lies on the page, is large enough, and meets nothing but text."""
        import numpy as np

        x0, y0, x1, y1 = self.sheet.box
        found: Mask = (boxes[:, 0] >= x0) & (boxes[:, 1] >= y0) & (boxes[:, 2] <= x1) & (boxes[:, 3] <= y1)
        found &= np.maximum(boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]) >= TINY
        things = [*(rect for _, _, rect in self.covers), *(link.rect for link in self.laid)]
        if things:
            found[[at for one in beside(boxes, things)[1] for at in one]] = False
        return found

    def _marked(self, digits: list[int]) -> str:
        """What is drawn beside digits that reads as part of their number (`marked`), or through it (`struck`)."""
        if not self.covers:
            return ""
        boxes = self.sheet.boxes[digits]
        low, high = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
        number, things = (low[0], low[1], high[0], high[1]), [rect for _, _, rect in self.covers]
        body = (
            low[0],
            float(boxes[:, 1].max()),
            high[0],
            float(boxes[:, 3].min()),
        )  # none where they stand in two lines
        return "marked" if reads_as_part(number, things) else "struck" if strikes(body, things) else ""

    def _over(self, near: list[list[int]]) -> set[int]:
        """Characters of a group that another of it lies over, which belongs to no ligature with them."""
        text = self.sheet.text
        groups = [[at for at in one if not text[at].isspace()] for one in near]
        pairs = ((at, other) for _, at, other in lying_over(self.sheet.boxes, groups))
        return {at for at, other in pairs if not self.sheet.joined(at, other) and not self.runs.askew(at, other)}

    def _judge(self, at: int, box: Rect, run: Run, overprinted: bool, inked: bool) -> str:
        """What is wrong with a character that does not look right at once."""
        x0, y0, x1, y1 = self.sheet.box
        if box[0] < x0 or box[2] > x1 or box[1] < y0 or box[3] > y1:
            return "outside"
        character = self.sheet.text[at]
        if (character.isalnum() or character in "%‰") and max(box[3] - box[1], box[2] - box[0]) < TINY:
            return "tiny"
        if run.odd or overprinted:
            return run.odd or "overprinted"
        fault = "" if inked else self._closely(box)
        if fault == "faint" or (fault and run.straight):  # what stands askew does not fill its box
            return fault
        if not run.plain and self._clipped(at, box):
            return "cut"
        over = [(order, one) for order, one, rect in self.covers if meet(box, rect)]
        laid = any(meet(box, one.rect) for one in self.laid)
        return "covered" if laid or (over and self._covered(at, box, over)) else ""

    def _near(self, box: Rect, margin: float) -> Picture:
        """The character large, in colour, with *margin* points around it."""
        wide = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
        return render(self.page, self.sheet.box, wide, _closeness(box), grey=False)

    def _closely(self, box: Rect) -> str:
        light = _luminance(self._near(box, MARGIN))
        rim = (light[0], light[-1], light[:, 0], light[:, -1])
        ground = _median([float(one) for line in rim for one in line])
        edge = max(1, round(MARGIN * _closeness(box)))
        inner = light[edge:-edge, edge:-edge]
        ratio = (inner + 0.05) / (ground + 0.05)
        inked: Mask = (ratio >= CONTRAST) | (ratio <= 1 / CONTRAST)
        return "faint" if not inked.any() else "" if _fills(inked, CUT) else "cut"

    def _covers(self) -> Iterable[tuple[int, Any, Rect]]:
        """What may lie over print: (order, object, box) of filled paths, images, shadings and included graphics."""
        import pypdfium2.raw as pdfium

        mode, stroke = ctypes.c_int(), ctypes.c_int()
        for order, one in enumerate(self.objects):
            kind, air = pdfium.FPDFPageObj_GetType(one), 0.0
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                continue
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                pdfium.FPDFPath_GetDrawMode(one, ctypes.byref(mode), ctypes.byref(stroke))
                if mode.value == pdfium.FPDF_FILLMODE_NONE and not stroke.value:
                    continue
                air = half_stroke(one) if stroke.value else 0.0
            x0, y0, x1, y1 = bounds(one)
            yield order, one, (x0 + air, y0 + air, x1 - air, y1 - air)

    def _covered(self, at: int, box: Rect, meeting: list[tuple[int, Any]]) -> bool:
        """Whether the character looks otherwise without what is drawn over it."""
        import pypdfium2.raw as pdfium

        place = self._order(at)
        over = [one for order, one in meeting if place is not None and order > place]
        if not over:
            return False
        shown = self._near(box, 0.0)
        for one in over:
            pdfium.FPDFPageObj_SetIsActive(one, False)
        bare = self._near(box, 0.0)
        for one in over:
            pdfium.FPDFPageObj_SetIsActive(one, True)
        return _differ(shown, bare)

    def _clipped(self, at: int, box: Rect) -> bool:
        """Whether the character looks otherwise without the clip that it is drawn in."""
        place = self._order(at)
        if place is None:
            return False
        shown = self._near(box, 0.0)
        with unclipped(self.objects[place]) as there:
            return there and _differ(shown, self._near(box, 0.0))

    def _order(self, at: int) -> int | None:
        """Of the object that draws a character; None for one within a graphic."""
        (own,) = self.runs.addresses([at])
        return next((n for n, one in enumerate(self.objects) if ctypes.addressof(one.contents) == own), None)


def meet(one: Rect, other: Rect) -> bool:
    """Whether two boxes have an area in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _differ(shown: Picture, bare: Picture) -> bool:
    """Whether a good part of a character looks otherwise."""
    differing = abs(shown.astype("int16") - bare).max(axis=2) > LEVELS
    return bool(differing.mean() > CUT * CUT)


def _fills(inked: Mask, spare: float) -> bool:
    """Whether ink reaches all four sides, but for the part *spare* of the way on each."""
    import numpy as np

    for places, size in zip(inked.nonzero(), inked.shape, strict=True):
        if not len(places) or np.min(places) > spare * size or size - 1 - np.max(places) > spare * size:
            return False
    return True


def _closeness(box: Rect) -> float:
    """Pixels to a point of the close look."""
    return min(MOST_CLOSE, CLOSE / max(0.1, min(box[2] - box[0], box[3] - box[1])))


def _median(found: list[float]) -> float:
    return sorted(found)[len(found) // 2]


def _luminance(pixels: Picture) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Relative luminance (0 to 1) of each pixel, after WCAG 2."""
    import numpy as np

    parts = pixels[:, :, 2::-1] / 255.0
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    found: np.ndarray[Any, np.dtype[np.float64]] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return found
