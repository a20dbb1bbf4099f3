"""The sides of a formula in the printed text: what relations and commas part."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import CELL, FORMULA, LETTERS, PLAIN, ROW, SPACES, SUB, SUB_END, SUPER, SUPER_END
from paperkit.latex.vocabulary import UNIT_WORDS

RELATIONS = "=<>≤≥≈∼≪≫≲≳≠≃≅→⇒↦←∝"
MEMBER = "∈∉"
GAP = rf"[{SPACES}]*"
_SPLIT = re.compile(
    rf"(?P<open>[(\[{{⟨])|(?P<close>[)\]}}⟩])|(?P<relation>[{RELATIONS}])|(?P<member>[∈∉])|(?P<comma>[,;:|](?!\d{{3}}(?!\d)))"
    rf"|(?P<spread>±(?={GAP}[\d.]+{GAP}(?:[,;)=]|\Z)))|(?P<dots>…|\.\.\.)|(?P<row>[{ROW}{CELL}])|(?P<script>[{SUPER}{SUB}])|(?P<unscript>[{SUPER_END}{SUB_END}])"
)
VARIABLE = re.compile(f"[{FORMULA}]")
_DISTRIBUTIONS = (chr(LETTERS[ord("U")]), "U", "m")
"""The last letter of what lies between two numbers in brackets: U, Uniform."""
_PAIR = re.compile(rf"{GAP}[+−-]?(?!0{GAP},{GAP}1{GAP}[)\]])[\d.]+{GAP},{GAP}[+−-]?[\d.]+{GAP}[)\]]")
_STATISTICS = tuple(chr(LETTERS[ord(letter)]) for letter in "tTFrzZHQU")
CHI_SQUARED = f"{chr(LETTERS[ord('χ')])}{SUPER}2{SUPER_END}"
_FREEDOM = re.compile(rf"[\d.]+(?:,{GAP}[\d.]+)?\){GAP}[=<>≈]{GAP}[-−]?[\d.]")
"""Degrees of freedom in brackets behind the letter of a test, and the value that it gave."""
_ORDER = chr(LETTERS[ord("O")])
_POWER = re.compile(rf"{GAP}(?:10{SUPER}[-−]?\d+{SUPER_END}|\d[\d.]*[{SPACES}]*([\ue100-\ue1ffA-Za-z]{{2,}})){GAP}\)")


class Sides:
    """A formula at [start, end) of a text, cut at relations and commas outside of the arguments of functions."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.start, self.end = start, end
        self.text = text
        self.cuts: list[int] = [start]
        self.signs: list[str] = [""]
        """What stands before each side."""
        self.dots = False
        self._cut()
        self.first: list[int] = []
        """For each side, the one that begins its list: behind no comma."""
        self.relations: list[str] = []
        """For each side, the relation that it is behind."""
        for at, sign in enumerate(self.signs):
            self.first.append(self.first[-1] if at and sign == "," else at)
            relation = sign if sign and sign in MEMBER + RELATIONS else ""
            self.relations.append(relation or (self.relations[-1] if at else ""))

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
        return bool(before) and (VARIABLE.match(before) is not None or before in (SUPER_END, SUB_END))
