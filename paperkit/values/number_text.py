"""The text of a cell -> its exact amount; no float on the way."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,9})?")
"""What a number in an artifact looks like (no thousands marks, no NaN, no infinity)."""
MAX_LENGTH = 200
MAX_EXPONENT = 400
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[,' _\u00a0\u2009\u202f]\d{3})+(?:\.\d+)?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
_EUROPEAN = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+,\d+")
_UNIT = re.compile(r"[+-]?[\d.,]*\d[ \u00a0\u202f]?(?P<unit>\\?%|[^\W\d_][^\s\d]{0,11}|[°µμ$€£]\w*)")
_NOT_A_NUMBER = re.compile(r"[+-]?(?:nan|inf|infinity|n/?a|null|none|-+)", re.IGNORECASE)


class NumberError(ValueError):
    """A text that is no number; *hint* says how it is written."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@lru_cache(maxsize=65536)
def parse_number(text: str) -> Fraction:
    """The amount that *text* writes. Raises NumberError.

    >>> parse_number("0.10")
    Fraction(1, 10)
    """
    if len(text) <= MAX_LENGTH and text.isdecimal() and text.isascii():
        return Fraction(int(text))
    if len(text) <= MAX_LENGTH and NUMBER.fullmatch(text) and text.isascii():
        number = Decimal(text)
        exponent = number.as_tuple().exponent
        if isinstance(exponent, int) and abs(exponent) <= MAX_EXPONENT:
            return Fraction(number)
        raise NumberError(f"the exponent of {text!r} is beyond {MAX_EXPONENT}", "use another unit")
    raise NumberError(*_why(text))


def _why(text: str) -> tuple[str, str]:
    shown = text if len(text) <= 40 else text[:37] + "..."
    if not text.strip():
        return "the cell is empty", "a missing number is no number: leave the row out, or select others"
    if _GROUPED.fullmatch(text.strip()):
        return f"{shown!r} has thousands marks", "write the digits alone, or declare groupChar for the column"
    if _EUROPEAN.fullmatch(text.strip()):
        return f"{shown!r} has thousands marks and a decimal comma", "declare groupChar and decimalChar for the column"
    if _DECIMAL_COMMA.fullmatch(text.strip()):
        return f"{shown!r} has a decimal comma", "write a decimal point, or declare decimalChar for the column"
    if _NOT_A_NUMBER.fullmatch(text.strip()):
        return f"{shown!r} is no number", "let the harness leave the row out where it has no result"
    if text != text.strip():
        return f"{shown!r} has spaces around it", "write the digits alone"
    behind = _UNIT.fullmatch(text.strip())
    if behind:
        what = "a percent sign" if behind["unit"] in ("%", "\\%") else f"the unit {behind['unit']!r} behind it"
        return f"{shown!r} has {what}", "write the digits alone; the unit belongs into the header or the descriptor"
    return f"{shown!r} is no number", "write decimal digits, such as 12.5 or 1.2e-7"
