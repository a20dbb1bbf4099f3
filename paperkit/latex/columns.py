"""The columns of a table in the printed text: what the head of a column says of the numbers below it."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import BREAK, CELL, ROW, SUPER
from paperkit.latex.number_words import HARD
from paperkit.latex.vocabulary import COUNT_NOUNS, ENUMERATORS
from paperkit.latex.wordlist import words

_YEARS = words("year years date published venue released release jahr")
_LABELS = words("# no no. nr nr. id ids rank ref ref. index row exp. experiment")
_FIRST = words(
    "setting scenario substrate compound ligand product site plot patient subject reactor specimen"
    " layer level case config configuration run trial fold step query question scenario problem task test entry"
)
"""Heads of a first column whose whole numbers say which row."""
_NAMES = words("""
    stack system software tool tools library implementation package compiler framework name method model platform os
    kernel engine server browser runtime solver version component
    """)
"""Heads of a first column that holds names, often with their versions."""
_VERSIONS = re.compile(r"\bversions?\b", re.IGNORECASE)
_DATED = re.compile(r"\b(?:year|released?|founded|introduced|published|since|date)\b", re.IGNORECASE)
_NEXT_YEAR = re.compile(rf"\s*{CELL}\s*(?:19|20)\d\d\s*[{CELL}{ROW}]")
_YEAR_BEFORE = re.compile(rf"(?:19|20)\d\d\s*{CELL}\s*$")
_ROW_NAME = re.compile(rf"[ ~]([A-Z][a-z]{{2,}})[ ~a-z]*\s*{CELL}")
"""Behind a number that begins a row: "3 Economics"."""
_TEXT_NEXT = re.compile(rf"[ ~\n]*{CELL}[ ~\n∼]*[A-Za-z\ue100-\ue2ff]")
_EDGES = CELL + ROW + BREAK + " \t\n~"


class Columns:
    """Follows the cells of a table; the first row that has text is the head."""

    def __init__(self) -> None:
        self.column = 0
        self.heads: list[str] = []
        self.head_done = False
        self.begin = 0
        self.mark = 0
        """The last number in brackets that counts columns."""
        self.row = 0
        self.versions: set[int] = set()
        """Columns in which a version such as 3.2.0 was met."""
        self.caption = ""
        """The text block before the table."""

    def see(self, edge: str, at: int, text: str) -> None:
        """A cell, a row or a block ends at *at*."""
        if edge == BREAK:
            self.column, self.heads, self.head_done, self.row, self.mark = 0, [], False, 0, 0
            self.versions.clear()
            self.caption = text[self.begin : at].strip(_EDGES)[:200] or self.caption
            self.begin = at + 1
            return
        if not self.head_done and at - self.begin < 80:
            self.heads.append(text[self.begin : at].strip(_EDGES).lower())
        elif self.row == 1 and self.column < len(self.heads) and not self.heads[self.column]:
            self.heads[self.column] = text[self.begin : min(at, self.begin + 80)].strip(_EDGES).lower()
        if edge == CELL:
            self.column += 1
        else:
            self.column = 0
            self.head_done = self.head_done or any(self.heads)
            self.row += self.head_done
            self.heads = self.heads if self.head_done else []
        self.begin = at + 1

    def dates(self, start: int, text: str) -> bool:
        """Whether the first cell of the row says that years follow: "First release"."""
        row = max(text.rfind(edge, max(0, start - 200), start) for edge in (ROW, BREAK)) + 1
        return row > 0 and _DATED.search(text, row, max(row, text.find(CELL, row, start))) is not None

    def reason(self, start: int, end: int, text: str) -> str:
        """Why a number alone in its cell is no claim: a year or a mark, by the head of its column."""
        if "." in text[start:end] and (
            self.column in self.versions
            or (len(self.caption) < 60 and _VERSIONS.search(self.caption))
            or (self.head_done and _VERSIONS.fullmatch("".join(self.heads[self.column : self.column + 1])))
        ):
            return "version"
        if (
            text[self.begin : start].strip(_EDGES) == "("
            and text[end : end + 1] == ")"
            and text[start:end] in (str(self.column), str(self.column + 1), str(self.mark + 1))
        ):
            self.mark = int(text[start:end])
            return "enumeration"
        if end - start == 4 and text[start : start + 2] in ("19", "20") and self.dates(start, text):
            return "year"
        if not self.head_done and end - start == 4 and _NEXT_YEAR.match(text, end):
            return "year"
        if not self.head_done and end - start == 4 and _YEAR_BEFORE.search(text, max(0, start - 8), start):
            return "year"
        if self.column == 0 and _ROW_NAME.match(text, end) and text[self.begin : start].strip(_EDGES) == "":
            word = _ROW_NAME.match(text, end)
            if word is not None and word[1].lower() not in COUNT_NOUNS | HARD and end - start < 3:
                return "enumeration"
        if not self.head_done or self.column >= len(self.heads):
            return ""
        if self.column == 0 and self.heads[0] in _NAMES and "." in text[start:end]:
            before, rest = text[self.begin : start].strip(_EDGES), text[end : end + 3].strip(" ~\n")
            if before[:1].isalpha() and rest[:1] in ("", CELL):
                return "version"
        before = text[self.begin : start].strip(_EDGES)
        if before or text[end : end + 1] not in ("", " ", "\n", "~", CELL, ROW, SUPER):
            return ""
        head = self.heads[self.column]
        if head in _YEARS and end - start == 4:
            return "year"
        number = text[start:end]
        if (
            self.column == 0
            and number.isdigit()
            and (head in _FIRST or (head in ENUMERATORS and number == str(self.row)))
        ):
            return "enumeration"
        counts = head == "#" and self.column > 0 and number != str(self.row)
        bare = head in ("", "1") or not (head[-1] in "s)" or head in COUNT_NOUNS)
        counted = bare and self.column == 0 and number == str(self.row) and _TEXT_NEXT.match(text, end)
        labels = (head in _LABELS or head.endswith((" id", " ids"))) and number.isdigit() and not counts
        return "enumeration" if labels or counted else ""
