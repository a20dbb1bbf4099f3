"""A number's text changed: its sign, its size, one digit; in digits or in words."""

from __future__ import annotations

import re
from decimal import Decimal

from paperkit.values.words import LIMIT, from_words, to_words

_DIGITS = re.compile(r"\d(?:\d|\.(?=\d)|\{,\}(?=\d)|,(?=\d{3})|\\,(?=\d{3}))*")
_MINUS = re.compile(r"\\ensuremath\{-\}|\$-\$|\\textminus\s*|\\textendash\s*|--|[-−]")
_GROUPS = re.compile(r"[{},\\]")


def negated(text: str) -> str | None:
    """The number with the other sign; None for zero and where there is no number.

    >>> negated("12.5"), negated("$-$3"), negated("four"), negated("0")
    ('-12.5', '3', 'minus four', None)
    """
    if _amount(text) == 0 or _amount(text) is None:
        return None
    if from_words(text) is not None:
        return text[6:] if text.startswith("minus ") else f"minus {text}"
    found = _MINUS.match(text)
    return text[found.end() :] if found else f"-{text}"


def tenfold(text: str) -> str | None:
    """Ten times as much; None for zero.

    >>> tenfold("12.46"), tenfold("14{,}954"), tenfold("four")
    ('124.6', '149540', 'forty')
    """
    words = from_words(text)
    if words is not None:
        return to_words(10 * words) if words and abs(words) * 10 < LIMIT else None
    found = _DIGITS.search(text)
    if found is None or not _amount(text):
        return None
    whole, _, decimals = _plain(found[0]).partition(".")
    moved = f"{whole}{decimals[:1] or '0'}".lstrip("0") or "0"
    return text[: found.start()] + moved + (f".{decimals[1:]}" if decimals[1:] else "") + text[found.end() :]


def other_digit(text: str, last: bool = True) -> str | None:
    """Another last digit (or first one, where *last* is false); None where there is no number.

    >>> other_digit("12.49"), other_digit("0.012", last=False), other_digit("four")
    ('12.40', '0.022', 'five')
    """
    words = from_words(text)
    if words is not None:
        return to_words(words + 1) if abs(words + 1) < LIMIT else None
    found = _DIGITS.search(text)
    if found is None:
        return None
    digits = [at for at in range(found.start(), found.end()) if text[at].isdigit()]
    at = digits[-1] if last else next((one for one in digits if text[one] != "0"), digits[-1])
    digit = "8" if text[at] == "9" and not last else str((int(text[at]) + 1) % 10)
    return text[:at] + digit + text[at + 1 :]


def lower_digit(text: str) -> str | None:
    """The first digit that is not zero, one less; None where there is no such.

    >>> lower_digit("1"), lower_digit("0.35"), lower_digit("four")
    ('0', '0.25', 'three')
    """
    words = from_words(text)
    if words is not None:
        return to_words(words - 1) if words > 0 else None
    found = _DIGITS.search(text)
    at = next((at for at in range(found.start(), found.end()) if text[at] in "123456789"), None) if found else None
    return text[:at] + str(int(text[at]) - 1) + text[at + 1 :] if at is not None else None


def in_words(value: Decimal) -> str | None:
    """The nearest whole number in words; None where that is zero but the number is not, or too large.

    >>> in_words(Decimal("1.68")), in_words(Decimal("0.1"))
    ('two', None)
    """
    whole = int(value.to_integral_value())
    return to_words(whole) if abs(whole) < LIMIT and (whole or not value) else None


def _plain(digits: str) -> str:
    return _GROUPS.sub("", digits)


def _amount(text: str) -> Decimal | None:
    words = from_words(text)
    if words is not None:
        return Decimal(words)
    found = _DIGITS.search(text)
    return Decimal(_plain(found[0])) if found else None
