"""Words beside a number that bound it: more than, at most, nearly, up to; and whether an exact amount keeps them."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction

BEFORE = 60
AFTER = 40
"""Characters before and behind a number in which its words are looked for."""
HEDGED = Fraction(10, 100)
"""What a hedge allows on the side that it names."""


class Comparator(StrEnum):
    """How a number bounds the value."""

    EXACT = ""
    ABOVE = "more than"
    BELOW = "less than"
    LEAST = "at least"
    MOST = "at most"
    UP_TO = "up to"
    DOWN_TO = "down to"
    NEARLY = "nearly"
    JUST_OVER = "just over"
    ABOUT = "about"


_FILLER = r"(?: (?:an?|the|by|only|factor of|speed-?up of|total of|whole|some))*"
_WORDS = {
    Comparator.NEARLY: (
        r"nearly|almost|close to|(?:just|slightly|a little|a bit|barely) (?:under|below|shy of)"
        r"|(?:slightly|a little|a bit|just) (?:less|fewer|lower|smaller) than|not quite"
    ),
    Comparator.JUST_OVER: (
        r"(?:just|slightly|a little|a bit|barely) (?:over|above)"
        r"|(?:slightly|a little|a bit|just) (?:more|greater|larger|higher) than"
    ),
    Comparator.LEAST: (
        r"at (?:the very )?least|no (?:less|fewer|lower|smaller) than|not (?:less|fewer|lower) than"
        r"|never (?:below|under|less than|fewer than|falls below|drops below)|not below|a minimum of|≥|>=|⩾"
    ),
    Comparator.MOST: (
        r"at (?:the very )?most|no (?:more|higher|larger|longer|greater|worse) than|not more than"
        r"|never (?:above|over|more than|exceeds?|exceeding|beyond|takes more than)"
        r"|(?:do(?:es)? )?not exceed(?:ing|s)?|not above|not over|within|≤|<=|⩽"
    ),
    Comparator.UP_TO: r"up to|as (?:much|many|high|long|large|far) as",
    Comparator.DOWN_TO: r"down to|as (?:little|few|low|short|small) as",
    Comparator.ABOVE: (
        r"(?:more|greater|larger|higher|longer|better|bigger) than|over|above|exceed(?:s|ed|ing)?|beyond"
        r"|upwards of|in excess of|>"
    ),
    Comparator.BELOW: r"(?:less|fewer|lower|smaller|shorter) than|under|below|short of|<",
    Comparator.ABOUT: r"about|around|some|roughly|approximately|approx\.?|circa|ca\.|[≈≃∼~≅]|(?:i|o)n the order of",
}
_BEFORE = tuple(
    (comparator, re.compile(rf"(?:^|(?<![\w-]))(?:{words}){_FILLER} ?[$(]?$")) for comparator, words in _WORDS.items()
)
_BY = re.compile(
    rf"(?<![\w-])(?<!divided )(?<!multiplied )by(?: (?:well )?(?:{'|'.join(_WORDS.values())}))?{_FILLER} $"
)
_BEHIND = {
    Comparator.LEAST: re.compile(
        r"^ ?(?:\S+ )?(?:or|and) (?:more|better|higher|longer|greater|above|over)\b"
        r"|^ ?(?:\S+ )?at (?:the )?least\b|^\+(?!\d)"
    ),
    Comparator.MOST: re.compile(r"^ ?(?:\S+ )?or (?:less|fewer|lower|below|under)\b|^ ?(?:\S+ )?at (?:the )?most\b"),
    Comparator.ABOUT: re.compile(r"^ ?(?:\S+ )?or so\b|^ ?(?:\S+ )?give or take\b"),
}
_TRIGGER = re.compile(
    r"than|least|most|below|under|over|above|within|exceed|beyond|near|almost|close|shy|about|around|some|rough|approx"
    r"|circa|ca\.|order|up to|down to|\bas |minimum|short of|not quite|excess|upwards|[<>≤≥⩽⩾≈≃∼~≅]"
)
"""Without one of these nothing bounds; cheap to look for."""
_GATHERED = re.compile(
    r"\b(?:averag\w+|means?|medians?|summed|sums?|totals?|ranges?|ranged|ranging|geomeans?|maximum|minimum|measured"
    r"|computed|taken|aggregated|improv\w+|gains?|advantage|speed-?ups?|faster|slower|iterat\w+|loops?|swept|sweeps?"
    r"|holds?|runs?|spread|distributed|percentiles?|wins?|extends|collected|all|results?|repeated|repeats?|lead|leads"
    r"|reduction|increase|integrat\w+|pooled|split|normali[sz]ed) over(?: the| all| its| these)?$"
)
"""Before "over", these gather what follows, and bound nothing."""


def before(text: str) -> Comparator | None:
    """The comparator at the end of *text*, which stands before a number.

    >>> before("it takes more than a factor of ")
    <Comparator.ABOVE: 'more than'>
    """
    text = text[-BEFORE:]
    if not _TRIGGER.search(text):
        return None
    for comparator, pattern in _BEFORE:
        found = pattern.search(text)
        if found is not None and not _GATHERED.search(text[: found.end()].rstrip(" $(")):
            return comparator
    return None


def by(text: str) -> bool:
    """Whether *text*, which stands before a number, makes it the amount of a change.

    >>> by("falls by more than "), by("falls to about "), by("falls by a factor of ")
    (True, False, False)
    """
    return _BY.search(text[-BEFORE:]) is not None and not text.endswith("factor of ")


def behind(text: str) -> Comparator | None:
    """The comparator at the beginning of *text*, which stands behind a number: or more, at most, or so."""
    return next((comparator for comparator, pattern in _BEHIND.items() if pattern.search(text[:AFTER])), None)


def keeps(comparator: Comparator, amount: Fraction, said: Fraction) -> bool | None:
    """Whether *amount* keeps to what the comparator says of *said*; None where the number itself is stated."""
    room = HEDGED * abs(said)
    match comparator:
        case Comparator.ABOVE:
            return amount > said
        case Comparator.BELOW:
            return amount < said
        case Comparator.LEAST:
            return amount >= said
        case Comparator.MOST:
            return amount <= said
        case Comparator.NEARLY:
            return said - room <= amount <= said
        case Comparator.JUST_OVER:
            return said <= amount <= said + room
        case Comparator.ABOUT:
            return abs(amount - said) <= room
        case _:
            return None
