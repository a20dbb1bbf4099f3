"""Stretches of text whose digits are no numbers: telephone numbers, volumes with pages, locants, genotypes, lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from paperkit.latex.alphabet import FORMULA, LETTERS, SPACES

_GAP = f"[{SPACES}]"
_DELTA, _LAMBDA = chr(LETTERS[ord("Δ")]), chr(LETTERS[ord("λ")])
_ENTRY = rf"[-+−]?(?:[01]|\d/\d|[{FORMULA}])(?![\w/])"
"""Of a vector of a lattice: (0, 1, 1/2), (0, k, 1)."""
_KINDS = (
    (
        ("Tel", "tel", "Phone", "phone"),
        r"\b(?:[Tt]el(?:ephone)?|[Pp]hone)\b[^\d\n]{0,12}[\d+(][\d() /.~-]{6,24}\d",
    ),
    (("Fax", "fax"), r"\b[Ff]ax\b[^\d\n]{0,12}[\d+(][\d() /.~-]{6,24}\d"),
    (("+",), r"\+\d{1,3}[ ~-]\(?\d{1,4}\)?(?:[ ~-]\d{2,4}){2,4}(?![\d.])"),
    ((":",), rf":{_GAP}?\d{{2,5}}(?:--?|–)\d{{1,5}}(?![\d.%:])"),
    (("-",), r"-(?<=[a-z]-)\d{1,2}(?:,\d{1,2})+-(?=[a-z]{3})"),
    (("(",), rf"\((?:{_ENTRY},{_GAP}?){{2,3}}{_ENTRY}\)"),
    (("-",), r"-\d-\d-\d(?:-\d){0,9}(?![\w-])"),
    ((_DELTA,), rf"{_DELTA}(?<=[\w)]{_DELTA})\d+(?![\w.])"),
    (("Δ",), r"Δ(?<=\wΔ)\d+(?![\w.])"),
    ((_LAMBDA,), rf"{_LAMBDA}{_GAP}?\d{{4,5}}(?:\.\d+)?(?:,{_GAP}?\d{{4,5}}(?!\d))*(?![\d])"),
    (("]",), rf"\](?<=[IVX123]\]){_GAP}?(?:{_LAMBDA}|λ)?\d{{4}}(?![\d.])"),
    (("chr",), r"chr[\dXYM]{1,2}:[\d,]+(?:--?|–)[\d,]*\d"),
    (("RS(", "CH("), r"(?:RS|CH)\(\d+,[ ~]?\d+\)"),
    (("10.",), r"10\.\d{4,9}/[^\s,;{}]*\w"),
    (("(0/1)", "(1/0)"), r"\([01]/[01]\)"),
    (
        ("Directive", "Regulation", "Decision", "Act ", "Resolution"),
        (
            r"[DRA](?:irective|egulation|ecision|ct|esolution)[ ~]"
            r"(?:\([A-Z]+\)[ ~])?(?:No\.?[ ~])?\d{2,4}[/:]\d+(?:/[A-Z]+)?"
        ),
    ),
    (("spin",), rf"spins?(?:-|{_GAP})\d(?:/\d)?(?![\w.])"),
)
"""(what a text must hold for a look, the stretch): each begins with a literal, so that a long text is looked through
as fast as for that literal."""
_LOOKS = tuple((needles, re.compile(stretch)) for needles, stretch in _KINDS)
_VOLUME = re.compile(rf"[A-Z][\w.]*,?{_GAP}(?:vol\.{_GAP})?(\d{{1,4}}(?:\(\d{{1,3}}\))?)$")


class Stretches:
    """Such stretches of one text, looked for when they are first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] | None = None
        self.ends: list[int] = []

    def holds(self, start: int) -> bool:
        """Whether the number at *start* stands in one."""
        if self.starts is None:
            found = sorted(self._find())
            self.starts = [low for low, _ in found]
            self.ends = list(accumulate((high for _, high in found), max))
        if not self.starts:
            return False
        index = bisect_right(self.starts, start) - 1
        return index >= 0 and start < self.ends[index]

    def _find(self) -> Iterator[tuple[int, int]]:
        for needles, stretch in _LOOKS:
            if any(needle in self.text for needle in needles):
                for match in stretch.finditer(self.text):
                    start = self._begin(match.start())
                    if start >= 0:
                        yield start, match.end()

    def _begin(self, start: int) -> int:
        """Where the stretch begins that was found at *start*; -1 where pages have no volume before their colon."""
        if self.text[start] != ":":
            return start - (self.text[start] == "-" and self.text[start - 1].isdigit())
        if self.text[start + 1] in " ~\n" and self.text[start - 1] != ")":
            return -1
        volume = _VOLUME.search(self.text, max(0, start - 40), start)
        return volume.start(1) if volume is not None else -1
