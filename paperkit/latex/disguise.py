r"""Commands reached by another name: \csname name\endcsname, \@nameuse{name}, \begin{name}; no marker may be."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

from paperkit.latex import tokens as token
from paperkit.latex.alphabet import OPAQUE
from paperkit.latex.expansion import expanded
from paperkit.latex.frames import Frame
from paperkit.latex.seen import Part
from paperkit.latex.tokens import MARKERS
from paperkit.latex.walk import Walker

LONGEST_NAME = 40
"""Tokens that the name of a command may be made of."""


def csname(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\csname name\endcsname."""
    tokens = frame.tokens
    for end in range(frame.i, min(frame.stop, frame.i + LONGEST_NAME)):
        if tokens.kinds[end] == token.WORD and tokens.names[end] == "endcsname":
            what = frame.rest()._replace(stop=end, limit=tokens.starts[end])
            frame.i, frame.pos = end + 1, tokens.ends[end]
            by_name(walker, frame, expanded(walker, what), i)
            return
    walker.trouble(frame, tokens.starts[i], tokens.ends[i], r"\csname has no \endcsname in reach")


def nameuse(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\@nameuse{name}, \csuse{name}, \UseName{name}."""
    what = frame.group()
    if what is not None:
        by_name(walker, frame, expanded(walker, what), i)


def by_name(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """Do what the command *name* does."""
    parts = name.replace("\\string", "").split()
    name, closed = " ".join(parts), "".join(parts)
    if walker.aliases.get(closed, closed) in MARKERS:
        disguised(walker, frame, closed, i)
    elif name.replace("@", "").isalpha():
        walker.command(frame, name, i)
    elif name in walker.macros:
        walker.expand(walker.macros[name], frame, i)
    else:
        walker.emit(OPAQUE, frame, frame.tokens.starts[i], frame.pos)


def disguised(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A marker reached by another name: it binds nothing, and its number is read as any other."""
    start, end = frame.tokens.starts[i], frame.pos
    walker.trouble(frame, start, end, f"\\{name} is reached by another name, and binds nothing", f"write \\{name}")
    first = frame.group()
    second = frame.group() if name != "pkprojected" else None
    shown = second or first
    if shown is not None:
        walker.queue([Part(shown, None, " ", " ")])


DISGUISES = {"csname": csname, "@nameuse": nameuse, "csuse": nameuse, "UseName": nameuse}
