"""What touches a number and makes another one of it: a sign before it; a per cent sign, a factor, a power behind it."""

from __future__ import annotations

import re
from typing import NamedTuple

from paperkit.pdf.links import Rect
from paperkit.pdf.normal import comparable
from paperkit.pdf.sheets import Sheet

_LETTER = re.compile(r"[kMGT](?![A-Za-z])")
_SUFFIX = re.compile(r"[%‰]|[×x]10[-+]?\d+|[eE][-+]?\d+")
_BEGINNINGS = frozenset("%‰kMGT×x·eE")
"""With which of them it begins on a page."""
_SIGNS = frozenset("-+±")
REACH = 12
"""Characters in which it is looked for."""
BEFORE, BEHIND = 0.4, 0.25
"""Parts of their height between what touches; a sign has air around it, but less than the space of an operator."""


class Suffix(NamedTuple):
    """One of them on a page, with the indices of its characters; empty where there is none."""

    text: str = ""
    places: range = range(0)


def suffix_of(text: str) -> str:
    """What of a text that stands right behind a number would make another number of it.

    >>> [suffix_of(text) for text in ("k of", "kB", " % of", "× 10^(−3) m", "e6", "ms", ", then")]
    ['k', '', '%', '×10-3', 'e6', '', '']
    """
    found = _LETTER.match(text.lstrip()) or _SUFFIX.match(comparable(text))
    return found[0] if found is not None else ""


def suffix_on(sheet: Sheet, rect: Rect) -> Suffix:
    """As `suffix_of`, of what touches the number whose link lies over *rect*."""
    inside = sheet.inside(rect)
    start = max(inside, default=-2) + 1
    if sheet.text[start : start + 1] not in _BEGINNINGS or start < 1 or not _touches(sheet, start - 1, BEHIND):
        return Suffix()
    line = sheet.text[start : start + REACH].split("\r\n")[0]
    text = suffix_of(line)
    length = next((size for size in range(1, len(line) + 1) if comparable(line[:size]) == text), 1)
    return Suffix(text, range(start, start + length)) if text else Suffix()


def sign_of(text: str) -> str:
    """The sign right before a number that *text* ends with; every dash is one kind of sign.

    >>> [sign_of(text) for text in ("of ", "of −", "19--", "x+", "± ")]
    ['', '-', '-', '+', '±']
    """
    last = comparable(text[-REACH:])[-1:]
    return last if last in _SIGNS else ""


def sign_on(sheet: Sheet, rect: Rect) -> str:
    """As `sign_of`, of what touches the number whose link lies over *rect*."""
    first = min(sheet.inside(rect), default=0)
    if first < 1 or sheet.text[first - 1].isspace() or not _touches(sheet, first - 1, BEFORE):
        return ""
    return sign_of(sheet.text[first - 1])


def missing_on(sheet: Sheet, rect: Rect, due: frozenset[str] | None) -> str:
    """What the sources print behind every use of a number (*due*), where no part of it stands behind this one."""
    if not due or "" in due:
        return ""
    start = max(sheet.inside(rect), default=-2) + 1
    following = sheet.text[start : start + 2 * REACH].replace("\r\n", " ")
    return "" if start < 1 or suffix_of(following) in due else min(due)


def _touches(sheet: Sheet, at: int, most: float) -> bool:
    """Whether the character behind *at* stands beside it, with less than *most* of their height between them."""
    one, other = sheet.boxes[at], sheet.boxes[at + 1]
    high = float(max(one[3] - one[1], other[3] - other[1]))
    return bool(one[1] < other[3] and other[1] < one[3] and -0.2 * high < other[0] - one[2] < most * high)
