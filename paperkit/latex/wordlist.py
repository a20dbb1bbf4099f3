"""Lists of words, written as text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby


def words(text: str) -> frozenset[str]:
    """The words of *text*."""
    return frozenset(text.split())


def pairs(text: str) -> dict[str, str]:
    """The words of *text*, each first one with the second beside it."""
    found = text.split()
    return dict(zip(found[::2], found[1::2], strict=True))


def starting(choices: Iterable[str]) -> str:
    r"""A regular expression for *choices* where no word, number or hyphen ends right before; a dash may ("47--fifty").

    The choices are sorted by their first letter: one look at a letter in mid-text rules nearly all of them out.

    >>> starting(["two", "ten", "half"])
    '(?:h(?<!\\wh)(?<!(?<!-)-h)(?:alf)|t(?<!\\wt)(?<!(?<!-)-t)(?:en|wo))'
    """
    groups = groupby(sorted(set(choices)), lambda choice: choice[0])
    parts = (rf"{one}(?<!\w{one})(?<!(?<!-)-{one})(?:{'|'.join(each[1:] for each in of)})" for one, of in groups)
    return f"(?:{'|'.join(parts)})"
