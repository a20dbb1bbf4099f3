"""Names with a number behind them that begin a sentence: "Fit 1 has all points", "Fact 2: ...", not "Only 3 have"."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import SPACES
from paperkit.latex.number_words import HARD
from paperkit.latex.vocabulary import COUNT_NOUNS, UNIT_WORDS
from paperkit.latex.wordlist import words

_COUNTED_OFF = re.compile(
    rf"[a-z,(\u2013-][{SPACES}(]+([A-Z][a-z]+)[{SPACES}]+\d{{1,3}}(?![\w%-]|\.\d)(?:[{SPACES}]+([a-z]+))?"
)
_STATED = re.compile(rf"[{SPACES}]+(?:has|is|was|does|holds|shows|gives|takes|adds|uses|says|states|[a-z]{{2,}}ed)\b")
_DOING = re.compile(rf"[{SPACES}]+([a-z]{{3,}}s)[{SPACES}]+(?:with|to|the|an?|its)\b")
_TITLED = re.compile(rf":[{SPACES}]+[a-zA-Z\d]|[{SPACES}]+\([A-Za-z]")
_FAR = re.compile(rf"20[3-9]\d(?=[.,;:)]|[{SPACES}]+(?:and|or|of|is|was|aims|sets|in)\b)")
"""A programme named by a year: "Agenda 2030"."""
_LEADING = words("""
    Only Just Another About Over Under Exactly Nearly Almost Some All At By In On Of For From With To And Or But The
    Top Total Sum Mean Median Average Maximum Minimum Max Min Count Score Accuracy Batch Seed Rank Size Age Year
    Across Among Amongst During Throughout Each Every These Those Our Its Their His Her This That Such Given Since Until
    While When If As Like Unlike Despite Except Without Through Per Also Even Still Yet So Thus Hence Here There Then
    First Second Third Last Next Other Many Few Most More Less Fewer Both Either Neither No Not Use Take Roughly Circa
    Ca Initially Another Additional Further Extra Remaining Out Into Onto Upon Against Along Behind Beyond Toward
    Approximately Roughly Around Up Than Between Using After Before Within
    """)
"""These begin a sentence with a number and name nothing."""


class Series:
    """The names that a text numbers in mid-sentence ("in Fit 2"), looked for when they are first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.names: frozenset[str] | None = None

    def holds(self, name: str, start: int, end: int) -> bool:
        """Whether *name*, which begins a sentence, and the number at [start, end) behind it name one of a series."""
        if name.endswith(("ly", "ing")):
            return False
        if name in _LEADING or end - start > 3:
            return name not in _LEADING and _FAR.match(self.text, start) is not None
        if _STATED.match(self.text, end) or (end - start < 3 and _TITLED.match(self.text, end)):
            return True
        doing = _DOING.match(self.text, end)
        if doing is not None and doing[1] not in COUNT_NOUNS | HARD | UNIT_WORDS:
            return True
        if self.names is None:
            met = (match.groups("") for match in _COUNTED_OFF.finditer(self.text))
            self.names = frozenset(name for name, noun in met if noun not in COUNT_NOUNS | UNIT_WORDS) - _LEADING
        return name in self.names or (name.endswith("s") and name[:-1] in self.names)
