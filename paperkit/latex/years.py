"""Years: four digits that name a time, told from counts by the words around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperkit.latex import vocabulary as words
from paperkit.latex.alphabet import BREAK, ROW, SPACES
from paperkit.latex.counts import is_plural
from paperkit.latex.lookalikes import year_before_noun
from paperkit.latex.names import SPACE, Names
from paperkit.latex.reading import Reading
from paperkit.latex.units import After, unit_after

if TYPE_CHECKING:
    from paperkit.latex.numerals import Found

FOREIGN_MONTH = re.compile(
    rf"\.?[{SPACES}](?:de[{SPACES}])?(?:Jan(?:uar|\.)|Feb(?:ruar|\.)|März|April|Mai|Juni|Juli|August|Sept(?:ember|\.)|Okt(?:ober|\.)"
    r"|Nov(?:ember|\.)|Dez(?:ember|\.)|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março"
    r"|maio|junho|julho|setembro|outubro|novembro|dezembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre"
    r"|dicembre|maart|mei|augustus|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października"
    r"|listopada|grudnia)(?!\w)"
)
"""Behind a day: "12. März", "12 de mayo"."""
_YEAR_SPAN = re.compile(r"(?:--?|–|/)(?:(?:19|20)\d\d|(?<=/)\d\d)(?!\d|\.\d|[a-z%]|[ ~][A-Z]{1,2}B\b)(?:[ ~]([a-z]+))?")
_RANGE = re.compile(rf"(?:--?|–|[{SPACES}]to[{SPACES}])\d{{4}}(?![\d.])")
_AND = r"(?:,[ ~](?:and[ ~])?|[ ~]and[ ~])"
_ONE = r"(?:19[5-9]|20[0-3])\d"
_YEAR_LIST = re.compile(
    rf"{_AND}{_ONE}(?:(?:--?|–)(?:20)?\d\d)?(?:[.;:)]|{_AND}{_ONE}(?!\d|\.\d|[ ~][a-z]+s\b))"
    rf"|[ ~]\([A-Z][^()\d]*\){_AND}{_ONE}[ ~]\([A-Z]"
)
"""Behind a year: another one, and then the sentence's end or a third; or what happened in each, in brackets."""
_TO = re.compile(rf"[{SPACES}]+(?:down[{SPACES}]+)?to[{SPACES}]+(\d[\d,.]*\d)")
"""Behind "from 2010": what it goes to."""
_OBJECT = re.compile(rf"[{SPACES}]+(?:an?|the|that|how)\b")
"""Behind a verb: "rfc3390 from 2002 proposes a window"."""
_MONTH = re.compile(rf"\b([A-Z][a-z]{{2,}})\.?(?:,?[{SPACES}]+\d{{1,2}}(?:st|nd|rd|th))?,[{SPACES}]*$")
"""Before a year: "September, 2015", "March 1st, 2021"."""
_MEASURED = tuple("0123456789%")
"""Before a bracket: what is in it belongs to a number, "47.02% (1871)"."""
_TOLD = re.compile(rf":[{SPACES}]+(?:[a-zA-Z]|\\d)")
_AUTHOR = re.compile(rf"(?:\bal\.?|(?:&|and)[{SPACES}]+[A-Z]\w+|[.;][{SPACES}][A-Z]\w+),[{SPACES}]*$")
"""Before the year of a work that is cited: "Hoch et al., 2013; Perruchet & Desaulty, 2008"."""
_ERA = re.compile(r" onwards?\b|-[A-Z]{3,}|-(?:Q[1-4]|born|era|vintage|style|present|today|now)\b")
LONG_AGO = re.compile(rf"(?:[{SPACES}]*(?:--?|–)[{SPACES}]*\d{{1,4}})?[{SPACES}]+(?:B?CE|BC|AD)(?=[.,;:)])")
"""Behind a year of long ago: "900 -- 1200 CE."."""
_UNTIL = re.compile(
    rf"[{SPACES}]+(?:to|through(?:[{SPACES}]+to)?)[{SPACES}]+(\d{{4}})(?![\d%]|\.\d|[{SPACES}]+[a-z]+s\b)"
)
_LONG_SPAN = re.compile(
    rf"[{SPACES}]*(?:--?|–)[{SPACES}]*(1[5-9]\d\d|20[0-3]\d)(?=[.,;:)]|[{SPACES}]*[{BREAK}{ROW}]|\Z)"
)
_HAPPENED = re.compile(rf"[{SPACES}]+(?:was|is|saw|had|has|brought|marked|remains?)\b")
"""Behind a year: what it was like; of many things, they were."""
_OF_WHICH = frozenset({"of", "to", "than", "about", "only", "from"})
_DECADE = re.compile(r"['’]?s(?!\w)")
_PRICED = frozenset({"prices", "dollars", "euros", "terms", "seasons", "editions"})
_FACTOR = re.compile(rf"[{SPACES}]*×")
_CALENDAR = frozenset({"in", "since", "until", "by", "year", "during", "till"})


