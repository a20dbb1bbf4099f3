"""The ways in which people round, and the first by which an exact amount becomes a printed number."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from paperkit.values.rounding import Rounding, round_fraction


class Manner(StrEnum):
    """How an amount was rounded to what is printed, the commonest first."""

    EXACT = "exact"
    HALF_EVEN = "half-even"
    HALF_UP = "half-up"
    BINARY = "binary float"
    TWICE = "rounded twice"
    FLOOR = "floor"
    CEIL = "ceil"
    TRUNCATED = "truncated"


RULES = {Manner.HALF_UP: "half_up", Manner.FLOOR: "floor", Manner.CEIL: "ceil"}
"""Those that a format can name."""


def manner_of(amount: Fraction, printed: Decimal, places: int) -> Manner | None:
    """How *amount* becomes *printed* with so many decimals (negative: tens, hundreds); None where in no way.

    >>> manner_of(Fraction("2.5"), Decimal(3), 0), manner_of(Fraction("12.449"), Decimal("12.5"), 1)
    (<Manner.HALF_UP: 'half-up'>, <Manner.TWICE: 'rounded twice'>)
    """
    if amount == Fraction(printed):
        return Manner.EXACT
    return next((manner for manner, text in _ways(amount, places) if text == printed), None)


def _ways(amount: Fraction, places: int) -> Iterator[tuple[Manner, Decimal]]:
    yield Manner.HALF_EVEN, round_fraction(amount, places)
    yield Manner.HALF_UP, round_fraction(amount, places, Rounding.HALF_UP)
    if abs(amount) < 10**15:
        yield Manner.BINARY, Decimal(repr(round(float(amount), places)))
    for more in (1, 2):
        once = Fraction(round_fraction(amount, places + more, Rounding.HALF_UP))
        yield Manner.TWICE, round_fraction(once, places, Rounding.HALF_UP)
    down, up = round_fraction(amount, places, Rounding.FLOOR), round_fraction(amount, places, Rounding.CEIL)
    yield (Manner.FLOOR, down) if amount > 0 else (Manner.CEIL, up)
    yield (Manner.CEIL, up) if amount > 0 else (Manner.FLOOR, down)
    yield Manner.TRUNCATED, down if amount > 0 else up
