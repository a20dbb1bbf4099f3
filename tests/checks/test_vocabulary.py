"""Words with digits that are names: by value, and never by shape."""

import pytest

from paperkit.checks.vocabulary import is_named
from paperkit.source import SourceFile


def named(text: str, digits: str, *words: str) -> bool:
    at = text.index(digits)
    return is_named(SourceFile("a.tex", text).span(at, at + len(digits)), words)


@pytest.mark.parametrize("text", ["a Zorn 7 board", "Zorn 7", "(Zorn 7)", "the Zorn 7's"])
def test_a_word_covers_the_digits_in_it(text: str) -> None:
    assert named(text, "7", "Zorn 7")


@pytest.mark.parametrize("text", ["a Zorn 75 board", "a Zorn  7", "a zorn 7", "7 Zorn boards", "aZorn 7", "Zorn 6, 7"])
def test_a_word_covers_nothing_else(text: str) -> None:
    assert not named(text, "7", "Zorn 7")


def test_a_range_that_only_begins_in_a_word_is_not_covered() -> None:
    assert not named("Zorn 7--9", "7--9", "Zorn 7")
