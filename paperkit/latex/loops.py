r"""\foreach \x/\y in {1/10,2/20} {...}: its body is read for each item, as a reader sees it."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from paperkit.latex import tokens as token
from paperkit.latex.arithmetic import evaluate, shown
from paperkit.latex.expansion import expanded, made
from paperkit.latex.frames import TEXT_NEXT, Frame, Range
from paperkit.latex.macros import Macro
from paperkit.latex.walk import Walker

MOST = 100
"""Items of one loop that are read."""
LONGEST_BODY = 200
"""Tokens that a body without braces may have."""
_IN = re.compile(r"[ \t\n]*in(?![A-Za-z])")
_DOTS = re.compile(r"\s*(?:\.\.\.|\\ldots|\\dots)\s*")


def foreach(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\foreach \x [count=\n] in {1,...,5} {body}, or a body that ends with a semicolon."""
    variables = _variables(frame)
    if not variables:
        return
    walker.skipped(frame.option(), name)
    kind, j, pos = frame.peek()
    limit = frame.tokens.starts[j] if j < frame.stop else frame.limit
    match = _IN.match(frame.tokens.source.text, pos, limit) if kind == TEXT_NEXT else None
    if match is None:
        return
    frame.i, frame.pos = j, match.end()
    kind, j, _ = frame.peek()
    values = frame.group()
    if values is None and kind == token.WORD:
        macro = walker.macros.get(frame.tokens.names[j])
        frame.argument()
        values = macro.body if macro is not None else None
    if values is not None and values.stop == values.i + 1 and values.tokens.kinds[values.i] == token.PARAMETER:
        values = values.argument(values.i)
    body = _body(frame)
    if values is not None and body is not None:
        walker.skipped(values, name)
        _read(walker, frame, variables, _items(walker, frame, values), body)


def _variables(frame: Frame) -> list[str]:
    found = []
    while frame.peek()[0] == token.WORD:
        found.append(frame.tokens.names[frame.peek()[1]])
        frame.argument()
        if not frame.skip("/"):
            break
    return found


def _body(frame: Frame) -> Range | None:
    """The group that is next; or all up to the semicolon that ends a command of a drawing, with it."""
    kind, _, pos = frame.peek()
    if kind == token.OPEN:
        return frame.group()
    tokens, text = frame.tokens, frame.tokens.source.text
    begin = frame.rest()
    i, at = frame.i, pos
    while True:
        limit = tokens.starts[i] if i < frame.stop else frame.limit
        end = text.find(";", at, limit)
        if end >= 0:
            frame.i, frame.pos = i, end + 1
            return begin._replace(stop=i, limit=end + 1)
        if i >= frame.stop or i > frame.i + LONGEST_BODY or "\n\n" in text[at:limit]:
            return None
        if tokens.kinds[i] == token.OPEN and i < tokens.partners[i] < frame.stop:
            i = tokens.partners[i]
        at = tokens.ends[i]
        i += 1


def _items(walker: Walker, frame: Frame, values: Range) -> list[Range]:
    """The items of a list with commas; dots between numbers are filled in."""
    found: list[Range] = []
    parts = list(_split(values, ","))
    for index, part in enumerate(parts):
        if _DOTS.fullmatch(part.text) and 0 < index < len(parts) - 1:
            found += _between(walker, frame, [each.text for each in found[-2:]], parts[index + 1])
        else:
            found.append(part)
        if len(found) > MOST:
            walker.trouble(frame, values.pos, values.limit, f"a loop over more than {MOST} items; the rest is not read")
            return found[:MOST]
    return found


def _split(values: Range, mark: str) -> Iterator[Range]:
    """The parts of *values* between marks that stand in no group."""
    tokens, text = values.tokens, values.tokens.source.text
    i, begin, at, first = values.i, values.pos, values.pos, values.i
    while True:
        limit = tokens.starts[i] if i < values.stop else values.limit
        cut = text.find(mark, at, limit)
        if cut >= 0:
            yield _trimmed(values._replace(i=first, stop=i, pos=begin, limit=cut))
            begin = at = cut + 1
            first = i
            continue
        if i >= values.stop:
            yield _trimmed(values._replace(i=first, pos=begin))
            return
        if tokens.kinds[i] == token.OPEN and i < tokens.partners[i] < values.stop:
            i = tokens.partners[i]
        at = tokens.ends[i]
        i += 1


def _trimmed(part: Range) -> Range:
    """Without the spaces around it and without the braces that hold all of it."""
    frame = Frame(*part)
    kind, i, pos = frame.peek()
    if kind == token.OPEN and frame.group() is not None and frame.peek()[0] == -2:
        return Frame(*part).group() or part
    limit = part.limit
    while limit > pos and part.tokens.source.text[limit - 1].isspace():
        limit -= 1
    return part._replace(i=i, pos=pos, limit=limit)


def _between(walker: Walker, frame: Frame, former: list[str], end: Range) -> list[Range]:
    """What dots stand for: the numbers between the last ones and *end*."""
    last = evaluate(expanded(walker, end))
    numbers = [evaluate(text) for text in former]
    if last is None or not numbers or numbers[-1] is None:
        return []
    at = numbers[-1]
    step = at - numbers[0] if len(numbers) > 1 and numbers[0] is not None else Fraction(1 if last > at else -1)
    found: list[Range] = []
    while step and len(found) <= MOST and (at + step < last if step > 0 else at + step > last):
        at += step
        found.append(made(walker, shown(at), frame, end.pos, end.limit))
    return found


def _read(walker: Walker, frame: Frame, variables: list[str], items: list[Range], body: Range) -> None:
    """Read *body* for each item, with the variables standing for its parts."""
    left = list(reversed(items))
    pending = walker.pending

    def advance(_: Frame | None = None) -> None:
        if not left or walker.budget <= 0:
            return
        item = left.pop()
        walker.spend(body.stop - body.i + 1)
        parts = list(_split(item, "/")) if len(variables) > 1 else [item]
        for index, variable in enumerate(variables):
            walker.define(variable, Macro(parts[min(index, len(parts) - 1)]))
        walker.pending = pending
        walker.push(body, None, advance)

    advance()


LOOPS = {"foreach": foreach}
