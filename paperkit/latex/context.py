"""What stands around a number in text, and what it makes of it: a name, a version, a year, a place in the document."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from paperkit.latex import vocabulary as words
from paperkit.latex.alphabet import BREAK, CELL, LABEL, PLAIN, ROW, SPACES, SUB_END, SUPER, SUPER_END
from paperkit.latex.behind import SENTENCE_END, Behind
from paperkit.latex.enclosing import Formulas
from paperkit.latex.lookalikes import Cites, Marks, Sizes, lookalike
from paperkit.latex.names import ORDINAL, SPACE
from paperkit.latex.printed import Mode
from paperkit.latex.reading import Reading
from paperkit.latex.sides import CHI_SQUARED
from paperkit.latex.stretches import Stretches
from paperkit.latex.units import After
from paperkit.latex.years import FOREIGN_MONTH, LONG_AGO

if TYPE_CHECKING:
    from paperkit.latex.numerals import Found

_SUPERLATIVE = re.compile(rf"[-{SPACES}]+([a-z]+)")
_LINK = re.compile(
    rf"[{SPACES}(]*(?:,|and|or|&|to|through|until|bis|und|et|y|--?|–|—|/|;|,[{SPACES}]*(?:and|or))?[{SPACES}(]*"
)
_ASIDE = re.compile(rf"(?:[{SPACES}]\([^()]{{1,30}}\))?")
CHAINED = frozenset({"reference", "page", "version", "year", "citation", "identifier", "date"})
_DAYS = re.compile(rf"[{SPACES}]*(?:,|and|--?|–|to|or)[{SPACES}]*\d{{1,2}}[{SPACES}]+([A-Z][a-z]+)")
_PAGED = re.compile(rf"\d{{1,3}},[{SPACES}](?:pp?|[Ss]ect?|[Cc]h(?:ap)?|[Tt]hm|[Ff]ig|S|Kap)\.")
"""Behind the number of a citation: "[3, p. 12]"."""
_LIST = re.compile(r"\[[ ~]*\d{1,3}(?:[ ~]*(?:,|;|--?|–)[ ~]*\d{1,3})*[ ~]*\]")
_INTERVAL = frozenset({"ci", "interval", "intervals", "range", "in", "from", "over", "between", "iqr", "bounds", "to"})
_AGAIN = re.compile(
    rf"[{SPACES}]+(?:in|for|at|on|by|under|of|with)(?:[{SPACES}]+[a-z]+){{0,4}}[{SPACES}]+([\w-]+)[{SPACES}]+\d"
)
_RELEASES = re.compile(rf"(?:\w+[{SPACES}]+)?\d\d\.\d\d[{SPACES}]+(?:and|or)[{SPACES}]+\d\d\.\d\d")
"""Versions by year and month: "17.04 and 16.04"."""
_SERIES = re.compile(r"[A-Za-z]{3,}-\d{1,2}")
"""A name whose next number may follow alone: "cadherin-6 and 8"."""
_POINT = re.compile(r"\d+\.\d")
_ALSO_NAMING = words.COUNT_NOUNS | {"year"}
_UNSURE = ("s", "m", "×")
_TO_A_MARK = frozenset({"in", "from", "of", "by", "using", "see", "and", "or", "to", "with", "into", "via", "is"})
"""Before a mark that is spoken of: "from (5)"."""
_STATISTICS = frozenset("tTFrzZHQU")
_TESTED = re.compile(rf"\)[{SPACES}]*[=<>≈≤≥][{SPACES}]*[-−–]?[.\d]")
"""Behind degrees of freedom in brackets: the value that a test gave, "t(66) = 6.93"."""
_PARITY = frozenset({f"+{SUPER_END}", f"-{SUPER_END}", f"−{SUPER_END}"})
"""Raised behind a number: a state of a nucleus."""
_HEADED = re.compile(rf"[{SPACES}]+[A-Z][a-z-]+(?:[{SPACES}]+[A-Za-z(&]|[{SPACES}]*[{BREAK}])")
"""Behind a number that begins a heading: "2.1 Matched matrices"."""
_ORDINAL = frozenset(f"snrt-{SUPER}")
"""What an ordinal's ending begins with."""
_CELL_ENDS = re.compile(rf":[{SPACES}]*{CELL}")
_EDGE = frozenset(f"{BREAK}{CELL}{ROW}{LABEL}")


