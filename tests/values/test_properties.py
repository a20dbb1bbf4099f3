"""What holds of every number, format and unit."""

import contextlib
import re
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from paperkit.values.number_text import NumberError, parse_number
from paperkit.values.numeral import FormatError, PrintError, agrees, parse_format, print_values, read_printed
from paperkit.values.quantity import Value
from paperkit.values.rounding import Rounding, magnitude, root, round_fraction, round_significant
from paperkit.values.unit import BARE, Unit, UnitError, parse_unit, simplify
from paperkit.values.unit_names import ALIASES, NAMES
from paperkit.values.words import from_words, to_words

NUMBERS = st.one_of(
    st.decimals(min_value=-(10**12), max_value=10**12, allow_nan=False, places=6).map(Fraction),
    st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6),
    st.builds(lambda m, e: Fraction(m) * Fraction(10) ** e, st.integers(-9999, 9999), st.integers(-20, 20)),
    st.integers(-(10**9), 10**9).map(Fraction),
)
ROUNDINGS = st.sampled_from(["", " floor", " ceil", " half_up", " half_even"])
FORMATS = st.one_of(
    st.builds(
        lambda c, n, s, r: f"{s}{c}.{n}f{r}",
        st.sampled_from(["", ","]),
        st.integers(0, 6),
        st.sampled_from(["", "+"]),
        ROUNDINGS,
    ),
    st.builds(lambda n, r: f".{n}e{r}", st.integers(0, 6), ROUNDINGS),
    st.builds(lambda c, n, r: f"{c}.{n}g{r}", st.sampled_from(["", ","]), st.integers(1, 8), ROUNDINGS),
    st.builds(lambda n, r: f".{n}%{r}", st.integers(0, 4), ROUNDINGS),
    st.builds(lambda c, r: f"{c}d{r}", st.sampled_from(["", ","]), ROUNDINGS),
    st.sampled_from(["floor", "ceil", "half_up", "words", "words half_up", "ordinal"]),
)


def _product(parts: list[tuple[str, int]]) -> Unit:
    unit = BARE
    for name, power in parts:
        unit = unit * parse_unit(name) ** power
    return unit


UNITS = st.lists(st.tuples(st.sampled_from(sorted(set(NAMES) - {""})), st.integers(-3, 3)), min_size=1, max_size=3).map(
    _product
)


@given(NUMBERS, FORMATS, st.booleans())
def test_what_is_printed_is_read_as_the_value(amount: Fraction, text: str, comma: bool) -> None:
    form, values = parse_format(text), (Value(amount),)
    try:
        printed = print_values(values, form, comma=comma)
    except PrintError:
        return
    assert agrees(printed, values, form, comma).ok, printed
    for inside in (f"${printed}$", f"{{{printed}}}", rf"\mbox{{{printed}}}", rf"\textbf{{{printed}}}"):
        assert agrees(inside, values, form, comma).ok, inside


@given(NUMBERS, FORMATS, st.data())
def test_a_wrong_digit_never_agrees(amount: Fraction, text: str, data: st.DataObject) -> None:
    form, values = parse_format(text), (Value(amount),)
    assume("words" not in text)
    try:
        printed = print_values(values, form)
    except PrintError:
        return
    digits = [found.start() for found in re.finditer(r"\d", printed.replace(r"\times10", r"\timesxx"))]
    at = data.draw(st.sampled_from(digits))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != printed[at]]))
    wrong = printed[:at] + other + printed[at + 1 :]
    assert not agrees(wrong, values, form).ok, wrong


@given(NUMBERS, FORMATS)
def test_digits_added_or_left_out_never_agree(amount: Fraction, text: str) -> None:
    form, values = parse_format(text), (Value(amount),)
    assume("words" not in text and "ordinal" not in text and "%" not in text and "e" not in text)
    try:
        printed = print_values(values, form)
    except PrintError:
        return
    assert not agrees(printed + "0", values, form).ok or printed == "0"
    assert not agrees(printed + ".0", values, form).ok
    if amount > 0 and "+" not in text:
        assert not agrees("-" + printed, values, form).ok


