r"""Macros that get more text, or other text: \apptocmd, \g@addto@macro, \patchcmd and kin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from paperkit.latex.expansion import made
from paperkit.latex.frames import Frame, Range
from paperkit.latex.macros import Macro, defined_name, meaning
from paperkit.latex.meanings import known
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words


def added(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\apptocmd{\name}{more}{}{}, \g@addto@macro\name{more}, \preto\name{more}: *more* behind or before the body."""
    defined = defined_name(walker, frame)
    more = frame.group()
    if name.endswith("cmd"):
        frame.group()
        frame.group()
    if defined is None or more is None:
        return
    before = "pre" in name
    _change(walker, frame, defined, i, more, lambda body: more.flat() + body if before else body + more.flat())


def patched(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\patchcmd{\name}{search}{replace}{}{}."""
    frame.skip("*")
    frame.option()
    defined = defined_name(walker, frame)
    old, new = frame.group(), frame.group()
    while frame.group() is not None:
        pass
    if defined is not None and old is not None and new is not None and name == "patchcmd":
        _change(walker, frame, defined, i, new, lambda body: body.replace(old.text, new.text, 1))


def _change(walker: Walker, frame: Frame, defined: str, i: int, more: Range, change: Callable[[str], str]) -> None:
    """Give the macro a changed body; where it or what is added holds a marker, that cannot be followed."""
    macro = walker.macros.get(defined)
    if macro is None:
        if not known(walker, defined):
            meaning(walker, frame, defined, Macro(more))
        return
    start = frame.tokens.starts[i]
    if any(index for part in (macro.body, more) for index in part.tokens.markers if part.i <= index < part.stop):
        walker.trouble(frame, start, frame.pos, f"\\{defined} holds a marker and is changed, which is not followed")
        return
    body = made(walker, change(macro.body.text), frame, start, frame.pos)
    meaning(walker, frame, defined, replace(macro, body=body))


PATCHES = {
    **dict.fromkeys(words("apptocmd pretocmd xapptocmd xpretocmd appto preto gappto gpreto g@addto@macro"), added),
    **dict.fromkeys(words("patchcmd xpatchcmd regexpatchcmd"), patched),
    **dict.fromkeys(words("robustify undef csundef ShowCommand MakeRobust UndeclareCommand"), patched),
}
