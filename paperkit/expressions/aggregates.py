"""Functions that make one value of many: smallest, sum, median, count, the row where something is least."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import cmp_to_key
from math import lcm

from paperkit.expressions.failure import Failure
from paperkit.expressions.objects import Row, Rows, Series, Several, Text, Truth, Truths, said
from paperkit.values.quantity import Cell, Value, cells_of, kinds_of, total, union
from paperkit.values.rounding import root, round_significant
from paperkit.values.unit import BARE

DIGITS = 50
"""Significant digits of roots and logarithms."""


def numbers(things: Iterable[object]) -> tuple[Value, ...]:
    """All values in *things*, columns flattened; at least one. Raises Failure for anything else."""
    found: list[Value] = []
    for thing in things:
        if isinstance(thing, Value):
            found.append(thing)
        elif isinstance(thing, (Series, Several)):
            found += numbers(thing.items) if thing.items else ()
        elif isinstance(thing, (Rows, Row)):
            raise Failure(f"{said(thing)} where a number is due", "name a column behind it: .latency_cycles")
        else:
            raise Failure(f"{said(thing)} where a number is due", "name a column of numbers")
    if not found:
        raise Failure("no rows are selected, so there is no number", "select rows that exist")
    return tuple(found)


def _sorted(values: tuple[Value, ...]) -> list[Value]:
    def compare(left: Value, right: Value) -> int:
        first, second = left.compared(right)
        return (first > second) - (first < second)

    if all(value.unit is values[0].unit or value.unit == values[0].unit for value in values):
        under = lcm(*(value.amount.denominator for value in values))  # whole numbers are compared at once
        return sorted(values, key=lambda value: value.amount.numerator * (under // value.amount.denominator))
    return sorted(values, key=cmp_to_key(compare))


def _chosen(value: Value, among: tuple[Value, ...]) -> Value:
    """One of several: it rests on all of their cells, its own first."""
    return replace(value, cells=union(value.cells, cells_of(among)), kinds=kinds_of(among))


def _combined(amount: Fraction, among: tuple[Value, ...]) -> Value:
    return Value(amount, among[0].unit, None, kinds_of(among), cells_of(among))


def _amounts(values: tuple[Value, ...]) -> list[Fraction]:
    """Amounts in the unit of the first."""
    return [values[0].compared(value)[1] for value in values]


def minimum(*things: object) -> Value:
    """The smallest."""
    values = numbers(things)
    return _chosen(_sorted(values)[0], values)


def maximum(*things: object) -> Value:
    """The largest."""
    values = numbers(things)
    return _chosen(_sorted(values)[-1], values)


def summed(*things: object) -> Value:
    """The sum, in the unit of the first."""
    return total(numbers(things))


def mean(*things: object) -> Value:
    """The arithmetic mean."""
    values = numbers(things)
    return total(values) / Value(Fraction(len(values)))


def median(*things: object) -> Value:
    """The middle one, or the mean of the middle two."""
    return _quantile(numbers(things), Fraction(1, 2))


def quantile(thing: object, share: object) -> Value:
    """The value below which that share lies."""
    (wanted, *more) = numbers((share,))
    if more or wanted.cells or not 0 <= wanted.amount <= 1:
        raise Failure("the second argument of quantile is a number from 0 to 1", "quantile(x, 0.99)")
    return _quantile(numbers((thing,)), wanted.amount)


def _quantile(values: tuple[Value, ...], share: Fraction) -> Value:
    """Linear between the neighbours (Hyndman and Fan 1996, definition 7)."""
    ordered = sorted(_amounts(values))
    at = share * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return _combined(ordered[below] + (ordered[above] - ordered[below]) * (at - below), values)


def geomean(*things: object) -> Value:
    """The geometric mean, to 50 digits."""
    values = numbers(things)
    amounts = _amounts(values)
    if min(amounts) <= 0:
        raise Failure("the geometric mean of an amount that is not positive", "use mean or median", "cell")
    context = Context(prec=DIGITS + 15)
    logs = Decimal(0)
    for amount in amounts:
        logs = context.add(logs, context.ln(context.divide(Decimal(amount.numerator), Decimal(amount.denominator))))
    result = context.exp(context.divide(logs, Decimal(len(amounts))))
    return _combined(Fraction(round_significant(Fraction(result), DIGITS)), values)


def stdev(*things: object) -> Value:
    """The standard deviation of a sample (n - 1), to 50 digits."""
    values = numbers(things)
    if len(values) < 2:
        raise Failure("a standard deviation of one number", "select at least two rows", "cell")
    amounts = _amounts(values)
    centre = sum(amounts, Fraction()) / len(amounts)
    variance = sum(((amount - centre) ** 2 for amount in amounts), Fraction()) / (len(amounts) - 1)
    return _combined(root(variance, DIGITS), values)


def count(*things: object) -> Value:
    """How many rows, values, or comparisons that hold."""
    cells: list[Cell] = []
    number = 0
    for thing in things:
        if isinstance(thing, Truths):
            number += sum(one.holds for one in thing.items)
            cells += [cell for one in thing.items for cell in one.cells]
        elif isinstance(thing, Series):
            number += len(thing.items)
            cells += [cell for one in thing.items for cell in one.cells]
        elif isinstance(thing, Rows):
            at = thing.table.positions[thing.table.key[0]] if thing.table.key else 0
            number += len(thing.records)
            cells += [thing.table.cell(record, at) for record in thing.records]
        else:
            raise Failure(f"count of {said(thing)}", "count rows, a column, or a comparison of columns")
    kinds = frozenset(cell.kind for cell in cells)
    return Value(Fraction(number), BARE, None, kinds, tuple(dict.fromkeys(cells)))


def first(thing: object) -> object:
    """The first in the order of the file."""
    return _element(thing, 0)


def last(thing: object) -> object:
    """The last in the order of the file."""
    return _element(thing, -1)


def _element(thing: object, at: int) -> object:
    if isinstance(thing, Series) and thing.items:
        return thing.items[at]
    if isinstance(thing, Rows) and thing.records:
        return Row(thing.table, thing.records[at])
    raise Failure(f"{said(thing)} has no first and last", "select rows that exist")


def argmin(thing: object, other: object = None) -> object:
    """The row in which a column is least; with a second column, its value there. Of equal ones the first."""
    return _arg(thing, other, least=True)


def argmax(thing: object, other: object = None) -> object:
    """As argmin, for the largest; of equal ones the first."""
    return _arg(thing, other, least=False)


def _arg(thing: object, other: object, least: bool) -> object:
    if not isinstance(thing, Series):
        raise Failure(f"{said(thing)} where a column is due", "argmin(table.where(...).latency_cycles).m")
    values = numbers(thing.items)
    amounts = _amounts(values)
    at = amounts.index(min(amounts) if least else max(amounts))
    if isinstance(other, Series):
        return _there(values, other, at)
    if other is not None:
        raise Failure(f"{said(other)} where a column is due", "argmin(values, keys)")
    if thing.rows is None:
        raise Failure("computed values belong to no row", "name the column to take: argmin(values, table.where(...).m)")
    return Row(thing.rows.table, thing.rows.records[at])


def _there(values: tuple[Value, ...], other: Series, at: int) -> Value | Text:
    """An element of a second column, resting on the first column too."""
    if len(other.items) != len(values):
        raise Failure(f"{len(values)} values against {len(other.items)}", "take both columns from the same rows")
    chosen = other.items[at]
    cells = union(chosen.cells, cells_of(values))
    if isinstance(chosen, Text):
        return Text(chosen.text, cells)
    return replace(chosen, cells=cells, kinds=kinds_of((chosen, *values)))


def every(*things: object) -> Truth:
    """Whether all comparisons hold."""
    truths = _truths(things)
    return Truth(all(one.holds for one in truths), cells_of_truths(truths))


def some(*things: object) -> Truth:
    """Whether any comparison holds."""
    truths = _truths(things)
    return Truth(any(one.holds for one in truths), cells_of_truths(truths))


def cells_of_truths(truths: Iterable[Truth]) -> tuple[Cell, ...]:
    """All their cells, each once."""
    return tuple(dict.fromkeys(cell for one in truths for cell in one.cells))


def _truths(things: Iterable[object]) -> tuple[Truth, ...]:
    found: list[Truth] = []
    for thing in things:
        if isinstance(thing, Truths):
            found += thing.items
        elif isinstance(thing, Truth):
            found.append(thing)
        else:
            raise Failure(f"{said(thing)} where a comparison is due", "all(t.where(...).new_ms < t.where(...).old_ms)")
    if not found:
        raise Failure("nothing is compared", "select rows that exist")
    return tuple(found)
