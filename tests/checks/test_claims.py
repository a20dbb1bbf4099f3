"""Words held against a value."""

from fractions import Fraction

import pytest

from paperkit.checks.claims import holds
from paperkit.latex.scan import scan
from paperkit.source import SourceFile
from paperkit.values.numeral import Agreement
from paperkit.values.quantity import Value
from paperkit.values.unit import PERCENT, POINTS, Unit, parse_unit

BARE = parse_unit("")


def held(words: str, amount: str, unit: Unit = BARE) -> Agreement:
    document = scan(SourceFile("a.tex", rf"\begin{{document}}\pkclaim{{x}}{{{words}}}\end{{document}}"))
    return holds(words, document.numerals, (Value(Fraction(amount), unit),), None)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("4", "4.0x as fast"),
        ("4", "4x faster"),
        ("4", r"takes 75\% less time"),
        ("4", "a quarter of the time"),
        ("4", r"300\% faster"),
        ("4", "more than three times as fast"),
        ("97/17", r"82\% less time"),
        ("97/17", "5.7x as fast"),
        ("97/17", "almost six times as fast"),
        ("2.96", "about 3"),
        ("2.96", "nearly 3"),
        ("2.96", "3.0"),
        ("13", "all 13 cases"),
        ("13", "at least 13 cases"),
        ("13", "at most 13 cases"),
    ],
)
def test_words_that_say_what_the_value_says_hold(amount: str, words: str) -> None:
    assert held(words, amount).ok


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("4", r"75\% faster"),
        ("4", "4.1x as fast"),
        ("4", "twice as fast"),
        ("4", "an order of magnitude faster"),
        ("4", "more than four times as fast"),
        ("4", "4x slower"),
        ("4", r"takes 25\% less time"),
        ("97/17", "6x as fast"),
        ("97/17", "more than six times as fast"),
        ("2.96", "more than 3"),
        ("2.96", "at least 3"),
        ("2.96", "2.9"),
        ("2.96", "3.00"),
        ("13", "all but one"),
        ("13", "between 12 and 14"),
        ("13", "many"),
    ],
)
def test_words_that_say_something_else_do_not(amount: str, words: str) -> None:
    found = held(words, amount)
    assert not found.ok
    assert found.reason


def test_per_cent_and_percentage_points_differ() -> None:
    assert held("4 percentage points", "4", POINTS).ok
    assert held(r"10\% more", "10", PERCENT).ok
    assert not held("10 percentage points", "4", POINTS).ok


def test_a_comparison_holds_for_words_without_a_number() -> None:
    assert holds("cheaper", (), (), True).ok
    assert not holds("cheaper", (), (), False).ok
