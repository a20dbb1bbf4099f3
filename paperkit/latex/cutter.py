"""The tokenizer: one regular expression cuts LaTeX into tokens, chunk by chunk.

A chunk is split at once, and only what opens, closes or switches something off is looked at by itself. Behind verbatim
text the cutting begins anew; chunks grow while nothing of the sort is met, so that all of it stays linear. An unclosed
group simply has no partner.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import accumulate, compress

from paperkit.latex import tokens as token
from paperkit.latex.extents import Extents
from paperkit.latex.tokens import BEGIN, CLOSE, COMMENT, LEFT, MARKERS, OPEN, RIGHT, WORD, Tokens, packed
from paperkit.latex.verbatims import ADDRESSES, INLINE_VERBATIM, Verbatims
from paperkit.source import SourceFile

_STRANGE = r"\x00-\x08\x0b-\x1f\ue000-\uf8ff"
"""What the printed text keeps for itself."""
_TOKEN = (
    r"\\(?:(?:begin|end)[ \t]*\{[^{}\\\n]{0,80}\}|[A-Za-z@]+|(?s:.)|\Z)"
    r"|\$\$?|%[^\n]*(?:\n(?![ \t]*\n)[ \t]*)?|\#+[0-9]?"
    rf"|[{{}}&^_\[\]{_STRANGE}"
)
"""All but the last bracket, before which stand characters that the text has made short for \\verb."""
_SPLIT = re.compile(f"({_TOKEN}])")
_ENVIRONMENT = re.compile(r"\\(begin|end)[ \t]*\{([^{}\\\n]{0,80})\}")
FIRST_CHUNK, LONGEST_CHUNK = 512, 65_536
_SHORT, _SPECIAL = 0, 19
"""Kinds for the time of cutting: a character made short for \\verb, a word that may switch something off."""
_KINDS = {"{": OPEN, "}": CLOSE, "[": LEFT, "]": RIGHT, "&": token.ALIGN, "^": token.SCRIPT, "_": token.SCRIPT}
_KINDS |= {"$": token.MATH, "$$": token.MATH}
_LOOKED_AT = tuple(kind in (OPEN, CLOSE, LEFT, RIGHT, COMMENT, BEGIN, _SHORT, _SPECIAL) for kind in range(20))
_WITH_EXPRESSION = frozenset({"pkval", "pkclaim", "pkopen"})
_TRANSPARENT = frozenset({"expandafter", "noexpand", "protect"})
"""Say when something is expanded and print nothing: read as if they were not there."""
_SPECIALS = MARKERS | ADDRESSES | INLINE_VERBATIM | {"begin", "end"}
_LONGEST_KNOWN, _MOST_KNOWN = 40, 20_000


def _told(text: str) -> tuple[int, str]:
    """(kind, name) of a token."""
    kind = _KINDS.get(text)
    if kind is not None:
        return kind, text
    if text[0] == "\\":
        return _command(text)
    if text[0] in "%#":
        return COMMENT if text[0] == "%" else token.PARAMETER, text
    return token.STRANGE if re.match(f"[{_STRANGE}]", text) else _SHORT, text


def _command(text: str) -> tuple[int, str]:
    environment = _ENVIRONMENT.fullmatch(text)
    if environment is not None:
        return BEGIN if environment[1] == "begin" else token.END, environment[2].strip()
    name = text[1:]
    if not re.fullmatch("[A-Za-z@]+", name):
        return token.SYMBOL, name
    return COMMENT if name in _TRANSPARENT else _SPECIAL if name in _SPECIALS else WORD, name


class _Told(dict[str, tuple[int, str]]):
    """What each token is; worked out once for the short ones, which come again."""

    def __missing__(self, text: str) -> tuple[int, str]:
        told = _told(text)
        if len(text) <= _LONGEST_KNOWN and len(self) < _MOST_KNOWN:
            self[text] = told
        return told


_KNOWN = _Told()


def tokenize(source: SourceFile, verbatims: Verbatims) -> Tokens:
    """Cut *source*; never fails, linear in its length."""
    return _Cutter(source, verbatims).cut()


class _Cutter(Extents):
    def __init__(self, source: SourceFile, verbatims: Verbatims) -> None:
        super().__init__(source.text)
        self.tokens = Tokens(source)
        self.verbatims = verbatims
        self.groups: list[int] = []
        self.brackets: list[int] = []
        """Square brackets that are open; *outer* is how many of them each open group left outside."""
        self.outer: list[int] = [0]
        self.kept = 0
        """How many tokens stay, whatever was cut behind them."""
        self.split = _SPLIT
        if verbatims.characters:
            self.split = re.compile(f"({_TOKEN}{re.escape(verbatims.characters)}])")

    def cut(self) -> Tokens:
        at, size, whole = 0, FIRST_CHUNK, len(self.text)
        while at < whole:
            begin = at
            at, jumped = self.run(begin, min(begin + size, whole))
            size = FIRST_CHUNK if jumped else 2 * size if at == begin else min(2 * size, LONGEST_CHUNK)
        self.tokens.unclosed.extend(self.groups)
        return self.tokens

    def run(self, begin: int, end: int, blocks: bool = True) -> tuple[int, bool]:
        """Cut [begin, end); where to go on, and whether that is behind verbatim text.

        *blocks*: this is a chunk, whose last token may go on behind it, and environments may be verbatim.
        """
        pieces = self.split.split(self.text[begin:end])
        bounds = list(accumulate(map(len, pieces), initial=begin))
        limit = len(self.text) if blocks else end
        if end < limit and len(pieces) > 1 and not pieces[-1]:
            end = bounds[-3]
            del pieces[-2:], bounds[-2:]
        first = len(self.tokens)
        kinds = self.extend(pieces[1::2], bounds)
        groups, brackets, outer, partners = self.groups, self.brackets, self.outer, self.tokens.partners
        for at in compress(range(len(kinds)), map(_LOOKED_AT.__getitem__, kinds)):
            kind, index = kinds[at], first + at
            if kind == OPEN:
                groups.append(index)
                outer.append(len(brackets))
            elif kind == CLOSE:
                if not groups:
                    self.tokens.unclosed.append(index)
                    continue
                opened = groups.pop()
                del brackets[outer.pop() :]
                partners[opened], partners[index] = index, opened
            elif kind == LEFT:
                brackets.append(index)
            elif kind == RIGHT:
                for left in brackets[outer[-1] :]:
                    partners[left] = index
                del brackets[outer[-1] :]
            else:
                jump = self.look(kind, index, limit, blocks)
                if jump is not None:
                    self.back()
                    return jump, True
        return end, False

    def extend(self, found: list[str], bounds: list[int]) -> Sequence[int]:
        """Add tokens by their texts; their kinds."""
        if not found:
            return ()
        tokens = self.tokens
        kinds, names = zip(*map(_KNOWN.__getitem__, found), strict=True)
        tokens.kinds.extend(kinds)
        tokens.names.extend(names)
        tokens.starts.frombytes(packed(bounds[1:-1:2]))
        tokens.ends.frombytes(packed(bounds[2::2]))
        tokens.partners.extend(array("i", [-1]) * len(found))
        return kinds

    def look(self, kind: int, index: int, limit: int, blocks: bool) -> int | None:
        """Look at a token by itself; where to go on when verbatim text follows, or another token than it seemed."""
        start, stop, name = self.tokens.starts[index], self.tokens.ends[index], self.tokens.names[index]
        self.kept = index + 1
        if kind == COMMENT:
            return self.comment(index, start) if name[0] == "%" else None
        if kind == BEGIN:
            return self.block(stop, name) if blocks and name.rstrip("*") in self.verbatims.environments else None
        if kind == _SHORT:
            self.kept = index
            return self.short(start) or start + 1
        self.tokens.kinds[index] = WORD
        if name in MARKERS:
            self.tokens.markers.append(index)
            return None
        if name in ("begin", "end"):
            return self.environment(index, start, limit, blocks)
        return self.address(stop, name) if name in ADDRESSES else self.inline(stop, name)

    def comment(self, index: int, start: int) -> int | None:
        """A comment; but in a marker a sign that somebody forgot to escape."""
        if not self.in_marker():
            self.tokens.comments.append(index)
            return None
        self.kept = index
        self.add(token.PERCENT, start, start + 1, "%")
        return start + 1

    def environment(self, index: int, start: int, limit: int, blocks: bool) -> int | None:
        r"""A \begin or \end at the end of a chunk, behind which its environment may stand."""
        match = _ENVIRONMENT.match(self.text, start, limit)
        if match is None:
            return None
        self.kept = index
        name, begins = match[2].strip(), match[1] == "begin"
        self.add(BEGIN if begins else token.END, start, match.end(), name)
        verbatim = begins and blocks and name.rstrip("*") in self.verbatims.environments
        return (self.block(match.end(), name) if verbatim else None) or match.end()

    def back(self) -> None:
        """Forget the tokens that were cut behind those that stay."""
        tokens, kept = self.tokens, self.kept
        del tokens.kinds[kept:], tokens.starts[kept:], tokens.ends[kept:], tokens.names[kept:], tokens.partners[kept:]

    def add(self, kind: int, start: int, end: int, name: str, partner: int = -1) -> None:
        self.back()
        tokens = self.tokens
        tokens.kinds.append(kind)
        tokens.starts.append(start)
        tokens.ends.append(end)
        tokens.names.append(name)
        tokens.partners.append(partner)
        self.kept += 1

    def in_marker(self) -> bool:
        """Whether the innermost open group is the first argument of a marker with an expression."""
        if not self.groups:
            return False
        opened = self.groups[-1]
        return (
            opened > 0 and self.tokens.kinds[opened - 1] == WORD and self.tokens.names[opened - 1] in _WITH_EXPRESSION
        )

    def block(self, at: int, name: str) -> int | None:
        end = self.find("\\end{" + name + "}", at)
        if end < 0:
            self.tokens.unclosed.append(self.kept - 1)
            return None
        begin = self.options(at, end, name)
        self.back()
        while at < begin:
            at, _ = self.run(at, begin, blocks=False)
        self.kept = len(self.tokens)
        self.add(token.BLOCK, begin, end, name)
        return end

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
        self.add(token.INLINE, at, stop, name, match.end() + 1)
        return stop

    def short(self, start: int) -> int | None:
        line = self.text.find("\n", start)
        end = self.text.find(self.text[start], start + 1, line if line >= 0 else len(self.text))
        if end < 0:
            return None
        self.add(token.INLINE, start, end + 1, "verb", start + 1)
        return end + 1

    def address(self, at: int, name: str) -> int | None:
        match = _ADDRESS_START.match(self.text, at)
        if match is None:
            return None
        end = self.balanced(match.end() - 1)
        if end < 0:
            return None
        self.add(token.ADDRESS, at, end, name, match.end())
        return end


_INLINE_START = (
    re.compile(r"\*?[ \t]*(?:\[[^\]\n]{0,400}\])?[ \t]*"),
    re.compile(r"[ \t]*(?:\[[^\]\n]{0,400}\])?[ \t]*\{[^{}\n]{0,80}\}[ \t]*"),
)
_ADDRESS_START = re.compile(r"[ \t]*(?:\[[^\]\n]{0,200}\][ \t]*)?\{")
