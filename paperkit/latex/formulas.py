"""Commands of formulas that are more than a symbol: fractions, roots, overlines, functions."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re

from paperkit.latex.alphabet import (
    BAR,
    BAR_END,
    BREAK,
    FRACTION,
    FRACTION_END,
    FUNCTION,
    OVER,
    SUB,
    SUB_END,
    SUPER,
    SUPER_END,
    TURNING,
)
from paperkit.latex.frames import Frame, Range
from paperkit.latex.seen import Part
from paperkit.latex.tokens import SCRIPT
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

_MEASURED = re.compile(
    r"\d(?:\\[,;: ]|[~\s{}])*(?:\\(?:mathrm|text[a-z]*|unit|si|times|mu|%)(?![A-Za-z])|%)"
    r"|\\(?:mathrm|text[a-z]*|mbox)\{[^{}]*\d[^{}]*[A-Za-z%]|\\(?:qty|SI|num)\b"
)
"""A quantity in a formula: a number with a unit that stands upright."""
_TOLD = re.compile(rf"{_MEASURED.pattern}|\d[\s~]*[a-zµ]{{2}}")
"""A quantity in text."""


def notes(walker: Walker, ranges: list[Range | None], quantity: re.Pattern[str] = _MEASURED) -> list[Part]:
    """What is written over or under a formula: read as text of its own where it is a quantity."""
    mode = walker.mode._replace(math=False)
    return [Part(what, mode, BREAK, BREAK) for what in ranges if what is not None and quantity.search(what.text)]


def annotated(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\overset{note}{x}, \xrightarrow[below]{above} and kin."""
    function(walker, frame, name, i)
    if not walker.mode.math:
        return
    back = frame.i, frame.pos
    below = frame.option() if name.startswith("x") else None
    parts = notes(walker, [below, frame.argument()])
    if parts:
        walker.queue(parts)
    else:
        frame.i, frame.pos = back


def braced(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\underbrace{x}_{note} and \overbrace{x}^{note}."""
    what = frame.group()
    if what is None:
        return
    back = frame.i, frame.pos
    kind, j, _ = frame.peek()
    parts: list[Part] = []
    if kind == SCRIPT and walker.mode.math:
        frame.i, frame.pos = j + 1, frame.tokens.ends[j]
        parts = notes(walker, [frame.argument()])
    if not parts:
        frame.i, frame.pos = back
    walker.queue([Part(what), *parts])


def tag(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\tag{3}: the mark of an equation, no number; but a quantity that stands there is one."""
    frame.skip("*")
    what = frame.group()
    parts = notes(walker, [what], _TOLD)
    if parts or what is None:
        walker.queue(parts)
    else:
        walker.skipped(what, name)


def fraction(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\frac{1}{2} and its sisters, in text too."""
    start = frame.tokens.starts[i]
    frame.option()
    above, below = frame.argument(), frame.argument()
    if above is None or below is None:
        return
    walker.emit(FRACTION, frame, start, frame.pos)
    walker.queue([Part(above), Part(below, None, OVER, FRACTION_END)])


def over(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\overline{33}: also a repeating decimal."""
    start = frame.tokens.starts[i]
    what = frame.argument()
    if what is not None:
        walker.emit(BAR, frame, start, what.pos)
        walker.show(what, None, BAR_END)


def scripted(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\textsuperscript{nd}, \textsubscript{2}."""
    up = "super" in name
    what = frame.argument()
    if what is not None:
        walker.emit(SUPER if up else SUB, frame, frame.tokens.starts[i], what.pos)
        walker.show(what, None, SUPER_END if up else SUB_END)


def function(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A function or an unknown symbol: what stands beside it belongs to a formula."""
    if walker.mode.math:
        if name == "sqrt":
            frame.option()
        walker.emit(TURNING.get(name, FUNCTION), frame, frame.tokens.starts[i], frame.pos)
    elif name == "ell":
        walker.emit("ℓ", frame, frame.tokens.starts[i], frame.pos)


def ensured(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ensuremath{...}."""
    what = frame.argument()
    if what is None:
        return
    if walker.mode.math:
        walker.push(what)
        return
    walker.formula.append(walker.at)
    walker.push(what, walker.mode._replace(math=True), lambda _: walker.end_formula())


def chemistry(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ce{H2O}: names of substances."""
    what = frame.argument()
    if what is not None:
        walker.push(what, walker.mode._replace(reason="identifier", math=False))


def plain_over(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""TeX's own `{1 \over 2}`: printed with a stroke."""
    walker.emit("/", frame, frame.tokens.starts[i], frame.pos)


FORMULAS = dict.fromkeys(
    ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac", "xfrac", "textfrac", "flatfrac"), fraction
)
FORMULAS |= dict.fromkeys(("overline", "bar", "overbar", "dot", "widebar"), over)
FORMULAS |= dict.fromkeys(("textsuperscript", "textsubscript", "textsuper", "textsub"), scripted)
FORMULAS |= {"\\function": function, "ensuremath": ensured, "ce": chemistry, "chemfig": chemistry, "over": plain_over}
FORMULAS |= dict.fromkeys(words("overset underset stackrel xrightarrow xleftarrow xRightarrow xmapsto"), annotated)
FORMULAS |= dict.fromkeys(("underbrace", "overbrace", "underbracket", "overbracket"), braced)
FORMULAS |= {"tag": tag}
