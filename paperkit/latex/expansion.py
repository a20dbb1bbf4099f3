r"""Expansion to plain text, for what TeX makes of text before it reads it: \csname, \edef, numbers it computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperkit.latex import tokens as token
from paperkit.latex.cutter import tokenize
from paperkit.latex.frames import Frame, Range
from paperkit.latex.printed import Made
from paperkit.latex.verbatims import Verbatims
from paperkit.source import Span

if TYPE_CHECKING:
    from paperkit.latex.walk import Walker

DEEPEST, LONGEST, LONGEST_MADE = 30, 10_000, 20_000
_DROPPED = frozenset({"string", "unexpanded", "detokenize", "relax"})


def expanded(walker: Walker, what: Range) -> str:
    """The text of *what* with all user macros put in; what cannot be expanded stays as it is written."""
    parts: list[str] = []
    _expand(walker, Frame(*what), parts, 0)
    return "".join(parts)


def _expand(walker: Walker, frame: Frame, parts: list[str], depth: int) -> None:
    tokens, text = frame.tokens, frame.tokens.source.text
    while frame.i < frame.stop and walker.budget > 0:
        i = frame.i
        parts.append(text[frame.pos : tokens.starts[i]])
        walker.spend(tokens.starts[i] - frame.pos >> 4)
        frame.i, frame.pos = i + 1, tokens.ends[i]
        kind = tokens.kinds[i]
        if kind == token.WORD:
            _word(walker, frame, i, parts, depth)
        elif kind == token.PARAMETER:
            argument = Range(tokens, i, i + 1, frame.pos, frame.pos, frame.args, frame.use).argument(i)
            if argument is not None:
                _inner(walker, argument, parts, depth)
        elif kind != token.COMMENT:
            parts.append(text[tokens.starts[i] : tokens.ends[i]])
    parts.append(text[frame.pos : frame.limit])
    walker.spend(max(0, frame.limit - frame.pos) >> 4)


def _inner(walker: Walker, what: Range, parts: list[str], depth: int) -> None:
    walker.spend(what.stop - what.i + 1)
    if depth < DEEPEST and len(parts) < LONGEST:
        _expand(walker, Frame(*what), parts, depth + 1)


def _word(walker: Walker, frame: Frame, i: int, parts: list[str], depth: int) -> None:
    name = frame.tokens.names[i]
    before = frame.tokens.kinds[i - 1] if i else 0
    macro = walker.macros.get(name)
    if before == token.COMMENT and frame.tokens.names[i - 1] == "noexpand":
        macro = None
    if macro is not None:
        args = macro.arguments(frame)
        _inner(walker, macro.body._replace(args=args), parts, depth)
        _eat(frame)
        return
    if name not in _DROPPED:
        number = walker.compute(frame, name)
        parts.append("\\" + name + " " if number is None else number)
    _eat(frame)


def _eat(frame: Frame) -> None:
    """Step over the spaces behind a control word."""
    limit = frame.tokens.starts[frame.i] if frame.i < frame.stop else frame.limit
    text = frame.tokens.source.text
    while frame.pos < limit and text[frame.pos] in " \t":
        frame.pos += 1


def made(walker: Walker, text: str, frame: Frame, start: int, end: int) -> Range:
    """*text*, to be the body of a macro that is defined at [start, end) of what *frame* reads.

    It is cut off where it has grown beyond all measure.
    """
    source = frame.tokens.source
    place = source.written if isinstance(source, Made) else Span(source, start, end)
    walker.spend(len(text) >> 2)
    if walker.budget <= 0:
        text = ""  # the use of any macro is a trouble from here on
    if len(text) > LONGEST_MADE:
        text = text[:LONGEST_MADE]
        walker.trouble(frame, start, end, "this text has grown beyond all measure; the rest is not read")
    tokens = tokenize(Made(source.path, text, place), Verbatims())
    return Range(tokens, 0, len(tokens), 0, len(text), (), None)


def bound(walker: Walker, body: Range, frame: Frame) -> Range:
    r"""The *body* of a macro that another one defines, with the arguments of that one in place of its `#1`.

    `##1` becomes `#1`. A body with a marker stays as it is, since a marker is known by its place.
    """
    tokens = body.tokens
    if not body.args or any(body.i <= index < body.stop for index in tokens.markers):
        return body
    if not any(tokens.kinds[index] == token.PARAMETER for index in range(body.i, body.stop)):
        return body
    parts, at, text = [], body.pos, tokens.text
    for index in range(body.i, body.stop):
        if tokens.kinds[index] == token.PARAMETER:
            name, argument = tokens.names[index], body.argument(index)
            given = argument.flat() if argument is not None else ""
            parts += [text[at : tokens.starts[index]], name[1:] if name.startswith("##") else given]
            at = tokens.ends[index]
    return made(walker, "".join([*parts, text[at : body.limit]]), frame, body.pos, body.limit)


def frozen(walker: Walker, body: Range, frame: Frame, start: int) -> Range:
    r"""The *body* of an \edef, with what its macros mean now put in; as it stands where there is nothing to put in."""
    tokens = body.tokens
    if any(body.i <= index < body.stop for index in tokens.markers):
        return body
    for index in range(body.i, body.stop):
        name = tokens.names[index]
        if tokens.kinds[index] == token.WORD and (name in walker.macros or name in walker.makers):
            return made(walker, expanded(walker, body), frame, start, frame.pos)
    return body
