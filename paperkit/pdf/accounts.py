"""Every digit of a page accounted for: what the sources print there, or what LaTeX numbers by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from paperkit.pdf.links import Link, Rect
from paperkit.pdf.normal import letters
from paperkit.pdf.sheets import Sheet

NEAR = 5
"""Letters and digits beside a number that must be the same on the page and in the source, on one side."""
REACH = 40
"""Characters in which they are looked for."""
EDGE = 3.0
"""Points by which the characters of one line differ in height at most."""
REFERENCE = "§"
"""What stands for a reference in the text that the sources print."""
RUN = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
"""A number in digits."""
BELOW, ABOVE = 45.0, 5.0
"""Points below and above the place of a link's goal in which the number stands that it is a link to."""
_EXACT = frozenset({"cite", "equation", "Hfootnote", "section", "subsection"})
"""What names of places begin with at which the number stands itself; figures are far from their captions."""
_COUNTED = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})*")
"""What LaTeX counts: sections, tables, equations."""


@dataclass(frozen=True, slots=True)
class Stray:
    """Digits that nothing accounts for, with what stands around them; *sheet* is 0 for what is on no page."""

    sheet: int
    text: str
    around: str


@dataclass(frozen=True, slots=True)
class Said:
    """What the sources print, ready to be looked up."""

    before: frozenset[str]
    """Each number with the letters before it."""
    behind: frozenset[str]
    """Each number with the letters behind it."""
    openings: frozenset[str]
    """First letters of each block, all of a short one: what LaTeX puts a number before."""
    cited: frozenset[str] = frozenset()
    """Numbers in the bibliography."""
    referred: frozenset[str] = frozenset()
    """The letters before each reference: `Table` of `Table~\\ref{t}`."""


def said(texts: Iterable[str], bibliography: str = "") -> Said:
    """*texts* as the sources print them, their blocks in lines."""
    before, behind, openings, referred = set[str](), set[str](), set[str](), set[str]()
    for text in texts:
        for line in text.split("\n"):
            plain = letters(line)
            if plain:
                openings.add(plain[:NEAR])
        for found in re.finditer(REFERENCE, text):
            left = beside(text, found.start(), found.end())[0]
            referred |= {left} if len(left) == NEAR else set()
        for run, left, right in _runs(text):
            before.add(left + run)
            behind.add(run + right)
    numbers = frozenset(run for run, _, _ in _runs(bibliography))
    return Said(frozenset(before), frozenset(behind), frozenset(openings), numbers, frozenset(referred))


def _runs(text: str) -> Iterator[tuple[str, str, str]]:
    """Each number of *text* as its digits, with the letters and digits before and behind it."""
    for found in RUN.finditer(text):
        yield letters(found[0]), *beside(text, found.start(), found.end())


def beside(text: str, start: int, end: int) -> tuple[str, str]:
    """Letters and digits before and behind a part of *text*."""
    return letters(text[max(0, start - REACH) : start])[-NEAR:], letters(text[end : end + REACH])[:NEAR]


def strays(sheets: Sequence[Sheet], said: Said, labels: Sequence[str] = ()) -> Iterator[Stray]:
    """Digits on the pages that nothing accounts for; those of bound numbers and within graphics are not looked at.

    *labels* is what each page is called; its number where that is missing.
    """
    labels = labels or [str(sheet.number) for sheet in sheets]
    citing = _citing(sheets)
    for sheet in sheets:
        yield from _Page(sheet, said, sheets, labels, citing).strays()


def _citing(sheets: Sequence[Sheet]) -> frozenset[int]:
    """Numbers of the pages that citations lead to; all where the file has no such links."""
    found = {
        link.target.page + 1
        for sheet in sheets
        for link in sheet.links
        if link.target is not None and link.name.startswith("cite.")
    }
    return frozenset(found or (sheet.number for sheet in sheets))


