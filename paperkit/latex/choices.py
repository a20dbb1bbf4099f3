r"""Choices between texts: \ifthenelse{test}{one}{other}, \IfBooleanTF{#1}{one}{other} and their kin."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

from paperkit.latex.arguments import swallow
from paperkit.latex.frames import Frame, Range
from paperkit.latex.seen import Part
from paperkit.latex.tokens import PARAMETER
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words


def alternatives(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ifthenelse{test}{one}{other}: both sides are read, apart from one another."""
    swallow(walker, frame, name)
    sides = [side for side in (frame.group(), frame.group()) if side is not None]
    walker.queue([Part(side, None, " ", " ") for side in sides])


def given(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\IfBooleanTF{#1}{yes}{no}, \IfNoValueTF, \IfValueT ...: the side that the argument of the macro chooses."""
    test = frame.group()
    known = _known(test) if test is not None else None
    if known is not None and name.startswith("IfNoValue"):
        known = not known
    sides = [frame.group() if letter in name[-2:] else None for letter in "TF"]
    if known is None:
        walker.queue([Part(side, None, " ", " ") for side in sides if side is not None])
        return
    side = sides[0 if known else 1]
    if side is not None:
        walker.push(side)


def _known(test: Range) -> bool | None:
    """Whether the parameter that *test* is was given; None when it is no parameter of a macro."""
    if test.stop != test.i + 1 or test.tokens.kinds[test.i] != PARAMETER or not test.args:
        return None
    return test.argument(test.i) is not None


CHOICES = {
    **dict.fromkeys(words("ifthenelse ifstrequal iftoggle ifbool IfFileExists"), alternatives),
    **{f"If{test}{sides}": given for test in ("Boolean", "NoValue", "Value") for sides in ("TF", "T", "F")},
}
