r"""printed-two-ways: one value is printed as two numbers that do not agree.

Why: a reader who finds 2.4 in the abstract and 2.46 in the text does not know that one was cut and the other rounded.
Instead: use one rounding for a value. A coarser number may stand beside a finer one where it is the finer one rounded:
2.5 and 2.46 agree. A value of an undescribed column is held against its thousands and its
per cent, too: `ms / 1000`, `100 * share`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.values.numeral import parse_format
from paperkit.values.printing import Digits, shown_unit
from paperkit.values.quantity import Value

CHECK = Check("PK119", "printed-two-ways", since="0.2", doc=__doc__, waivable=True)
_Printed = tuple[Value, Digits, Judged]
_Shown = tuple[Fraction, Fraction]
"""A number in base units, and a unit of its last digit there."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each number that disagrees with the first one printed of its value."""
    first: dict[object, _Printed] = {}
    said: set[tuple[object, Fraction]] = set()
    for each in evidence.judged:
        if each.entry.macro != "pkval" or not each.agrees or each.entry.span.path in evidence.generated:
            continue
        for value, digits in zip(each.entry.values, each.digits, strict=False):
            same, now = _identity(value), (value, digits, each)
            other = first.setdefault(same, now)
            if other is now:
                continue
            shown = _shown(*now)
            if _disagree(_shown(*other), shown) and (same, shown[0]) not in said:
                said.add((same, shown[0]))
                entry, before = each.entry, other[2].entry
                message = f"printed {entry.printed} here, but {before.printed} at {before.printed_span.place}"
                hint = "use one rounding for the value"
                yield CHECK.at(entry.printed_span, message, hint).label(before.printed_span, "and so here")


def _identity(value: Value) -> object:
    scale = value.unit.scale
    amount = value.amount if scale == 1 else value.amount * scale
    amount /= _power(value)
    return amount.numerator, amount.denominator, value.unit.dimensions, frozenset(value.cells)


def _power(value: Value) -> Fraction:
    """The power of ten that an amount of unknown unit begins at, so that `ms` and `ms / 1000` compare; else one."""
    amount = abs(value.amount)
    if not value.unit.unknown or not amount or len(value.cells) != 1:
        return Fraction(1)
    digits = len(str(amount.numerator)) - len(str(amount.denominator))
    power = Fraction(10) ** digits
    return power if power <= amount else power / 10


def _shown(value: Value, digits: Digits, each: Judged) -> _Shown:
    form = parse_format(each.entry.format) if each.entry.format else None
    scale = shown_unit(value, form).scale / _power(value)
    return Fraction(digits.amount) * scale, scale * Fraction(10) ** -digits.decimals


def _disagree(one: _Shown, other: _Shown) -> bool:
    """Whether the coarser is not the finer, rounded."""
    return 2 * abs(one[0] - other[0]) > max(one[1], other[1])
