"""Formulas in the printed text: which of their numbers are values, and which are constants of a formula."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import pairwise

from paperkit.latex.alphabet import (
    FRACTION,
    FRACTION_END,
    FUNCTION,
    LETTERS,
    PLAIN,
    SPACES,
    SUB,
    SUB_END,
    SUPER,
    SUPER_END,
)
from paperkit.latex.scripts import NOTED
from paperkit.latex.sides import GAP, MEMBER, RELATIONS, VARIABLE, Sides
from paperkit.latex.vocabulary import UNIT_WORDS

_MU, _SIGMA = chr(LETTERS[ord("μ")]), chr(LETTERS[ord("σ")])
_TAIL = re.compile(
    rf"\d[{SPACES}]*([\ue100-\ue1ffµ]+|{_MU}[{SPACES}]*[\ue100-\ue1ffA-Za-z]+|{_SIGMA})"
    rf"([{SPACES}]*/[{SPACES}]*[\ue100-\ue1ff]+|{SUPER}[-−]?[23]{SUPER_END})?[{SPACES}.,)]*$"
)
_OF_THE_SUN = re.compile(
    rf"\d[{SPACES}]*[{''.join(chr(LETTERS[ord(each)]) for each in 'MLR')}]{SUB}[⊙☉⊕]{SUB_END}[{SPACES}.,)]*$"
)
_MICRO = re.compile(r"[smgAVWFJHLl](?!\w)")
"""Behind a formula that ends in a mu: the unit goes on in text."""
_SUM = re.compile(f"{FUNCTION}(?:{SUB}[^{SUB_END}]*{SUB_END}|{SUPER}[^{SUPER_END}]*{SUPER_END}){{1,2}}[^0-9]")
_HYPOTHESIS = re.compile(rf"{GAP}{chr(LETTERS[ord('H')])}{SUB}[^{SUB_END}]{SUB_END}{GAP}:")
_HALVES = re.compile(r"[1357]/2")
_SET = re.compile(rf"[\[{{]{GAP}0{GAP},{GAP}1{GAP}(?:[\]}}]|,{GAP}(?:…|\.\.\.))")
_WIDE = 40
"""Characters behind the begin of a side in which a cube is looked for."""
_CUBE = re.compile(rf"[\[(]{GAP}[-−]?[01]{GAP},{GAP}1{GAP}[\])]{SUPER}")
_OWN_UNIT = re.compile(rf"(?<=\d)[~\u2009\u00a0]{FUNCTION}(?=[{SPACES}.,)]*$)")
r"""A unit by a macro of the author's own, apart from its number: `9.1~\degsq`."""
_SIZE = re.compile(rf"(?<=\d){chr(LETTERS[ord('x')])}(?=[1-9])")
_LARGE = re.compile(r"\d{2}|\d+\.\d")
_SHARE = re.compile(rf"{GAP}0\.\d+{GAP}[\ue100-\ue1ff][{SPACES}.,]*$")
"""A fraction of something: the right side of z = 0.25r."""
_SOURCE = re.compile(rf"{GAP}\([a-z]{{2,7}}\.?\)")
"""Behind an uncertainty: where it comes from, "(stat)"."""
_EXPONENT = re.compile(rf"(?<=\d)[{chr(LETTERS[ord('e')])}{chr(LETTERS[ord('E')])}](?=[-+−]?\d)")
_SUFFIXED = re.compile("\\d[" + "".join(chr(LETTERS[ord(letter)]) for letter in "kKMGB") + "](?![\ue100-\ue2ff])")
_OPERATOR = re.compile(r"[(+/-]|\d[\ue100-\ue2ff]*−")
_LETTERED = re.compile("[\ue100-\ue2ff]+")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_IN_WORDS = re.compile(
    rf"\d{GAP}(?:[*×·∗⋅]{GAP})?{FRACTION}(?=[^\d{FRACTION}{FRACTION_END}]*{FRACTION_END})[^\d{FRACTION_END}]*?[A-Za-z]{{4}}"
)
"""A number before a fraction of quantities that are named by words: 2 × precision / recall."""

_BOUNDS = {"≥": ("0", "1", "2"), "≠": ("0", "1", "-1", "−1")}
_SIGN = re.compile(rf"{GAP}[>≥≠]{GAP}0{GAP}")
"""A condition: "an improvement > 0"."""


