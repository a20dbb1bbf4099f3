"""Functions of one or two values; over columns they work row by row."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from paperkit.expressions.failure import Failure
from paperkit.expressions.objects import Text, said
from paperkit.values.quantity import Value, union
from paperkit.values.rounding import Rounding, round_integer, round_significant
from paperkit.values.unit import BARE, PERCENT, POINTS, UNKNOWN, UnitError, parse_unit


def _number(thing: Value | Text) -> Value:
    if isinstance(thing, Text):
        raise Failure(f"{said(thing)} where a number is due", "name a column of numbers")
    return thing


def percent(value: Value) -> Value:
    """A share in per cent; where no unit is known, the author says here that it is one. Raises UnitError."""
    if _number(value).unit == UNKNOWN:
        value = replace(value, unit=BARE)
    if not value.unit.convertible(PERCENT):
        raise UnitError(f"percent of {value.unit}: not a share")
    return value.to(PERCENT)


def points(old: Value, new: Value) -> Value:
    """By how many percentage points *new* lies above *old*."""
    difference = percent(new) - percent(old)
    return replace(difference, unit=POINTS, cells=union(old.cells, new.cells))


def speedup(old: Value, new: Value) -> Value:
    """Old / new, a bare number."""
    return _ratio(old, new, "speedup")


def change(old: Value, new: Value) -> Value:
    """New / old - 1, a bare number."""
    ratio = _ratio(new, old, "change")
    return replace(ratio, amount=ratio.amount - 1)


def _ratio(above: Value, below: Value, name: str) -> Value:
    mixed = {_number(above).unit, _number(below).unit} == {BARE, PERCENT}
    if mixed or not above.unit.convertible(below.unit):
        raise UnitError(f"{name} of {above.unit} and {below.unit}")
    return (above / below).to(BARE)


def to(value: Value, unit: Text) -> Value:
    """The same in another unit. Raises UnitError."""
    if not isinstance(unit, Text) or unit.cells:
        raise Failure("the second argument of to is a unit in quotes", 'to(x, "us")')
    wanted = parse_unit(unit.text)
    if _number(value).unit.unknown and not wanted.unknown:
        raise UnitError(f"the unit of the value is not known, so it is not convertible to {wanted}")
    return value.to(wanted)


def round_sig(value: Value, digits: Value) -> Value:
    """Rounded half-even to so many significant digits."""
    if _number(digits).cells or digits.amount.denominator != 1 or not 1 <= digits.amount <= 30:
        raise Failure("the second argument of round_sig is a number of digits from 1 to 30", "round_sig(x, 2)")
    return replace(_number(value), amount=Fraction(round_significant(value.amount, int(digits.amount))), literal=None)


def floor(value: Value) -> Value:
    """The whole number below."""
    return replace(_number(value), amount=Fraction(round_integer(value.amount, Rounding.FLOOR)), literal=None)


def ceil(value: Value) -> Value:
    """The whole number above."""
    return replace(_number(value), amount=Fraction(round_integer(value.amount, Rounding.CEIL)), literal=None)


def absolute(value: Value) -> Value:
    """The amount without its sign."""
    return replace(_number(value), amount=abs(value.amount), literal=value.literal if value.amount >= 0 else None)
