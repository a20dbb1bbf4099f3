"""How a number in the printed text is read: its digits, marks, exponent and suffix, and so its value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import lru_cache

from paperkit.latex.alphabet import (
    BAR,
    BAR_END,
    BREAK,
    CELL,
    FRACTION,
    FRACTION_END,
    LETTERS,
    OVER,
    ROW,
    SPACES,
    SUB,
    SUB_END,
    SUPER,
    SUPER_END,
    UNIT,
)

_THIN = "[\u2009\u202f\u00a0~]"
_E = chr(LETTERS[ord("e")]) + chr(LETTERS[ord("E")])
"""The e of 1e-4 in a formula."""
_LETTERS = f"\ue100-{chr(ord(_E[1]) - 1)}{chr(ord(_E[1]) + 1)}-{chr(ord(_E[0]) - 1)}{chr(ord(_E[0]) + 1)}-\ue2ff"
"""All others."""
_MINUS = "-−–"
_GROUPS = (_THIN, "'")
_SPACED = r"(?<!\d )(?:\d{1,2}(?: \d{3}){1,3}|\d{3}(?: \d{3}){0,2} 000)(?! ?\d)"
"""Groups of three with plain spaces, which lists of numbers have between them, too."""
_ROUND = r"\d{1,3}(?:, ?\d{3}){0,2}, 000(?!\d)"
"""A round number with spaces behind its commas: "500, 000"."""


def _integer(comma: str) -> str:
    """Digits, in groups of three with one and the same mark, or without."""
    marked = (rf"(?!0{mark})\d{{1,3}}(?:{mark}\d{{3}})+(?!\d)" for mark in (comma, *_GROUPS))
    return "|".join([*marked, rf"(?!0){_ROUND}", _SPACED, r"\d+"])


_POWER = (
    rf"(?P<power>[{SPACES}]*[×·∗*⋅x][{SPACES}]*10{SUPER}"
    rf"[{SPACES}]*(?P<powersign>[{_MINUS}+]?)[{SPACES}]*(?:(?<=[{_MINUS}+]){SUPER_END}(?P<low>\d+)|(?P<ten>\d+)[{SPACES}]*{SUPER_END}))"
)
_FRACTION = rf"{FRACTION}[{SPACES}]*(\d+)[{SPACES}]*{OVER}[{SPACES}]*(\d+)[{SPACES}]*{FRACTION_END}"
_MIXED = _FRACTION.replace("(", "(?P<above>", 1).replace("(\\d+)[", "(?P<below>\\d+)[")
_VULGAR = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8)}
_VULGAR |= {"⅞": (7, 8), "⅕": (1, 5)}


def _number(comma: str, point: str) -> str:
    return (
        rf"(?:(?P<whole>{_integer(comma)})(?P<decimals>{point}\d+(?:{_THIN}\d{{3}}(?!\d))*(?:{_THIN}\d{{4}}(?=\()|(?<=\d{{3}}){_THIN}\d{{1,2}}(?=\(\d))?(?!\d*{point}\d))?|(?P<bare>{point}\d+))"
        rf"(?:(?P<point>{point})?{BAR}(?P<repeating>\d+){BAR_END})?"
        rf"(?:(?<=\d)[{SPACES}]?{_MIXED}|[{SPACES}]?(?P<vulgar>[½¼¾⅓⅔⅛⅜⅝⅞⅕]))?"
        r"(?(decimals)(?P<uncertain>\(\d+\)(?=[eE][-+−]?\d|[^\w(]|\Z))?"
        rf"|(?:\(\d+\)(?=[{SPACES}]*[×·⋅][{SPACES}]*10{SUPER}))?)"
        rf"(?:[eEdD{_E}](?P<e>[{_MINUS}+]?\d+)(?!\w|\.\w))?"
        rf"(?:{_POWER}|(?P<super>{SUPER}[{SPACES}]*(?P<sign>[{_MINUS}+]?)[{SPACES}]*(?P<exponent>\d+(?:\.\d+)?)[{SPACES}]*{SUPER_END}))?"
    )


ENGLISH = re.compile(_number(",", r"\."))
COMMA = re.compile(_number(r"\.", ","))
RAISED = re.compile(_number(",", rf"(?:\.|·(?!10{SUPER}))"))
_END = (  # behind digits: what surely ends a number, so that nothing else needs to be tried
    rf"(?=[.,;:!?%&)\]}}${CELL}{ROW}{BREAK}{SUPER_END}{SUB_END}{UNIT}{OVER}{FRACTION_END}](?![\d{BAR}]|(?<=,)"
    r" (?:\d{3}, ){0,2}000(?!\d))"
    rf"|\Z|[b-cf-oqrt-wyzA-CF-Z{_LETTERS}]|[ \n~\u2009](?!\d{{3}}(?!\d)|\d\d?\(\d|[×·∗*⋅x{FRACTION}½¼¾⅓⅔⅛⅜⅝⅞⅕ap]))"
)
_END_OF_THREE = r"(?= (?!(?:\d{3} ){0,2}000(?!\d)|[×·∗*⋅x½¼¾⅓⅔⅛⅜⅝⅞⅕ap]|\ue01a))"
"""As _END, behind three digits and before more: a list of numbers, not one in groups of three."""
START = re.compile(
    rf"[0-9{CELL}{ROW}{BREAK}{SUPER}{SUPER_END}{SUB}{SUB_END}{FRACTION}½¼¾⅓⅔⅛⅜⅝⅞⅕](?:(?<=[0-9])(?:(?<!\.[0-9])(?:"
    rf"[0-9]{{0,7}}{_END}()|[0-9]{{2}}{_END_OF_THREE}()|[0-9]{{0,8}}(\.)[0-9]{{1,12}}(?![0-9]){_END}"
    rf"|[0-9]{{0,2}}(?<![^0-9]0)(?:,[0-9]{{3}}){{1,3}}(?![0-9]){_END}())|[0-9]*()))?"
)
"""The first character of a candidate (but for a decimal point), with its digits; cheap to look for.

