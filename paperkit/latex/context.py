"""What stands around a number in text, and what it makes of it: a name, a version, a year, a place in the document."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from paperkit.latex import vocabulary as words
from paperkit.latex.alphabet import BREAK, CELL, LABEL, ROW, SPACES, SUB_END, SUPER, SUPER_END
from paperkit.latex.formula import Formulas
from paperkit.latex.lookalikes import Cites, Repeated, Sizes, lookalike
from paperkit.latex.names import ORDINAL, SPACE
from paperkit.latex.printed import Mode
from paperkit.latex.reading import Reading
from paperkit.latex.units import After
from paperkit.latex.years import Years

if TYPE_CHECKING:
    from paperkit.latex.numerals import Found

_SUPERLATIVE = re.compile(rf"[-{SPACES}]+([a-z]+)")
_LINK = re.compile(
    rf"[{SPACES}(]*(?:,|and|or|&|to|through|until|bis|und|--?|–|—|/|;|,[{SPACES}]*(?:and|or))?[{SPACES}(]*"
)
_SENTENCE_END = frozenset(f".!?:;{BREAK}{CELL}{ROW}{LABEL}")
CHAINED = frozenset({"reference", "page", "version", "year", "citation", "identifier", "date"})
_DAYS = re.compile(rf"[{SPACES}]*(?:,|and|--?|–|to|or)[{SPACES}]*\d{{1,2}}[{SPACES}]+([A-Z][a-z]+)")
_LIST = re.compile(r"\[[ ~]*\d{1,3}(?:[ ~]*(?:,|;|--?|–)[ ~]*\d{1,3})*[ ~]*\]")
_INTERVAL = frozenset({"ci", "interval", "intervals", "range", "in", "from", "over", "between", "iqr", "bounds", "to"})
_LISTED = re.compile(rf"[{SPACES}]*(?:--?|–|,|and|to|or)[{SPACES}]*\d{{1,3}}(?![\w%]|\.\d)(?:[{SPACES}]*([A-Za-z]+))?")
_UNSURE = ("s", "m", "×")
_SECOND = re.compile(r"[\s,;~]2\)")
"""The second mark of an enumeration in a line: "1) ..., 2) ..."."""
_PLURAL = re.compile(r"[A-Z]{2,}s")
_CAMEL = re.compile(r"(?!.*(?:Score|BLEU|IoU|AP|Acc|Rate|Error)$)(?:[a-z]{3,}|[A-Z]{1,2}[a-z]+)[A-Z]")
_STOP = re.compile(rf"[.!?;](?!\d)|[{BREAK}{CELL}{ROW}]")
_ORDINAL = frozenset(f"snrt{SUPER}")
"""What an ordinal's ending begins with."""
_EDGE = frozenset(f"{BREAK}{CELL}{ROW}{LABEL}")


