"""What authors write by hand is read as a reader reads it."""

from decimal import Decimal
from fractions import Fraction

import pytest

from paperkit.values.numeral import agrees, parse_format, print_values, read_printed
from paperkit.values.quantity import Value
from paperkit.values.unit import parse_unit

READ = [
    ("12{,}345", [("12345", 0, "")]),
    (r"12{,}345\,requests", [("12345", 0, "requests")]),
    (r"1\,000\,000", [("1000000", 0, "")]),
    ("1 000 000", [("1000000", 0, "")]),
    (r"1.2\times 10^{-3}", [("0.0012", 4, "")]),
    (r"$1.2 \cdot 10^{-3}$", [("0.0012", 4, "")]),
    (r"\num{1.2e-3}", [("0.0012", 4, "")]),
    (r"$\num{3.88}\times 10^{-5}$", [("0.0000388", 7, "")]),
    (r"\qty{3.4}{\ms}", [("3.4", 1, "ms")]),
    (r"\qty[round-mode=none]{3.4}{ms}", [("3.4", 1, "ms")]),
    (r"\SI{3.2}{\micro\second}", [("3.2", 1, "microsecond")]),
    (r"\SI{3.2}{\giga\byte\per\second}", [("3.2", 1, "gigabyte/second")]),
    (r"12.5\,\si{\micro\second}", [("12.5", 1, "microsecond")]),
    ("-4.5", [("-4.5", 1, "")]),
    (r"\ensuremath{-}4.5", [("-4.5", 1, "")]),
    ("$-$4.5", [("-4.5", 1, "")]),
    ("−4.5", [("-4.5", 1, "")]),
    (r"\textminus 4.5", [("-4.5", 1, "")]),
    (r"19.2--31.4\%", [("19.2", 1, "%"), ("31.4", 1, "%")]),
    (r"19.2\% to 31.4\%", [("19.2", 1, "%"), ("31.4", 1, "%")]),
    ("$-4.5$--$-3.5$", [("-4.5", 1, ""), ("-3.5", 1, "")]),
    (r"$4.1\pm0.2$", [("4.1", 1, ""), ("0.2", 1, "")]),
    (r"\num{4.1 +- 0.2}", [("4.1", 1, ""), ("0.2", 1, "")]),
    ("4.1(2)", [("4.1", 1, ""), ("0.2", 1, "")]),
    (r"$(4.1\pm0.2)\times10^{3}$", [("4100", -2, ""), ("200", -2, "")]),
    (r"[1.2,\,3.4]\,ms", [("1.2", 1, "ms"), ("3.4", 1, "ms")]),
    ("four", [("4", 0, "")]),
    ("Twenty-four cores", [("24", 0, "cores")]),
    (r"\textbf{4}.\textbf{2}\,ms", [("4.2", 1, "ms")]),
    (r"{\bfseries 4.2}", [("4.2", 1, "")]),
    ("2.79M", [("2790000", -4, "")]),
    (r"4\,KB", [("4", 0, "KB")]),
    ("3.5 million requests", [("3500000", -5, "requests")]),
    (r"1.98$\times$", [("1.98", 2, "x")]),
    ("4 percentage points", [("4", 0, "percentage points")]),
    (r"4\% points", [("4", 0, "points")]),
    ("10th", [("10", 0, "")]),
    ("2^{10}", [("1024", 0, "")]),
    (r"\phantom{0}1.56", [("1.56", 2, "")]),
    (r"\textcolor{red}{1.56}", [("1.56", 2, "")]),
    ("no number", []),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("latex", "due"), READ, ids=[row[0] or "empty" for row in READ])
def test_a_printed_number_is_read(latex: str, due: list[tuple[str, int, str]]) -> None:
    found = read_printed(latex)
    assert [(one.amount, one.decimals, one.unit) for one in found] == [(Decimal(a), d, u) for a, d, u in due]


@pytest.mark.parametrize(
    ("latex", "amount"), [("3,5", "3.5"), ("3{,}5", "3.5"), ("1.234,5", "1234.5"), (r"12\,345,6", "12345.6")]
)
def test_a_decimal_comma_is_read_when_told(latex: str, amount: str) -> None:
    (found,) = read_printed(latex, comma=True)
    assert found.amount == Decimal(amount)


def value(text: str, unit: str = "", uncertainty: str | None = None) -> Value:
    return Value(Fraction(text), parse_unit(unit), None if uncertainty is None else Fraction(uncertainty), literal=text)


