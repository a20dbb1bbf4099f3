"""docs/formats.md: every row of its table is what is printed."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from paperkit.values.formats import Style
from paperkit.values.numeral import PrintError, agrees, parse_format, print_values
from paperkit.values.quantity import Value
from paperkit.values.rounding import Rounding
from paperkit.values.unit import parse_unit

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
ROWS = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| (?:`([^`]+)`|refused) \|", PAGE, re.MULTILINE)
UNITS = re.findall(r"^\| ((?:`[^`]+`(?:, | and )?)+).*\| [^|]+ \|$", PAGE.partition("## Units")[2], re.MULTILINE)


def value(text: str) -> Value:
    number, spread, unit = re.fullmatch(r"(\S+)(?: ± (\S+))?(?: (\D\S*))?", text).groups()
    return Value(Fraction(number), parse_unit(unit or ""), None if spread is None else Fraction(spread), literal=number)


@pytest.mark.parametrize(("form", "values", "printed"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_a_row_of_the_table_is_what_is_printed(form: str, values: str, printed: str) -> None:
    exact = tuple(value(text) for text in values.split(", "))
    if not printed:
        with pytest.raises(PrintError):
            print_values(exact, parse_format(form))
        return
    assert print_values(exact, parse_format(form)) == printed
    assert agrees(printed, exact, parse_format(form)).ok


def test_the_table_shows_every_style_and_rounding() -> None:
    forms = [parse_format(row[0]) for row in ROWS]
    assert {form.style for form in forms} == set(Style)
    assert {form.rounding for form in forms} == {None, *Rounding}


def test_every_unit_of_the_page_is_read() -> None:
    assert len(UNITS) == 10
    for row in UNITS:
        for name in re.findall(r"`([^`]+)`", row):
            parse_unit(name)
