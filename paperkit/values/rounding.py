"""Rounding: once, from the exact amount, by a rule that has a name."""

from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import isqrt


class Rounding(StrEnum):
    """Which neighbour an amount between two printable numbers becomes."""

    HALF_EVEN = "half_even"
    """The nearer one; in the middle the even one."""
    HALF_UP = "half_up"
    """The nearer one; in the middle the one further from zero."""
    FLOOR = "floor"
    """The one below."""
    CEIL = "ceil"
    """The one above."""


def round_integer(amount: Fraction, rounding: Rounding) -> int:
    """*amount* as an integer.

    >>> round_integer(Fraction(5, 2), Rounding.HALF_EVEN), round_integer(Fraction(-5, 2), Rounding.HALF_UP)
    (2, -3)
    """
    return _round_ratio(amount.numerator, amount.denominator, rounding)


def _round_ratio(above: int, under: int, rounding: Rounding) -> int:
    below, rest = divmod(above, under)
    if rounding is Rounding.FLOOR or not rest:
        return below
    if rounding is Rounding.CEIL:
        return below + 1
    twice = 2 * rest
    if twice != under:
        return below + (twice > under)
    up = below % 2 == 1 if rounding is Rounding.HALF_EVEN else above > 0
    return below + up


def round_fraction(amount: Fraction, places: int, rounding: Rounding = Rounding.HALF_EVEN) -> Decimal:
    """*amount* to *places* decimals (negative: tens, hundreds), exact and rounded once.

    >>> round_fraction(Fraction("2.675"), 2), round_fraction(Fraction(14954), -2)
    (Decimal('2.68'), Decimal('1.50E+4'))
    """
    above, under = amount.numerator, amount.denominator
    if places < 0:
        under *= 10**-places
    else:
        above *= 10**places
    return decimal_of(_round_ratio(above, under, rounding), -places)


def round_significant(amount: Fraction, digits: int, rounding: Rounding = Rounding.HALF_EVEN) -> Decimal:
    """*amount* to so many significant digits (zero stays zero).

    >>> round_significant(Fraction("0.09996"), 3)
    Decimal('0.100')
    """
    if not amount:
        return decimal_of(0, 1 - digits)
    places = digits - 1 - magnitude(amount)
    rounded = round_fraction(amount, places, rounding)
    if magnitude(Fraction(rounded) or amount) > magnitude(amount):  # 9.996 became 10.00: one digit fewer
        rounded = round_fraction(amount, places - 1, rounding)
    return rounded


def magnitude(amount: Fraction) -> int:
    """The exponent of the first digit: 3 for 4096, -2 for 0.05. The amount must not be zero."""
    above, below = abs(amount.numerator), amount.denominator
    guess = (above.bit_length() - below.bit_length()) * 30103 // 100000
    while Fraction(10) ** guess * below > above:
        guess -= 1
    while Fraction(10) ** (guess + 1) * below <= above:
        guess += 1
    return guess


def decimal_of(whole: int, exponent: int) -> Decimal:
    """The exact Decimal whole * 10**exponent, whatever the context's precision."""
    return Decimal(f"{whole}E{exponent}")


def root(amount: Fraction, digits: int = 50) -> Fraction:
    """The square root: exact where it is rational, else right to *digits* significant digits."""
    if amount < 0:
        raise ValueError("square root of a negative amount")
    above, below = isqrt(amount.numerator), isqrt(amount.denominator)
    if above * above == amount.numerator and below * below == amount.denominator:
        return Fraction(above, below)
    shift = max(0, digits + 1 - magnitude(amount) // 2)
    return Fraction(isqrt(amount.numerator * 10 ** (2 * shift) // amount.denominator), 10**shift)
