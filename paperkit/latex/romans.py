"""Roman numerals that count: "XLIII hosts" is a quantity; "Section XLIII" and "type II errors" are names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from paperkit.latex.alphabet import BREAK, CELL, ROW, SPACES
from paperkit.latex.counts import phrase_after
from paperkit.latex.number_words import HARD, STOP
from paperkit.latex.numerals import Found
from paperkit.latex.printed import Printed
from paperkit.latex.vocabulary import COUNT_NOUNS
from paperkit.latex.wordlist import words

_TRIGGER = re.compile(r"[MDCLXVI](?<![\w\ue100-\ue2ff.-].)[MDCLXVI]{1,14}(?![\w\ue100-\ue2ff.-])")
"""What stands before is asked behind the first letter, which is the one that is fast to look for."""
_ROMAN = re.compile(r"M{0,4}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_SURE = re.compile(r"[XVI].*[XVI]")
"""Two of the small letters: "CD", "CLI" and "MC" are abbreviations."""
_NAMES = words("MIX DIV CIV LIV DIX VIX MIDI")
_BEFORE = re.compile(rf"([A-Za-z]+)[{SPACES}\n]+$")
_LISTED = re.compile(rf"\b[MDCLXVI]+[{SPACES}\n]*(?:,|/|--?|–|,?[{SPACES}\n]+(?:and|or|to))[{SPACES}\n]*$")
"""Before a numeral: another one, so that both name: "types I and II errors"."""
_EDGES = frozenset(f".,;:!?({BREAK}{CELL}{ROW}")
_BETWEEN = " \t\n~-\u00a0\u2002\u2003\u2009\u200a\u202f"
_LEADS = STOP | words("""
    over under about around nearly almost roughly exactly only some all both every across among between within than
    least most further more another other use uses used using run runs ran running need needs needed take takes took
    serve serves served span spans reach reaches reached test tests tested measure measures measured via without
    """)
"""Before a numeral that counts; behind any other word it names: "factor VIII levels"."""
_INTRAVENOUS = words("doses cycles lines patients")


def find_romans(printed: Printed) -> Iterator[Found]:
    """Those before a noun that gets counted."""
    text = printed.text
    for match in _TRIGGER.finditer(text):
        start, end = match.span()
        mode = printed.mode(start)
        if mode.math or mode.reason or not _is_roman(match[0]) or not _leads(text, start):
            continue
        phrase = phrase_after(text, end)
        noun = phrase.noun.lower()
        if phrase.joined or phrase.capital or noun not in HARD | COUNT_NOUNS:
            continue
        if match[0] != "IV" or noun not in _INTRAVENOUS:
            yield Found(start, end, Decimal(roman(match[0])), phrase.noun, "", 0, mode)


def _is_roman(letters: str) -> bool:
    return bool(_ROMAN.fullmatch(letters) and _SURE.search(letters)) and letters not in _NAMES


def _leads(text: str, start: int) -> bool:
    """Whether what stands before lets a number follow."""
    before = text[max(0, start - 40) : start]
    if _LISTED.search(before):
        return False
    word = _BEFORE.search(before)
    if word is not None:
        return word[1].lower() in _LEADS
    return not before.strip() or before.rstrip(_BETWEEN)[-1:] in _EDGES


def roman(letters: str) -> int:
    """The value of a Roman numeral.

    >>> roman("XLIII"), roman("MCMXC")
    (43, 1990)
    """
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[letter] for letter in letters]
    return sum(-one if one < following else one for one, following in zip(values, [*values[1:], 0], strict=True))
