"""Names with digits in them: what touches a number, and makes it part of an identifier or version."""

from __future__ import annotations

import re

from paperkit.latex import vocabulary as words
from paperkit.latex.alphabet import BREAK, CELL, LETTERS, OPAQUE, ROW, SPACES, SUPER, SUPER_END
from paperkit.latex.reading import Reading
from paperkit.latex.units import After, unit_after

SPACE = " \t\n~\u00a0\u2009\u202f\u2002\u2003"
_GLUE_LEFT = re.compile(r"(?:[^\W_]|[_@#'’]|(?<=\w)[-./+:&*]|(?<=[A-Za-z])--)+$")
_GLUE_RIGHT = re.compile(r"[^\W_]*(?:[-._/+:][^\W]*[^\W_]|_\w+)*")
_BACKWARDS = re.compile(rf"([{SPACES}({{\[#:]*)([\w.+#'’@&/-]*[A-Za-zÀ-žµ])?([§©])?")
"""What stands before a number, read from there to the left: a gap, a word, a sign before it."""
_NEXT_WORD = re.compile(rf"[{SPACES}]*-?([A-Za-z][\w-]*)")
_SIZED = frozenset({"d", "dimensional", "sample", "tailed", "sided", "regular", "colourable", "colorable", "connected"})
"""Behind a small number and a hyphen: a name; a size behind a greater one, as in "39-dimensional"."""
_HYPHENED = frozenset({"D", "SAT", "zip", "tuple", "tuples", "percentile", "series"})
"""Behind a number and a hyphen: a name, not a count."""
_PLACED = re.compile(
    rf"\b(?:[Ff]ig(?:ure)?s?|[Tt]ab(?:le)?s?|[Pp]anels?|[Pp]lates?|[Aa]ppendix|[Ss]ections?|[Ss]chemes?|[Ee]qs?)\.?"
    rf"[{SPACES}(]+(?:\d+[A-Za-z]?(?:,|--?|–|[{SPACES}]|and|or|to|&)+)*$"
)
"""Before a number and a capital: a place in a document, "Fig. 1A"."""
_FACTOR = re.compile(r"(?=\d+\.\d|\d+(?:\.\d+)?(?:--?|–)\d)(\d+(?:\.\d+)?)(?:(?:--?|–)(\d+(?:\.\d+)?))?(?!\.?\w)")
_GLUED = frozenset({"core", "thread", "node", "worker", "user", "client"})
"""Counted also where it hangs on its number: "120core"."""
_CLOSED = frozenset(f",.;)&{CELL}{ROW}") | {""}
_COMPOUND = re.compile(r"\d-(?:[A-Z]{2,}-[A-Z]*\d|(?:HT|FU|AP|MA|OHDA|NBDG|AG|HETE|PBA|TP)\d?[A-Z]?\b)")
"""A substance: 1-NM-PP1, 5-HT2A."""
_ONE_LESS = re.compile(rf"1-[a-z](?=[{SPACES}]+(?:and|or|is|are|as|denotes?)\b|[{SPACES}]*[,.;)])")
"""In words: 1-p for one less p."""
_VARIANT = re.compile(r"-[A-Z]{1,2}(?![\w-])")
"""Behind a number with its unit: "4KB-I", one of the things compared."""
_APERTURE = re.compile(rf"-m(?:[{SPACES}]+(?:[A-Z]|telescope|dish|antenna|radio|array)|[{SPACES}]*(?:{BREAK}|\\Z))")
"""Behind a name and a number: a telescope, "the Nobeyama 45-m telescope"."""
_OF = re.compile(rf"[{SPACES}]+of[{SPACES}]+(?:data|memory|RAM|space|traffic|storage|disk)\b")
_MEASURE = re.compile(r"\d[A-Za-z]{1,3}/$")
"""Before a number: another one with its unit, "32KB/4-way"."""
_ENTRY = re.compile(r"(?<![\w:])[A-Z]{2,8}:\d{4}$")
"""A register and the number of its entry: "EPSG:32633"."""
_ANOVA = re.compile(
    rf"-way[{SPACES}]+(?:[a-z-]+[{SPACES}]+){{0,3}}(?:ANOVAs?|MANOVA|ANCOVA)\b|-(?:CNF|DNF|QAM|A?PSK|PAM|ASK|FSK|[KQ](?=[{SPACES}](?:filing|form|report)))\b"
)
_SIZE_NAMED = re.compile(r"-(?:medium|large|small|base|turbo|pro|mini|nano|instruct|chat|flash|xl|preview|coder)\b")
_BRACKETED = re.compile(r"\d{1,3}\)")
"""Behind "(x": a factor alone in brackets."""
_MAKER = re.compile(r"[A-Z][a-z]{2,}")
_MARKS = frozenset(",\u2009\u202f\u00a0~")
_PATCH = re.compile(r"-(\d{1,2})(?![\w%]|\.\d)")
_ENDINGS = "|".join(ending.translate(letters) for letters in ({}, LETTERS) for ending in ("st", "nd", "rd", "th"))
ORDINAL = re.compile(
    rf"(?:{SUPER}[{SPACES}]*(?:{SUPER_END})?|-(?=th))?(?:{_ENDINGS}|te[nrs]?)(?:[{SPACES}]*{SUPER_END})?(?![\w])"
)


