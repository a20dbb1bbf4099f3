"""What stands raised on a number: the mark of a note, a degree, or an exponent that makes it part of a formula."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import FUNCTION, LETTERS, SUPER, SUPER_END

_SIGNS = ("+", "-", "−", "±")
_MARK = re.compile(rf"{SUPER}(?:[*∗⋆★†‡§¶✓]{{1,3}}|[a-e]){SUPER_END}")
"""A mark that leads to a note: `83^{*}`. Letters of it are upright; others are variables."""
_TEN = re.compile(r"(?:^|[^\d.])10$")
_NOTES = "".join(chr(LETTERS[ord(letter)]) for letter in "abc")
NOTED = re.compile(rf"(?:(?<=\d){SUPER}{FUNCTION}|(?:(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d\d\d)){SUPER}[{_NOTES}]){SUPER_END}")
"""The mark of a note on a number: a dagger, or a letter on decimals."""


def end_is_script(text: str, end: int) -> bool:
    """Whether an exponent stands on the number that is no part of it: a power of a formula, or one with a marker."""
    if text[end : end + 1] != SUPER:
        return False
    inside = text[end + 1 : end + 2]
    if NOTED.match(text, end) or _MARK.match(text, end):
        return False
    return inside not in ("°", "∘", "′", "″") and (
        inside not in _SIGNS or _TEN.search(text, max(0, end - 3), end) is not None
    )
