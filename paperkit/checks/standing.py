"""Markers by the place at which they stand: by what is printed before them, in them and behind."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from paperkit.checks.tables import closing

AROUND = 100
"""So much of what is printed before and behind a marker must be as it was for it to stand where it stood."""
NEAR = 40
"""The same for a number that is no marker any more."""
_KEY = (12, 20)
"""Characters before and from the beginning of a number by which it is looked for."""
_MARKER = re.compile(r"\\pk(?:val|claim)[ \t\n]*\{")
_GAP = re.compile(r"[ \t\n]*\{")
_UNSEEN = re.compile(r"(?<!\\)%[^\n]*|\\pkfree\s*\{[^{}]*\}|\\(?:[A-Za-z]+\*?|(?![A-Za-z]))|[\s{}~]+")


@dataclass(frozen=True, slots=True)
class Written:
    """A marker that is written out: where it begins in its file, its first argument, its range in what is printed."""

    start: int
    expression: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Page:
    """What is printed of a file, nearly: no comments, commands, braces, spaces and reasons; with its markers in order.

    *parts* are (offset in *printed*, begin and end in the file) of what was read, one after the other.
    """

    text: str
    printed: str
    markers: tuple[Written, ...]
    parts: tuple[tuple[int, int, int], ...]

    def places(self) -> dict[tuple[str, str, str], list[Written]]:
        """The markers by what is printed around them and in them."""
        found: dict[tuple[str, str, str], list[Written]] = {}
        for each in self.markers:
            found.setdefault(self.around(each, AROUND), []).append(each)
        return found

    def around(self, each: Written, room: int) -> tuple[str, str, str]:
        """What is printed before a marker, in it and behind."""
        before = self.printed[max(0, each.begin - room) : each.begin]
        return before, self.printed[each.begin : each.end], self.printed[each.end : each.end + room]

    def origin(self, at: int) -> int:
        """Where in the file the character at offset *at* of what is printed stands."""
        offset, begin, end = self.parts[bisect_right(self.parts, (at, len(self.text), 0)) - 1]
        left = at - offset
        for start, stop in _kept(self.text, begin, end):
            if left < stop - start:
                return start + left
            left -= stop - start
        return end


@lru_cache(maxsize=64)
def read_page(text: str) -> Page:
    """What is printed of a file's text, and its markers; linear."""
    pieces: list[str] = []
    parts: list[tuple[int, int, int]] = []
    markers: list[Written] = []
    done = length = 0

    def take(begin: int, end: int) -> int:
        nonlocal length
        piece = "".join(text[start:stop] for start, stop in _kept(text, begin, end))
        parts.append((length, begin, end))
        pieces.append(piece)
        length += len(piece)
        return length

    for start, first, begin, end in _markers(text):
        at = take(done, start)
        markers.append(Written(start, first, at, take(begin, end)))
        done = end + 1
    take(done, len(text))
    return Page(text, "".join(pieces), tuple(markers), tuple(parts))


def standing(former: Page, page: Page) -> Iterator[tuple[Written, Written]]:
    """(marker before, marker now) of each marker that stands where one stood."""
    before = former.places()
    for place, found in page.places().items():
        known = before.get(place, [])
        if len(known) == len(found):
            yield from zip(known, found, strict=True)


def bare(former: Page, page: Page) -> Iterator[tuple[Written, int, int]]:
    """(marker before, begin and end in the file) of each that is gone, while what it printed still stands there."""
    now, width = page.places(), sum(_KEY)
    gone: dict[str, list[Written]] = {}
    before, after = (f"{' ' * _KEY[0]}{each.printed}{' ' * _KEY[1]}" for each in (former, page))
    for place, found in former.places().items():
        for each in found if place not in now else ():
            gone.setdefault(before[each.begin : each.begin + width], []).append(each)
    begins = [each.begin for each in page.markers]
    for begin in range(len(page.printed)) if gone else ():
        for each in gone.get(after[begin : begin + width], ()):
            there = Written(0, "", begin, begin + each.end - each.begin)
            at = bisect_right(begins, begin) - 1
            bound = at >= 0 and page.markers[at].end > begin
            if not bound and page.around(there, NEAR) == former.around(each, NEAR):
                yield each, page.origin(begin), page.origin(there.end - 1) + 1


def _kept(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Ranges of [begin, end) that are printed."""
    at = begin
    for found in _UNSEEN.finditer(text, begin, end):
        if found.start() > at:
            yield at, found.start()
        at = found.end()
    if at < end:
        yield at, end


def _markers(text: str) -> Iterator[tuple[int, str, int, int]]:
    """(start, first argument, begin and end of the printed one) of each marker that is written out."""
    at = 0
    while (found := _MARKER.search(text, at)) is not None:
        middle = closing(text, found.end())
        gap = _GAP.match(text, middle + 1)
        if gap is None:
            at = found.end()
            continue
        end = closing(text, gap.end())
        yield found.start(), text[found.end() : middle], gap.end(), end
        at = end
