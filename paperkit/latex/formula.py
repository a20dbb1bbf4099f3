"""Formulas in the printed text: which of their numbers are values, and which are constants of a formula."""

from __future__ import annotations

import re
from bisect import bisect_right

from paperkit.latex.alphabet import (
    CELL,
    FORMULA,
    FRACTION,
    FRACTION_END,
    FUNCTION,
    LETTERS,
    PLAIN,
    ROW,
    SPACES,
    SUB,
    SUB_END,
    SUPER,
    SUPER_END,
)
from paperkit.latex.scripts import NOTED
from paperkit.latex.vocabulary import UNIT_WORDS

_RELATIONS = "=<>≤≥≈∼≪≫≲≳≠≃≅→⇒↦←∝"
_GAP = rf"[{SPACES}]*"
_SPLIT = re.compile(
    rf"(?P<open>[(\[{{⟨])|(?P<close>[)\]}}⟩])|(?P<relation>[{_RELATIONS}])|(?P<member>[∈∉])|(?P<comma>[,;:|](?!\d{{3}}(?!\d)))"
    rf"|(?P<spread>±(?={_GAP}[\d.]+{_GAP}(?:[,;)=]|\Z)))|(?P<dots>…|\.\.\.)|(?P<row>[{ROW}{CELL}])|(?P<script>[{SUPER}{SUB}])|(?P<unscript>[{SUPER_END}{SUB_END}])"
)
_MU, _SIGMA = chr(LETTERS[ord("μ")]), chr(LETTERS[ord("σ")])
_VARIABLE = re.compile(f"[{FORMULA}]")
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
_HYPOTHESIS = re.compile(rf"{_GAP}{chr(LETTERS[ord('H')])}{SUB}[^{SUB_END}]{SUB_END}{_GAP}:")
_HALVES = re.compile(r"[1357]/2")
_DISTRIBUTIONS = (chr(LETTERS[ord("U")]), "U", "m")
"""The last letter of what lies between two numbers in brackets: U, Uniform."""
_PAIR = re.compile(rf"{_GAP}[+−-]?(?!0{_GAP},{_GAP}1{_GAP}[)\]])[\d.]+{_GAP},{_GAP}[+−-]?[\d.]+{_GAP}[)\]]")
_SET = re.compile(rf"[\[{{]{_GAP}0{_GAP},{_GAP}1{_GAP}(?:[\]}}]|,{_GAP}(?:…|\.\.\.))")
_CUBE = re.compile(rf"[\[(]{_GAP}[-−]?[01]{_GAP},{_GAP}1{_GAP}[\])]{SUPER}")
_OWN_UNIT = re.compile(rf"(?<=\d)[~\u2009\u00a0]{FUNCTION}(?=[{SPACES}.,)]*$)")
r"""A unit by a macro of the author's own, apart from its number: `9.1~\degsq`."""
_SIZE = re.compile(rf"(?<=\d){chr(LETTERS[ord('x')])}(?=[1-9])")
_LARGE = re.compile(r"\d{2}|\d+\.\d")
_STATISTICS = tuple(chr(LETTERS[ord(letter)]) for letter in "tTFrzZHQU")
CHI_SQUARED = f"{chr(LETTERS[ord('χ')])}{SUPER}2{SUPER_END}"
_FREEDOM = re.compile(rf"[\d.]+(?:,{_GAP}[\d.]+)?\){_GAP}[=<>≈]{_GAP}[-−]?[\d.]")
"""Degrees of freedom in brackets behind the letter of a test, and the value that it gave."""
_SHARE = re.compile(rf"{_GAP}0\.\d+{_GAP}[\ue100-\ue1ff][{SPACES}.,]*$")
"""A fraction of something: the right side of z = 0.25r."""
_ORDER = chr(LETTERS[ord("O")])
_POWER = re.compile(rf"{_GAP}(?:10{SUPER}[-−]?\d+{SUPER_END}|\d[\d.]*[{SPACES}]*([\ue100-\ue1ffA-Za-z]{{2,}})){_GAP}\)")
_SOURCE = re.compile(rf"{_GAP}\([a-z]{{2,7}}\.?\)")
"""Behind an uncertainty: where it comes from, "(stat)"."""
_EXPONENT = re.compile(rf"(?<=\d)[{chr(LETTERS[ord('e')])}{chr(LETTERS[ord('E')])}](?=[-+−]?\d)")
_SUFFIXED = re.compile("\\d[" + "".join(chr(LETTERS[ord(letter)]) for letter in "kKMGB") + "](?![\ue100-\ue2ff])")
_OPERATOR = re.compile(r"[(+/-]|\d[\ue100-\ue2ff]*−")
_LETTERED = re.compile("[\ue100-\ue2ff]+")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_IN_WORDS = re.compile(
    rf"\d{_GAP}(?:[*×·∗⋅]{_GAP})?{FRACTION}[^\d{FRACTION}{FRACTION_END}]*[A-Za-z]{{4}}[^\d{FRACTION}{FRACTION_END}]*{FRACTION_END}"
)
"""A number before a fraction of quantities that are named by words: 2 × precision / recall."""

_BOUNDS = {"≥": ("0", "1", "2"), "≠": ("0", "1", "-1", "−1")}
_SIGN = re.compile(rf"{_GAP}[>≥≠]{_GAP}0{_GAP}")
"""A condition: "an improvement > 0"."""


