"""Words held against a value: every verdict of tests/corpus/claims.yaml, and what the diagnostics say."""

import re
from pathlib import Path

import pytest

from paperkit.checks.claim_words import read_words
from paperkit.checks.comparators import Comparator, before, behind
from paperkit.latex.scan import scan
from paperkit.source import SourceFile
from tests.checks.claim_cases import Claim, claims, verdict

CASES = claims()


@pytest.mark.parametrize("claim", CASES, ids=lambda claim: f"{claim.expression}: {claim.words}")
def test_words_hold_or_break_as_the_file_says(claim: Claim) -> None:
    found = verdict(claim)
    assert found.cause != "error", found.reason
    assert found.ok is claim.holds, found.reason
    assert claim.holds or found.reason


def test_a_difference_in_the_noise_has_a_cause_of_its_own() -> None:
    claim = Claim(
        {"a_ops": 103.0, "b_ops": 100.0, "a_stdev": 4.0, "b_stdev": 4.0}, "change(b_ops, a_ops)", r"3\% more", False
    )
    found = verdict(claim)
    assert (found.cause, found.reason) == ("noise", "the intervals overlap: 100 ± 4 and 103 ± 4")


def test_words_that_hold_with_the_sides_exchanged_are_told_so() -> None:
    found = verdict(Claim({"a_s": 4.0, "b_s": 1.0}, "change(b_s, a_s)", r"75\% less time", False))
    assert "with the sides exchanged the words hold" in found.hint


@pytest.mark.parametrize(
    ("left", "words", "right", "holds"),
    [
        ("Energy is reduced", "by about three fifths", "", True),
        ("Energy is reduced by", "about three fifths", "", True),
        ("Energy rises", "by about three fifths", "", False),
        ("Energy is reduced", "by about two fifths", "", False),
        ("Energy falls to", "about two fifths", "of what it was", True),
        ("The part falls by", r"39\%", "", False),
        ("The part falls by", r"61\%", "", True),
        ("The part grows by", r"61\%", "", False),
    ],
)
def test_a_part_is_of_the_change_where_something_falls_by_it(left: str, words: str, right: str, holds: bool) -> None:
    claim = Claim({"old_J": 3.1, "new_J": 1.2}, "change(old_J, new_J)", words, holds)
    assert verdict(claim, left, right).ok is holds


def test_a_row_that_breaks_the_words_is_named() -> None:
    found = verdict(Claim({"t_ms": [1.0, 5.0, 2.0]}, "t_ms", r"at most 4\,ms", False))
    assert found.reason == "in these terms the value is 5 in line 3 of t"


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("it takes more than ", Comparator.ABOVE),
        ("no more than ", Comparator.MOST),
        ("averaged over ", None),
        ("the mean over all ", None),
        ("well over ", Comparator.ABOVE),
        ("just under ", Comparator.NEARLY),
        ("moreover ", None),
        ("at least a factor of ", Comparator.LEAST),
        ("it is ", None),
    ],
)
def test_what_stands_before_a_number_bounds_it(text: str, comparator: Comparator | None) -> None:
    assert before(text) is comparator


@pytest.mark.parametrize(
    ("text", "comparator"),
    [(" ms or more", Comparator.LEAST), (" at most", Comparator.MOST), ("+", Comparator.LEAST), (" ms", None)],
)
def test_what_stands_behind_a_number_bounds_it(text: str, comparator: Comparator | None) -> None:
    assert behind(text) is comparator


PAGE = (Path(__file__).parents[2] / "docs" / "claims.md").read_text()
SAID, BESIDE = (
    re.findall(r"^\|([^|]*`[^|]*)\|", part, re.MULTILINE) for part in PAGE.split("| words beside a number |")
)


@pytest.mark.parametrize("words", [words for row in SAID for words in re.findall(r"`([^`]+)`", row)])
def test_the_words_of_the_page_are_read(words: str) -> None:
    escaped = words.replace("%", r"\%")
    text = rf"\begin{{document}}\pkclaim{{x}}{{{escaped}}}\end{{document}}"
    read = read_words(words, scan(SourceFile("a.tex", text)).numerals)
    assert len(read.numbers) == 1


@pytest.mark.parametrize("words", [words for row in BESIDE for words in re.findall(r"`([^`]+)`", row)])
def test_the_modifiers_of_the_page_bound_a_number(words: str) -> None:
    assert before(f"it is {words} ") or behind(f" {words}")


def test_a_comparison_that_goes_the_other_way_shows_the_values_of_both_sides() -> None:
    found = verdict(Claim({"old_s": 4.0, "new_s": 1.0}, "new_s < old_s", "larger", False))
    assert found.reason == "it is the other way round: the left side is less, 1 < 4"


def test_a_loss_of_what_no_unit_judges_is_refused_and_says_so() -> None:
    found = verdict(Claim({"old_bytes": 4.0, "new_bytes": 1.0}, "new_bytes < old_bytes", "a loss", False))
    assert "does not tell whether less or more of it is worse" in found.reason
    assert verdict(Claim({"old_bytes": 4.0, "new_bytes": 1.0}, "new_bytes < old_bytes", "smaller", True)).ok
