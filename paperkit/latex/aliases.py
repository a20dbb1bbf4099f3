"""Other names of commands, commands that do nothing of their own, and those that nobody defined."""

from __future__ import annotations

import re

from paperkit.latex import tokens as token
from paperkit.latex.alphabet import OPAQUE
from paperkit.latex.commands import COMMANDS, SETTERS, SETUP_ENDS
from paperkit.latex.expansion import made
from paperkit.latex.frames import Frame, Range
from paperkit.latex.macros import Macro, csname_of, defined_name, is_global, meaning
from paperkit.latex.meanings import kept, known, redefined
from paperkit.latex.symbols import SYMBOLS
from paperkit.latex.tokens import MARKERS
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

_POINT = re.compile(r"\(\s*[-+]?\d*\.?\d+\s*(?:[a-z]{2})?\s*,\s*[-+]?\d*\.?\d+\s*(?:[a-z]{2})?\s*\)")
"""A point of a drawing, right behind a command."""
_WRITTEN = sorted(MARKERS - {"pkopen", "pkclose"})
"""Markers that an author writes."""
_OWN = frozenset({"pkprojectedmark"})
"""What paperkit's package defines for an author beside them."""
_NEAR = 0.75
"""From this likeness on a name is one of them misspelt: two letters swapped, one too many, one other."""
_SIZE = re.compile(r"\{\s*[-+]?\d*\.?\d+\s*\}")


def nothing(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A command that prints nothing and leaves its arguments as they stand."""


def alias(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""A name that \let made equal to a command."""
    other = walker.aliases[name]
    if other == "\\unknown":
        walker.specials[other](walker, frame, name, i)
        return
    special = walker.specials.get(other)
    if special is not None:
        special(walker, frame, other, i)
    elif other in SYMBOLS:
        walker.emit(SYMBOLS[other], frame, frame.tokens.starts[i], frame.pos)
    elif other in COMMANDS:
        walker.specials["\\pattern"](walker, frame, other, i)


def let(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\let\name=\other: a copy of a user's macro, or another name of a command."""
    everywhere = is_global(frame, i) or name in ("glet", "GlobalLetLtxMacro")
    defined = _named(walker, frame, i) if name.startswith("cslet") else defined_name(walker, frame)
    frame.skip("=")
    kind, j, _ = frame.peek()
    tokens = frame.tokens
    if name.endswith("letcs"):
        by_name = frame.group()
        if by_name is not None:
            what = made(walker, f"\\{by_name.flat().strip()} ", frame, by_name.pos, by_name.limit)
            _same(walker, frame, defined, by_name.flat().strip(), what, everywhere)
        return
    if kind in (token.OPEN, token.PARAMETER):
        inner = frame.argument()
        if inner is not None and kind == token.PARAMETER:
            inner = inner.argument(inner.i)
        tokens = inner.tokens if inner else tokens
        kind, j, _ = Frame(*inner).peek() if inner else (0, 0, 0)
    elif kind in (token.WORD, token.SYMBOL):
        frame.i, frame.pos = j + 1, frame.tokens.ends[j]
    else:
        letter = frame.argument()
        if defined is not None and letter is not None:
            meaning(walker, frame, defined, Macro(letter))
        return
    if kind != token.WORD:
        return
    other = tokens.names[j]
    if other == "csname":
        other = csname_of(walker, frame, j)
    what = Range(tokens, j, j + 1, tokens.starts[j], tokens.ends[j], (), None)
    _same(walker, frame, defined, other, what, everywhere)


def _named(walker: Walker, frame: Frame, i: int) -> str | None:
    r"""The name in braces that \cslet{name} defines."""
    what = frame.group()
    name = what.flat().strip() if what is not None else None
    if name in MARKERS:
        redefined(walker, frame, i, name)
    return name


def _same(walker: Walker, frame: Frame, defined: str | None, other: str, what: Range, everywhere: bool) -> None:
    """Give *defined* the meaning of *other*, which is read as *what* where it is no macro of the text."""
    if defined is None or defined in MARKERS or other == defined or (walker.foreign and known(walker, defined)):
        return
    if kept(walker, frame, defined):
        return
    if other in walker.macros:
        walker.define(defined, walker.macros[other], everywhere)
        return
    walker.macros.pop(defined, None)
    walker.aliases[defined] = walker.aliases.get(other, other)
    if defined in walker.specials and not walker.foreign:
        walker.define(defined, Macro(what), everywhere)


def _drawn(frame: Frame) -> None:
    r"""Step over the points, and what follows them, of \Line(10,20)(80,20){5}{7}: it draws."""
    source = frame.tokens.source.text
    while _POINT.match(source, frame.pos) and frame.round() is not None:
        pass
    while _SIZE.match(source, frame.pos) and frame.group() is not None:
        pass


def undefined(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A command that nobody defined: options do not print, groups do unless its name says that it is a setter."""
    _misspelt(walker, frame, name, i)
    if walker.mode.math:
        walker.specials["\\function"](walker, frame, name, i)
        return
    if name in walker.switches or (name.startswith("if") and "@" not in name):
        walker.specials["\\if"](walker, frame, name, i)
        return
    if walker.mode.drawing and not walker.mode.visible and frame.peek()[0] == token.LEFT:
        return  # options that follow are those of the drawing
    sets = name.startswith(SETTERS) or name.endswith(SETUP_ENDS)
    option = frame.option()
    while sets and (frame.option() or frame.group()):
        pass
    if sets:
        return
    if _POINT.match(frame.tokens.source.text, frame.pos):
        _drawn(frame)
        return
    kind, opened, _ = frame.peek()
    if kind != token.OPEN:
        if option is None:
            walker.emit(OPAQUE, frame, frame.tokens.starts[i], frame.pos)
        return
    closing = frame.tokens.partners[opened]
    if 0 <= closing < frame.stop - 1 and frame.tokens.kinds[closing + 1] == token.OPEN:
        first = frame.group()
        if first is not None:
            walker.show(first, None, " ")


def _misspelt(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""Say that a command with an argument is no marker, where its name is nearly that of one: `\pkvla{...}{...}`."""
    if name in _OWN or name[:2].lower() not in ("pk", "kp") or frame.peek()[0] != token.OPEN or not walker.mode.visible:
        return
    from difflib import get_close_matches

    meant = get_close_matches(name.lower(), _WRITTEN, 1, _NEAR)
    if meant:
        fact = f"\\{name} is defined nowhere, so what it should bind is not checked"
        walker.trouble(frame, frame.tokens.starts[i], frame.tokens.ends[i], fact, f"did you mean \\{meant[0]}?")


ALIASES = {
    **dict.fromkeys(words("let glet LetLtxMacro GlobalLetLtxMacro cslet letcs csletcs futurelet"), let),
    **dict.fromkeys(words("NewCommandCopy RenewCommandCopy DeclareCommandCopy"), let),
    "\\alias": alias,
    "\\undefined": undefined,
}
