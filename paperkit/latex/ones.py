"""Whether "one" counts, or stands for a thing: "one in five", "on one node", "less than one"; not "the first one"."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import BREAK, CELL, ROW, SPACES
from paperkit.latex.counts import Phrase, thing
from paperkit.latex.number_words import CARDINAL, HARD, TIME_UNITS
from paperkit.latex.vocabulary import PRODUCTS
from paperkit.latex.wordlist import words

_ONES = words("""
    on with using only just than exactly per needs takes into least most has have had having requires require required
    contains contain uses used includes took needed costs cost
    """)
_LASTING = words(
    "below under above beyond from at after within every for in over about than of takes took lasts costs least most"
    " past last only"
)
"""Before "one" and a unit of time: a duration, not "one day we shall"."""
_RATE = re.compile(
    rf"(?![{SPACES}]+for[{SPACES}]+each)(?:[{SPACES}]+[a-z]+){{0,2}}[{SPACES}]+"
    rf"(?:in[{SPACES}]+(?:{CARDINAL}|\d)|(?:per|every|for[{SPACES}]+(?:every|each))[{SPACES}]+\w)",
    re.IGNORECASE,
)
"""Behind "one": a rate ("one ACK per packet", "one pair in ten")."""
_NUMBERED = re.compile(rf"(?:\d|\b{CARDINAL}\b)[^.;:!?]*$", re.IGNORECASE)
_LEFT_OUT = ("of", "than", "by", "to", "from", "only")
"""Before "one" with its noun left out, as in "two channels instead of one"."""
_CLOSING = frozenset(f".,;:){BREAK}{CELL}{ROW}") | {""}
_VERB = re.compile(r"(?!(?:this|its|his|was|is|as|has|does|plus|versus|besides|across|unless)$)[a-z]{2,}(?:s|ed)")
"""A word before "one" that is most likely a verb: "corrects one error"."""
_LESS = re.compile(rf"\b(?:less|fewer|smaller|lower|under)[{SPACES}]+than[{SPACES}]+$", re.IGNORECASE)


def one(text: str, start: int, end: int, phrase: Phrase, previous: str) -> bool:
    """Whether the "one" at [start, end) of *text* counts; *previous* is the word before it."""
    if _RATE.match(text, end) or _LESS.search(text, max(0, start - 20), start):
        return True
    if previous in ("size", "weight", "order", "degree", "depth", "width") and text[end : end + 1] in _CLOSING:
        return True
    if previous in _LEFT_OUT and text[end : end + 1] in _CLOSING:
        return _NUMBERED.search(text, max(0, start - 70), start) is not None
    if phrase.joined or not phrase.words:
        return False
    first = phrase.words[0]
    if previous in _LASTING and (first in TIME_UNITS or first + "s" in TIME_UNITS):
        return True
    if previous in ("", "and") and text[start].islower() and first + "s" in HARD and first not in TIME_UNITS:
        return True
    if (previous == "and" or _VERB.fullmatch(previous)) and any(word + "s" in HARD for word in phrase.words[:3]):
        return True
    if previous in _ONES and (any(map(str.isdigit, first)) or (phrase.capital and first in PRODUCTS)):
        return True
    return previous in _ONES and any(word + "s" in HARD or thing(word) for word in phrase.words[:3])