class Formula(Sides):
    """One formula, and which of its numbers are values."""

    def __init__(self, text: str, start: int, end: int) -> None:
        super().__init__(text, start, end)
        self.running: dict[int, bool] = {}
        """Whether the list that begins with a side runs on from 0 or 1."""
        self.verdicts: dict[int, str] = {}
        self.variable = VARIABLE.search(text, start, end) is not None

    def verdict(self, at: int) -> str:
        """Empty when the number at *at* is a value; else why it belongs to the formula."""
        side = bisect_right(self.cuts, at) - 1
        known = self.verdicts.get(side)
        if known is None:
            known = self.verdicts[side] = self._judge(side)
        return known

    def _judge(self, side: int) -> str:
        end = self.cuts[side + 1] - 1 if side + 1 < len(self.cuts) else self.end
        if not self.variable:
            told = _IN_WORDS.search(self.text, self.cuts[side], end) or _SIGN.fullmatch(self.text, self.start, end)
            return "formula" if told else self._set(side)
        text = NOTED.sub("", self.text[self.cuts[side] : end])
        if (self.dots and not self._values) or self._indices(side) or self._unit_cube(side):
            return "index range"
        if text.count(FRACTION) != text.count(FRACTION_END):
            return "formula"
        if VARIABLE.search(text) and VARIABLE.search(_EXPONENT.sub("", text)) and not self._measures(text):
            return "formula"
        if self._trivial(side, text):
            return "formula"
        return ""

    def _set(self, side: int) -> str:
        """As _judge, where there are numbers only: a set such as [0, 1] or {0, 1, ..., 9} says where values lie."""
        opened = max(self.text.rfind(mark, self.start, self.cuts[side] + 1) for mark in "[{")
        if opened < 0:
            return ""
        return "index range" if _SET.match(self.text, opened, self.end) is not None else ""

    def _unit_cube(self, side: int) -> bool:
        """Whether the side is in a set that is raised to a power: the cube of `g: [0, 1]^3`."""
        begin = self.cuts[side]
        match = _CUBE.search(self.text, max(self.start, begin - 8), min(self.end, begin + _WIDE))
        return match is not None and match.start() <= begin + 2 <= match.end()

    @cached_property
    def _values(self) -> bool:
        """Whether dots stand among values and not among indices: a list of numbers that begins with none of 0, 1, 2."""
        listed = re.split(r"[=∈]", self.text[self.start : self.end], maxsplit=1)[-1]
        numbers = _NUMBERS.findall(listed)
        return bool(numbers) and numbers[0] not in ("0", "1", "2") and VARIABLE.search(listed) is None

    def _indices(self, side: int) -> bool:
        """Whether the side is one of a list that runs on from 0 or 1 behind one sign: `k = 1, 2`."""
        low = self.first[side]
        if low not in self.running:
            self.running[low] = self._runs_on(low)
        return self.running[low]

    def _runs_on(self, low: int) -> bool:
        """As _indices, of the list that begins with the side *low*."""
        high = low
        while high + 1 < len(self.signs) and self.signs[high + 1] == ",":
            high += 1
        if low == high or self.signs[low] != "=":
            return False
        cuts = [*self.cuts[low : high + 2], self.end + 1][: high - low + 2]
        listed = [self.text[cut : end - 1].strip() for cut, end in pairwise(cuts)]
        first = int(listed[0]) if listed[0] in ("0", "1") else -1
        return first >= 0 and listed == [str(first + index) for index in range(len(listed))]

    def _trivial(self, side: int, text: str) -> bool:
        """Whether the side is a bound such as `> 0` or a set such as [0, 1]: a condition, not a value."""
        sign = self.signs[side]
        if sign in ("→", "=") and text.strip(" .,;~\u2003") == {"→": "0", "=": "1"}[sign] and self._limits(side, sign):
            return True
        if sign == "=" and _HALVES.fullmatch(text.strip(" .,")) and self._quantum(side):
            return True
        if sign == "=" and text.strip(" .,") == "0" and self.text[max(0, self.start - 3) : self.start].strip() == "at":
            return True
        if sign == "=" and text.strip(" .,;") == "0" and (self._operates(side) or self._supposes()):
            return True
        if sign not in RELATIONS or not sign:
            sign = self.signs[side + 1] if side + 1 < len(self.signs) else ""
        if self.relations[side] and self.relations[side] in MEMBER:
            return self._binary if _NUMBERS.search(text) else False
        if sign and sign in "<>≥≤≠≪≫" and not self._ends(side):
            return text.strip(" \t\n~\u2002\u2003\u2009,.") in _BOUNDS.get(sign, ("0", "1"))
        return False

    @cached_property
    def _binary(self) -> bool:
        """Whether 0 and 1 are its only numbers."""
        return all(match[0] in ("0", "1") for match in _NUMBERS.finditer(self.text, self.start, self.end))

    def _ends(self, side: int) -> bool:
        """Whether the side is the low end of a range whose high end is a value: 0 in `0 < x < 1400`."""
        if side + 2 >= len(self.cuts) or not any(
            set(self.signs[side + 1 : side + 3]) <= set(way) for way in ("<≤", ">≥")
        ):
            return False
        end = self.cuts[side + 3] - 1 if side + 3 < len(self.cuts) else self.end
        high = _NUMBERS.match(self.text[self.cuts[side + 2] : end].strip(" \t\n~\u2002\u2003\u2009"))
        return high is not None and high[0] not in ("0", "1")

    def _operates(self, side: int) -> bool:
        """Whether the side before is an expression: a divergence, a sum of terms."""
        before = self.text[self.cuts[side - 1] : self.cuts[side]]
        return any(mark in before for mark in (FUNCTION, "÷", "+", FRACTION))

    def _limits(self, side: int, sign: str) -> bool:
        """Whether the 0 or 1 of a side is what something tends to, or the sum of all weights: `\\sum_k w_k = 1`."""
        before = self.text[self.cuts[side - 1] : self.cuts[side]].strip(" ~\t\n\u2003")
        return sign == "→" or _SUM.match(before) is not None

    def _supposes(self) -> bool:
        """Whether the formula is a hypothesis to be tested: H_0: m = 0."""
        return _HYPOTHESIS.match(self.text, self.start, self.end) is not None

    def _quantum(self, side: int) -> bool:
        """Whether the side before is a spin or another number that comes in halves."""
        return self.text[self.cuts[side - 1] : self.cuts[side]].translate(PLAIN).strip()[:1] in tuple("JSjsI")

    def _measures(self, text: str) -> bool:
        """Whether the letters of a side only spell units, of one number or of several: `6.6GiB + 1.8GiB`."""
        text = _SIZE.sub("×", _OWN_UNIT.sub("", _SOURCE.sub("", text)))
        if VARIABLE.search(text) is None:
            return True
        return self._unit(text) or (
            FUNCTION not in text and all(_spells(text, run) for run in _LETTERED.finditer(text))
        )

    def multiplies(self) -> bool:
        """Whether the letters of the formula only multiply numbers, `4K \\times 4K`, and are no variables: `1/(2k)`."""
        text = self.text[self.start : self.end]
        return VARIABLE.search(_SUFFIXED.sub("", text)) is None and _OPERATOR.search(text) is None

    def _unit(self, text: str) -> bool:
        """Whether the letters of a side only spell a unit behind its number."""
        if text.rstrip(" .,").endswith(_MU) and _MICRO.match(self.text, self.end):
            return VARIABLE.search(text.replace(_MU, "")) is None
        sun = _OF_THE_SUN.search(text)
        if sun is not None:
            return VARIABLE.search(text, 0, sun.start()) is None
        tail = _TAIL.search(text)
        if tail is None or VARIABLE.search(text, 0, tail.start(1)):
            return False
        word = "".join(tail[1].translate(PLAIN).split()).replace("μ", "µ")
        if word == "x":
            return not any(sign and sign in RELATIONS for sign in self.signs) and (
                "." in text or self.end - self.start < 6
            )
        return (
            (word in ("σ", "i", "j") and tail[2] is None and (word == "σ" or "." in text))
            or (tail[2] is None and len(word) == 1 and _SHARE.match(text) is not None)
            or (word in UNIT_WORDS and (len(word) > 1 or (tail[2] is not None and tail[2][0] != SUPER)))
            or (word in ("m", "V", "W", "g") and not any(self.signs[1:]) and _LARGE.match(text) is not None)
            or (word in ("k", "K", "M", "B", "s") and (not any(self.signs[1:]) or (word == "s" and "." in text)))
        )


def _spells(text: str, run: re.Match[str]) -> bool:
    """Whether a run of letters in a formula is a unit and no product of variables, by its length or its number."""
    word = run[0].translate(PLAIN)
    if word not in UNIT_WORDS:
        return False
    if text[: run.start()][-1:] == "\u2009" and word in tuple("VWAsmgKJNTh"):
        return text[: run.start() - 1][-1:].isdigit()
    return len(word) > 2 or ((len(word) > 1 or word == "s") and text[: run.start()].rstrip()[-1:].isdigit())
