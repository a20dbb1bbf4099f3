"""Options of siunitx that print another number than is written."""

from __future__ import annotations

import re

from paperkit.latex.expansion import made
from paperkit.latex.frames import Frame, Range
from paperkit.latex.macros import Macro
from paperkit.latex.walk import Walker

_CHANGES = re.compile(
    r"(?<![\w-])(round-mode|drop-exponent|drop-uncertainty|minimum-decimal-digits|exponent-base|evaluate-expression"
    r"|input-decimal-markers|input-digits|input-ignore|output-decimal-marker)\s*(?:=\s*(\{[^{}]*\}|[^,{}]*))?"
)
_PLAIN = frozenset({"none", "off", "false", "0", "10", ".", ",", r"\cdot"})
"""Values with which such an option changes no number."""
_PRECISION = re.compile(r"(?<![\w-])round-precision\s*=\s*\{?(\d+)")
_USUAL_PRECISION = 2
_DECIMALS = re.compile(r"[^.,eE]*(?:[.,](\d*))?(?:[eE].*)?", re.DOTALL)
_KEPT = "\\sisetup"
"""Under this name, which no macro has, the walker keeps the options until their group ends."""


def keep(walker: Walker, frame: Frame, options: Range) -> None:
    r"""Take note of what \sisetup{round-mode=places} says."""
    if not _CHANGES.search(options.text) and not _PRECISION.search(options.text):
        return
    former = walker.macros.get(_KEPT)
    if former is not None:
        options = made(walker, f"{former.body.text},{options.text}", frame, options.pos, options.limit)
    walker.define(_KEPT, Macro(options))


def changed(walker: Walker, option: str, numbers: list[str]) -> str:
    """The option because of which one of *numbers* is printed otherwise than as it is written; empty without one."""
    kept = walker.macros.get(_KEPT)
    options = [kept.body.text if kept is not None else "", option]
    said = {match[1]: (match[2] or "true").strip("{} ") for text in options for match in _CHANGES.finditer(text)}
    precision = [int(match[1]) for text in options for match in _PRECISION.finditer(text)]
    decimals = {len(match[1] or "") for number in numbers if (match := _DECIMALS.fullmatch(number.strip()))}
    for key, value in said.items():
        as_written = key == "round-mode" and value == "places" and decimals == {[_USUAL_PRECISION, *precision][-1]}
        if key == "minimum-decimal-digits" and value.isdigit():
            as_written = min(decimals, default=0) >= int(value)
        if value not in _PLAIN and not as_written:
            return f"{key}={value}"
    return ""