class _Page:
    """One page while its digits are accounted for."""

    def __init__(
        self, sheet: Sheet, said: Said, sheets: Sequence[Sheet], labels: Sequence[str], citing: frozenset[int]
    ) -> None:
        self.sheet, self.said, self.sheets, self.labels, self.citing = sheet, said, sheets, labels, citing
        self.bound = sheet.bound()
        self.plain = [link for link in sheet.links if not link.key]

    def strays(self) -> Iterator[Stray]:
        """Those of this page, of notes that a viewer shows on it, and of what is drawn as lines."""
        text = self.sheet.text
        for note in (link for link in self.sheet.links if link.subtype == "FreeText"):
            for found in RUN.finditer(note.tip):
                yield Stray(self.sheet.number, found[0], f"a note over the page: {' '.join(note.tip.split())[:40]}")
        for note in (link for link in self.sheet.links if link.writes):
            yield Stray(self.sheet.number, "text", f"the look of a note of the kind {note.subtype}")
        for digits, (x, y, _, _) in self.sheet.drawn_outlines(None):
            yield Stray(self.sheet.number, digits, f"lines drawn at {x:.0f}, {y:.0f} pt")
        for found in RUN.finditer(text):
            start, end = found.span()
            if self.bound and all(at in self.bound for at in range(start, end) if text[at].isdigit()):
                continue
            if not self._accounted(start, end, letters(found[0]), found[0]):
                around = " ".join(text[max(0, start - 25) : end + 25].split())
                yield Stray(self.sheet.number, found[0], around)

    def _accounted(self, start: int, end: int, run: str, shown: str) -> bool:
        left, right = beside(self.sheet.text, start, end)
        said = self.said
        if left + run in said.before or run + right in said.behind:
            return True
        counted = _COUNTED.fullmatch(shown) is not None
        if counted and (right in said.openings or self._rest_of_line(end) in said.openings):
            return True
        at = self._centre(start, end)
        return (
            any(_within(at, rect) for rect in self.sheet.graphics)
            or self._linked(at, run, shown)
            or self._page_number(start, end, shown)
            or (counted and self._equation(start, end))
            or self._reference(start, end, run)
            or (counted and left in said.referred and not any(_within(at, link.rect) for link in self.plain))
        )

    def _rest_of_line(self, end: int) -> str:
        """Letters up to the end of the line, where they are fewer than what blocks are known by."""
        line = letters(self.sheet.text[end : end + REACH].splitlines()[0]) if self.sheet.text[end : end + 1] else ""
        return line if 0 < len(line) < NEAR else "\0"

    def _centre(self, start: int, end: int) -> tuple[float, float]:
        x0, y0, x1, y1 = _around(self.sheet.boxes[start:end])
        return (x0 + x1) / 2, (y0 + y1) / 2

    def _linked(self, at: tuple[float, float], run: str, shown: str) -> bool:
        """A reference: the page that it leads to shows the number, or is called so; an address has it in it."""
        for link in self.plain:
            if not _within(at, link.rect):
                continue
            if link.address:
                return run in letters(link.address)
            if link.target is None:
                return False
            return self.labels[link.target.page] == shown or _shows(self.sheets[link.target.page], shown, link)
        return self._contents(at, shown)

    def _contents(self, at: tuple[float, float], shown: str) -> bool:
        """A page number in a table of contents: a link on the same line leads to the page that is called so."""
        lines = (link for link in self.plain if link.rect[1] - EDGE <= at[1] <= link.rect[3] + EDGE)
        return any(link.target is not None and self.labels[link.target.page] == shown for link in lines)

    def _page_number(self, start: int, end: int, shown: str) -> bool:
        """The page's own number in its first or last line."""
        if shown != self.labels[self.sheet.number - 1]:
            return False
        boxes = self.sheet.boxes
        _, low, _, high = _around(boxes[boxes[:, 2] > boxes[:, 0]])
        return bool(boxes[start, 1] <= low + EDGE or boxes[end - 1, 3] >= high - EDGE)

    def _equation(self, start: int, end: int) -> bool:
        """A number in brackets that ends its line, apart from what stands before it."""
        text, boxes = self.sheet.text, self.sheet.boxes
        if text[start - 1 : start] != "(" or text[end : end + 1] != ")" or text[end + 1 : end + 2].strip():
            return False
        before = start - 2
        while before >= 0 and text[before] == " ":
            before -= 1
        alone = before < 0 or text[before] in "\r\n" or abs(boxes[before, 1] - boxes[start, 1]) > 4 * EDGE
        return alone or float(boxes[start - 1, 0] - boxes[before, 2]) > 4 * EDGE

    def _reference(self, start: int, end: int, run: str) -> bool:
        """The number of an entry of the bibliography, or a number in one."""
        if self.sheet.number not in self.citing or not self.said.cited:
            return False
        text = self.sheet.text
        label = text[start - 1 : start] == "[" and text[end : end + 1] == "]"
        return label or run in self.said.cited


def _around(boxes: Any) -> Rect:
    """The box around some boxes, at least one."""
    import numpy as np

    (x0, y0), (x1, y1) = np.min(boxes[:, :2], axis=0).tolist(), np.max(boxes[:, 2:], axis=0).tolist()
    return (x0, y0, x1, y1)


def _within(at: tuple[float, float], rect: Rect) -> bool:
    return rect[0] <= at[0] <= rect[2] and rect[1] <= at[1] <= rect[3]


def _shows(sheet: Sheet, shown: str, link: Link) -> bool:
    """Whether a page has the number somewhere; what a link leads to exactly has it there."""
    found = re.finditer(rf"(?<![0-9.,]){re.escape(shown)}(?![0-9]|[.,][0-9])", sheet.text)
    if link.target is None or link.target.y is None or link.name.partition(".")[0] not in _EXACT:
        return next(found, None) is not None
    low, high = link.target.y - BELOW, link.target.y + ABOVE
    return any(low <= sheet.boxes[one.start(), 1] <= high for one in found)
