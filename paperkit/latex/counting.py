r"""Counters and registers: \setcounter{runs}{42} and \arabic{runs}, \count0=5."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re
from collections.abc import Callable

from paperkit.latex import tokens as token
from paperkit.latex.alphabet import OPAQUE
from paperkit.latex.computing import take_number, unknown, whole
from paperkit.latex.dimensions import take_length
from paperkit.latex.expansion import expanded
from paperkit.latex.frames import TEXT_NEXT, Frame
from paperkit.latex.macros import defined_name
from paperkit.latex.seen import Count
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

_SKIPS = re.compile(r"[ \t\n]*(?:by)?[ \t\n]*")
STANDARD = words("""
    part chapter section subsection subsubsection paragraph subparagraph page equation figure table footnote mpfootnote
    enumi enumii enumiii enumiv secnumdepth tocdepth theorem lemma line lstlisting algorithm subfigure subtable
    parentequation MaxMatrixCols lstnumber FancyVerbLine AlgoLine ALG@line bottomnumber topnumber totalnumber
    """)
"""Counters of the document itself: what they print is a place in it."""


def newcounter(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\newcounter{name}[within], and \newcount\name."""
    if name == "newcount":
        defined = defined_name(walker, frame) if frame.peek()[0] == token.WORD else None
        if defined is not None:
            walker.counts["\\" + defined] = Count()
        return
    what = frame.group()
    frame.option()
    if what is not None:
        walker.counts[what.flat().strip()] = Count()


def setcounter(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\setcounter{name}{number}, \addtocounter, \stepcounter, \refstepcounter."""
    what = frame.group()
    if what is None:
        return
    count = walker.counts.setdefault(what.flat().strip(), Count(None))
    if "step" in name:
        count.value = count.value + 1 if count.value is not None else None
        return
    number = frame.group()
    if number is None:
        return
    walker.skipped(number, name)
    value = whole(expanded(walker, number))
    if name == "addtocounter":
        count.typed = count.typed or value != 1
        count.value = count.value + value if count.value is not None and value is not None else None
    else:
        count.typed = value != 0
        count.value = value


def printcounter(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\arabic{name} and its kin, in a text."""
    what = frame.group()
    frame.skip("*")
    if what is not None:
        _print_count(walker, frame, what.flat().strip(), i)


def the_counter(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\thename."""
    _print_count(walker, frame, name.removeprefix("the"), i)


def _print_count(walker: Walker, frame: Frame, name: str, i: int) -> None:
    count = walker.counts.get(name)
    start = frame.tokens.starts[i]
    if count is None or name in STANDARD or not count.typed:
        walker.emit(OPAQUE, frame, start, frame.pos)
    elif count.value is None:
        unknown(walker, frame, start)
    else:
        walker.emit(str(count.value), frame, start, frame.pos)


def advance(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\advance\x by 3."""
    kind, j, _ = frame.peek()
    if kind != token.WORD:
        return
    frame.argument()
    key = "\\" + frame.tokens.names[j]
    if key == "\\count":
        key += str(take_number(walker, frame))
    kind, j, pos = frame.peek()
    if kind == TEXT_NEXT:
        limit = frame.tokens.starts[j] if j < frame.stop else frame.limit
        match = _SKIPS.match(frame.tokens.source.text, pos, limit)
        frame.i, frame.pos = j, match.end() if match else pos
    count = walker.counts.get(key)
    if count is None:
        take_length(frame)
        return
    by = take_number(walker, frame)
    if count.value is not None and by is not None and name == "advance":
        count.value += by
        count.typed = count.typed or by != 1
    else:
        count.value = None


def register(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\count0=5, and \name=5 of a \newcount\name."""
    key = "\\" + name
    if name == "count":
        key += str(take_number(walker, frame))
    kind, _, pos = frame.peek()
    equals = frame.skip("=")
    if equals or (kind == TEXT_NEXT and frame.tokens.source.text[pos].isdigit()):
        walker.counts[key] = Count(take_number(walker, frame), True)


COUNTING: dict[str, Callable[[Walker, Frame, str, int], None]] = {
    **dict.fromkeys(words("newcounter newcount"), newcounter),
    **dict.fromkeys(words("setcounter addtocounter stepcounter refstepcounter"), setcounter),
    **dict.fromkeys(words("arabic roman Roman alph Alph fnsymbol"), printcounter),
    **dict.fromkeys(words("advance multiply divide"), advance),
    "count": register,
    "\\register": register,
    "\\thecounter": the_counter,
}
