"""What stands around a number in text, and what it makes of it: a name, a version, a year, a place in the document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperkit.latex import vocabulary as words
from paperkit.latex.alphabet import BREAK, CELL, LABEL, ROW, SPACES, SUB_END, SUPER_END
from paperkit.latex.formula import Formulas
from paperkit.latex.names import ORDINAL, SPACE, Names
from paperkit.latex.printed import Mode
from paperkit.latex.reading import Reading
from paperkit.latex.units import After

if TYPE_CHECKING:
    from paperkit.latex.numerals import Found

_SUPERLATIVE = re.compile(rf"[-{SPACES}]+([a-z]+)")
_LINK = re.compile(
    rf"[{SPACES}(]*(?:,|and|or|&|to|through|until|bis|und|--?|–|—|/|;|,[{SPACES}]*(?:and|or))?[{SPACES}(]*"
)
_SENTENCE_END = frozenset(f".!?:;{BREAK}{CELL}{ROW}{LABEL}")
_YEAR_SPAN = re.compile(r"(?:--?|–|/)(?:(?:19|20)\d\d|(?<=/)\d\d)(?![\d.]|[ ~]?[a-z%])")
_CHAINED = frozenset({"reference", "page", "version", "year", "citation", "identifier"})
_EDGE = frozenset(f"{BREAK}{CELL}{ROW}{LABEL}")


class Context(Names):
    """Judges numbers by the printed text around them."""

    def __init__(self, text: str, formulas: Formulas) -> None:
        super().__init__(text)
        self.formulas = formulas
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
        if end < len(text):
            ordinal = self.ordinal(start, end)
            if ordinal:
                return ordinal
        if not reading.plain or reading.signed:
            return ""
        marked = self.marked(reading, mode)
        if marked:
            return marked
        if after.word.lower() in words.MONTHS and after.word[:1].isupper() and reading.value <= 31:
            return "date"
        word, gap = self.word_before(start)
        if word:
            reason = self.after_word(word, gap, reading, after)
            if reason:
                return reason
        if self.year(reading, after, word.lower().rstrip("."), found):
            return "year"
        return self.chained(start, after, found)

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
        text, start, end = self.text, reading.start, reading.end
        before = text[start - 1] if start else BREAK
        follower = text[end] if end < len(text) else BREAK
        if reading.decimals or end - start > 3:
            return ""
        if before == "(" and follower == ")" and mode.place not in ("cell", "plot"):
            outside = text[start - 2] if start > 1 else " "
            return "identifier" if outside.isalpha() and not mode.math else "enumeration"
        if before == "[" and follower == "]" and not mode.math:
            return "citation"
        if follower in (")", LABEL) and (before in _EDGE or (follower == ")" and self.sentence(start))):
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

    def sentence(self, start: int) -> bool:
        """Whether a sentence begins at *start*."""
        at = start - 1
        while at >= 0 and self.text[at] in SPACE:
            at -= 1
        return at < 0 or self.text[at] in _SENTENCE_END

    def after_word(self, word: str, gap: str, reading: Reading, after: After) -> str:
        """What the word before the number makes of it."""
        bare = word.rstrip(".'’")
        lower = bare.lower()
        spaced = bool(gap) or word.endswith(".")
        if not spaced and word not in "§#©":
            return ""
        bracketed = "(" in gap or "[" in gap
        if lower in words.MONTHS and (bare[0].isupper() or bare == "may") and not after.strong:
            return "date"
        if lower in words.ENUMERATORS and not (after.strong and after.unit not in ("s", "m")):
            if bare in words.SETTINGS and (reading.value > 30 or self.listed(reading.start, word, gap)):
                return ""
            return "reference" if lower not in ("version", "versions", "release") else "version"
        if bracketed or word.endswith((".", "/")):
            return ""
        if lower in words.STANDARDS and not after.strong:
            return "identifier"
        if (
            lower in words.PRODUCTS or lower.split("-")[0] in words.PRODUCTS or bare in words.CAPITAL_PRODUCTS
        ) and not (after.unit and after.word.lower() not in words.COUNT_NOUNS):
            return "version"
        if not gap.strip(SPACE):
            return self.after_name(bare, lower, reading, after)
        return ""

    def listed(self, start: int, word: str, gap: str) -> bool:
        """Whether the word before the number stands behind a comma, as in a list of settings ("1 to 9, step 2")."""
        at = start - len(gap) - len(word) - 1
        while at > 0 and self.text[at] in SPACE:
            at -= 1
        return self.text[at : at + 1] == ","

    def after_name(self, bare: str, lower: str, reading: Reading, after: After) -> str:
        """A number behind a name in mid-sentence ("Pi 3", "node 3") is part of the name, unless it has a unit."""
        if after.strong or lower in words.QUANTITIES or reading.decimals > 2 or reading.end - reading.start > 5:
            return ""
        if lower in words.COUNT_NOUNS or bare in words.UNIT_WORDS or self.text[reading.end : reading.end + 1] == "-":
            return ""
        if not bare[0].isupper():
            return "identifier" if lower in words.NUMBERED and not reading.decimals and reading.value < 1000 else ""
        start = reading.start - len(bare) - 1
        while start > 0 and self.text[start - 1] in SPACE:
            start -= 1
        first = start <= 0 or self.text[start - 1] in _SENTENCE_END
        if first and bare[1:].islower() and lower not in words.CAPITAL_ENUMERATORS:
            return ""
        if reading.decimals and not bare[1:].islower():
            return ""
        return "identifier"

    def year(self, reading: Reading, after: After, before: str, found: list[Found]) -> bool:
        """Whether the number is a year."""
        text, start, end = self.text, reading.start, reading.end
        if end - start != 4 or reading.decimals or not 1850 <= reading.value <= 2049:
            return False
        if text[end : end + 1] == "s" and not text[end + 1 : end + 2].isalnum():
            return text[end - 1] == "0"
        if _YEAR_SPAN.match(text, end):
            return True
        if after.strong or after.unit:
            return False
        if before in words.YEAR_WORDS:
            return True
        follower = text[end : end + 1]
        if text[start - 1 : start] == "(" and follower in ");,":
            return True
        if found and found[-1].reason in ("year", "date") and start - found[-1].end < 12:
            return True
        return text[start - 1 : start] in "'’" and start > 0

    def chained(self, start: int, after: After, found: list[Found]) -> str:
        """The reason of the number before, when this one goes on with it ("Sections 3 and 4")."""
        if not found or after.strong:
            return ""
        last = found[-1]
        if last.reason not in _CHAINED or not 0 < start - last.end < 12:
            return ""
        link = _LINK.fullmatch(self.text, last.end, start)
        if link is None or not link[0].strip(SPACE + "("):
            return ""
        if last.reason in ("version", "identifier", "year") and link[0].strip(SPACE) not in (
            "and",
            ",",
            "or",
            "/",
            "–",
            "--",
            "-",
        ):
            return ""
        return last.reason