AGREES = [
    (r"12.5\,ms", value("12.46", "ms"), ".1f"),
    (r"\qty{12.5}{\ms}", value("12.46", "ms"), ".1f"),
    ("12.5", value("12.46", "ms"), ".1f"),
    (r"12.5\,\textmu s", value("0.01246", "ms"), ".1f us"),
    (r"12\,MB", value("12", "MB"), "d"),
    (r"4\,KB", value("4", "KiB"), "d"),
    (r"12.5\%", value("0.1246"), ".1%"),
    (r"1.05$\times$", value("1.05"), ".2f"),
    ("16 cores", value("16"), "d"),
    (r"4.2\,ms", value("4.2", "unknown"), ".1f"),
    (r"$4.1\pm0.2$", value("4.14", "", "0.23"), ".1f ± .1f"),
    (r"$1.2\times10^{3}$", value("1234"), ".2g"),
    ("1200", value("1234"), ".2g"),
    ("four", value("4"), "words"),
    ("Four", value("4"), "words"),
    ("4", value("4"), "words"),
    ("0.1", value("0.1"), "asis"),
    ("12.46", value("12.46"), None),
]
DIFFERS = [
    ("12.4", value("12.46"), ".1f", "number", "printed 12.4, but 12.46 rounds half-even to 12.5"),
    ("12.50", value("12.46"), ".1f", "digits", "printed 12.50, but the digits to show are 12.5"),
    (r"12.5\,ms", value("12.46", "us"), ".1f", "unit", "printed with ms, but the value is in us"),
    (r"12.5\%", value("12.46", "points"), ".1f", "unit", "printed with %, but the value is in percentage points"),
    (r"4\,GB", value("4", "GiB"), "d", "unit", "printed with GB, but the value is in GiB"),
    (r"12.5\,ms", value("12.46"), ".1f", "unit", "printed with ms, but the value is a bare number"),
    ("12.5", value("0.01246", "ms"), ".1f us", "unit", "printed 12.5 without the unit us"),
    ("12.5", value("0.12460"), ".1%", "unit", "printed 12.5 without the unit %"),
    ("12--13", value("12.46"), ".1f", "count", "printed 12--13 has 2 numbers, but the value has 1 number"),
    ("", value("12.46"), ".1f", "count", "printed nothing has no number, but the value has 1 number"),
    ("4.1(2)", value("4.14"), ".1f", "count", "has 2 numbers"),
    ("0.00", value("0.001"), ".2f", "format", "the value is not zero, but '.2f' prints 0"),
    ("12.5", value("12.46", "cycles"), ".1f us", "unit", "cycle is not convertible to us"),
    ("0.10", value("0.1"), "asis", "digits", "printed 0.10, but the digits to show are 0.1"),
    ("0.33", Value(Fraction(1, 3)), ".3f", "number", "printed 0.33, but 0.3333333… rounds half-even to 0.333"),
    ("272", value("272.75"), "ceil", "number", "printed 272, but 272.75 rounds up to 273"),
    ("13", value("12"), "d", "number", "printed 13, but the value is 12"),
    ("1{,}2", value("1.2"), ".1f", "count", "2 numbers"),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "one", "form"), AGREES)
def test_a_right_number_agrees(printed: str, one: Value, form: str | None) -> None:
    found = agrees(printed, (one,), None if form is None else parse_format(form))
    assert found.ok, found.reason


@pytest.mark.parametrize(("printed", "one", "form", "cause", "reason"), DIFFERS)
def test_a_wrong_number_says_why(printed: str, one: Value, form: str, cause: str, reason: str) -> None:
    found = agrees(printed, (one,), parse_format(form))
    assert (found.ok, found.cause) == (False, cause)
    assert reason in found.reason


def test_a_range_is_printed_once_with_its_unit() -> None:
    values = (value("0.192"), value("0.314"))
    form = parse_format(".1%")
    assert print_values(values, form) == r"19.2\mbox{--}31.4\%"
    for printed in (r"19.2--31.4\%", r"19.2\% to 31.4\%", r"from 19.2\% to 31.4\%", r"$[19.2,\,31.4]$\,\%"):
        assert agrees(printed, values, form).ok
    assert not agrees(r"31.4--19.2\%", values, form).ok


def test_negative_ranges_say_to() -> None:
    assert print_values((value("-4.5"), value("3")), parse_format(".1f")) == r"\ensuremath{-}4.5\mbox{ to }3.0"


def test_plain_digits_are_ascii() -> None:
    assert print_values((value("-1234.5"),), parse_format(",.1f"), plain=True) == "-1234.5"
    assert print_values((value("0.00000123"),), parse_format(".2e"), plain=True) == "1.23e-6"


@pytest.mark.parametrize(
    ("latex", "amount"),
    [
        ("3,14", "3.14"),
        ("3{,}14", "3.14"),
        ("$3{,}14$", "3.14"),
        ("3.14", "3.14"),
        ("1.234", "1234"),
        ("1.234,5", "1234.5"),
        (r"1\,234,5", "1234.5"),
        ("0.125", "0.125"),
        (r"\num{3.14}", "3.14"),
        (r"\num{3,14}", "3.14"),
        (r"\num{1.234}", "1.234"),
        (r"\qty{1234,5}{\ms}", "1234.5"),
    ],
)
def test_a_decimal_comma_where_the_language_writes_one(latex: str, amount: str) -> None:
    assert [str(one.amount) for one in read_printed(latex, comma=True)] == [amount]
