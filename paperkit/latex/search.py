"""The search for numerals: one regular expression over the printed text, plain numbers by a short way."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from operator import attrgetter, lt

from paperkit.latex.alphabet import BREAK, CELL, ROW, SUB, SUB_END, SUPER, SUPER_END
from paperkit.latex.context import CHAINED
from paperkit.latex.document import Marker, Numeral, Role, Trouble
from paperkit.latex.numbersigns import find_signs
from paperkit.latex.numerals import Finder, Found
from paperkit.latex.printed import Mode, Printed
from paperkit.latex.reading import DECIMAL, DIGITS, START, THOUSANDS, Reading
from paperkit.latex.romans import find_romans
from paperkit.latex.units import NOTHING
from paperkit.latex.words import Worded, find_words
from paperkit.source import Span

_TABLE = frozenset((CELL, ROW, BREAK))
_COMMAS = (",", ";")
_OPEN = frozenset((" ", *_TABLE))
_BEFORE, _BEHIND = frozenset((*_TABLE, *_COMMAS)), frozenset((*_TABLE, *"0123456789"))
_number = lru_cache(maxsize=65_536)(Decimal)
NEAR = 32
"""Pieces of text between two numerals, mostly."""
_CLAIM, _STRUCTURE = Role.CLAIM, Role.STRUCTURE
_JUDGED = frozenset({"cell", "date", "drawing"})
"""Places in which a number that stands alone may be structure."""
_SCRIPTS, _SCRIPT_ENDS = (SUPER, SUB), (SUPER_END, SUB_END)


def find_numerals(printed: Printed, markers: tuple[Marker, ...], troubles: list[Trouble]) -> tuple[Numeral, ...]:
    """All numerals, in the order of the text; one that is printed twice from the same place comes once."""
    search = Search(printed)
    digits = search.find()
    words = tuple(find_words(printed, [(found.start, found.end) for found in digits]))
    torn = [(word.start, word.end) for word in words if _torn(printed, word)]
    for start, end in (*search.astray, *torn):
        message = "this number goes on outside its marker, so that a reader takes it for another one"
        troubles.append(Trouble(printed.place(start, end)[0], message, "put its sign or suffix into the marker"))
    digits += [*find_signs(printed), *find_romans(printed), *(_worded(printed, word) for word in words)]
    digits.sort(key=attrgetter("start"))
    digits.reverse()
    return _once(list(_numerals(printed, digits, markers)))


def _torn(printed: Printed, word: Worded) -> bool:
    """Whether a number in words begins in one marker and ends elsewhere."""
    marker = printed.mode(word.start).marker
    return 0 <= marker != printed.mode(word.end - 1).marker


def _once(numerals: list[Numeral]) -> tuple[Numeral, ...]:
    """*numerals* without those that come from the same place as an earlier one."""
    places = [numeral.span.start for numeral in numerals]
    if all(map(lt, places, places[1:])) and len({id(numeral.span.source) for numeral in numerals}) < 2:
        return tuple(numerals)  # each stands behind all others of the one file
    first: dict[tuple[int, int, int, str, Decimal | None], Numeral] = {}
    for numeral in numerals:
        first.setdefault(_origin(numeral), numeral)
    return tuple(first.values())


def _origin(numeral: Numeral) -> tuple[int, int, int, str, Decimal | None]:
    origin = numeral.origin
    start, value = (origin.start, numeral.value) if origin is not None else (-1, None)
    return id(numeral.span.source), numeral.span.start, start, numeral.text, value


def _worded(printed: Printed, word: Worded) -> Found:
    mode = printed.mode(word.start)
    return Found(word.start, word.end, word.value, word.unit, word.reason, 0, mode, words=True)


def _numerals(printed: Printed, left: list[Found], markers: tuple[Marker, ...]) -> Iterator[Numeral]:
    """The numerals with their places; *left*, which has them from the last to the first, is used up."""
    marks = printed.marks
    ats, starts, ends, runs = marks.ats, marks.starts, marks.ends, (*marks.runs, len(marks.starts) + 1)
    index = run = 0
    new = tuple.__new__  # by far the fastest way to make a NamedTuple
    while left:
        found = left.pop()
        start, end, mode = found.start, found.end, found.mode
        near = index + NEAR  # the next one stands near, and a short search is a fast one
        index = bisect_right(ats, start, index, near if near < len(ats) and ats[near] > start else len(ats)) - 1
        while runs[run + 1] <= index:
            run += 1
        tokens, use = marks.origins[run]
        at, begin = ats[index], starts[index]
        if use is None and end <= ats[index + 1] and ats[index + 1] - at == ends[index] - begin:
            begin += start - at  # as Printed.place, in short
            span, origin = new(Span, (tokens.source, begin, begin + end - start)), None
            text = tokens.text[begin : begin + end - start]
        else:
            span, text, origin = printed.place(start, end)
        role, reason, marker = _STRUCTURE, found.reason, None
        if mode.marker >= 0 and not (reason and markers[mode.marker].macro == "pkclaim"):
            marker = mode.marker
            role, reason = _CLAIM, "waived" if markers[marker].macro == "pkfree" else "bound"
        elif not reason:
            role, reason = _CLAIM, "words" if found.words else "digits"
        yield new(
            Numeral, (span, text, found.value, found.unit, role, reason, marker, mode.place, found.decimals, origin)
        )


class Search(Finder):
    """Goes once over the printed text."""

    listed = -1
    """Where the last number ended that was a word of its own."""

    def find(self) -> list[Found]:
        """The numerals in digits."""
        at = 0
        plain, see, scripts = self.plain, self.columns.see, self.scripts
        text = self.text
        for begin in START.finditer(text):
            start, end = begin.span()
            group = begin.lastindex
            if group is None:
                if start >= at:
                    character = text[start]
                    if character in _TABLE:
                        see(character, start, text)
                    elif character in _SCRIPTS:
                        scripts.append(start)
                    elif character not in _SCRIPT_ENDS:
                        at = max(start + 1, self.any_kind(start))
                    elif scripts:
                        scripts.pop()
            elif start < at or group > THOUSANDS or (group == THOUSANDS and self.listed_alone(start)):
                at = self.digits(start, end, at) if end > at else at
            elif group == DECIMAL:
                at = plain(start, end, end - begin.end(DECIMAL))
            else:
                at = plain(start, end, 0, "," if group == THOUSANDS else "")
        return self.found

    def plain(self, start: int, end: int, decimals: int, comma: str = "") -> int:
        """Judge the number [start, end), which has only digits and perhaps a decimal point, or *comma* by thousands."""
        text = self.text
        mode = self.now if start < self.until else self.mode(start)
        if mode.comma or self.comma or end > self.until:
            return self.digits(start, end, start)
        value = _number(text[start:end].replace(",", "") if comma else text[start:end])
        before = text[start - 1 : start]
        if mode.math or self.scripts or before not in _OPEN or not self.bare(start, end, before):
            if before.isspace() or not before:
                self.listed = end
            return self.judge(Reading(start, end, value, decimals, plain=not comma), mode)
        self.listed = end
        reason = mode.reason
        if not reason and (end - start == 4 or mode.place in _JUDGED or (self.found and self.found[-1].reason)):
            reason = self.bare_reason(Reading(start, end, value, decimals, plain=not comma), mode)
        self.found.append(Found(start, end, value, "", reason, decimals, mode))
        return end

    def bare(self, start: int, end: int, before: str) -> bool:
        """Whether only other numbers, commas and the edges of cells and blocks stand beside the number [start, end)."""
        text = self.text
        behind = text[end : end + 1]
        if text[start] == "0" and end - start > 3:
            return False
        if behind == " ":
            if text[end + 1 : end + 2] not in _BEHIND:
                return False
        elif behind not in _TABLE and (behind not in _COMMAS or end - start < 4 or text[end + 1 : end + 2] != " "):
            return False
        if before == " ":
            return start - 1 == self.listed or text[start - 2 : start - 1] in _BEFORE
        return before in _TABLE

    def bare_reason(self, reading: Reading, mode: Mode) -> str:
        """As reason, for a number that stands alone."""
        if mode.number:
            return ""
        if mode.place in _JUDGED or (self.found and self.found[-1].reason in CHAINED):
            return self.reason(reading, NOTHING, mode)
        year = (
            reading.end - reading.start == 4 and reading.plain and self.context.year(reading, NOTHING, "", self.found)
        )
        return "year" if year else ""

    def digits(self, start: int, end: int, at: int) -> int:
        """Judge what begins with digits in [start, end), from *at* on; the offset to go on from."""
        for run in DIGITS.finditer(self.text, start, end):
            begin, stop = run.span()
            if begin >= at:
                at = max(begin + 1, self.pointed(begin))
                while at < stop:  # a marker begins or ends among the digits
                    at = max(at + 1, self.pointed(at))
        return at

    def pointed(self, start: int) -> int:
        """As any_kind, with the decimal point that stands before the digits."""
        text = self.text
        pointed = text[start - 1 : start] == "." and not text[start - 2 : start - 1].isalnum()
        return self.any_kind(start - pointed)
