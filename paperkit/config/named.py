"""Whether a word of the vocabulary is a name, or a quantity that would hide a number of the report."""

from __future__ import annotations

import re

from paperkit.latex.number_words import TENS, UNITS
from paperkit.latex.vocabulary import PRODUCTS
from paperkit.latex.wordlist import words
from paperkit.values.unit import UnitError, parse_unit

_AMOUNT = re.compile(
    r"[-+~]?(\d[\d.,]*)([\s-]?)([A-Za-zµ%×][\w/%]*)(?: (?:faster|slower|more|less|fewer|larger|smaller))?"
)
_MULTIPLE = re.compile(r"[x×]\s?\d[\d.,]*")
_ARCHITECTURES = words("x86 x64")
_TIMES = words("x × times fold percent %")
_STATES = words("""
    factor factors speedup speedups speed-up speed-ups slowdown slowdowns ratio gain gains times faster slower more less
    fewer higher lower larger smaller longer shorter percent about around roughly nearly almost approximately over under
    than median mean average throughput latency bandwidth latencies reduction increase decrease improvement overhead
    """)
"""Beside a number these state a quantity."""
_MULTIPLIED = words("twice thrice doubled tripled quadrupled halved tenfold")
_NUMBER = re.compile(r"(?<![\w.-])[-+~]?\d[\d.,]*(?:[x×%]|[A-Za-zµ]{0,3})(?![\w-])")
_WITH_POINT = re.compile(r"([A-Za-z][\w+#-]*)\s\d+[.,]\d+(?![\w.])")
_LEADING = re.compile(r"[-+~]?\d+[.,]\d+\s[a-z]")
_ENDING = re.compile(r"(?:^|\s)[a-zµ]+\s([-+~]?\d[\d.,]*\s?[A-Za-zµ%×][\w/%]*)$")
"""A common word, and behind it an amount: "takes 83 us". A name may stand before one, "TSMC 7 nm"."""
_NAMED = words("bit bits")
"""Units that name a kind: 64-bit."""


def quantity_in(word: str) -> str:
    """What quantity *word* states, as in "is an amount of ms"; empty where it is a name.

    >>> quantity_in("43ms"), quantity_in("Factor 4.3"), quantity_in("x4")
    ('an amount of ms', 'a quantity', 'an amount of times')
    >>> quantity_in("takes 83 us"), quantity_in("TSMC 7 nm")
    ('an amount of us', '')
    >>> [quantity_in(name) for name in ("GPT-3.5", "Wi-Fi 6", "Qwen3-0.6B", "3D", "x86", "7 nm node", "Python 3.11")]
    ['', '', '', '', '', '', '']
    """
    plain = word.strip()
    if _MULTIPLE.fullmatch(plain) and plain not in _ARCHITECTURES:
        return "an amount of times"
    ending = _ENDING.search(plain)
    unit = _amount(plain) or (_amount(ending[1]) if ending is not None else "")
    if unit:
        return f"an amount of {unit}"
    return "a quantity" if _states(plain) else ""


def has_letter(word: str) -> bool:
    """Whether there is a letter in it."""
    return any(character.isalpha() for character in word)


def _states(word: str) -> bool:
    """Whether a word of a quantity stands beside a number in *word*, or a common word before one with decimals."""
    parts = word.casefold().split()
    numbered = _NUMBER.search(word) or any(part in UNITS or part in TENS for part in parts)
    if (numbered and not _STATES.isdisjoint(parts)) or (parts and parts[0] in _MULTIPLIED):
        return True
    if _LEADING.match(word):
        return True
    found = _WITH_POINT.search(word)
    return found is not None and found[1].islower() and found[1] not in PRODUCTS


def _amount(word: str) -> str:
    """The unit or the comparison of a word that is a number with one ("412 cycles", "37x faster"); else empty."""
    found = _AMOUNT.fullmatch(word)
    if found is None:
        return ""
    number, gap, unit = found.groups()
    if unit.casefold() in _TIMES:
        return "per cent" if unit in {"%", "percent"} else "times"
    glued = not gap.strip(" ") and " " not in gap
    if (glued and len(unit) == 1 and unit != "s" and "." not in number) or unit in _NAMED:  # 3D, 5G: names
        return ""
    try:
        return parse_unit(unit).symbol
    except UnitError:
        return ""
