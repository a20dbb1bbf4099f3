"""The ways in which an author may have converted a value to what a literal is in."""

from __future__ import annotations

from fractions import Fraction

from paperkit.expressions.constants import ALLOWED
from paperkit.suggest.literal import Literal
from paperkit.values.unit import PERCENT, UNKNOWN, Unit

Turn = tuple[Fraction, str, Unit | None, float]
"""(factor, expression with {} in it, the unit then, how unlikely) of a conversion."""
_POWERS = (
    ("1000", Fraction(1000)),
    ("10**6", Fraction(10**6)),
    ("1024", Fraction(1024)),
    ("1024**2", Fraction(1024**2)),
)


def turns(unit: Unit, literal: Literal, hint: Unit = UNKNOWN) -> tuple[Turn, ...]:
    """The ways from *unit* to what the literal is in; *hint* is what the name says where no unit is declared."""
    plainly: tuple[Turn, ...] = ((Fraction(1), "{}", unit, 0.0),)
    read = literal.unit
    if read is None or read.unknown or (read.counted and literal.places >= 0):  # 100 runs are no 0.1 of thousands
        return plainly
    if unit.unknown and not hint.unknown and (hint.dimensions == read.dimensions != () or hint == PERCENT):
        return (*plainly, *_by_name(hint, read))
    if unit.unknown:
        turned = [(Fraction(1), f"{{}} / {text}", power) for text, power in _POWERS]
        downs = [(1 / power, text, read, 2.0) for _, text, power in turned]
        ups = [(power, f"{{}} * {text}", read, 2.2) for text, power in _POWERS[:2]]
        shares = [(Fraction(100), "{} * 100", read, 0.8)] if read == PERCENT else []
        return (*plainly, *(shares or (*downs, *ups)))
    if read == PERCENT and unit.bare and unit != PERCENT:
        return (*plainly, (Fraction(100), "percent({})", PERCENT, 0.2))
    if read.dimensions and read.dimensions == unit.dimensions and read.scale != unit.scale:
        return (*plainly, (unit.factor(read), f'to({{}}, "{read.symbol}")', read, 0.2))
    return plainly


def _by_name(hint: Unit, read: Unit) -> tuple[Turn, ...]:
    """From the unit that a name says, by a factor that may stand in an expression."""
    if PERCENT in (hint, read) or hint.dimensions != read.dimensions or hint.scale == read.scale:
        return ()
    factor = hint.factor(read)
    if factor.denominator == 1 and factor in ALLOWED:
        return ((factor, f"{{}} * {_written(factor.numerator)}", read, 0.3),)
    if factor.numerator == 1 and Fraction(factor.denominator) in ALLOWED:
        return ((factor, f"{{}} / {_written(factor.denominator)}", read, 0.3),)
    return ()


def _written(number: int) -> str:
    """A factor as an author writes it.

    >>> _written(10**6), _written(3600), _written(1024**2)
    ('10**6', '3600', '1024**2')
    """
    for base, least in ((10, 6), (1024, 2)):
        power = next((power for power in range(least, 16) if base**power == number), None)
        if power is not None:
            return f"{base}**{power}"
    return str(number)