class Names:
    """Judges numbers by what touches them."""

    def __init__(self, text: str) -> None:
        self.text = text

    def widen(self, start: int, end: int) -> tuple[int, int]:
        """The whole word that the characters [start, end) stand in."""
        left = _GLUE_LEFT.search(self.text, max(0, start - 40), start)
        right = _GLUE_RIGHT.match(self.text, end, end + 60)
        return left.start() if left else start, right.end() if right else end

    def name(self, reading: Reading, after: After) -> tuple[int, int, str] | None:
        """(start, end, reason) when the number is part of a name, by what touches it; else None."""
        text, start, end = self.text, reading.start, reading.end
        before = text[start - 1] if start else " "
        if before in SPACE:
            if end >= len(text) or text[end] in SPACE:
                return None
        elif self.touches_left(start, before, after):
            return (*self.widen(start, end), "identifier")
        if end < len(text) and (text[end].isalnum() or text[end] in "_-."):
            return self.touches_right(reading, after)
        return None

    def touches_left(self, start: int, before: str, after: After) -> bool:
        """Whether a name ends right before the number."""
        text = self.text
        second = text[start - 2] if start > 1 else " "
        if before.isalpha():
            if before in "xX" and (second.isdigit() or not second.isalnum()):
                if second == "(" and _BRACKETED.match(text, start):
                    return False
                sized = second in "'`’′″\"" and text[start - 3 : start - 2].isdigit()
                return not (second.isdigit() or sized or self.compares(after) or self.factor(start))
            return not "\ue100" <= before <= "\uf8ff"
        if before == "@" and after.unit and not second.isalnum():
            return False
        if before == ":" and second.isupper() and _ENTRY.search(text, max(0, start - 9), start + 4):
            return True
        if before in "_@#" or (before == "*" and second.isalpha()):
            return True
        if before == "+":
            return second == "+" or text[start - 4 : start - 1] in ("UTC", "GMT")
        if before == "." and second.isalpha():
            return self.word_before(start - 1)[0].lower().rstrip(".") not in words.ENUMERATORS
        if before in "-–" and second == before:
            third = text[start - 3] if start > 2 else " "
            return third.isalpha() and "." in text[start : start + 6] and not after.strong and self.capital(start - 2)
        if before in "'’" and second.isalpha():
            return self.text[start : start + 2].isdigit() and self.capital(start - 1)
        if before == "-" and second == OPAQUE:
            return not after.strong
        if before == "-" and second.isalpha():
            return self.word_before(start - 1)[0].lower() not in words.MEASURES | {
                "top" if text[start + 3 : start + 4] in _MARKS else "",
                "sub",
                "under",
                "over",
                "near",
                "about",
                "to",
                "by",
                "at",
                "of",
            }
        return (
            before == "/"
            and second.isalpha()
            and not (after.strong or second >= "\ue100" or _MEASURE.search(text, max(0, start - 8), start))
        )

    def factor(self, start: int) -> bool:
        """Whether the number behind an x is a factor by its point or its range ("x1.5", "x4-5"), and no "x86-64"."""
        match = _FACTOR.match(self.text, start)
        return match is not None and (match[2] is None or float(match[1]) < float(match[2]))

    def capital(self, end: int) -> bool:
        """Whether the word that ends at *end* has a capital in it."""
        return any(letter.isupper() for letter in self.word_before(end)[0])

    def compares(self, after: After) -> bool:
        """Whether the next word compares ("x3 faster")."""
        return after.word in words.COMPARING

    def touches_right(self, reading: Reading, after: After) -> tuple[int, int, str] | None:
        """As name, by what follows without a space."""
        text, start, end = self.text, reading.start, reading.end
        follower = text[end]
        if follower == "_":
            return (*self.widen(start, end), "identifier")
        if follower == ".":
            return self.dotted(start, end)
        if follower == "-":
            return self.hyphened(reading)
        if ORDINAL.match(text, end):
            return None
        if len(after.word) == 1 and after.word.isupper() and self.lettered(start, end, after.word):
            return (*self.widen(start, end), "identifier")
        whole = text[start:end] + after.word
        if (whole in words.NETWORKS and not after.unit.endswith("/s") and not _OF.match(text, end + 1)) or (
            whole in ("4K", "8K") and self.filmed(end + 1)
        ):
            return (*self.widen(start, end), "identifier")
        if _VARIANT.match(text, end + len(after.word)):
            return (*self.widen(start, end), "identifier")
        behind = text[end + len(after.word) : end + len(after.word) + 1]
        if after.word in words.MULTIPLIERS and (behind.isdigit() or self.model(start, end, after)):
            return (*self.widen(start, end), "identifier")
        if after.word in words.MULTIPLIERS or (after.unit and after.glued and after.unit != "×"):
            return None
        if (
            after.word == "s"
            or (after.word in ("x", "X") and not (end - start > 2 and self.product(start)))
            or not after.word.isascii()
        ):
            return None
        if reading.decimals and len(after.word) > 1 and after.word.isupper() and reading.value < 100:
            return None
        if "\ue100" <= follower <= "\uf8ff" or after.word.removesuffix("s") in _GLUED:
            return None
        if after.word[:1] in ("x", "X") and text[end + 1 : end + 2].isdigit():
            return None
        return (*self.widen(start, end), "identifier")

    def filmed(self, end: int) -> bool:
        """Whether the word behind "4K", which ends at *end*, is a picture, or none is there: "videos in 4K"."""
        following = _NEXT_WORD.match(self.text, end)
        if following is not None:
            return following[1].lower() in words.FILMED
        return self.word_before(end - 2)[0] in ("in", "native")

    def hyphened(self, reading: Reading) -> tuple[int, int, str] | None:
        """As name, before a hyphen."""
        start, end = reading.start, reading.end
        if self.patched(reading) if reading.decimals else self.dashed(reading):
            return (*self.widen(start, end), "version")
        if _COMPOUND.match(self.text, start):
            return (*self.widen(start, end), "identifier")
        if _ONE_LESS.match(self.text, start):
            return start, end, "formula"
        if _ANOVA.match(self.text, end):
            return start, end, "identifier"
        if _APERTURE.match(self.text, end) and self.named_before(start):
            return start, end, "identifier"
        if reading.decimals and _SIZE_NAMED.match(self.text, end):
            return (*self.widen(start, end), "version")
        word = _NEXT_WORD.match(self.text, end)
        named = word is not None and self.text[end + 1 : end + 2].isalpha() and word[1] in _HYPHENED
        named |= word is not None and reading.value < 5 and word[1] in _SIZED
        return (start, word.end(), "identifier") if word is not None and named else None

    def named_before(self, start: int) -> bool:
        """Whether a name with a capital stands right before the number at *start*."""
        word, gap = self.word_before(start)
        return gap in (" ", "~") and word[:1].isupper() and len(word) > 2

    def patched(self, reading: Reading) -> bool:
        """Whether a smaller number hangs on one behind a name in capitals: "OFED 5.4-1" is no range."""
        patch = _PATCH.match(self.text, reading.end)
        name, gap = self.word_before(reading.start)
        ranged = patch is None or int(patch[1]) >= reading.value
        return not ranged and bool(gap) and len(name) > 2 and name.isupper()

    def dashed(self, reading: Reading) -> bool:
        """Whether the number begins a version with a hyphen behind a product: "Claude Opus 4-6"."""
        patch = _PATCH.match(self.text, reading.end)
        return patch is not None and self.text[patch.end() : patch.end() + 1] in _CLOSED and self.product(reading.start)

    def lettered(self, start: int, end: int, letter: str) -> bool:
        """Whether a capital behind the number makes a name of it: "Fig. 1A", "Platinum 8375C", "EPYC 7773X"."""
        if _PLACED.search(self.text, max(0, start - 40), start):
            return True
        if end - start < 3:
            word, gap = self.word_before(start)
            return (
                gap in (" ", "~")
                and word.lower() in words.ENUMERATORS
                and not words.SETTINGS - {"type", "zone"} & {word}
            )
        whole = self.text[start:end].isdigit()
        word, gap = self.word_before(start)
        if whole and gap in (" ", "~") and _MAKER.fullmatch(word) and self.inside(start, word):
            return not unit_after(self.text, end + 1).strong
        if end - start < 4:
            return False
        return self.product(start) or (letter == "X" and whole and not self.compares(unit_after(self.text, end + 1)))

    def inside(self, start: int, word: str) -> bool:
        """Whether *word*, which stands before *start*, stands within a sentence."""
        before = self.text[max(0, start - len(word) - 3) : start - len(word) - 1].rstrip(SPACE)
        return before[-1:].isalpha() or before[-1:] in (",", "(")

    def dotted(self, start: int, end: int) -> tuple[int, int, str] | None:
        """A dot and more behind the number: a version such as 3.x, or a file's name."""
        following = self.text[end + 1 : end + 3]
        if following[:1] in ("x", "X") and not following[1:].isalnum():
            return (*self.widen(start, end), "version")
        if following[:1].islower() and following[1:].isalnum():
            return (*self.widen(start, end), "identifier")
        return None

    def model(self, start: int, end: int, after: After) -> bool:
        """Whether `7B` names a model ("the 7B model", "Llama 7B"), rather than counts."""
        following = _NEXT_WORD.match(self.text, end + len(after.word))
        if following is not None and following[1].lower() in words.MODEL_NOUNS:
            noun = _NEXT_WORD.match(self.text, following.end())
            return after.word == "B" or noun is None or noun[1] not in words.COUNT_NOUNS
        word, gap = self.word_before(start)
        return bool(gap) and word.lower().rstrip("0123456789.-") in words.PRODUCTS

    def product(self, start: int) -> bool:
        """Whether the word before *start*, or the one before that, is a product that has numbers."""
        word, gap = self.word_before(start)
        if word.lower() in words.PRODUCTS:
            return True
        first = self.word_before(start - len(gap) - len(word))[0] if word[:1].isupper() else ""
        return first[:1].isupper() and first.lower() in words.PRODUCTS

    def word_before(self, start: int) -> tuple[str, str]:
        """(word, gap) before *start*: the word that stands there, and the spaces or brackets between."""
        before = self.text[max(0, start - 32) : start]
        if before.isascii() and before.lower() == before.upper() and "#" not in before:
            return "", ""
        match = _BACKWARDS.match(before[::-1])
        if match is None:
            return "", ""
        gap, word, sign = match.groups(default="")
        if gap[-1:] == "#":
            gap, word = gap.rstrip("#"), "#" + word
        return (sign + word[::-1], gap[::-1]) if sign or word else ("", "")
