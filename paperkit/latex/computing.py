r"""Numbers that TeX computes: \number, \numexpr, \inteval, \fpeval, \pgfmathsetmacro, \directlua.

What is known prints its value, as any number that was typed; what is not, and would be seen, is a trouble.
"""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re
from collections.abc import Callable

from paperkit.latex import tokens as token
from paperkit.latex.alphabet import OPAQUE
from paperkit.latex.arithmetic import evaluate, shown
from paperkit.latex.dimensions import LENGTH_PARAMETERS, REGISTERS, take_whole
from paperkit.latex.expansion import expanded, made
from paperkit.latex.frames import TEXT_NEXT, Frame
from paperkit.latex.macros import Macro, defined_name
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

_EXPRESSION = re.compile(r"[-+*/()\d\s]+")
_SIGNS = re.compile(r"[-+][-+ \t\n]*")
_WHOLE = re.compile(r"[-+ \t\n]*\d+[ \t]?")


def unknown(walker: Walker, frame: Frame, start: int) -> None:
    """TeX computes what stands here, and nobody knows the result."""
    if walker.mode.visible and (frame.tokens, start) not in walker.unknown:
        walker.unknown.add((frame.tokens, start))
        walker.trouble(frame, start, frame.pos, "TeX computes what is printed here, so that it is not known")
    walker.emit(OPAQUE, frame, start, frame.pos)


def whole(text: str) -> int | None:
    """The value of an expression of whole numbers."""
    value = evaluate(text.replace("\\relax", ""), whole=True)
    return int(value) if value is not None and value.denominator == 1 else None


def take_number(walker: Walker, frame: Frame) -> int | None:
    """The whole number that is next, and step over it; None when its value is not known."""
    kind, i, pos = frame.peek()
    tokens = frame.tokens
    if kind == TEXT_NEXT:
        limit = tokens.starts[i] if i < frame.stop else frame.limit
        match = _WHOLE.match(tokens.source.text, pos, limit)
        if match is not None:
            frame.i, frame.pos = i, match.end()
            return _signed(match[0])
        signs = _SIGNS.match(tokens.source.text, pos, limit)
        if signs is None or signs.end() < limit:
            take_whole(frame)
            return None
        frame.i, frame.pos = i, limit
        kind, i, _ = frame.peek()
        if kind != token.WORD:
            return None
        frame.i, frame.pos = i + 1, tokens.ends[i]
        value = _named_number(walker, frame, tokens.names[i])
        return -value if value is not None and signs[0].count("-") % 2 else value
    if kind != token.WORD:
        return None
    frame.i, frame.pos = i + 1, tokens.ends[i]
    return _named_number(walker, frame, tokens.names[i])


def _signed(text: str) -> int:
    digits = int(re.sub(r"\D", "", text)[:30])
    return -digits if text.count("-") % 2 else digits


def _named_number(walker: Walker, frame: Frame, name: str) -> int | None:
    if name == "value":
        what = frame.group()
        count = walker.counts.get(what.flat().strip()) if what is not None else None
        return count.value if count is not None else None
    if name == "numexpr":
        return _numexpr(walker, frame)
    if name == "count":
        register = take_number(walker, frame)
        count = walker.counts.get(f"\\count{register}")
        return count.value if count is not None else None
    if name in REGISTERS:
        take_whole(frame)
        return None
    if "\\" + name in walker.counts:
        return walker.counts["\\" + name].value
    macro = walker.macros.get(name)
    if macro is not None:
        args = macro.arguments(frame)
        return whole(expanded(walker, macro.body._replace(args=args)))
    text = walker.compute(frame, name)
    return whole(text) if text is not None else None


def _numexpr(walker: Walker, frame: Frame) -> int | None:
    r"""The value of what follows \numexpr, up to and with a \relax."""
    tokens, begin = frame.tokens, frame.rest()
    while True:
        kind, i, pos = frame.peek()
        limit = tokens.starts[i] if i < frame.stop else frame.limit
        if kind == TEXT_NEXT:
            match = _EXPRESSION.match(tokens.source.text, pos, limit)
            if match is None:
                break
            frame.i, frame.pos = i, match.end()
            if match.end() < limit:
                break
        elif kind in (token.WORD, token.PARAMETER):
            if kind == token.WORD and tokens.names[i] == "relax":
                break
            frame.i, frame.pos = i + 1, tokens.ends[i]
            if kind == token.WORD and tokens.names[i] in ("value", "inteval"):
                frame.group()
        else:
            break
    what = begin._replace(stop=frame.i, limit=frame.pos)
    kind, i, _ = frame.peek()
    if kind == token.WORD and tokens.names[i] == "relax":
        frame.i, frame.pos = i + 1, tokens.ends[i]
    return whole(expanded(walker, what))


