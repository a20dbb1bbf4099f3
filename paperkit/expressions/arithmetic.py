"""Operators and comparisons over values, columns and texts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from paperkit.artifacts.table import Key, key_of, shown_key
from paperkit.expressions.aggregates import cells_of_truths
from paperkit.expressions.failure import Failure
from paperkit.expressions.objects import Row, Rows, Series, Several, Text, Truth, Truths, said
from paperkit.values.quantity import Cell, Value

MAX_EXPONENT = 64


def _power(left: Value, right: Value) -> Value:
    if right.cells or right.amount.denominator != 1 or not right.unit.bare:
        raise Failure("a power that is no whole number written out", "write x**2", "limit")
    if abs(right.amount) > MAX_EXPONENT:
        raise Failure(
            f"a power of {shown_power(right.amount)}, more than {MAX_EXPONENT}", "write a smaller one", "limit"
        )
    return left ** int(right.amount)


def shown_power(amount: Fraction) -> str:
    """A large whole number in few characters."""
    bits = amount.numerator.bit_length()
    return str(amount) if bits < 100 else f"about 2**{bits}"


OPERATORS: dict[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.Pow: _power,
}


def rowwise(call: Callable[..., object], things: Sequence[object], texts: bool = False) -> object:
    """*call* on values (and *texts*); where one is a column, on each of its rows, which must belong together."""
    columns = [thing for thing in things if isinstance(thing, Series)]
    if not columns:
        return call(*(_single(thing, texts) for thing in things))
    length, labels = _aligned(columns)
    rows = [[thing.items[at] if isinstance(thing, Series) else thing for thing in things] for at in range(length)]
    items = tuple(call(*(_single(thing, texts) for thing in row)) for row in rows)
    source = columns[0].rows if all(column.rows == columns[0].rows for column in columns) else None
    return Series(tuple(item for item in items if isinstance(item, (Value, Text))), labels, source)


def _single(thing: object, texts: bool) -> Value | Text:
    if isinstance(thing, Value) or (texts and isinstance(thing, Text)):
        return thing
    hint = "name a column behind it: .latency_cycles" if isinstance(thing, (Row, Rows)) else "take one value of it"
    raise Failure(f"{said(thing)} where a number is due", hint)


def _aligned(columns: Sequence[Series]) -> tuple[int, Iterable[Mapping[str, Key]]]:
    """(length, labels) of columns whose rows belong together. Raises Failure where they do not."""
    first = columns[0]
    for other in columns[1:]:
        if len(other.items) != len(first.items):
            fact = f"{len(first.items)} rows against {len(other.items)}"
            raise Failure(fact, "select the same rows on both sides, or take min, mean, ... of each first")
        for left, right in zip(first.labels, other.labels, strict=False):
            for name in left:
                if left[name] != right.get(name, left[name]):
                    fact = f"a row of {name}={shown_key(left[name])} against one of {name}={shown_key(right[name])}"
                    raise Failure(fact, "select rows that belong together, in the same order")
    return len(first.items), first.labels


def compared(sides: Sequence[object], operators: Sequence[type[ast.cmpop]]) -> Truth | Truths:
    """Chains such as a < b <= c, each neighbour pair; over columns row by row."""
    columns = [side for side in sides if isinstance(side, Series)]
    if not columns:
        return _chain([_single(side, True) for side in sides], operators)
    length, _ = _aligned(columns)
    rows = [
        [_single(side.items[at] if isinstance(side, Series) else side, True) for side in sides] for at in range(length)
    ]
    return Truths(tuple(_chain(row, operators) for row in rows))


def _chain(sides: Sequence[Value | Text], operators: Sequence[type[ast.cmpop]]) -> Truth:
    pairs = zip(sides, sides[1:], operators, strict=False)
    holds = False not in [_pair(left, right, operator) for left, right, operator in pairs]  # units of all are held
    return Truth(holds, tuple(dict.fromkeys(cell for side in sides for cell in side.cells)))


def _pair(left: Value | Text, right: Value | Text, operator: type[ast.cmpop]) -> bool:
    if isinstance(left, Text) or isinstance(right, Text):
        return _texts(left, right, operator)
    first, second = left.compared(right)
    if operator is ast.Eq:
        return first == second
    if operator is ast.NotEq:
        return first != second
    if operator in (ast.LtE, ast.GtE):
        return first <= second if operator is ast.LtE else first >= second
    apart = second - first if operator is ast.Lt else first - second
    return apart > _overlap(left, right)


def _overlap(left: Value, right: Value) -> Fraction:
    """Half-widths of both together: sides no further apart than this have intervals that overlap."""
    spreads = [side.to(left.unit).uncertainty if side.unit.convertible(left.unit) else None for side in (left, right)]
    return sum((abs(spread) for spread in spreads if spread is not None), Fraction())


def overlap(left: Value, right: Value) -> bool:
    """Whether two values are not shown to differ: one of them has an uncertainty, and their intervals overlap."""
    if left.uncertainty is None and right.uncertainty is None:
        return False
    first, second = left.compared(right)
    return abs(first - second) <= _overlap(left, right)


def _texts(left: Value | Text, right: Value | Text, operator: type[ast.cmpop]) -> bool:
    if operator not in (ast.Eq, ast.NotEq):
        raise Failure("texts are equal or not; none is less", "compare with == or !=")
    first, second = (key_of(side.text) if isinstance(side, Text) else side.amount for side in (left, right))
    return (first == second) is (operator is ast.Eq)


def combined(sides: Sequence[object], both: bool) -> Truth:
    """and, or."""
    truths = []
    for side in sides:
        if not isinstance(side, Truth):
            hint = "all(...) or any(...) make one of many" if isinstance(side, Truths) else "compare: x < y and y < z"
            raise Failure(f"{said(side)} beside and, or", hint)
        truths.append(side)
    holds = all(one.holds for one in truths) if both else any(one.holds for one in truths)
    return Truth(holds, cells_of_truths(truths))


def cells(thing: object) -> tuple[Cell, ...]:
    """The cells that a thing rests on."""
    match thing:
        case Value() | Text() | Truth():
            return thing.cells
        case Series():
            return tuple(cell for item in thing.items for cell in item.cells)
        case Truths():
            return cells_of_truths(thing.items)
        case Several():
            return tuple(cell for item in thing.items for cell in cells(item))
        case _:
            return ()
