"""Frames: ranges of tokens that are read one inside the other, and how arguments are taken from them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from paperkit.latex.printed import Mode, Use
from paperkit.latex.tokens import COMMENT, LEFT, OPEN, PARAMETER, Tokens

_SPACE = re.compile(r"[ \t]*(?:\n[ \t]*(?!\n))?")
_BLANK = " \t\n"
_new = tuple.__new__
"""Makes a NamedTuple in half the time; for those that are made for each token."""
TEXT_NEXT, NOTHING_NEXT = -1, -2
"""What peek says when no token is next: a character, or the end of the range."""


class Range(NamedTuple):
    """Tokens [i, stop) and the characters [pos, limit) around them, with what a `#1` in them stands for."""

    tokens: Tokens
    i: int
    stop: int
    pos: int
    limit: int
    args: tuple[Range | None, ...]
    use: Use | None

    @property
    def text(self) -> str:
        """The characters, verbatim."""
        return self.tokens.source.text[self.pos : self.limit]

    def flat(self, depth: int = 0) -> str:
        """The characters, with parameters replaced by the arguments of the macro."""
        if not self.args or depth > 20:
            return self.tokens.text[self.pos : self.limit]
        parts, at, source = [], self.pos, self.tokens.source.text
        for index in range(self.i, self.stop):
            if self.tokens.kinds[index] == PARAMETER:
                argument = self.argument(index)
                parts += [source[at : self.tokens.starts[index]], argument.flat(depth + 1) if argument else ""]
                at = self.tokens.ends[index]
        return "".join([*parts, source[at : self.limit]])

    def argument(self, index: int) -> Range | None:
        """What the parameter token *index* stands for."""
        digit = self.tokens.names[index][-1]
        number = int(digit) - 1 if digit.isdigit() else -1
        return self.args[number] if 0 <= number < len(self.args) else None


@dataclass(eq=False, slots=True)
class Frame:
    """A range that is being read: *i* is the next token, *pos* the next character."""

    tokens: Tokens
    i: int
    stop: int
    pos: int
    limit: int
    args: tuple[Range | None, ...]
    use: Use | None
    after: Callable[[Frame], None] | str | None = None
    """What to print, or to do, when the range has been read."""
    mode: Mode | None = None
    """Mode to come back to when the range has been read."""
    depth: int = 0
    """Number of groups that were open when the frame began."""
    macro: bool = False

    def peek(self) -> tuple[int, int, int]:
        """(kind, token, offset) of what is next behind spaces and comments, without moving there."""
        tokens, i, pos = self.tokens, self.i, self.pos
        while True:
            start = tokens.starts[i] if i < self.stop else self.limit
            if pos < start:
                if tokens.text[pos] in _BLANK:
                    match = _SPACE.match(tokens.text, pos, start)
                    pos = match.end() if match else pos
                if pos < start:
                    return TEXT_NEXT, i, pos
            if i >= self.stop:
                return NOTHING_NEXT, i, pos
            if tokens.kinds[i] != COMMENT:
                return tokens.kinds[i], i, pos
            pos = tokens.ends[i]
            i += 1

    def character(self) -> str:
        """The next character that is no space, when it is text; else empty."""
        kind, _, pos = self.peek()
        return self.tokens.source.text[pos] if kind == TEXT_NEXT else ""

    def skip(self, characters: str) -> bool:
        """Step over the next character if it is one of *characters*."""
        kind, i, pos = self.peek()
        if kind == TEXT_NEXT and self.tokens.source.text[pos] in characters:
            self.i, self.pos = i, pos + 1
            return True
        return False

    def option(self) -> Range | None:
        """The inside of the square brackets that are next, and step over them."""
        kind, i, _ = self.peek()
        if kind == LEFT and i < self.tokens.partners[i] < self.stop:
            return self.between(i, self.tokens.partners[i])
        return None

    def group(self) -> Range | None:
        """The inside of the braces that are next, and step over them."""
        tokens, i = self.tokens, self.i
        if i >= self.stop or tokens.starts[i] != self.pos or tokens.kinds[i] != OPEN:
            kind, i, _ = self.peek()
            if kind != OPEN:
                return None
        partner = tokens.partners[i]
        return self.between(i, partner) if i < partner < self.stop else None

    def argument(self) -> Range | None:
        """The next argument as TeX takes it: a group, a token or one character; and step over it."""
        kind, i, pos = self.peek()
        if kind == OPEN:
            return self.group()
        if kind == NOTHING_NEXT:
            return None
        if kind == TEXT_NEXT:
            self.i, self.pos = i, pos + 1
            return _new(Range, (self.tokens, i, i, pos, pos + 1, self.args, self.use))
        self.i, self.pos = i + 1, self.tokens.ends[i]
        return Range(self.tokens, i, i + 1, self.tokens.starts[i], self.tokens.ends[i], self.args, self.use)

    def round(self) -> Range | None:
        """What stands in the round brackets that are next, and step over them."""
        kind, i, pos = self.peek()
        tokens = self.tokens
        text = tokens.source.text
        if kind != TEXT_NEXT or text[pos] != "(":
            return None
        at, j = pos, i
        for _ in range(20):
            limit = tokens.starts[j] if j < self.stop else self.limit
            end = text.find(")", at, limit)
            if end >= 0:
                self.i, self.pos = j, end + 1
                return Range(tokens, i, j, pos + 1, end, self.args, self.use)
            if j >= self.stop or "\n\n" in text[at:limit]:
                return None
            if tokens.kinds[j] == OPEN and j < tokens.partners[j] < self.stop:
                j = tokens.partners[j]
            at = tokens.ends[j]
            j += 1
        return None

    def between(self, left: int, right: int) -> Range:
        """The range between two tokens, and step behind the second."""
        tokens = self.tokens
        ends = tokens.ends
        self.i, self.pos = right + 1, ends[right]
        return _new(Range, (tokens, left + 1, right, ends[left], tokens.starts[right], self.args, self.use))

    def rest(self) -> Range:
        """What has not been read yet."""
        return Range(self.tokens, self.i, self.stop, self.pos, self.limit, self.args, self.use)
