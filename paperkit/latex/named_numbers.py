"""Numbers that are names by themselves: models of several experts, standards, stars that flared up, quartiles."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import CELL, FORMULA, LETTERS, ROW, SPACES
from paperkit.latex.units import unit_after
from paperkit.latex.vocabulary import UNIT_WORDS, ZERO_NAMES

_QUANTILE = re.compile(rf"\.?[{SPACES}]+(?:kwartyl|[Qq]uartil|cuartil|kvartil|kvartál|decyl|Dezil)")
_EXPERTS = re.compile(r"\d{1,3}[x×]\d+(?:\.\d+)?B(?!\w)")
"""A model of several experts: "Mixtral-8x7B"."""
TIMES = ("x", "×")
_STANDARD = re.compile(rf"802\.(?:1|3|11|15|16)(?![\w.])(?![{SPACES}]*[%{CELL}{ROW}])")
_MINUS_MODEL = re.compile(r"\d{1,3}(?:\.\d)?B(?!\w)|\d[x×]\d")
"""Behind a hyphen that stands apart from its name: "gpt-oss -20B"."""
_EVENT, _SKY = re.compile(r"[A-Za-z]{1,3}(?!\w)"), re.compile(rf"\b(?:SN|AT|GRB|SGR|FRB|GW|XTE|OGLE)[{SPACES}]$")
"""A star that flared up, named by its year: "SN 1987A"."""
_AT_RANK = re.compile(r"-[a-z]+@\d")
"""Behind a number: a measure, "10-recall@10"."""
_PORT = re.compile(rf"[{SPACES}]+ports?\b")
_ZERO = re.compile(r"0-([A-Za-z]+)")
_OF_FORMULA = re.compile(
    rf"1(?:[{SPACES}]+[+−-][{SPACES}]+[A-Za-z]{{2,}}|[,{SPACES}]*(?:…|\.\.\.)[,{SPACES}]*[A-Za-z{FORMULA}](?!\w))"
)
"""The 1 of "1 + expression" and of the indices "1, ..., n"."""
_RECIPROCAL = re.compile(r"/[A-Za-zµμ]{1,6}[)\]]")
"""The rest of a unit in a head: "rate (1/s)"."""
_BASIS = re.compile(r"[346]-[1-9]\d{1,2}\+{0,2}G(?![a-z])")
"""A set of functions of an atom: "6-31G(d)"."""
_THETA = chr(LETTERS[ord("θ")])
"""Behind a two: the angle of a diffraction."""


LED = tuple("pkqQcdD")
"""What begins the words that are looked for behind a number."""


def named_number(text: str, start: int, end: int, before: str) -> str:
    """Why the number at [start, end) is a name by its own digits and what is beside them; empty when it is none."""
    if text[start] in "-−":
        if _MINUS_MODEL.match(text, start + 1) and before in " ~\n":
            return "identifier"
        start += 1
    if (text[end : end + 1] in TIMES and _EXPERTS.match(text, start)) or (
        before in TIMES and _EXPERTS.match(text, start - 2)
    ):
        return "identifier"
    if text[start] == "8" and _STANDARD.match(text, start) and unit_after(text, end).unit not in UNIT_WORDS:
        return "identifier"
    if end - start == 4 and _EVENT.match(text, end) and _SKY.search(text, max(0, start - 6), start):
        return "identifier"
    if text[start:end] == "2" and text[end : end + 1] == _THETA:
        return "formula"
    if end - start in (4, 5) and _PORT.match(text, end) and text[start:end].isdigit():
        return "identifier"
    if text[end : end + 1] == "-" and _AT_RANK.match(text, end):
        return "identifier"
    if text[start] in "346" and before != "." and _BASIS.match(text, start):
        return "identifier"
    return "ordinal" if text[start] in "123" and end - start == 1 and _QUANTILE.match(text, end) else ""


def zero_or_one(text: str, start: int, end: int) -> str:
    """Of a number that begins with 0 or 1: a name such as "0-RTT" or "0043", or the 1 of a formula in words."""
    if text[start] == "1":
        if end - start > 1:
            return ""
        if text[start - 1 : start] in ("(", "[") and _RECIPROCAL.match(text, end):
            return "formula"
        return "formula" if _OF_FORMULA.match(text, start) else ""
    if end - start > 3:
        return "identifier" if text[start:end].isdigit() else ""
    zero = _ZERO.match(text, start)
    return "identifier" if zero is not None and zero[1].lower() in ZERO_NAMES else ""
