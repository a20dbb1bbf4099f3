"""The arithmetic that TeX documents do: sums, products, powers and brackets of plain numbers, exactly."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from fractions import Fraction

_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d{1,3})?|\.\d+)|(\*\*|[-+*/^()]))")
LONGEST = 500
"""Characters of an expression."""


class _NoArithmeticError(Exception):
    """The text is no expression of plain numbers."""


def evaluate(text: str, whole: bool = False) -> Fraction | None:
    r"""The value of *text*, or None when it is no arithmetic; *whole*: division rounds as \numexpr does.

    >>> evaluate("3*(4+1)"), evaluate("7/2", whole=True), evaluate("1/4"), evaluate("x+1")
    (Fraction(15, 1), Fraction(4, 1), Fraction(1, 4), None)
    """
    if len(text) > LONGEST:
        return None
    tokens: list[str] = []
    at = 0
    stripped = text.strip()
    while at < len(stripped):
        match = _TOKEN.match(stripped, at)
        if match is None:
            return None
        tokens.append(match[1] or match[2])
        at = match.end()
    try:
        parser = _Parser(tokens, whole)
        value = parser.sum()
    except (_NoArithmeticError, ZeroDivisionError, RecursionError):
        return None
    return value if parser.at == len(tokens) else None


class _Parser:
    def __init__(self, tokens: list[str], whole: bool) -> None:
        self.tokens, self.whole, self.at = tokens, whole, 0

    def next(self, *wanted: str) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return self.tokens[self.at - 1]
        return ""

    def sum(self) -> Fraction:
        value = self.product()
        while sign := self.next("+", "-"):
            other = self.product()
            value = value + other if sign == "+" else value - other
        return value

    def product(self) -> Fraction:
        value = self.power()
        while sign := self.next("*", "/"):
            other = self.power()
            value = value * other if sign == "*" else self.quotient(value, other)
        return value

    def quotient(self, value: Fraction, other: Fraction) -> Fraction:
        exact = value / other
        if not self.whole:
            return exact
        rounded = Fraction(int(abs(exact) + Fraction(1, 2)))
        return rounded if exact >= 0 else -rounded

    def power(self) -> Fraction:
        sign = 1
        while mark := self.next("-", "+"):
            sign = -sign if mark == "-" else sign
        base = self.atom()
        if self.next("^", "**"):
            exponent = self.power()
            if exponent.denominator != 1 or abs(exponent) > 64 or base.numerator.bit_length() > 200:
                raise _NoArithmeticError
            base **= int(exponent)
        return sign * base

    def atom(self) -> Fraction:
        if self.next("("):
            value = self.sum()
            if not self.next(")"):
                raise _NoArithmeticError
            return value
        if self.at >= len(self.tokens) or not (self.tokens[self.at][0].isdigit() or self.tokens[self.at][0] == "."):
            raise _NoArithmeticError
        self.at += 1
        return Fraction(self.tokens[self.at - 1])


def shown(value: Fraction) -> str:
    """As it is printed: all digits of a whole number, up to 16 of another.

    >>> shown(Fraction(12)), shown(Fraction(-1, 4)), shown(Fraction(1, 3))
    ('12', '-0.25', '0.3333333333333333')
    """
    if value.denominator == 1:
        return str(value.numerator)
    with localcontext() as context:
        context.prec = 16
        return format(Decimal(value.numerator) / Decimal(value.denominator), "f")
