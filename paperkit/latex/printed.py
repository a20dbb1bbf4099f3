"""The printed text: one string as a reader sees it, each character with its place in a source."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from paperkit.latex.tokens import CLOSE, MATH, OPEN, WORD, Tokens
from paperkit.source import SourceFile, Span

LONGEST_LITERAL = 500
"""Characters of source that one number may span."""


@dataclass(frozen=True)
class Made(SourceFile):
    """Text that TeX makes while it runs: it stands in no file, and *written* is the place where it was written."""

    written: Span


def placed(source: SourceFile, start: int, end: int) -> Span:
    """The span [start, end) of *source*, in a file."""
    return source.written if isinstance(source, Made) else Span(source, start, end)


class Mode(NamedTuple):
    """How what is read just now prints."""

    visible: bool = True
    math: bool = False
    drawing: bool = False
    reason: str = ""
    """Reason of structure that holds for every digit here: `listing`, `bibliography`, `tick` ..."""
    marker: int = -1
    place: str = ""
    inside: str = ""
    """Name of the command in whose argument no marker can stand."""
    number: bool = False
    """Inside \\num and its like: the digits are a number, whatever stands around."""
    comma: bool = False
    """Whether the language here writes decimals with a comma."""
    projected: bool = False
    matrix: bool = False


class Use(NamedTuple):
    """Where a user's macro is used, in a file."""

    source: SourceFile
    start: int
    end: int


class Mark(NamedTuple):
    """A piece of printed text: where it begins there, and where its source stands."""

    at: int
    start: int
    end: int
    tokens: Tokens
    use: Use | None


@dataclass(eq=False, slots=True)
class Marks:
    """All marks of a text, as parallel arrays: there is one for every few characters.

    Marks of one file and one use stand in a run; *runs* are the marks with which they begin, *origins* what they share.
    """

    ats: array[int] = field(default_factory=lambda: array("i", [0]))
    """Where they begin in the printed text; the last is its end."""
    starts: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("i"))
    runs: array[int] = field(default_factory=lambda: array("i"))
    origins: list[tuple[Tokens, Use | None]] = field(default_factory=list)

    def begin(self, index: int, tokens: Tokens, use: Use | None) -> None:
        """The marks from *index* on are of that file and that use."""
        self.runs.append(index)
        self.origins.append((tokens, use))

    def origin(self, index: int) -> tuple[Tokens, Use | None]:
        """File and use of a mark."""
        return self.origins[bisect_right(self.runs, index) - 1]

    def mark(self, index: int) -> Mark:
        """One of them."""
        return Mark(self.ats[index], self.starts[index], self.ends[index], *self.origin(index))


