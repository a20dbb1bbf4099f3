"""How a text writes its decimals where nothing declares it: with a comma, or with a raised point."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter

from paperkit.latex.alphabet import BREAK, CELL, LETTERS, ROW
from paperkit.latex.counts import phrase_after
from paperkit.latex.vocabulary import COUNT_NOUNS, UNIT_WORDS
from paperkit.latex.wordlist import words

THIN = "\u2009\u202f\u00a0~"
_WRITTEN = re.compile(r",(?<=[0-9],)[0-9]{1,2}(?![0-9])")
_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = words("the of and is for with was that are by this")
_OTHERS = words("""
    de la que und der die das et les des une não con del een het para dos uma com el los las nel della per och av ist
    von dla jest och är się nie oraz przez przy przed pro jsou která které není og til fra ikke att som på för inte
    hogy egy nem és ve bir için ile olarak och det een voor zijn wordt ja oli että și din cu pe este su koji za što
    что для как при это от
    """)
_SURE = re.compile(
    r",(?<=[0-9],)[0-9]{1,2}(?:[ ~]?[%‰×]"
    r"|(?<=,[0-9]{2})(?<![,.(\[][0-9],[0-9]{2})(?<![,.(\[][0-9]{2},[0-9]{2})[ ~]?(?:and|to|or|–|--?|±)"
    r"[ ~]?[0-9]{1,3},[0-9]{2}(?!\d|,\d|[)\]]))"
)
"""Decimals and no list: before a sign, or two of them with two digits each ("of 4,58 and 5,93")."""
_CELLED = re.compile(r",(?<=[0-9],)(?:[0-9]{1,2}|[0-9]{4,}|(?<=[^0-9.,]0,)[0-9]{3,})(?![0-9,])")
_IN_CELL = re.compile(r"([-+−–]?)([0-9]+),([0-9]+)(?![0-9,])")
_POINT_IN_CELL = re.compile(r"[0-9]\.[0-9]")
_FILLING = " \t\n~\u2009\u00a0%*"
_CLOSING = frozenset({CELL, ROW, BREAK, "", "±", "("})
_POINTED = re.compile(r"(?<![\w.-])(?!0)[0-9]{1,3}(?:\.[0-9]{3}){2,4}(?![\w-]|\.[0-9])")
_SAMPLE_SIZE = re.compile(rf"[Nn{chr(LETTERS[ord('N')])}{chr(LETTERS[ord('n')])}]\s*=\s*$")
_ROUND = re.compile(r"(?<![\d.,])[1-9][0-9]{0,2}\.([0-9]{3})(?![\d,]|\.\d)")
_RAISED = re.compile(r"(?<![\d.])0·\d")
_CONTINENTAL = re.compile(
    rf"\d{{1,4}},\d{{1,2}}(?:[~{THIN}]?(?:[kKMGT]?(?:B|b|bps|bit/s|Hz)|[mnµμ]s|[cmkµ]m|[mk]g|°C)(?!\w)|[~{THIN}]?[%×])"
    r"|(?<=[a-z]{3}=)\d,\d{1,2}(?![\d,])|(?<![(\[{.,])0,\d{2,}(?![\d,)\]}])"
)
"""A decimal comma among decimal points, told by the unit behind the number, or by its zero: "22,4kB", "0,781"."""
_MIXED = re.compile(r"(?<![(\[{.,])\d{1,4},\d{1,2}(?!\d|,\d|[)\]}])")
_SAMPLE = 40_000
"""Characters that are enough to tell a language."""


def writes_commas(text: str) -> bool:
    """Whether *text* is in a language whose decimals have a comma, and has some.

    >>> writes_commas("o valor de 1,3 m para uma de duas, e de 2,1 m para as outras que de novo com os dados")
    True
    >>> writes_commas("the sets of 1,3 and of 2,1 and the de la Rosa method is for that")
    False
    """
    if _WRITTEN.search(text) is None:
        return False
    found = _WORD.findall(text[:_SAMPLE].lower())
    other, english = sum(word in _OTHERS for word in found), sum(word in _ENGLISH for word in found)
    return other > 4 and other > 2 * english


def mixes_commas(text: str) -> bool:
    """Whether *text* writes shares with a decimal comma, more than once, whatever its language.

    >>> mixes_commas("from 50,39% to 80,4%"), mixes_commas("of 1,764 ms and 4,5%")
    (True, False)
    """
    first = _SURE.search(text)
    return first is not None and _SURE.search(text, first.end()) is not None


class CommaTables:
    """The tables of a text whose cells have a decimal comma, in a text that may have points elsewhere.

    Told by at least two cells that hold nothing but a number such as "93,63", which is no pair of a rising list
    ("12,18") and no size ("3,3"), while fewer have a point.
    """

    def __init__(self, text: str) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        if CELL in text and _CELLED.search(text) is not None:
            self._find(text)

    def _find(self, text: str) -> None:
        found: Counter[int] = Counter()
        falling: Counter[int] = Counter()
        for match in _CELLED.finditer(text):
            cell = max(text.rfind(edge, max(0, match.start() - 40), match.start()) for edge in (CELL, ROW)) + 1
            number = _IN_CELL.fullmatch(text[cell : match.end()].strip(_FILLING)) if cell else None
            behind = text[match.end() : match.end() + 8].lstrip(_FILLING)[:1]
            if number is None or behind not in _CLOSING:
                continue
            table = text.rfind(BREAK, 0, cell) + 1 if not self.starts or cell >= self.ends[-1] else self.starts[-1]
            if not self.starts or table != self.starts[-1]:
                self.starts.append(table)
                self.ends.append(text.find(BREAK, match.end()) % (len(text) + 1))
            found[table] += len(number[2]) > 1 or len(number[3]) > 1
            whole, rest = int(number[2]), int(number[3])
            if whole == rest:
                falling[table] -= 1
            elif rest < whole or number[1] or (len(number[3]) > 1 and "0" in (number[2], number[3][0])):
                falling[table] += 1
        pairs = zip(self.starts, self.ends, strict=True)
        kept = [
            (start, end)
            for start, end in pairs
            if found[start] > 1 and falling[start] > 0 and found[start] > len(_POINT_IN_CELL.findall(text[start:end]))
        ]
        self.starts, self.ends = [start for start, _ in kept], [end for _, end in kept]

    def holds(self, at: int) -> bool:
        """Whether the cell at *at* is in one of them."""
        if not self.starts:
            return False
        table = bisect_right(self.starts, at) - 1
        return table >= 0 and at < self.ends[table]


def is_address(dotted: str) -> bool:
    """Whether numbers joined by points may be an address of four bytes."""
    parts = dotted.split(".")
    return len(parts) == 4 and all(int(part) < 256 for part in parts)


def raises_points(text: str) -> bool:
    """Whether *text* writes 0·5 for a half, more than once: nobody writes a product so.

    >>> raises_points("RR 0·5 to 0·7"), raises_points("2·3 and 0·7")
    (True, False)
    """
    first = _RAISED.search(text) if "0·" in text else None
    return first is not None and _RAISED.search(text, first.end()) is not None


class Notation:
    """How one text writes its numbers."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.comma = writes_commas(text)
        self.tables = CommaTables(text)
        self.mixed = mixes_commas(text) or bool(self.tables.starts)
        self.raised = raises_points(text)
        self.points: bool | None = None

    def comma_at(self, start: int, cell: bool) -> bool:
        """Whether the number at *start* has a decimal comma, or points between its thousands."""
        if self.mixed and _MIXED.match(self.text, start) is not None:
            return True
        if cell and self.tables.holds(start):
            return True
        return _CONTINENTAL.match(self.text, start) is not None or (not cell and self.thousands(start))

    def thousands(self, start: int) -> bool:
        """Whether the point in 90.000 stands between thousands: round numbers that count, and all in a text which
        has a number such as 907.542.436, that nothing else is.
        """
        match = _ROUND.match(self.text, start)
        if match is None:
            return False
        if match[1] == "000" and _SAMPLE_SIZE.search(self.text, max(0, start - 6), start):
            return True
        phrase = phrase_after(self.text, match.end())
        if (
            not phrase.noun.islower()
            or len(phrase.words) > 2
            or phrase.joined
            or phrase.noun in UNIT_WORDS - COUNT_NOUNS
        ):
            return False
        return match[1] == "000" or self.points_thousands()

    def points_thousands(self) -> bool:
        """Whether the text has a number with two points between thousands."""
        if self.points is None:
            self.points = any(not is_address(match[0]) for match in _POINTED.finditer(self.text))
        return self.points
