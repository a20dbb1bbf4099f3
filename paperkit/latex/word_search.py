"""Where number words stand in a text, and what they are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.latex.alphabet import OPAQUE, SPACES
from paperkit.latex.number_words import CARDINAL, GAP, HALVING, ORDINALS, PARTS, SCALE, SCALES, TENS, TIMES, UNITS
from paperkit.latex.wordlist import starting

_FRACTIONS = "|".join(PARTS)
_SUPERLATIVE = (
    "(?!(?:t|r|w|gu|qu|inter|for|requ|cont|sugg|dig|inv|harv|ch|l|prot|arr)est)(?:[a-z]+est|best|worst|most|least)"
)
WORDS = re.compile(
    rf"(?<![\w\ue100-\ue1ff])(?<!(?<!-)-)(?:"
    rf"(?P<orders>(?:(?P<many>an?|{CARDINAL}|[Ss]everal){GAP})?orders?{GAP}of{GAP}magnitudes?)"
    rf"|(?P<fold>(?P<folds>{CARDINAL})(?:-?folds?|{GAP}fold(?={GAP}(?:cross|CV|{OPAQUE}|increase|decrease|reduction))))"
    rf"|(?P<mixed>(?P<base>{CARDINAL}){GAP}and{GAP}(?:an?|one){GAP}(?P<rest>half|quarter|third))"
    rf"|(?P<fraction>(?:(?P<above>{CARDINAL}|an?){GAP})(?P<below>{_FRACTIONS}))(?![\w])"
    rf"|(?P<scaled>an?{GAP}(?:{SCALE})|(?<=top )(?:{SCALE})(?= [a-z]+s\b))"
    rf"|(?P<cardinal>{CARDINAL})"
    rf"|(?P<half>half(?:{GAP}an?{GAP}(?:{SCALE}))?)"
    rf"|(?P<times>{'|'.join(TIMES)})|(?P<halving>{'|'.join(HALVING)})"
    rf"|(?P<ordinal>{'|'.join(ORDINALS)})(?=[-{SPACES}]{_SUPERLATIVE}\b)"
    rf"|(?<=every )(?P<nth>{'|'.join(ORDINALS)})(?=[{SPACES}]+[a-z]+)"
    r")(?![\w])",
    re.IGNORECASE,
)
_STEMS = [*UNITS, *TENS, *SCALES, *PARTS, *ORDINALS, *TIMES, *HALVING, "order", "orders"]
_TRIGGER = re.compile(starting([*_STEMS, *(stem.capitalize() for stem in _STEMS)]) + "(?:s|fold|-fold)?(?![a-z0-9])")
"""The words that a quantity begins with, but for an article; cheap to look for."""
_ARTICLE = re.compile(rf"(?<![\w\ue100-\ue1ff-])(?:[Aa]n?|[Ss]everal){GAP}$")


def matches(text: str) -> Iterator[re.Match[str]]:
    """The number words of *text*, in order."""
    at = 0
    trigger = _TRIGGER.search(text)
    while trigger is not None:
        start = trigger.start()
        article = _ARTICLE.search(text, max(at, start - 10), start)
        match = WORDS.match(text, article.start()) if article else None
        match = match or WORDS.match(text, start)
        if match is not None:
            yield match
        at = match.end() if match else trigger.end()
        trigger = _TRIGGER.search(text, at)
