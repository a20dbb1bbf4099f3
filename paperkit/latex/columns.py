"""The columns of a table in the printed text: what the head of a column says of the numbers below it."""

from __future__ import annotations

from paperkit.latex.alphabet import BREAK, CELL, ROW
from paperkit.latex.wordlist import words

_YEARS = words("year years date published venue released release jahr")
_LABELS = words("# no no. nr nr. id ids rank ref ref. index row exp. experiment")
_EDGES = CELL + ROW + BREAK + " \t\n~"


class Columns:
    """Follows the cells of a table; the first row that has text is the head."""

    def __init__(self) -> None:
        self.column = 0
        self.heads: list[str] = []
        self.head_done = False
        self.begin = 0

    def see(self, edge: str, at: int, text: str) -> None:
        """A cell, a row or a block ends at *at*."""
        if not self.head_done and at - self.begin < 80:
            self.heads.append(text[self.begin : at].strip(_EDGES).lower())
        if edge == CELL:
            self.column += 1
        elif edge == ROW:
            self.column = 0
            self.head_done = self.head_done or any(self.heads)
            self.heads = self.heads if self.head_done else []
        else:
            self.column, self.heads, self.head_done = 0, [], False
        self.begin = at + 1

    def reason(self, start: int, end: int, text: str) -> str:
        """Why a number alone in its cell is no claim: a year or a mark, by the head of its column."""
        if not self.head_done or self.column >= len(self.heads):
            return ""
        if text[self.begin : start].strip(_EDGES) or text[end : end + 1] not in ("", " ", "\n", "~", CELL, ROW):
            return ""
        head = self.heads[self.column]
        if head in _YEARS and end - start == 4:
            return "year"
        return "enumeration" if head in _LABELS else ""