class Formula:
    """One formula, cut into its sides at relations and commas."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.start, self.end = start, end
        self.text = text
        self.cuts: list[int] = [start]
        self.signs: list[str] = [""]
        """What stands before each side."""
        self.dots = False
        self._cut()
        self.verdicts: dict[int, str] = {}
        self.variable = _VARIABLE.search(text, start, end) is not None

    def _cut(self) -> None:
        inside: list[bool] = []
        pairs: list[bool] = []
        scripts = 0
        for match in _SPLIT.finditer(self.text, self.start, self.end):
            kind = match.lastgroup
            if kind == "open":
                pairs.append(self._pair(match.start()))
                inside.append((self._call(match.start()) and not pairs[-1]) or (bool(inside) and inside[-1]))
                if pairs[-1]:
                    self._cut_at(match.end(), "")
            elif kind == "close":
                if inside and (inside.pop(), pairs.pop())[1]:
                    self._cut_at(match.end(), "")
            elif kind == "script":
                scripts += 1
            elif kind == "unscript":
                scripts = max(0, scripts - 1)
            elif kind == "dots":
                self.dots = True
            elif not scripts and not (inside and inside[-1]):
                self._cut_at(match.end(), match[0])

    def _cut_at(self, at: int, sign: str) -> None:
        self.cuts.append(at)
        self.signs.append(sign)

    def _pair(self, at: int) -> bool:
        """Whether the bracket at *at* holds values: of a distribution, U[1, 2], an order, O(10^3), a test, t(7) = 2."""
        before, text = self.text[at - 1 : at], self.text
        if before == _ORDER:
            order = _POWER.match(text, at + 1, self.end)
            return order is not None and (not order[1] or order[1].translate(PLAIN) in UNIT_WORDS)
        tests = before in _STATISTICS or text[at - 4 : at] == CHI_SQUARED
        if tests and _FREEDOM.match(text, at + 1, self.end) is not None:
            return True
        return before in _DISTRIBUTIONS and _PAIR.match(text, at + 1, self.end) is not None

    def _call(self, at: int) -> bool:
        """Whether the bracket at *at* holds the arguments of a function."""
        before = self.text[at - 1] if at > self.start else ""
        return bool(before) and (_VARIABLE.match(before) is not None or before in (SUPER_END, SUB_END))

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
        if (self.dots and not self._values()) or self._indices(side) or self._unit_cube(side):
            return "index range"
        if text.count(FRACTION) != text.count(FRACTION_END):
            return "formula"
        if _VARIABLE.search(text) and _VARIABLE.search(_EXPONENT.sub("", text)) and not self._measures(text):
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
        match = _CUBE.search(self.text, max(self.start, self.cuts[side] - 8), self.end)
        return (
            match is not None
            and match.start() < self.cuts[side + 1 if side + 1 < len(self.cuts) else side] + 8
            and (match.start() <= self.cuts[side] + 2 <= match.end())
        )

    def _values(self) -> bool:
        """Whether dots stand among values and not among indices: a list of numbers that begins with none of 0, 1, 2."""
        listed = re.split(r"[=∈]", self.text[self.start : self.end], maxsplit=1)[-1]
        numbers = _NUMBERS.findall(listed)
        return bool(numbers) and numbers[0] not in ("0", "1", "2") and _VARIABLE.search(listed) is None

    def _indices(self, side: int) -> bool:
        """Whether the side is one of a list that runs on from 0 or 1 behind one sign: `k = 1, 2`."""
        low = high = side
        while low > 0 and self.signs[low] == ",":
            low -= 1
        while high + 1 < len(self.signs) and self.signs[high + 1] == ",":
            high += 1
        if low == high or self.signs[low] != "=":
            return False
        ends = [*(cut - 1 for cut in self.cuts[1:]), self.end]
        listed = [self.text[self.cuts[at] : ends[at]].strip() for at in range(low, high + 1)]
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
        if sign not in _RELATIONS or not sign:
            sign = self.signs[side + 1] if side + 1 < len(self.signs) else ""
        opened = next(
            (self.signs[i] for i in range(side, -1, -1) if self.signs[i] in "∈∉" + _RELATIONS and self.signs[i]), ""
        )
        numbers = _NUMBERS.findall(text)
        if opened in ("∈", "∉"):
            return (
                all(number in ("0", "1") for number in _NUMBERS.findall(self.text[self.start : self.end]))
                if numbers
                else False
            )
        if sign and sign in "<>≥≤≠≪≫" and not self._ends(side):
            return text.strip(" \t\n~\u2002\u2003\u2009,.") in _BOUNDS.get(sign, ("0", "1"))
        return False

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
        if _VARIABLE.search(text) is None:
            return True
        return self._unit(text) or (
            FUNCTION not in text and all(_spells(text, run) for run in _LETTERED.finditer(text))
        )

    def multiplies(self) -> bool:
        """Whether the letters of the formula only multiply numbers, `4K \\times 4K`, and are no variables: `1/(2k)`."""
        text = self.text[self.start : self.end]
        return _VARIABLE.search(_SUFFIXED.sub("", text)) is None and _OPERATOR.search(text) is None

    def _unit(self, text: str) -> bool:
        """Whether the letters of a side only spell a unit behind its number."""
        if text.rstrip(" .,").endswith(_MU) and _MICRO.match(self.text, self.end):
            return _VARIABLE.search(text.replace(_MU, "")) is None
        sun = _OF_THE_SUN.search(text)
        if sun is not None:
            return _VARIABLE.search(text, 0, sun.start()) is None
        tail = _TAIL.search(text)
        if tail is None or _VARIABLE.search(text, 0, tail.start(1)):
            return False
        word = "".join(tail[1].translate(PLAIN).split()).replace("μ", "µ")
        if word == "x":
            return not any(sign and sign in _RELATIONS for sign in self.signs) and (
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