@given(NUMBERS, st.integers(0, 8), st.sampled_from(list(Rounding)))
def test_rounding_is_that_of_exact_decimals(amount: Fraction, places: int, rounding: Rounding) -> None:
    assume(amount.denominator in (1, 10, 100, 1000, 10**6) or 10**40 % amount.denominator == 0)
    exact = Context(prec=200).divide(Decimal(amount.numerator), Decimal(amount.denominator))
    name = {"half_even": ROUND_HALF_EVEN, "half_up": ROUND_HALF_UP, "floor": ROUND_FLOOR, "ceil": ROUND_CEILING}[
        rounding
    ]
    due = exact.quantize(Decimal(1).scaleb(-places), rounding=name, context=Context(prec=200))
    assert round_fraction(amount, places, rounding) == due


@given(NUMBERS.filter(bool), st.integers(1, 12))
def test_significant_digits_are_as_many_as_asked(amount: Fraction, digits: int) -> None:
    rounded = round_significant(amount, digits)
    assert len(rounded.as_tuple().digits) == digits
    assert abs(Fraction(rounded) - amount) * 2 <= Fraction(10) ** (magnitude(Fraction(rounded)) - digits + 1)


def test_half_even_at_the_midpoint() -> None:
    middle = [round_fraction(Fraction(n, 2), 0) for n in (1, 3, 5, -1, -3)]
    assert middle == [0, 2, 2, 0, -2]
    assert [round_fraction(Fraction(n, 2), 0, Rounding.HALF_UP) for n in (1, 3, -1, -3)] == [1, 2, -1, -2]


@given(st.fractions(min_value=0, max_value=10**9))
def test_a_root_is_right_to_fifty_digits(amount: Fraction) -> None:
    found = root(amount)
    assert found * found == amount or abs(found * found - amount) <= amount * Fraction(4, 10**50)


@given(UNITS, UNITS)
def test_units_multiply_and_divide_back(left: Unit, right: Unit) -> None:
    try:
        product, swapped = left * right, right * left
        back = product / right
    except UnitError:
        return
    assert (back.dimensions, back.scale) == (left.dimensions, left.scale)
    assert (swapped.dimensions, swapped.scale) == (product.dimensions, product.scale)
    assert product.factor(simplify(product)) * simplify(product).scale == product.scale


@given(UNITS)
def test_a_unit_is_read_from_its_symbol(unit: Unit) -> None:
    again = parse_unit(unit.symbol)
    assert (again.dimensions, again.scale) == (unit.dimensions, unit.scale)


@pytest.mark.parametrize("name", sorted({*NAMES, *ALIASES}))
def test_every_name_of_a_unit_is_read(name: str) -> None:
    assert parse_unit(name) == parse_unit(parse_unit(name).symbol)


@given(NUMBERS, UNITS)
def test_converting_there_and_back_changes_nothing(amount: Fraction, unit: Unit) -> None:
    value = Value(amount, unit)
    base = simplify(unit)
    assert value.to(base).to(unit).amount == amount


@given(st.integers(-(10**9) + 1, 10**9 - 1))
@example(0)
def test_words_are_read_back(number: int) -> None:
    assert from_words(to_words(number)) == number
    assert from_words(to_words(number).title()) == number


LATEX = st.lists(
    st.sampled_from(
        [
            *r"0123456789.,-+%$^_{}[]()~ xe",
            r"\times",
            r"\pm",
            r"\num",
            r"\qty",
            r"\,",
            "{,}",
            "--",
            r"\%",
            "10",
            "µ",
            "−",
        ]
    )
).map("".join)


@settings(max_examples=300)
@given(st.one_of(LATEX, st.text()))
def test_reading_never_fails(text: str) -> None:
    read_printed(text)
    read_printed(text, comma=True)
    agrees(text, (Value(Fraction(1, 3)),), parse_format(".2f"))


@given(st.text())
def test_what_is_no_format_unit_or_number_fails_in_one_way(text: str) -> None:
    for read, error in ((parse_format, FormatError), (parse_unit, UnitError), (parse_number, NumberError)):
        with contextlib.suppress(error):
            read(text)
