"""Values: an exact amount with its unit, its uncertainty, its kinds and the cells that it came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from enum import StrEnum
from fractions import Fraction

from paperkit.frozen import frozen
from paperkit.source import Span
from paperkit.values.rounding import root
from paperkit.values.unit import BARE, PERCENT, POINTS, Unit, UnitError, simplify

MAX_BITS = 12_000
"""An amount with more bits above or below the line is refused (about 3,600 digits)."""


class Kind(StrEnum):
    """How a value came to be."""

    MEASURED = "measured"
    MODEL = "model"
    PUBLISHED = "published"
    CONFIGURED = "configured"
    GIVEN = "given"
    PROJECTION = "projection"


STATUSES = {
    "measured": Kind.MEASURED,
    "published": Kind.PUBLISHED,
    "assumed": Kind.CONFIGURED,
    "configured": Kind.CONFIGURED,
    "model": Kind.MODEL,
    "given": Kind.GIVEN,
    "projection": Kind.PROJECTION,
    "designed": Kind.PROJECTION,
}
"""What the `status` of one constant makes of its kind."""


ALONE = {kind: frozenset({kind}) for kind in Kind}
"""The kinds of a value that is of one."""


class AmountError(ValueError):
    """An operation that has no result: division by zero, a number too long to hold."""


@frozen
class Cell:
    """One number of an artifact as it stands there.

    *row* is the 1-based line in its file, *column* the column's name or the path of a leaf ("pe.mac.rows").
    Two cells are the same when artifact, row and column are.
    """

    artifact: str
    column: str
    row: int
    text: str = field(compare=False)
    kind: Kind = field(compare=False)
    span: Span | None = field(compare=False, default=None)


@frozen
class Value:
    """An exact amount in *unit*; *uncertainty* is a half-width in the same unit.

    *cells* is empty for a constant. *literal* is the cell's own text, None for what was computed.
    """

    amount: Fraction
    unit: Unit = BARE
    uncertainty: Fraction | None = None
    kinds: frozenset[Kind] = frozenset()
    cells: tuple[Cell, ...] = ()
    literal: str | None = None

    def __add__(self, other: Value) -> Value:
        return self._plus(other, 1, "adds")

    def __sub__(self, other: Value) -> Value:
        return self._plus(other, -1, "subtracts")

    def __neg__(self) -> Value:
        return replace(self, amount=-self.amount, literal=None)

    def __mul__(self, other: Value) -> Value:
        left, right = _plain_per_cent(self, other)
        amount = _bounded(left.amount * right.amount)
        return _product(left, right, amount, left.unit * right.unit)

    def __truediv__(self, other: Value) -> Value:
        left, right = _plain_per_cent(self, other, divides=True)
        if not right.amount:
            raise AmountError("divides by zero")
        return _product(left, right, _bounded(left.amount / right.amount), left.unit / right.unit)

    def __pow__(self, power: int) -> Value:
        bits = max(self.amount.numerator.bit_length(), self.amount.denominator.bit_length())
        if bits * abs(power) > MAX_BITS:
            raise AmountError(f"the power {power} has more than {MAX_BITS} bits")
        if power < 0 and not self.amount:
            raise AmountError("divides by zero")
        plain = self.to(BARE) if self.unit == PERCENT and power != 1 else self
        amount = plain.amount**power
        spread = plain.uncertainty
        if spread is not None:
            spread = abs(power * plain.amount ** (power - 1)) * spread if plain.amount or power > 0 else None
        return replace(plain, amount=amount, unit=plain.unit**power, uncertainty=spread, literal=None)

    def to(self, unit: Unit) -> Value:
        """The same value in *unit*. Raises UnitError naming both."""
        if unit == self.unit:
            return self
        factor = self.unit.factor(unit)
        spread = None if self.uncertainty is None else self.uncertainty * factor
        return replace(self, amount=_bounded(self.amount * factor), unit=unit, uncertainty=spread, literal=None)

    def compared(self, other: Value) -> tuple[Fraction, Fraction]:
        """Both amounts in one unit, ready to compare; a zero constant compares with anything. Raises UnitError."""
        if not other.cells and not other.amount and other.unit == BARE:
            return self.amount, other.amount
        if not self.cells and not self.amount and self.unit == BARE:
            return self.amount, other.amount
        return self.amount, _like(self, other, "compares").amount

    def _plus(self, other: Value, sign: int, verb: str) -> Value:
        other = _like(self, other, verb)
        unit = self.unit
        if sign < 0 and self.unit == PERCENT and self.cells and other.cells:
            unit = POINTS  # two shares differ by percentage points, not by per cent
        return Value(
            _bounded(self.amount + sign * other.amount), unit, _spread_of_sum((self, other)), self.kinds | other.kinds,
            union(self.cells, other.cells),
        )  # fmt: skip


def total(values: Iterable[Value]) -> Value:
    """The sum of one or more values, in the unit of the first; linear in their number."""
    first, *rest = values
    same = (first, *(_like(first, value, "adds") for value in rest))
    amount = _bounded(sum((value.amount for value in same), Fraction()))
    return Value(amount, first.unit, _spread_of_sum(same), kinds_of(same), cells_of(same))


def cells_of(values: Iterable[Value]) -> tuple[Cell, ...]:
    """All their cells, each once, in order."""
    return tuple(dict.fromkeys(cell for value in values for cell in value.cells))


def kinds_of(values: Iterable[Value]) -> frozenset[Kind]:
    """All their kinds."""
    return frozenset(kind for value in values for kind in value.kinds)


def union(left: tuple[Cell, ...], right: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Both, each cell once."""
    return left if not right else right if not left else tuple(dict.fromkeys((*left, *right)))