def number(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\number, \the, \romannumeral and \numexpr: what is next, as a number."""
    start = frame.tokens.starts[i]
    kind, j, _ = frame.peek()
    following = frame.tokens.names[j] if kind == token.WORD else ""
    if following in ("year", "month", "day", "time"):
        frame.argument()
        walker.emit(OPAQUE, frame, start, frame.pos)
        return
    value = take_number(walker, frame) if name != "numexpr" else _numexpr(walker, frame)
    if value is not None:
        spaced = frame.tokens.source.text[frame.pos - 1] == " "
        walker.emit(str(value), frame, start, frame.pos - spaced)
        walker.emit(" " if spaced else "", frame, frame.pos, frame.pos)
    elif following in ("value", "inputlineno") or following in LENGTH_PARAMETERS:
        walker.emit(OPAQUE, frame, start, frame.pos)
    else:
        unknown(walker, frame, start)


def calculation(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\inteval{7+5}, \fpeval{1/4}, \pgfmathparse{...}."""
    start = frame.tokens.starts[i]
    text = compute(walker, frame, name)
    if name == "pgfmathparse":
        _result(walker, frame, "pgfmathresult", text, start)
    elif text is None:
        unknown(walker, frame, start)
    else:
        walker.emit(text, frame, start, frame.pos)


def compute(walker: Walker, frame: Frame, name: str) -> str | None:
    r"""What \inteval{...} and its kin give, as text."""
    what = frame.group()
    value = evaluate(expanded(walker, what), name in _WHOLES) if what is not None else None
    return shown(value) if value is not None else None


_WHOLES = frozenset({"inteval", "int_eval:n", "intcalc"})


def compute_number(walker: Walker, frame: Frame, name: str) -> str | None:
    r"""What \number, \the, \arabic{name} and \value{name} give, as text."""
    if name in ("arabic", "value"):
        what = frame.group()
        count = walker.counts.get(what.flat().strip()) if what is not None else None
        value = count.value if count is not None else None
    elif name == "numexpr":
        value = _numexpr(walker, frame)
    else:
        value = take_number(walker, frame)
    return str(value) if value is not None else None


def set_macro(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\pgfmathsetmacro{\x}{3*4}, \FPeval\r{3*4}, \FPset."""
    start = frame.tokens.starts[i]
    defined = defined_name(walker, frame)
    what = frame.group()
    if defined is None or what is None:
        return
    walker.skipped(what, name)
    value = evaluate(expanded(walker, what), "truncate" in name)
    _result(walker, frame, defined, shown(value) if value is not None else None, start)


def _result(walker: Walker, frame: Frame, name: str, text: str | None, start: int) -> None:
    if text is None:
        walker.macros.pop(name, None)
        walker.aliases[name] = "\\unknown"
    else:
        walker.define(name, Macro(made(walker, text, frame, start, frame.pos)))


def unknown_result(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """The use of a macro that holds a result that is not known."""
    unknown(walker, frame, frame.tokens.starts[i])


def lua(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\directlua{tex.print(12)}: whatever it prints is not known."""
    what = frame.group()
    if what is not None and "print" in what.text:
        unknown(walker, frame, frame.tokens.starts[i])


COMPUTING: dict[str, Callable[[Walker, Frame, str, int], None]] = {
    **dict.fromkeys(words("number the romannumeral numexpr"), number),
    **dict.fromkeys(words("inteval fpeval pgfmathparse"), calculation),
    **dict.fromkeys(words("pgfmathsetmacro pgfmathtruncatemacro FPeval FPset"), set_macro),
    **dict.fromkeys(words("directlua luaexec luadirect latelua"), lua),
    "\\unknown": unknown_result,
}
MAKERS: dict[str, Callable[[Walker, Frame, str], str | None]] = {
    **dict.fromkeys(words("number the romannumeral numexpr arabic value"), compute_number),
    **dict.fromkeys(words("inteval fpeval"), compute),
}
