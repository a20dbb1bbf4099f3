"""The tokenizer: one regular expression cuts LaTeX into flat arrays, with the partner of each brace.

Text between two tokens belongs to no token; whoever walks the arrays prints the gap. Everything is decided in one pass,
so that broken input costs no more than sound input: an unclosed group simply has no partner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from paperkit.latex.verbatims import ADDRESSES, INLINE_VERBATIM, Verbatims
from paperkit.source import SourceFile, Span

WORD, SYMBOL, OPEN, CLOSE, MATH, COMMENT, PARAMETER, ALIGN, SCRIPT, LEFT, RIGHT, BEGIN, END = range(1, 14)
INLINE, BLOCK, ADDRESS, PERCENT, STRANGE = range(14, 19)
"""INLINE: \\verb and its like. BLOCK: a verbatim environment. ADDRESS: \\url{...}. PERCENT: a bare % in a marker."""

TOKEN = re.compile(
    r"\\(?:(begin|end)[ \t]*\{([^{}\\\n]{0,80})\}|([A-Za-z@]+)|((?s:.)|\Z))"  # 1 2, 3, 4
    r"|(\{)|(\})|(\$\$?)|(%[^\n]*(?:\n(?![ \t]*\n)[ \t]*)?)|(\#+[0-9]?)|(&)|([\^_])|(\[)|(\])"  # 5 .. 13
    r"|([\x00-\x08\x0b-\x1f\ue000-\uf8ff])"  # 14: what the printed text keeps for itself
)
KINDS = (0, 0, 0, WORD, SYMBOL, OPEN, CLOSE, MATH, COMMENT, PARAMETER, ALIGN, SCRIPT, LEFT, RIGHT, STRANGE, 0)

MARKERS = frozenset({"pkval", "pkclaim", "pkprojected", "pkfree", "pkquote", "pkopen", "pkclose"})
_BRACES = re.compile(r"\\.|[{}]|\n[ \t]*\n", re.DOTALL)
_BLANK = re.compile(r"\n[ \t]*\n")


@dataclass(eq=False)
class Tokens:
    """The tokens of one file as parallel arrays; index i is one token."""

    source: SourceFile
    kinds: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Name of a control word or environment, character of a symbol; content of verbatim."""
    partners: list[int] = field(default_factory=list)
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


def tokenize(source: SourceFile, verbatims: Verbatims) -> Tokens:
    """Cut *source*; never fails, linear in its length."""
    return _Cutter(source, verbatims).cut()


