r"""Words held against a value: the first form of \pkclaim.

Read are one number with a comparator ("more than three times"), a hedge ("nearly 3"), per cents of a ratio
("75\% less time", "20\% faster"), and comparisons whose words carry no number. What is not read does not hold.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from paperkit.latex.document import Numeral
from paperkit.values.numeral import Agreement
from paperkit.values.quantity import Value
from paperkit.values.unit import BARE, PERCENT, POINTS

WITHIN = Fraction(2, 100)
HEDGED = Fraction(10, 100)
_ABOVE = re.compile(r"\b(more than|over|above|exceeds?)\b")
_BELOW = re.compile(r"\b(less than|under|below|fewer than)\b(?! time)")
_LEAST = re.compile(r"\b(at least|no less than|no fewer than)\b")
_MOST = re.compile(r"\b(at most|up to|no more than|never above)\b")
_ABOUT = re.compile(r"\b(about|around|some|roughly|approximately)\b")
_NEARLY = re.compile(r"\b(nearly|almost|close to)\b")
_LESS = re.compile(r"\b(less|lower|fewer|shorter|slower|smaller|reduc\w+|reduction|saves?)\b")
_SHARE = re.compile(r"\bof the (time|cost|energy|cycles|traffic|bytes)\b")
_MORE = re.compile(r"\b(more|faster|higher|longer|larger|greater|gain\w*|improve\w*|speedup)\b")


def holds(words: str, numerals: tuple[Numeral, ...], values: tuple[Value, ...], predicate: bool | None) -> Agreement:
    """Whether *words*, with the *numerals* that a reader sees in them, say what *values* or *predicate* say."""
    if predicate is not None:
        if numerals:
            return Agreement(False, "", "the words carry a number, so bind them to a value and not to a comparison")
        return Agreement(predicate, "", "" if predicate else "the comparison is false")
    if len(values) != 1 or len(numerals) != 1:
        return Agreement(False, "", f"{len(numerals)} numbers in the words, {len(values)} values")
    text = " ".join(re.sub(r"\\[A-Za-z]+|[~{}\\]", " ", words).lower().split())
    return _number(text, numerals[0], values[0])


def _number(text: str, numeral: Numeral, value: Value) -> Agreement:
    amount = _as_said(text, numeral, value)
    if amount is None:
        return Agreement(False, "", "the words do not say how they relate to the value")
    said = Fraction(numeral.value)
    if _ABOVE.search(text) and not _LEAST.search(text):
        return _verdict(amount > said, amount)
    if _LEAST.search(text):
        return _verdict(amount >= said, amount)
    if _MOST.search(text):
        return _verdict(amount <= said, amount)
    if _BELOW.search(text):
        return _verdict(amount < said, amount)
    if _NEARLY.search(text):
        return _verdict(said * (1 - HEDGED) <= amount <= said, amount)
    if _ABOUT.search(text):
        return _verdict(abs(amount - said) <= HEDGED * abs(said), amount)
    half = Fraction(1, 2 * 10**numeral.decimals)
    return _verdict(abs(amount - said) <= half and abs(amount - said) <= WITHIN * abs(amount), amount)


def _as_said(text: str, numeral: Numeral, value: Value) -> Fraction | None:
    """The value in the terms of the words; None where the words have no terms that are read."""
    less = _LESS.search(text) is not None
    if numeral.unit == "%":
        if value.unit in {PERCENT, POINTS}:
            return -value.amount if less else value.amount
        if value.unit != BARE:
            return None
        if less:
            return 100 * (1 - 1 / value.amount) if value.amount > 0 else None
        if _MORE.search(text) and not _ABOVE.search(text):
            return 100 * (value.amount - 1)
        return 100 * value.amount
    if value.unit in {PERCENT, POINTS} and "point" not in text:
        return None
    if _SHARE.search(text) and value.unit == BARE and value.amount > 1:
        return 1 / value.amount
    if less and not _BELOW.search(text) and value.unit == BARE:
        return 1 / value.amount if value.amount > 0 else None
    return value.amount


def _verdict(ok: bool, amount: Fraction) -> Agreement:
    rounded = Decimal(amount.numerator) / Decimal(amount.denominator)
    return Agreement(ok, "", "" if ok else f"in these terms the value is {rounded:.4g}")
