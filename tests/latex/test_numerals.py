"""What is a claim, with which value, and what is not: the cases of numerals.yaml and kinds.yaml."""

from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from paperkit.latex.scan import scan
from paperkit.source import SourceFile

HERE = Path(__file__).parent


def cases(name: str) -> list:
    text = (HERE / name).read_text(encoding="utf-8")
    root = yaml.compose(text)
    lines = [node.start_mark.line + 1 for node in root.value]
    return [pytest.param(case, id=f"{name}:{line}") for case, line in zip(yaml.safe_load(text), lines, strict=True)]


def agrees(value: Decimal, wanted: str) -> bool:
    """Equal, or equal when rounded to the digits of *wanted* (for 0.333)."""
    exact = Decimal(wanted)
    places = -int(exact.as_tuple().exponent)
    return value == exact or (places > 0 and abs(value - exact) < Decimal(1).scaleb(-places))


@pytest.mark.parametrize("case", [*cases("numerals.yaml"), *cases("kinds.yaml")])
def test_claims_are_seen_with_their_values_and_nothing_else_is(case: dict) -> None:
    found = [numeral for numeral in scan(SourceFile("case.tex", case["tex"])).numerals if numeral.ungrounded]
    wanted = [(need, need) if isinstance(need, str) else tuple(need) for need in case.get("needs", [])]
    assert [numeral.text for numeral in found] == [text for text, _ in wanted]
    for numeral, (text, value) in zip(found, wanted, strict=True):
        assert agrees(numeral.value, value.replace("−", "-")), (text, numeral.value)