class Context(Years):
    """Judges numbers by the printed text around them."""

    def __init__(self, text: str, formulas: Formulas) -> None:
        super().__init__(text)
        self.formulas = formulas
        self.cites = Cites(text)
        self.repeated = Repeated(text)
        self.sizes = Sizes(text)
        self.last = Decimal(0)
        """The enumeration's mark that was met last."""
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
        alike = lookalike(text, start, end)
        if alike or ("B" in text[end - 1 : end + 1] and self.sizes(start)):
            return alike or "identifier"
        last = found[-1].reason if found else ""
        if last and self.joined(start, end, after, found):
            return last
        if text[end - 1] == "B" and last in ("version", "identifier") and text[found[-1].end : start] in (" ", "~"):
            return "identifier"
        if not reading.plain or reading.signed:
            return ""
        if after.strong and after.unit not in _UNSURE and after.word.lower() not in words.COUNT_NOUNS:
            return ""
        marked = "" if end - start > 3 or (follower == " " == text[start - 1 : start]) else self.marked(reading, mode)
        if marked:
            return marked
        days = _DAYS.match(text, end) if end - start < 3 else None
        if days is not None and days[1].lower() in words.MONTHS:
            return "date"
        if after.word and after.word.lower() in words.MONTHS and after.word[:1].isupper() and reading.value <= 31:
            return "date"
        word, gap = self.word_before(start)
        if word:
            reason = self.after_word(word, gap, reading, after, found)
            if reason:
                return reason
        if end - start in (2, 4) and self.year(
            reading, after, "in" if mode.place == "date" else word.lower().rstrip("."), found
        ):
            return "year"
        return self.chained(start, after, found) if last in CHAINED else ""

    def joined(self, start: int, end: int, after: After, found: list[Found]) -> bool:
        """Whether the name or version before goes on with this number ("SP 800-63B", "Ryzen 9 5950X")."""
        if found[-1].reason not in ("identifier", "version") or not 0 < start - found[-1].end < 3:
            return False
        between = self.text[found[-1].end : start]
        return between == "-" or (
            between in " ~" and end - start > 3 and (not after.strong or after.word in ("X", "s"))
        )

    def ordinal(self, start: int, end: int) -> str:
        """`ordinal` or `ordinal claim` when the number is one."""
        match = ORDINAL.match(self.text, end)
        if match is None:
            return ""
        self.ordinal_end = match.end()
        before = self.word_before(start)[0].lower()
        following = _SUPERLATIVE.match(self.text, match.end())
        claim = before in ("every", "each") or (following is not None and following[1] in words.ORDINAL_SUPERLATIVES)
        return "ordinal claim" if claim else "ordinal"

    def marked(self, reading: Reading, mode: Mode) -> str:
        """An enumeration's or a citation's mark: (1), [12], 1), or a lone label in a drawing."""
        mark = self.mark(reading, mode)
        if mark == "enumeration":
            self.last = reading.value
        return mark

    def mark(self, reading: Reading, mode: Mode) -> str:
        """As marked, without taking note of it."""
        text, start, end = self.text, reading.start, reading.end
        before = text[start - 1] if start else BREAK
        follower = text[end] if end < len(text) else BREAK
        if reading.decimals or end - start > 3 or ((follower in " ~" or follower.isalpha()) and before not in "[("):
            return ""
        if before == "(" and follower == ")" and mode.place not in ("cell", "plot"):
            outside = text[start - 2] if start > 1 else " "
            return "identifier" if outside.isalpha() and not mode.math else "enumeration"
        if not mode.math and mode.place not in ("cell", "plot") and (self.cited(start) or self.cites.holds(start)):
            return "citation"
        opened = text.rfind("(", max(0, start - 60), start) > text.rfind(")", max(0, start - 60), start)
        if follower in (")", LABEL) and (before in _EDGE or (follower == ")" and self.sentence(start) and not opened)):
            return "enumeration"
        begins = reading.value == 1 and follower == ")" and _SECOND.search(text, end, end + 400) is not None
        if follower == ")" and before in SPACE and (0 < self.last == reading.value - 1 or begins):
            return "enumeration"
        if (
            follower == "."
            and text[end + 1 : end + 2] == " "
            and text[end + 2 : end + 3].isupper()
            and self.sentence(start)
        ):
            return "enumeration"
        if follower == "." and text[end + 1 : end + 2] == LABEL:
            return "enumeration"
        if mode.place == "drawing" and before in _EDGE and follower in _EDGE and end - start < 3:
            return "label"
        return ""

    def cited(self, start: int) -> bool:
        """Whether the number stands in square brackets with nothing but numbers: [12], [3, 7--9]."""
        opened = self.text.rfind("[", max(0, start - 60), start)
        match = _LIST.match(self.text, opened, opened + 80) if opened >= 0 else None
        if match is None or match.end() <= start:
            return False
        return self.word_before(opened)[0].lower() not in _INTERVAL

    def sentence(self, start: int) -> bool:
        """Whether a sentence begins at *start*."""
        at = start - 1
        while at >= 0 and self.text[at] in SPACE:
            at -= 1
        return at < 0 or self.text[at] in _SENTENCE_END

    def after_word(self, word: str, gap: str, reading: Reading, after: After, found: list[Found]) -> str:
        """What the word before the number makes of it."""
        bare = word.rstrip(".'’")
        lower = bare.lower()
        spaced = bool(gap) or word.endswith(".")
        if not spaced and word not in "§#©":
            return ""
        bracketed = "(" in gap or "[" in gap
        if bracketed and self.text[reading.start : reading.end] in words.STANDARD_NUMBERS:
            return "identifier"
        if lower in words.MONTHS and (bare[0].isupper() or bare == "may") and not after.strong:
            return "date"
        if lower in words.ENUMERATORS and not (after.strong and after.unit not in ("s", "m")):
            placed = reading.value < 100 and bool(found) and found[-1].reason == "reference"
            far = reading.value > (53 if lower == "week" else 30) or self.listed(reading.start, word, gap)
            if bare in words.SETTINGS and far and not placed:
                return ""
            return "reference" if lower not in ("version", "versions", "release") else "version"
        lettered = after.glued and len(after.word) == 1 and after.word.isupper()
        if (
            lower in words.STANDARDS
            and (lettered or not after.strong)
            and not word.endswith((".", "/"))
            and (not bracketed or lower.startswith("as"))
        ):
            return "identifier"
        if bracketed or word.endswith((".", "/")):
            return ""
        if "'" in word or "’" in word:
            return ""
        if bare in words.LETTERED and not reading.decimals:
            return ""
        if (lower in words.PRODUCTS or lower.split("-")[0] in words.PRODUCTS or bare in words.CAPITAL_PRODUCTS) and (
            not after.unit or after.word.lower() in words.COUNT_NOUNS or (after.word == "s" and reading.value > 99)
        ):
            return "version"
        if not gap.strip(SPACE):
            return self.after_name(bare, gap, reading, after, found)
        return ""

    def enumerates(self, end: int) -> bool:
        """Whether the number that ends at *end* goes on to another one without a unit: "layers 1 to 3"."""
        match = _LISTED.match(self.text, end)
        return match is not None and (match[1] or "") not in words.UNIT_WORDS

    def listed(self, start: int, word: str, gap: str) -> bool:
        """Whether the word before the number stands behind a comma, as in a list of settings ("1 to 9, step 2")."""
        if word not in ("step", "rank"):
            return False
        at = start - len(gap) - len(word) - 1
        while at > 0 and self.text[at] in SPACE:
            at -= 1
        return self.text[at : at + 1] == ","

    def after_name(self, bare: str, gap: str, reading: Reading, after: After, found: list[Found]) -> str:
        """A number behind a name in mid-sentence ("Pi 3", "node 3") is part of the name, unless it has a unit."""
        lower = bare.lower()
        if after.strong or lower in words.QUANTITIES or reading.decimals > 2 or reading.end - reading.start > 5:
            return ""
        if lower[:-1] in words.NUMBERED and lower.endswith("s") and self.enumerates(reading.end):
            return "identifier"
        if bare in words.UNIT_WORDS or self.text[reading.end : reading.end + 1] == "-":
            return ""
        if lower in words.COUNT_NOUNS:
            return ""
        if not bare[0].isupper():
            if reading.decimals and _CAMEL.match(bare) and not self.goes_on(reading, found):
                return "version"
            return "identifier" if lower in words.NUMBERED and not reading.decimals and reading.value < 1000 else ""
        start = reading.start - len(bare) - 1
        while start > 0 and self.text[start - 1] in SPACE:
            start -= 1
        first = start <= 0 or self.text[start - 1] in _SENTENCE_END
        first = first and not (gap == "~" and not reading.decimals and not self.counted(after))
        if first and bare[1:].islower() and lower not in words.CAPITAL_ENUMERATORS:
            return ""
        if reading.decimals and (
            "~" in gap
            or self.product(reading.start)
            or self.repeated(bare, self.text[reading.start : reading.end])
            or (_CAMEL.match(bare) and not self.goes_on(reading, found))
        ):
            return "version"
        if self.text[reading.end : reading.end + 1] == "\u2009" or _PLURAL.fullmatch(after.word):
            return ""
        if reading.decimals and (not bare[1:].islower() or self.goes_on(reading, found)):
            return ""
        return "identifier"

    def goes_on(self, reading: Reading, found: list[Found]) -> bool:
        """Whether the number goes on with values of names ("Lark reaches 5.4 and Brook 4.1")."""
        if not found or found[-1].reason or found[-1].decimals != reading.decimals:
            return False
        between = self.text[found[-1].end : reading.start]
        return len(between) < 60 and _STOP.search(between) is None

    def chained(self, start: int, after: After, found: list[Found]) -> str:
        """The reason of the number before, when this one goes on with it ("Sections 3 and 4")."""
        if after.strong:
            return ""
        last = found[-1]
        if last.reason not in CHAINED or not 0 < start - last.end < 12:
            return ""
        if last.reason == "identifier" and not self.text[last.start : last.end].isdigit():
            return ""
        link = _LINK.fullmatch(self.text, last.end, start)
        if link is None or not link[0].strip(SPACE + "("):
            return ""
        if (
            last.reason == "version"
            and "." in self.text[last.start : last.end]
            and self.text[start + 1 : start + 2] != "."
        ):
            return ""
        if last.reason in ("year", "date", "identifier") and self.text[start + 1 : start + 5].find(".") >= 0:
            return ""
        named = last.reason in ("version", "identifier", "year", "date")
        if named and link[0].strip(SPACE) not in ("and", ",", "or", "/", "–", "--", "-", "to"):
            return ""
        return last.reason
