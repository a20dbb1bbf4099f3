"""The tokens of a file: flat arrays, with the partner of each brace.

Text between two tokens belongs to no token; whoever walks the arrays prints the gap.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from struct import pack

from paperkit.source import SourceFile, Span

WORD, SYMBOL, OPEN, CLOSE, MATH, COMMENT, PARAMETER, ALIGN, SCRIPT, LEFT, RIGHT, BEGIN, END = range(1, 14)
INLINE, BLOCK, ADDRESS, PERCENT, STRANGE = range(14, 19)
"""INLINE: \\verb and its like. BLOCK: a verbatim environment. ADDRESS: \\url{...}. PERCENT: a bare % in a marker."""

MARKERS = frozenset({"pkval", "pkclaim", "pkprojected", "pkfree", "pkquote", "pkopen", "pkclose"})
_BLANK = re.compile(r"\n[ \t]*\n")


def packed(numbers: Sequence[int]) -> bytes:
    """Numbers as array.frombytes takes them, which is much faster than to extend an array by them."""
    return pack(f"{len(numbers)}i", *numbers)


@dataclass(eq=False)
class Tokens:
    """The tokens of one file as parallel arrays; index i is one token."""

    source: SourceFile
    kinds: bytearray = field(default_factory=bytearray)
    starts: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("i"))
    names: list[str] = field(default_factory=list)
    """Name of a control word or environment, character of a symbol; content of verbatim."""
    partners: array[int] = field(default_factory=lambda: array("i"))
    """Index of the other brace (or bracket, from left to right), -1 where there is none; for INLINE and ADDRESS the
    offset at which the content begins (it ends one character before the token does)."""
    markers: list[int] = field(default_factory=list)
    """Indices of the control words that are marker macros."""
    comments: list[int] = field(default_factory=list)
    unclosed: list[int] = field(default_factory=list)
    """Groups and verbatims that never end, closing braces that never began."""

    def __post_init__(self) -> None:
        self.text = self.source.text

    @cached_property
    def blanks(self) -> tuple[int, ...]:
        """Offsets of the blank lines, which end a paragraph."""
        return tuple(match.start() for match in _BLANK.finditer(self.source.text))

    def span(self, index: int) -> Span:
        """The place of one token."""
        return Span(self.source, self.starts[index], self.ends[index])

    def __len__(self) -> int:
        """Number of tokens."""
        return len(self.kinds)
