"""Commands that do nothing of their own, and other names of commands."""

from __future__ import annotations

from paperkit.latex.commands import COMMANDS
from paperkit.latex.frames import Frame
from paperkit.latex.symbols import SYMBOLS
from paperkit.latex.walk import Walker


def nothing(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A command that prints nothing and leaves its arguments as they stand."""


def alias(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""A name that \let made equal to a command."""
    other = walker.aliases[name]
    special = walker.specials.get(other)
    if special is not None:
        special(walker, frame, other, i)
    elif other in SYMBOLS:
        walker.emit(SYMBOLS[other], frame, frame.tokens.starts[i], frame.pos)
    elif other in COMMANDS:
        walker.specials["\\pattern"](walker, frame, other, i)