class Context(Behind):
    """Judges numbers by the printed text around them."""

    def __init__(self, text: str, formulas: Formulas) -> None:
        super().__init__(text)
        self.formulas = formulas
        self.cites = Cites(text)
        self.marks = Marks(text)
        self.sizes = Sizes(text)
        self.stretches = Stretches(text)
        self.last = Decimal(0)
        """The enumeration's mark that was met last."""
        self.most = Decimal(0)
        """The greatest of them."""
        self.years: set[Decimal] = set()
        """The years that were met."""
        self.ordinal_end = 0
        """Where the ordinal that was judged last ends."""

    def deviation(self, script: int, reading: Reading) -> bool:
        """Whether a number in the super- or subscript at *script* is the deviation of the number before it."""
        before = self.text[script + 1 : reading.start].strip(SPACE)
        return (reading.signed or before in ("±", "+", "∓")) and self.on_number(script)

    def on_number(self, script: int) -> bool:
        """Whether the super- or subscript at *script* stands on a number."""
        at = script - 1
        while at >= 0 and self.text[at] in SPACE:
            at -= 1
        return at >= 0 and (self.text[at].isdigit() or self.text[at] in (SUPER_END, SUB_END))

    def reason(self, reading: Reading, after: After, mode: Mode, found: list[Found]) -> str:
        """Why the number is structure; empty when it is a claim, `ordinal...` for ordinals."""
        text, start, end = self.text, reading.start, reading.end
        follower = text[end : end + 1]
        if follower in _ORDINAL:
            ordinal = self.ordinal(start, end)
            if ordinal:
                return ordinal
        alike = lookalike(text, start, end) or ("identifier" if self.stretches.holds(start) else "")
        if alike or ("B" in text[end - 1 : end + 1] and self.sizes(start)):
            return alike or "identifier"
        last = found[-1].reason if found else ""
        if last and self.joined(start, end, after, found):
            return last
        if text[end - 1] == "B" and last in ("version", "identifier") and text[found[-1].end : start] in (" ", "~"):
            return "identifier"
        if not reading.plain or reading.signed:
            return ""
        if after.strong and after.unit not in _UNSURE and after.word.lower() not in _ALSO_NAMING:
            return ""
        marked = self.marked(reading, mode)
        if marked:
            return marked
        if self.dated(reading, after):
            return "date"
        word, gap = self.word_before(start)
        if word:
            reason = self.after_word(word, gap, reading, after, found)
            if reason:
                return reason
        if end - start in (2, 4) and self.year(
            reading, after, "in" if mode.place == "date" else word.lower().rstrip("."), found
        ):
            self.years.add(reading.value)
            return "year"
        again = reading.value in self.years and end - start == 4 and mode.place != "cell"
        if again and not self.counts(reading, after):
            return "year"
        return self.chained(start, end, after, found) if last in CHAINED else ""

    def dated(self, reading: Reading, after: After) -> bool:
        """Whether a month follows, or what a year is counted from: "12 and 13 May", "2023 May 12", "900 -- 1200 CE"."""
        start, end = reading.start, reading.end
        if end - start < 5 and not reading.decimals and LONG_AGO.match(self.text, end):
            return True
        if end - start < 3 and self.text[end : end + 1] in ". ~" and FOREIGN_MONTH.match(self.text, end):
            return True
        days = _DAYS.match(self.text, end) if end - start < 3 else None
        if days is not None and days[1].lower() in words.MONTHS:
            return True
        month = after.word[:1].isupper() and after.word.lower() in words.MONTHS
        return month and (reading.value <= 31 or (end - start == 4 and 1850 <= reading.value <= 2100))

    def joined(self, start: int, end: int, after: After, found: list[Found]) -> bool:
        """Whether the name or version before goes on with this number ("SP 800-63B", "Ryzen 9 5950X")."""
        if found[-1].reason not in ("identifier", "version") or not 0 < start - found[-1].end < 3:
            return False
        between = self.text[found[-1].end : start]
        if between == "-" or (between == ":" and end - start == 4):
            return True
        name = self.text[found[-1].start : found[-1].end]
        named = name[:1].isupper() and ("." not in self.text[start:end] or name[:3].isalpha())
        model = end - start > 3 and (named or not name[:1].isalpha())
        return model and between in " ~" and (not after.strong or after.word in ("X", "s"))

    def ordinal(self, start: int, end: int) -> str:
        """`ordinal` or `ordinal claim` when the number is one."""
        match = ORDINAL.match(self.text, end)
        if match is None:
            return ""
        self.ordinal_end = match.end()
        before = self.word_before(start)[0].lower()
        following = _SUPERLATIVE.match(self.text, match.end())
        if before in words.MONTHS and (before != "may" or self.word_before(start)[0][0].isupper()):
            return "date"
        claim = before in ("every", "each") or (following is not None and following[1] in words.ORDINAL_SUPERLATIVES)
        return "ordinal claim" if claim else "ordinal"

    def marked(self, reading: Reading, mode: Mode) -> str:
        """An enumeration's or a citation's mark: (1), [12], 1), or a lone label in a drawing."""
        start, end = reading.start, reading.end
        around = self.text[start - 1 : start] + self.text[end : end + 1]
        if mode.place == "keywords" and around == "()":
            return "identifier"
        mark = "" if end - start > 3 or around == "  " else self.mark(reading, mode)
        if mark == "enumeration":
            self.last, self.most = reading.value, max(self.most, reading.value)
        return mark

    def mark(self, reading: Reading, mode: Mode) -> str:
        """As marked, without taking note of it."""
        text, start, end = self.text, reading.start, reading.end
        before = text[start - 1] if start else BREAK
        follower = text[end] if end < len(text) else BREAK
        if mode.place == "heading" and before == BREAK and reading.decimals == 1 and _HEADED.match(text, end):
            return "enumeration"
        if reading.decimals or end - start > 3 or ((follower in " ~" or follower.isalpha()) and before not in "[("):
            return ""
        if follower == SUPER and text[end + 1 : end + 3] in _PARITY:
            return "identifier"
        if before == "(" and follower == ")" and mode.place not in ("cell", "plot") and not self.tests(start, end):
            outside = text[start - 2] if start > 1 else " "
            if outside.isalpha() and not mode.math:
                return "identifier"
            if text[start] == "0" or reading.value <= self.most + 1 or self.sentence(start - 1):
                return "enumeration"
            if end - start == 1 and (self.marks(reading.value) or not self.told(start - 1)):
                return "enumeration"
        if not mode.math and mode.place not in ("cell", "plot") and (self.cited(start) or self.cites.holds(start)):
            return "citation"
        opened = text.rfind("(", max(0, start - 60), start) > text.rfind(")", max(0, start - 60), start)
        if follower in (")", LABEL) and (before in _EDGE or (follower == ")" and self.sentence(start) and not opened)):
            return "enumeration"
        if before in SPACE and self.marks.runs(reading, self.last, opened):
            return "enumeration"
        if (
            follower == "."
            and text[end + 1 : end + 2] == " "
            and text[end + 2 : end + 3].isupper()
            and (reading.value < 10 or text[max(0, start - 3) : start].rstrip(SPACE)[-1:] != ":")
            and before != ":"
            and self.sentence(start)
        ):
            return "enumeration"
        line = follower == ":" and mode.place == "cell" and self.sentence(start) and _CELL_ENDS.match(text, end)
        if line or text[end : end + 2] == f".{LABEL}":
            return "enumeration"
        if mode.place == "drawing" and before in _EDGE and follower in _EDGE and end - start < 3:
            return "label"
        return ""

    def tests(self, start: int, end: int) -> bool:
        """Whether the number in brackets are the degrees of freedom of a test: "t(66) = 6.93"."""
        if _TESTED.match(self.text, end) is None:
            return False
        letter, before = self.text[start - 2 : start - 1].translate(PLAIN), self.text[max(0, start - 3) : start - 2]
        return (letter in _STATISTICS and not before.isalnum()) or self.text[start - 5 : start - 1] == CHI_SQUARED

    def told(self, bracket: int) -> bool:
        """Whether what stands in brackets from *bracket* on tells of the word before it: "users of a VPN (5)"."""
        word, gap = self.word_before(bracket)
        return word[-1:].isalpha() and gap.isspace() and word not in _TO_A_MARK

    def cited(self, start: int) -> bool:
        """Whether the number stands in square brackets with nothing but numbers: [12], [3, 7--9]."""
        opened = self.text.rfind("[", max(0, start - 60), start)
        if opened == start - 1 and _PAGED.match(self.text, start):
            return True
        match = _LIST.match(self.text, opened, opened + 80) if opened >= 0 else None
        if match is None or match.end() <= start or self.falls(match[0]):
            return False
        if match[0].strip("[] ~").isdigit():
            return True
        word = self.word_before(opened)[0].lower()
        return word not in _INTERVAL or (word == "to" and "0" not in match[0] and self.cites.bracketed())

    def falls(self, listed: str) -> bool:
        """Whether three numbers or more grow smaller and smaller: sizes of layers, and no list of citations."""
        numbers = [int(number) for number in re.findall(r"\d+", listed)]
        return len(numbers) > 2 and numbers[0] > numbers[1] and numbers == sorted(numbers, reverse=True)

    def sentence(self, start: int) -> bool:
        """Whether a sentence begins at *start*."""
        at = start - 1
        while at >= 0 and self.text[at] in SPACE:
            at -= 1
        return at < 0 or self.text[at] in SENTENCE_END

    def parallel(self, former: int, end: int) -> bool:
        """Whether the name before *former* comes again behind *end*: "9 in Wave 1 and 24 in Wave 2"."""
        name = self.word_before(former)[0]
        again = _AGAIN.match(self.text, end)
        return again is not None and again[1] == name

    def chained(self, start: int, end: int, after: After, found: list[Found]) -> str:
        """The reason of the number before, when this one goes on with it ("Sections 3 and 4")."""
        if after.strong or len(after.unit) > 1:
            return ""
        last = found[-1]
        if last.reason not in CHAINED or not 0 < start - last.end < 40:
            return ""
        if self.parallel(last.start, end):
            return ""
        name = self.text[last.start : last.end]
        if last.reason == "identifier" and not name.isdigit() and (after.word or not _SERIES.fullmatch(name)):
            return ""
        aside = _ASIDE.match(self.text, last.end)
        link = _LINK.fullmatch(self.text, aside.end() if aside else last.end, start)
        if link is None or not link[0].strip(SPACE + "("):
            return ""
        if (
            last.reason == "version"
            and "." in self.text[last.start : last.end]
            and self.text[start + 1 : start + 2] != "."
            and not _RELEASES.fullmatch(self.text, last.start, end)
        ):
            return ""
        if last.reason in ("year", "date", "identifier") and _POINT.match(self.text, start):
            return ""
        if last.reason == "version" and end - start < 3 <= last.end - last.start and name.isdigit():
            return ""
        dated = last.reason == "year" or (last.reason == "date" and last.end - last.start == 4)
        if dated and end - start < 4 and link[0].strip(SPACE) not in ("/", "-", "--", "–"):
            return ""
        named = last.reason in ("version", "identifier", "year", "date")
        if named and link[0].strip(SPACE) not in ("and", ",", ", and", ", or", "or", "/", "–", "--", "-", "to", "et"):
            return ""
        return last.reason
