"""Every case of printing.yaml: what is printed, what is read back, what is refused."""

from fractions import Fraction
from pathlib import Path

import pytest

from paperkit.config.yaml import Node, load_yaml
from paperkit.source import read_source
from paperkit.values.number_text import NumberError, parse_number
from paperkit.values.numeral import PrintError, agrees, parse_format, print_values, read_printed
from paperkit.values.quantity import Value
from paperkit.values.unit import UnitError, parse_unit

CASES = load_yaml(read_source(Path(__file__).with_name("printing.yaml"))).items


def _text(case: Node, key: str) -> str:
    node = case.get(key)
    return "" if node is None else node.value or ""


def _value(case: Node) -> Value:
    terms = case.get("sum")
    if terms is not None:
        first, second = (
            Value(parse_number(a.value or ""), parse_unit(u.value or "")) for a, u in (t.items for t in terms.items)
        )
        return first + second
    spread = case.get("uncertainty")
    return Value(
        parse_number(_text(case, "value")),
        parse_unit(_text(case, "unit")),
        None if spread is None else Fraction(spread.value or ""),
        literal=_text(case, "value"),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"line{case.span.line}")
def test_a_case_of_the_table(case: Node) -> None:
    form = parse_format(_text(case, "format"))
    refused = _text(case, "refused")
    if refused:
        with pytest.raises((PrintError, NumberError, UnitError), match=refused):
            print_values((_value(case),), form)
        return
    values = (_value(case),)
    printed = print_values(values, form)
    assert printed == _text(case, "printed")
    assert read_printed(printed)[0].amount == Fraction(_text(case, "seen"))
    assert agrees(printed, values, form).ok
