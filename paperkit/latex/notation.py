"""How a text writes its decimals where nothing declares it: with a comma, or with a raised point."""

from __future__ import annotations

import re

from paperkit.latex.wordlist import words

_WRITTEN = re.compile(r"[0-9],[0-9]{1,2}(?![0-9])")
_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = words("the of and is for with was that are by this")
_OTHERS = words("""
    de la que und der die das et les des une não con del een het para dos uma com el los las nel della per och av ist
    von dla jest och är
    """)
_SURE = re.compile(r"[0-9],[0-9]{1,2}[ ~]?[%‰]")
_RAISED = re.compile(r"(?<![\d.])0·\d")
_SAMPLE = 40_000
"""Characters that are enough to tell a language."""


def writes_commas(text: str) -> bool:
    """Whether *text* is in a language whose decimals have a comma, and has some.

    >>> writes_commas("o valor de 1,3 m para uma de duas, e de 2,1 m para as outras que de novo com os dados")
    True
    >>> writes_commas("the sets of 1,3 and of 2,1 and the de la Rosa method is for that")
    False
    """
    if _WRITTEN.search(text) is None:
        return False
    found = _WORD.findall(text[:_SAMPLE].lower())
    other, english = sum(word in _OTHERS for word in found), sum(word in _ENGLISH for word in found)
    return other > 4 and other > 2 * english


def mixes_commas(text: str) -> bool:
    """Whether *text* writes shares with a decimal comma, more than once, whatever its language.

    >>> mixes_commas("from 50,39% to 80,4%"), mixes_commas("of 1,764 ms and 4,5%")
    (True, False)
    """
    first = _SURE.search(text) if "%" in text or "‰" in text else None
    return first is not None and _SURE.search(text, first.end()) is not None


def raises_points(text: str) -> bool:
    """Whether *text* writes 0·5 for a half, more than once: nobody writes a product so.

    >>> raises_points("RR 0·5 to 0·7"), raises_points("2·3 and 0·7")
    (True, False)
    """
    first = _RAISED.search(text) if "0·" in text else None
    return first is not None and _RAISED.search(text, first.end()) is not None