Group 1 or 2: the digits are a whole number, and surely all of it; 3: so are digits with a decimal point; 4: so are
thousands with commas; 5: any other.
"""
WHOLE, DECIMAL, THOUSANDS = 2, 3, 4
"""Of the groups in START, the last for whole numbers and the ones for decimals and thousands."""
DIGITS = re.compile("[0-9]+")
CANDIDATE = re.compile(
    rf"(?P<date>\d{{4}}-\d\d-\d\d(?!\d)|\d{{1,2}}[./]\d{{1,2}}[./](?:19|20)\d\d(?![\d.])|\d\d-\d\d-(?:19|20)\d\d(?![\d.-])|\d{{4}}/\d\d/\d\d(?!\d))"
    r"|(?P<month>(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?![\d.-])|(?:0[1-9]|1[0-2])/(?:19|20)\d\d(?![\d/]|\.\d|[ ~]?%))"
    r"|(?P<always>24/7(?![\d/])|0\d:\d\d(?::\d\d)*(?![\d.]))"
    r"|(?P<clock>(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?=[ ~]*(?:[ap]\.?m\b|UTC?\b|GMT|CES?T|[ECMP][SD]T\b|h\b"
    r"|hrs\b|hours\b|Uhr|o'clock|\(?local time|on [A-Z][a-z]{2}))"
    r"|(?:[6-9]|1\d|2[0-3]|0\d):(?:00|15|30|45)(?![\d:]|\.\d)"
    r"|\d{1,2}(?=[ ~\u2009]?[ap]\.?m\b))"
    r"|(?P<hex>0[xX][0-9a-fA-F]+(?![\w.]))"
    r"|(?P<version>\d{1,40}(?:\.\d{1,40}){2,}(?:[:/]\d+)?)"
    r"|(?P<number>\d|\.(?=\d))"
    rf"|(?P<fraction>{_MIXED})|(?P<glyph>[½¼¾⅓⅔⅛⅜⅝⅞⅕])"
)


@dataclass(slots=True)
class Reading:
    """A number as read; offsets are in the printed text."""

    start: int
    end: int
    value: Decimal
    decimals: int = 0
    power: int = 0
    """Exponent of ten that is written behind it."""
    powered: int = -1
    """Where the written power begins; -1 without one."""
    plain: bool = False
    """Only digits, with perhaps a decimal point: no marks, exponent or fraction."""
    signed: bool = False


def read(text: str, start: int, limit: int, comma: bool, math: bool, raised: bool = False) -> Reading | None:
    """The number that begins at *start* and ends before *limit*; a *comma* or a *raised* point may mark decimals."""
    match = (COMMA if comma else RAISED if raised else ENGLISH).match(text, start, limit)
    if comma and match is not None and not match["decimals"]:
        english = ENGLISH.match(text, start, limit)
        match = english if english is not None and english.end() > match.end() else match
    if match is None:
        return None
    if match.end() == start + 1:
        return Reading(start, start + 1, Decimal(match[0]), plain=True)
    whole, decimals = match["whole"] or "0", match["decimals"] or match["bare"] or ""
    end = match.end()
    if match.lastgroup in ("decimals", "whole") and whole.isdigit() and (decimals[1:].isdigit() or not decimals):
        value = Decimal(f"{whole}.{decimals[1:]}" if decimals else whole)
        return Reading(start, end, value, max(0, len(decimals) - 1), plain=True)
    return _full(match, whole, decimals, math)


def _full(match: re.Match[str], whole: str, decimals: str, math: bool) -> Reading:
    digits = "".join(filter(str.isdigit, whole))
    shown = "".join(filter(str.isdigit, decimals))
    end = match.end()
    repeating = match["repeating"]
    if repeating and (decimals or match["point"]):
        shown += (repeating * 12)[:12]
    value = Decimal(f"{digits}.{shown}" if shown else digits)
    places = 0 if repeating else len(shown)
    value += _fraction(match["above"], match["below"]) if match["above"] else Decimal(0)
    if match["vulgar"]:
        value += _fraction(*map(str, _VULGAR[match["vulgar"]]))
    power, powered = 0, -1
    if match["e"]:
        power = int(match["e"][:6].replace("−", "-").replace("–", "-"))
    elif match["power"]:
        power, powered = int((match["ten"] or match["low"])[:5]), match.start("power")
        power = -power if match["powersign"] in tuple(_MINUS) else power
    elif match["super"]:
        exponent = Decimal(match["exponent"][:5]) * (-1 if match["sign"] in tuple(_MINUS) and match["sign"] else 1)
        deviation = digits != "10" and match["sign"] and (match["sign"] == "+" or match.string[end : end + 1] == SUB)
        if (
            (digits == "10" or (math and exponent == int(exponent)) or (digits == "2" and exponent > 9))
            and not shown
            and abs(exponent) <= 999
            and not deviation
        ):
            value = _raised(value, exponent)
        else:
            end = match.start("super")
    return Reading(match.start(), end, _scaled(value, power), places, power, powered)


@lru_cache(maxsize=1024)
def _raised(value: Decimal, exponent: Decimal) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        context.Emax, context.Emin = 10**6, -(10**6)
        return value**exponent if value or exponent > 0 else value


def _scaled(value: Decimal, power: int) -> Decimal:
    return value.scaleb(power) if power and abs(power) < 9999 else value


def scaled(value: Decimal, power: int) -> Decimal:
    """*value* times ten to the *power*, without a trace of rounding."""
    return _scaled(value, power)


def _fraction(above: str, below: str) -> Decimal:
    return Decimal(above) / Decimal(below) if Decimal(below) else Decimal(0)


def read_fraction(above: str, below: str, start: int, end: int) -> Reading | None:
    """A fraction that stands alone."""
    return Reading(start, end, _fraction(above, below)) if Decimal(below) else None


def read_glyph(glyph: str, start: int) -> Reading:
    """`½` and its like."""
    above, below = _VULGAR[glyph]
    return Reading(start, start + 1, _fraction(str(above), str(below)))


def first_digits(text: str) -> Decimal:
    """A number for something that is none: its first digits."""
    digits = ""
    for character in text:
        if character.isdigit() and character.isascii():
            digits += character
        elif digits:
            break
    return Decimal(digits or "0")
