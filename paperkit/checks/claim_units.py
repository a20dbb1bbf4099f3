"""Units that stand for one of themselves: under a minute, half an hour."""

from __future__ import annotations

import re

_UNITS = {"millisecond": "ms", "microsecond": "us", "second": "s", "minute": "min", "hour": "h", "day": "day"}
_ONE = re.compile(rf"\ban? ({'|'.join(_UNITS)})(?= or (?:so|less|more)|[.,;]| *$)")
_OF_ONE = re.compile(rf"^ an? ({'|'.join(_UNITS)})\b")


def one_unit(text: str) -> tuple[int, int, str] | None:
    """Where *text* names a unit in place of a number, and the unit; None where it names none.

    >>> one_unit("under a minute"), one_unit("a second buffer")
    ((6, 14, 'min'), None)
    """
    found = _ONE.search(text)
    return (found.start(), found.end(), _UNITS[found[1]]) if found else None


def unit_of_part(rest: str) -> tuple[str, str]:
    """(what follows it, the unit) behind a part: "half" in "half an hour"; (*rest*, "") where there is none."""
    found = _OF_ONE.match(rest)
    return (rest[found.end() :], _UNITS[found[1]]) if found else (rest, "")
