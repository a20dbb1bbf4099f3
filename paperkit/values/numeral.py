"""Numerals: a format, what it prints, what a reader reads, and whether a printed number agrees with its value."""

from __future__ import annotations

from decimal import Decimal

from paperkit.frozen import frozen
from paperkit.values.formats import Format, FormatError, Style, parse_format
from paperkit.values.printing import Digits, PrintError, digits_of, print_values, says, shown_unit, spread_of
from paperkit.values.quantity import Value
from paperkit.values.reading import Reading, read_printed
from paperkit.values.unit import BARE, PERCENT, POINTS, Unit, UnitError, parse_unit

__all__ = [
    "Agreement",
    "Format",
    "FormatError",
    "PrintError",
    "Reading",
    "agrees",
    "parse_format",
    "print_values",
    "read_printed",
]


@frozen
class Agreement:
    """Whether what is printed is the value as declared.

    *expected* is what it would print ("" where it must not be printed), *reason* a fact with both numbers, *hint* what
    to do, *cause* one of "", "number", "digits", "unit", "count", "format" (the format cannot print this value).
    """

    ok: bool
    expected: str = ""
    reason: str = ""
    cause: str = ""
    hint: str = ""
    digits: tuple[Digits, ...] = ()
    """What is to be seen of each value; empty where the format cannot print it."""


def agrees(printed: str, values: tuple[Value, ...], form: Format | None, comma: bool = False) -> Agreement:
    r"""Hold the LaTeX *printed* against the exact values: every digit, and the unit where one is printed.

    >>> from fractions import Fraction
    >>> agrees("12.4", (Value(Fraction("12.46")),), parse_format(".1f")).reason
    'printed 12.4, but 12.46 rounds half-even to 12.5'
    """
    try:
        digits = [digits_of(value, form) for value in values] if 1 <= len(values) <= 2 else []
        expected = print_values(values, form, comma=comma, shown=digits)
        if form is not None and form.uncertainty is not None:
            digits.append(spread_of(values[0], form))
    except PrintError as error:
        return Agreement(False, "", str(error), "unit" if error.reason == "unit" else "format", error.hint)
    readings = read_printed(printed, comma)
    if len(readings) != len(digits):
        shown, due = _count(len(readings)), _count(len(digits))
        reason = f"printed {printed.strip() or 'nothing'} has {shown}, but the value has {due}"
        return Agreement(False, expected, reason, "count", f"print {expected}")
    owners = [*values, *values[: len(digits) - len(values)]]
    for reading, one, value in zip(readings, digits, owners, strict=True):
        reason, cause = _number_differs(reading, one, form) or _unit_differs(reading, value, form) or ("", "")
        if cause:
            return Agreement(False, expected, reason, cause, f"print {expected}")
    return Agreement(True, expected, digits=tuple(digits))


def _count(number: int) -> str:
    return "no number" if not number else "1 number" if number == 1 else f"{number} numbers"


def _number_differs(reading: Reading, one: Digits, form: Format | None) -> tuple[str, str] | None:
    if reading.amount != one.amount:
        value = exact_text(one)
        rule = says(form.rule) if form is not None else "half-even"
        same = Decimal(value) == one.amount if value[-1] != "…" else False
        due = f"the value is {value}" if same else f"{value} rounds {rule} to {one.amount:f}"
        return f"printed {_seen(reading)}, but {due}", "number"
    allowed = {one.decimals}
    if form is None or form.style is Style.SIGNIFICANT:
        allowed.add(max(0, one.decimals))
    if reading.decimals not in allowed:
        return f"printed {_seen(reading)}, but the digits to show are {one.amount}", "digits"
    return None


def _seen(reading: Reading) -> str:
    """A read number in plain digits."""
    return f"{reading.amount:f}" if -30 < reading.decimals < 30 else f"{reading.amount}"


def exact_text(one: Digits) -> str:
    """The exact amount in decimal digits, cut to a few more than are shown (then with "…")."""
    amount = one.exact
    for places in range(max(0, one.decimals) + 6):
        if (amount * 10**places).denominator == 1:
            return _fixed(int(amount * 10**places), places)
    places = max(0, one.decimals) + 4
    cut = abs(amount) * 10**places
    return ("-" if amount < 0 else "") + _fixed(cut.numerator // cut.denominator, places) + "…"


def _fixed(whole: int, places: int) -> str:
    digits = str(abs(whole)).rjust(places + 1, "0")
    text = digits[: len(digits) - places] + ("." + digits[-places:] if places else "")
    return ("-" if whole < 0 else "") + text


def _unit_differs(reading: Reading, value: Value, form: Format | None) -> tuple[str, str] | None:
    due = shown_unit(value, form)
    if not reading.unit:
        missing = form is not None and form.unit is not None and not form.unit.bare
        return (f"printed {_seen(reading)} without the unit {due}", "unit") if missing else None
    if due.unknown:
        return None
    if reading.unit == "KB":
        return None if due.symbol in ("kB", "KiB") else (f"printed with KB, but the value is in {due}", "unit")
    try:
        printed = parse_unit(reading.unit)
    except UnitError:
        return None
    return (
        None
        if _same_unit(printed, due)
        else (f"printed with {_named(printed)}, but the value is {_named(due, True)}", "unit")
    )


def _same_unit(printed: Unit, due: Unit) -> bool:
    if printed == due or (printed.counted and due == BARE):
        return True
    return PERCENT not in (printed, due) and printed.convertible(due) and printed.scale == due.scale


def _named(unit: Unit, value: bool = False) -> str:
    if unit == BARE:
        return "a bare number"
    name = "percentage points" if unit == POINTS else unit.symbol
    return f"in {name}" if value else name
