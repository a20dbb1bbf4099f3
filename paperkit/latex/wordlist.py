"""Lists of words, written as text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of *text*."""
    return frozenset(text.split())


def pairs(text: str) -> dict[str, str]:
    """The words of *text*, each first one with the second beside it."""
    found = text.split()
    return dict(zip(found[::2], found[1::2], strict=True))
