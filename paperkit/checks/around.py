"""What is printed around a marker, within its sentence."""

from __future__ import annotations

import re
from functools import lru_cache

from paperkit.checks.claim_text import normal
from paperkit.latex.document import Marker

_ENDS = re.compile(r"[.;:!?](?:\s|$)|\n\n")
_ABBREVIATED = re.compile(r"\b(?:vs|cf|approx|resp|e\.g|i\.e|al|fig|eq|sec|tab|no|ca|min|max|avg|abs)$", re.IGNORECASE)
MANY = 131_072
"""Markers whose surroundings are remembered: each check asks for all of them, one after the other."""
_LONGEST = 8
"""Characters in which an abbreviation stands, with what parts it from the word before."""


def ahead(marker: Marker) -> str:
    """The text of its sentence before it, in lower case."""
    return _ahead(marker.before)


@lru_cache(maxsize=MANY)
def _ahead(text: str) -> str:
    ends = reversed([*_ENDS.finditer(text)])
    begin = next((found.end() for found in ends if not _inside(text, found)), 0)
    return normal(text[begin:]) + (" " if text[-1:].isspace() or text.endswith("~") else "")


def behind_it(marker: Marker) -> str:
    """The text of its sentence behind it."""
    return _behind(marker.after)


@lru_cache(maxsize=MANY)
def _behind(text: str) -> str:
    end = next((found.start() for found in _ENDS.finditer(text) if not _inside(text, found)), len(text))
    plain = normal(text[:end])
    return f" {plain}" if text[:1].isspace() or text.startswith("~") else plain


def sentence(marker: Marker) -> str:
    """Its sentence with what it prints itself."""
    return f"{ahead(marker)}{normal(marker.printed_plain)}{behind_it(marker)}"


def _inside(text: str, found: re.Match[str]) -> bool:
    """Whether a full stop ends an abbreviation and no sentence."""
    return _ABBREVIATED.search(text[max(0, found.start() - _LONGEST) : found.start()]) is not None