class Years(Names):
    """Judges whether a number is a year."""

    def year(self, reading: Reading, after: After, before: str, found: list[Found]) -> bool:
        """Whether the number is a year."""
        text, start, end = self.text, reading.start, reading.end
        if end - start == 2 and text[start - 1 : start] in "'’" and start > 1:
            return text[start - 2] in SPACE or text[start - 2].isupper()
        if end - start != 4 or reading.decimals or not 1000 <= reading.value <= 2100 or _FACTOR.match(text, end):
            return False
        if self.called(reading, after, before):
            return True
        if reading.value < (1850 if before != "since" else 1500):
            return before == "in" and reading.value >= 1500 and text[end : end + 1] in tuple(",.;):")
        if (before in ("in", "to", "constant", "real") or text[start - 1 : start] == "(") and after.word in (
            "dollars",
            "euros",
            "USD",
            "prices",
        ):
            return reading.value < 2050
        if before not in _CALENDAR and (reading.value > 2035 or self.counted(after)):
            return False
        if before == "from" and (to := _TO.match(text, end)) and not (reading.value < _whole(to[1]) < 2100):
            return False
        if _DECADE.match(text, end):
            return text[end - 1] == "0"
        if (
            self.spans(end)
            or _YEAR_LIST.match(text, end)
            or _ERA.match(text, end)
            or (before not in _OF_WHICH and _HAPPENED.match(text, end))
            or self.until(reading)
            or after.word == "year"
        ):
            return True
        if after.strong or after.unit or self.ranges(end):
            return False
        if before in words.YEAR_WORDS or year_before_noun(text, start, end):
            return True
        follower = text[end : end + 1]
        if text[start - 1 : start] == "(" and follower in ");,":
            return text[max(0, start - 4) : start - 1].rstrip(SPACE)[-1:] not in _MEASURED
        dated = (
            bool(found)
            and found[-1].reason in ("year", "date")
            and start - found[-1].end < (20 if before == "de" else 12)
        )
        if dated and not {";", ROW} & set(text[found[-1].end : start]):
            return True
        return self.listed_year(start, end) or self.calendar(start, after)

    def listed_year(self, start: int, end: int) -> bool:
        """Whether a year begins what is told of it: "(2017: n = 7; 2018: n = 2)"."""
        opening = self.text[max(0, start - 2) : start].strip(SPACE)[-1:]
        if opening == "," and self.text[end : end + 1] in (")", ";", ",") and "(" in self.text[start - 40 : start]:
            return True
        if opening == "(" and self.text[end : end + 7].replace("~", " ") in (" = 100)", " = 100;", " = 100,"):
            return True
        if self.text[end : end + 1] in (";", ")") or self.text[end : end + 2] == " -":
            return _AUTHOR.search(self.text, max(0, start - 30), start) is not None
        return self.text[end : end + 1] == ":" and opening in ("(", ";") and _TOLD.match(self.text, end) is not None

    def calendar(self, start: int, after: After) -> bool:
        """Whether the year begins a heading, "2014 Test"."""
        text = self.text
        named = after.word[:1].isupper() and not is_plural(after.word) and text[start - 1 : start] in (BREAK, "(")
        return (named and not after.glued) or (start > 0 and text[start - 1] in "'’")

    def called(self, reading: Reading, after: After, before: str) -> bool:
        """Whether a month, the word itself or a later year makes a year of a number: "September, 2015"."""
        start = reading.start
        if before.strip("'’`") in ("year", "years"):
            return not (after.unit or self.counted(after))
        month = _MONTH.search(self.text, max(0, start - 20), start)
        return (month is not None and month[1].lower() in words.MONTHS) or self.spans_long(reading)

    def spans(self, end: int) -> bool:
        """Whether another year follows the one that ends at *end*: "1960-2000 data", but not "1960-2000 samples"."""
        match = _YEAR_SPAN.match(self.text, end)
        return match is not None and (
            not match[1] or not (is_plural(match[1]) or match[1] in words.UNIT_WORDS) or match[1] in _PRICED
        )

    def spans_long(self, reading: Reading) -> bool:
        """Whether a later year follows the one before 1850: "the war, 1776 -- 1890."."""
        match = _LONG_SPAN.match(self.text, reading.end)
        if match is None or not 1500 <= reading.value < 1850:
            return False
        other = int(match[1])
        return reading.value < other < 2036 and bool(reading.value % 50 or other % 50)

    def until(self, reading: Reading) -> bool:
        """Whether a later year follows: "over 2002 to 2019"."""
        match = _UNTIL.match(self.text, reading.end)
        return match is not None and reading.value < _whole(match[1]) < 2036 and reading.value > 1949

    def ranges(self, end: int) -> bool:
        """Whether a range with a unit begins with the number that ends at *end*: "2000--2010 MB"."""
        match = _RANGE.match(self.text, end)
        return match is not None and unit_after(self.text, match.end()).strong

    def counts(self, reading: Reading, after: After) -> bool:
        """Whether a number that is a year elsewhere counts or measures here."""
        return (
            bool(after.unit)
            or self.counted(after)
            or self.ranges(reading.end)
            or self.text[reading.start - 1 : reading.start] not in (" ", "~", "(")
        )

    def counted(self, after: After) -> bool:
        """Whether the next word is a plural that may be counted."""
        plural = after.word.islower() and is_plural(after.word) and after.word != "onwards"
        return plural and _OBJECT.match(self.text, after.end) is None


def _whole(number: str) -> int:
    """Four digits as a number; 0 for what is no year."""
    return int(number) if len(number) == 4 and number.isdigit() else 0
