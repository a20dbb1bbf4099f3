"""The search for numerals: one regular expression over the printed text, plain numbers by a short way."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from paperkit.latex.alphabet import BREAK, CELL, ROW, SUB, SUB_END, SUPER, SUPER_END
from paperkit.latex.context import CHAINED
from paperkit.latex.document import Marker, Numeral, Trouble
from paperkit.latex.numbersigns import find_signs
from paperkit.latex.numerals import Finder, Found
from paperkit.latex.placing import Placed, once
from paperkit.latex.printed import Mode, Printed
from paperkit.latex.reading import DECIMAL, DIGITS, START, THOUSANDS, Reading
from paperkit.latex.romans import find_romans
from paperkit.latex.tongues import find_foreign
from paperkit.latex.units import NOTHING
from paperkit.latex.words import Worded, find_words

_TABLE = frozenset((CELL, ROW, BREAK))
_COMMAS = (",", ";")
_OPEN = frozenset((" ", *_TABLE))
_BEFORE, _BEHIND = frozenset((*_TABLE, *_COMMAS)), frozenset((*_TABLE, *"0123456789"))
_number = lru_cache(maxsize=8192)(Decimal)
MOST_FOUND, REMEMBERED = 4096, 64
"""Numbers that wait for their places, and those of them that what follows may still change."""
_JUDGED = frozenset({"cell", "date", "drawing"})
"""Places in which a number that stands alone may be structure."""
_SCRIPTS, _SCRIPT_ENDS = (SUPER, SUB), (SUPER_END, SUB_END)


def find_numerals(printed: Printed, markers: tuple[Marker, ...], troubles: list[Trouble]) -> tuple[Numeral, ...]:
    """All numerals, in the order of the text; one that is printed twice from the same place comes once."""
    search = Search(printed, markers)
    search.find()
    placed = search.placed
    words = tuple(find_words(printed, placed.starts, placed.ends))
    torn = [(word.start, word.end) for word in words if _torn(printed, word)]
    for start, end in (*search.astray, *torn):
        message = "this number goes on outside its marker, so that a reader takes it for another one"
        troubles.append(Trouble(printed.place(start, end)[0], message, "put its sign or suffix into the marker"))
    others = [*find_signs(printed), *find_romans(printed), *(_worded(printed, word) for word in words)]
    others += find_foreign(printed, {word.start for word in words})
    return once(placed.with_others(others))


def _torn(printed: Printed, word: Worded) -> bool:
    """Whether a number in words begins in one marker and ends elsewhere."""
    marker = printed.mode(word.start).marker
    return 0 <= marker != printed.mode(word.end - 1).marker


def _worded(printed: Printed, word: Worded) -> Found:
    mode = printed.mode(word.start)
    return Found(word.start, word.end, word.value, word.unit, word.reason, 0, mode, words=True)


class Search(Finder):
    """Goes once over the printed text."""

    listed = -1
    """Where the last number ended that was a word of its own."""

    def __init__(self, printed: Printed, markers: tuple[Marker, ...] = ()) -> None:
        super().__init__(printed)
        self.placed = Placed(printed, markers)

    def find(self) -> None:
        """Find the numerals in digits, and place them."""
        at = 0
        plain, see, scripts = self.plain, self.columns.see, self.scripts
        text, found = self.text, self.found
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
            if len(found) > MOST_FOUND:
                self.settle(REMEMBERED)
        self.settle(0)

    def settle(self, kept: int) -> None:
        """Place what was found, but for the last *kept*, which what follows may still change."""
        settled = len(self.found) - kept
        self.placed.take(self.found[:settled])
        del self.found[:settled]

    def plain(self, start: int, end: int, decimals: int, comma: str = "") -> int:
        """Judge the number [start, end), which has only digits and perhaps a decimal point, or *comma* by thousands."""
        text = self.text
        mode = self.now if start < self.until else self.mode(start)
        if mode.comma or self.comma or end > self.until or (comma and self.notation.tables.holds(start)):
            return self.digits(start, end, start)
        if decimals == 3 and self.notation.thousands(start) and mode.place != "cell":
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
        before = text[max(0, start - 2) : start]
        pointed = before[-1:] == "." and not before[:-1].isalnum() and before != ".."
        return self.any_kind(start - pointed)