@dataclass(frozen=True, slots=True)
class Printed:
    """The printed text with its places, modes and formulas; *text* is one string in the alphabet of alphabet.py."""

    text: str
    marks: Marks
    changes: Sequence[int]
    """Offsets in *text* at which the mode changes."""
    modes: Sequence[Mode]
    formulas: tuple[tuple[int, int], ...]
    """Ranges of *text* that are formulas, in order."""

    def mode(self, at: int) -> Mode:
        """The mode of the character at *at*."""
        return self.modes[bisect_right(self.changes, at) - 1]

    def mark(self, at: int) -> Mark:
        """The piece that holds the character at *at*."""
        return self.marks.mark(bisect_right(self.marks.ats, at) - 1)

    def between(self, first: int, behind: int) -> str:
        """The text of the pieces [first, behind)."""
        return self.text[self.marks.ats[first] : self.marks.ats[behind]]

    def place(self, start: int, end: int) -> tuple[Span, str, Span | None]:
        """(span, literal, origin) of the characters [start, end): the span widened until its braces balance.

        For what a user's macro printed, the span is the use of the macro; the literal is the macro's name where it
        printed nothing else, and the origin is where the digits stand.
        """
        marks = self.marks
        index = bisect_right(marks.ats, start) - 1
        following = marks.ats[index + 1]
        tokens, use = marks.origin(index)
        if end <= following and use is None:
            at, begin = marks.ats[index], marks.starts[index]
            if following - at == marks.ends[index] - begin:
                begin, stop = begin + start - at, begin + end - at
                return Span(tokens.source, begin, stop), tokens.text[begin:stop], None
        first = marks.mark(index)
        return self._joined(first, self.mark(end - 1) if end > following else first, start, end)

    def _inner(self, mark: Mark, start: int, end: int) -> tuple[int, int]:
        """Offsets in the source of [start, end), which lies within *mark*."""
        if self._length(mark) != mark.end - mark.start:
            return mark.start, mark.end
        return mark.start + start - mark.at, mark.start + end - mark.at

    def _length(self, mark: Mark) -> int:
        ats = self.marks.ats
        return ats[bisect_right(ats, mark.at)] - mark.at

    def _joined(self, first: Mark, last: Mark, start: int, end: int) -> tuple[Span, str, Span | None]:
        begin, first_end = self._inner(first, start, min(end, first.at + self._length(first)))
        last_begin, stop = self._inner(last, max(start, last.at), end)
        if (
            first.use is None
            and last.use is None
            and first.tokens is last.tokens
            and begin < stop < begin + LONGEST_LITERAL
        ):
            span = Span(first.tokens.source, *balance(first.tokens, begin, stop))
            return span, span.text, None
        origin = None
        if first is last:
            origin = placed(first.tokens.source, begin, stop)
        elif first.tokens is last.tokens and begin < stop < begin + LONGEST_LITERAL:
            origin = placed(first.tokens.source, *balance(first.tokens, begin, stop))
        left = first.use or Use(first.tokens.source, begin, first_end)
        right = last.use or Use(last.tokens.source, last_begin, stop)
        if left.source is not right.source or right.end < left.start:
            right = left
        span = Span(left.source, left.start, right.end)
        whole = last.tokens if last.use is None else first.tokens
        if (first.use is None) != (last.use is None) and whole.source is left.source:
            span = Span(left.source, *balance(whole, left.start, right.end))
        alone = origin is None or self._alone(first, last, start, end)
        if alone or origin is None:
            return span, span.text, origin
        return span, self.text[start:end] if isinstance(first.tokens.source, Made) else origin.text, origin

    def _alone(self, first: Mark, last: Mark, start: int, end: int) -> bool:
        """Whether the use of the macro printed nothing but [start, end)."""
        before = self.mark(start - 1) if start > 0 else None
        after = self.mark(end) if end < len(self.text) else None
        return (before is None or before.use != first.use) and (after is None or after.use != last.use)


def balance(tokens: Tokens, start: int, end: int) -> tuple[int, int]:
    r"""Widen [start, end) until each brace and dollar in it has its partner in it, with the command before a group.

    `4}.\textbf{2` becomes `\textbf{4}.\textbf{2}`.
    """
    for _ in range(8):
        before = start, end
        low, high = bisect_right(tokens.starts, start - 1), bisect_right(tokens.starts, end - 1)
        for index in range(low, high):
            kind, partner = tokens.kinds[index], tokens.partners[index]
            if kind == CLOSE and 0 <= partner < low:
                start = min(start, _command(tokens, partner))
            elif kind == OPEN and partner >= high:
                end = max(end, tokens.ends[partner])
        start, end = _dollar(tokens, low, high, (start, end))
        if (start, end) == before:
            break
    return start, end


def _command(tokens: Tokens, opened: int) -> int:
    """Where the command begins whose argument the group *opened* is; else where the group does."""
    before = opened - 1
    if before >= 0 and tokens.kinds[before] == WORD and tokens.ends[before] == tokens.starts[opened]:
        return tokens.starts[before]
    return tokens.starts[opened]


def _dollar(tokens: Tokens, low: int, high: int, span: tuple[int, int]) -> tuple[int, int]:
    """*span* with the dollar right beside it, where a formula begins or ends within the range but not both."""
    start, end = span
    if sum(1 for index in range(low, high) if tokens.kinds[index] == MATH) % 2 == 0:
        return span
    if high < len(tokens) and tokens.kinds[high] == MATH and tokens.starts[high] == end:
        return start, tokens.ends[high]
    if low > 0 and tokens.kinds[low - 1] == MATH and tokens.ends[low - 1] == start:
        return tokens.starts[low - 1], end
    return span