def _like(first: Value, other: Value, verb: str) -> Value:
    """*other* in the unit of *first*, for adding and comparing."""
    pair = {first.unit, other.unit}
    if first.unit == other.unit:
        return other
    if pair == {PERCENT, POINTS}:
        return replace(other, unit=first.unit)
    if pair == {PERCENT, BARE}:
        raise UnitError(f'{verb} {other.unit} and {first.unit}: write percent(...) or to(..., "%") on one side')
    if first.unit.unknown and other.unit == BARE:
        return replace(other, unit=first.unit)
    if other.unit.unknown and first.unit == BARE:
        return replace(other, unit=first.unit)
    if not other.unit.convertible(first.unit):
        raise UnitError(f"{verb} {other.unit} and {first.unit}")
    return other.to(first.unit)


def _plain_per_cent(left: Value, right: Value, divides: bool = False) -> tuple[Value, Value]:
    """Beside anything but a bare number, per cent are hundredths: 40 % of 100 B are 40 B, 40 % / 2 are 20 %."""
    keep_left = right.unit == BARE
    keep_right = left.unit == BARE and not divides
    return (
        left.to(BARE) if left.unit == PERCENT and not keep_left else left,
        right.to(BARE) if right.unit == PERCENT and not keep_right else right,
    )


def _product(left: Value, right: Value, amount: Fraction, unit: Unit) -> Value:
    plain = simplify(unit)
    factor = unit.factor(plain) if plain != unit else Fraction(1)
    spread = _spread_of_product(left, right, amount)
    return Value(
        _bounded(amount * factor), plain, None if spread is None else spread * factor, left.kinds | right.kinds,
        union(left.cells, right.cells),
    )  # fmt: skip


def _spread_of_sum(values: tuple[Value, ...]) -> Fraction | None:
    """Half-widths of independent values add in quadrature; of values that share cells, in full."""
    spreads = [abs(value.uncertainty) for value in values if value.uncertainty is not None]
    if not spreads:
        return None
    if len(spreads) == 1:
        return spreads[0]
    shared = sum(len(value.cells) for value in values) > len(cells_of(values))
    return sum(spreads, Fraction()) if shared else root(sum((spread**2 for spread in spreads), Fraction()))


def _spread_of_product(left: Value, right: Value, amount: Fraction) -> Fraction | None:
    """First order: relative half-widths add as above (exact zeros contribute nothing)."""
    relative = [
        abs(value.uncertainty / value.amount)
        for value in (left, right)
        if value.uncertainty is not None and value.amount
    ]
    if left.uncertainty is None and right.uncertainty is None:
        return None
    shared = bool(left.cells and right.cells and not set(left.cells).isdisjoint(right.cells))
    combined = sum(relative, Fraction()) if shared else root(sum((one**2 for one in relative), Fraction()))
    return abs(amount) * combined


def _bounded(amount: Fraction) -> Fraction:
    if max(amount.numerator.bit_length(), amount.denominator.bit_length()) > MAX_BITS:
        raise AmountError(f"the result has more than {MAX_BITS} bits")
    return amount