class _Cutter:
    def __init__(self, source: SourceFile, verbatims: Verbatims) -> None:
        self.text = source.text
        self.tokens = Tokens(source)
        self.verbatims = verbatims
        self.groups: list[int] = []
        self.brackets: list[list[int]] = [[]]
        self.absent: set[str] = set()
        """Closing strings that are known not to occur any more."""
        self.pattern = TOKEN
        if verbatims.characters:
            self.pattern = re.compile(TOKEN.pattern + f"|([{re.escape(verbatims.characters)}])")

    def cut(self) -> Tokens:
        at: int | None = 0
        while at is not None:
            at = self.run(at)
        self.tokens.unclosed.extend(self.groups)
        return self.tokens

    def run(self, begin: int, end: int | None = None) -> int | None:
        """Cut [begin, end); the offset to go on from after verbatim text, None at the end."""
        tokens, text = self.tokens, self.text
        kinds, starts, ends, names = tokens.kinds, tokens.starts, tokens.ends, tokens.names
        partners, groups, brackets = tokens.partners, self.groups, self.brackets
        for match in self.pattern.finditer(text, begin, len(text) if end is None else end):
            group = match.lastindex or 4
            start, stop = match.span()
            kind = KINDS[group]
            if kind == COMMENT and self.in_marker():
                self.add(PERCENT, start, start + 1, "%")
                return start + 1
            if kind <= WORD:
                jump = self.named(match, group, end is None)
                if jump is not None:
                    return jump
                continue
            kinds.append(kind)
            starts.append(start)
            ends.append(stop)
            names.append(text[start + 1 : stop] if kind == SYMBOL else text[start:stop])
            partners.append(-1)
            if kind == OPEN:
                groups.append(len(kinds) - 1)
                brackets.append([])
            elif kind == CLOSE:
                self.close()
            elif kind == LEFT:
                brackets[-1].append(len(kinds) - 1)
            elif kind == RIGHT:
                for left in brackets[-1]:
                    partners[left] = len(kinds) - 1
                brackets[-1].clear()
            elif kind == COMMENT:
                tokens.comments.append(len(kinds) - 1)
        return None

    def named(self, match: re.Match[str], group: int, blocks: bool) -> int | None:
        """A control word, an environment's end or beginning; where to go on when verbatim text follows."""
        start, stop = match.span()
        if group == 3:
            name = match[3]
            self.add(COMMENT if name in _TRANSPARENT else WORD, start, stop, name)
            if name in MARKERS:
                self.tokens.markers.append(len(self.tokens.kinds) - 1)
            elif name in ADDRESSES:
                return self.address(stop, name)
            elif name in INLINE_VERBATIM:
                return self.inline(stop, name)
            return None
        if group == 15:
            return self.short(start)
        name = match[2].strip()
        begins = match[1] == "begin"
        self.add(BEGIN if begins else END, start, stop, name)
        if begins and blocks and name.rstrip("*") in self.verbatims.environments:
            return self.block(stop, name)
        return None

    def add(self, kind: int, start: int, end: int, name: str, partner: int = -1) -> None:
        tokens = self.tokens
        tokens.kinds.append(kind)
        tokens.starts.append(start)
        tokens.ends.append(end)
        tokens.names.append(name)
        tokens.partners.append(partner)

    def close(self) -> None:
        index = len(self.tokens.kinds) - 1
        if not self.groups:
            self.tokens.unclosed.append(index)
            return
        opened = self.groups.pop()
        self.brackets.pop()
        self.tokens.partners[opened] = index
        self.tokens.partners[index] = opened

    def in_marker(self) -> bool:
        """Whether the innermost open group is the first argument of a marker with an expression."""
        if not self.groups:
            return False
        opened = self.groups[-1]
        return (
            opened > 0 and self.tokens.kinds[opened - 1] == WORD and self.tokens.names[opened - 1] in _WITH_EXPRESSION
        )

    def find(self, wanted: str, at: int) -> int:
        """As str.find, but a string once found absent is never looked for again."""
        if wanted in self.absent:
            return -1
        found = self.text.find(wanted, at)
        if found < 0:
            self.absent.add(wanted)
        return found

    def block(self, at: int, name: str) -> int | None:
        end = self.find("\\end{" + name + "}", at)
        if end < 0:
            self.tokens.unclosed.append(len(self.tokens.kinds) - 1)
            return None
        begin = self.options(at, end, name)
        if begin > at:
            self.run(at, begin)
        self.add(BLOCK, begin, end, name)
        return end

    def options(self, at: int, end: int, name: str) -> int:
        """Where the content of a verbatim environment begins: behind its options, whose captions may hold markers."""
        start = _OPTION_START.match(self.text, at, end)
        if start is None:
            return self.argument(at, end, name)
        depth = 0
        for match in _OPTION.finditer(self.text, start.end(), min(end, start.end() + 2000)):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if match[0] == "]" and depth == 0:
                return self.argument(match.end(), end, name)
        return at

    def argument(self, at: int, end: int, name: str) -> int:
        """Behind the argument in braces that some verbatim environments have."""
        match = _ARGUMENT.match(self.text, at, end) if name.rstrip("*") in WITH_ARGUMENT else None
        return match.end() if match else at

    def inline(self, at: int, name: str) -> int | None:
        text = self.text
        match = _INLINE_START[name == "mintinline"].match(text, at)
        if match is None:
            return None
        mark = text[match.end()] if match.end() < len(text) else ""
        if not mark or mark.isspace():
            return None
        if mark == "{":
            end = self.balanced(match.end())
            stop = end
        else:
            line = text.find("\n", match.end())
            end = text.find(mark, match.end() + 1, line if line >= 0 else len(text))
            stop = end + 1
        if end < 0:
            return None
        self.add(INLINE, at, stop, name, match.end() + 1)
        return stop

    def short(self, start: int) -> int | None:
        line = self.text.find("\n", start)
        end = self.text.find(self.text[start], start + 1, line if line >= 0 else len(self.text))
        if end < 0:
            return None
        self.add(INLINE, start, end + 1, "verb", start + 1)
        return end + 1

    def address(self, at: int, name: str) -> int | None:
        match = _ADDRESS_START.match(self.text, at)
        if match is None:
            return None
        end = self.balanced(match.end() - 1)
        if end < 0:
            return None
        self.add(ADDRESS, at, end, name, match.end())
        return end

    def balanced(self, opened: int) -> int:
        """Offset behind the brace that closes the one at *opened*, in the same paragraph; -1 without one."""
        depth = 0
        for match in self.braces(opened):
            if match == "{":
                depth += 1
            elif match == "}":
                depth -= 1
            if depth == 0:
                return self.at
        return -1

    def braces(self, opened: int) -> Iterator[str]:
        self.at = opened
        for match in _BRACES.finditer(self.text, opened, opened + 1000):
            self.at = match.end()
            if match[0][0] == "\n":
                return
            yield match[0]


_OPTION_START = re.compile(r"[ \t]*\[")
_ARGUMENT = re.compile(r"[ \t]*\{[^{}\n]{0,200}\}")
WITH_ARGUMENT = frozenset(
    {"minted", "tcblisting", "filecontents", "filecontents*", "VerbatimOut", "SaveVerbatim", "pyglist"}
)
_OPTION = re.compile(r"\\.|[{}\]]", re.DOTALL)
_WITH_EXPRESSION = frozenset({"pkval", "pkclaim", "pkopen"})
_TRANSPARENT = frozenset({"expandafter", "noexpand", "protect"})
"""Say when something is expanded and print nothing: read as if they were not there."""
_INLINE_START = (
    re.compile(r"\*?[ \t]*(?:\[[^\]\n]{0,400}\])?[ \t]*"),
    re.compile(r"[ \t]*(?:\[[^\]\n]{0,400}\])?[ \t]*\{[^{}\n]{0,80}\}[ \t]*"),
)
_ADDRESS_START = re.compile(r"[ \t]*(?:\[[^\]\n]{0,200}\][ \t]*)?\{")
