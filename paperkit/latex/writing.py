"""What text prints, as it stands between the tokens."""

# ruff: noqa: ARG002 (handlers share one signature)

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from paperkit.latex.alphabet import CELL, LETTERS, OPAQUE, SUPER, SUPER_END
from paperkit.latex.frames import Frame, Range
from paperkit.latex.printed import Mode
from paperkit.latex.seen import Part
from paperkit.latex.stack import Stack

_RAISED = re.compile(r"(?<=\d)[⁻⁺]?[⁰¹²³⁴-⁹]+")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_UNSEEN = re.compile("(?<=\\d)[\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufeff]+(?=[\\d.,])")
"""Marks and joints within a number, which a reader does not see, or sees over its digits."""
_CODED = re.compile(r"\^\^(?:([0-9a-f]{2})|\^\^([0-9a-f]{4}))")
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
"""The digits of all other scripts, and the mathematical and full-width ones."""


@lru_cache(maxsize=4096)
def _lettered(run: str) -> str:
    """*run* with its letters as those of a formula, where the same few come again and again."""
    return run.translate(LETTERS)


class Writing(Stack):
    """Prints text, and the tokens that print as they stand."""

    def __init__(self, draw: Callable[..., None]) -> None:
        super().__init__()
        self.draw = draw

    def text(self, frame: Frame | Range, start: int, end: int) -> None:
        """Print the characters [start, end), which hold no token."""
        mode = self.mode
        if not mode.visible:
            if mode.drawing:
                self.draw(self, frame, start, end)
            return
        run = frame.tokens.text[start:end]
        if mode.math and run.isascii() and "\n\n" not in run:
            run = _lettered(run)
        elif mode.math or mode.number or not run.isascii():
            unseen = None if run.isascii() else _UNSEEN.search(run)
            if unseen is None:
                self.changed(run, frame, start)
            else:
                self.text(frame, start, start + unseen.start())
                self.text(frame, start + unseen.end(), end)
            return
        if frame.tokens is not self.tokens or frame.use is not self.use:
            self.begin(frame)
        self.pieces.append(run)
        self.starts.append(start)
        self.ends.append(end)

    def show(self, what: Range, mode: Mode | None = None, after: str = "") -> None:
        """Read *what* next, at once where it holds no token; *mode* takes hold for it, *after* is printed behind it."""
        if what.i < what.stop or self.mode.drawing:
            self.push(what, mode, after or None)
            return
        outer = self.mode
        if mode is not None:
            self.shift(mode)
        if what.limit > what.pos:
            self.text(what, what.pos, what.limit)
        if after:
            closing = what.tokens.text[what.limit : what.limit + 1] in ("}", "]")
            self.emit(after, what, what.limit, what.limit + closing)
        if mode is not None:
            self.shift(outer)

    def queue(self, parts: list[Part], then: Callable[[], None] | None = None) -> None:
        """Read several ranges one after the other, and then do *then*; what holds no token is printed at once."""
        Queue(self, parts, then).advance()

    def coded(self, frame: Frame, i: int) -> bool:
        """Print the character that `^^34` or `^^^^0034` stands for."""
        tokens = frame.tokens
        match = _CODED.match(tokens.source.text, tokens.starts[i])
        if match is None or match.end() > frame.limit:
            return False
        while frame.i < frame.stop and tokens.starts[frame.i] < match.end():
            frame.i += 1
        frame.pos = match.end()
        character = chr(int(match[1] or match[2], 16))
        self.emit(character if character.isprintable() else " ", frame, match.start(), match.end())
        return True

    def changed(self, run: str, frame: Frame | Range, start: int) -> None:
        """Print *run*, some of which prints as other characters."""
        mode, end = self.mode, start + len(run)
        if not run.isascii() and _OTHER_DIGIT.search(run):
            run = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), run)
        if mode.math:
            blank = run.find("\n\n") if self.groups and self.groups[-1].kind == "$" else -1
            if blank >= 0:
                self.emit(run[:blank].translate(LETTERS), frame, start, start + blank)
                self.trouble(frame, start + blank, start + blank, "a formula is still open at the end of its paragraph")
                self.close_to("$")
                run, start = run[blank:], start + blank
            else:
                run = run.translate(LETTERS)
        elif mode.number:
            run = run.replace("x", "×").replace("+-", "± ")
            run = run.replace(",", ".") if "." not in run else run
        if not run.isascii() and self.raised(run, frame, start):
            return
        self.emit(run, frame, start, end)

    def raised(self, run: str, frame: Frame | Range, start: int) -> bool:
        """Print *run* with the raised digits of its powers (10⁶) as superscripts; False when it has none."""
        at = 0
        for match in _RAISED.finditer(run):
            self.emit(run[at : match.start()], frame, start + at, start + match.start())
            raised = SUPER + match[0].translate(_PLAIN) + SUPER_END
            self.emit(raised, frame, start + match.start(), start + match.end())
            at = match.end()
        if at:
            self.emit(run[at:], frame, start + at, start + len(run))
        return at > 0

    def literal(self, frame: Frame, i: int) -> None:
        """A token that prints as it stands."""
        self.text(frame, frame.pos - (frame.tokens.ends[i] - frame.tokens.starts[i]), frame.pos)

    def strange(self, frame: Frame, i: int) -> None:
        """A character that the printed text keeps for itself."""
        self.emit(OPAQUE, frame, frame.pos - 1, frame.pos)

    def align(self, frame: Frame, i: int) -> None:
        """`&`."""
        self.emit(CELL if not self.mode.math or self.mode.matrix else " ", frame, frame.pos - 1, frame.pos)


class Queue:
    """Ranges to be read one after the other."""

    __slots__ = ("left", "outer", "part", "then", "writing")
    part: Part
    """The one that is being read."""
    outer: Mode
    """The mode around it."""

    def __init__(self, writing: Writing, parts: list[Part], then: Callable[[], None] | None) -> None:
        self.writing, self.then = writing, then
        self.left = parts[::-1]

    def advance(self) -> None:
        """Go on to the next one that holds tokens."""
        writing = self.writing
        while self.left:
            part = self.part = self.left.pop()
            what = part.what
            self.outer = writing.mode
            if part.mode is not None:
                writing.shift(part.mode)
            at_once = what.i >= what.stop and not writing.mode.drawing
            frame = what if at_once else writing.push(what, None, self)
            writing.emit(part.before, frame, what.pos, what.pos)
            if part.note is not None:
                part.note.append(writing.at)
            if not at_once:
                return
            if what.limit > what.pos:
                writing.text(what, what.pos, what.limit)
            self.end()
        if self.then is not None:
            self.then()

    def end(self) -> None:
        """The part has been read."""
        part, writing = self.part, self.writing
        if part.note is not None:
            part.note.append(writing.at)
        writing.emit(part.behind, part.what, part.what.limit, part.what.limit)
        writing.shift(self.outer)

    def __call__(self, done: Frame) -> None:
        """As what comes after a frame."""
        self.end()
        self.advance()
