"""What is done early or at once says what it would say later: places of numbers, ranges without tokens, formulas."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.latex import search
from paperkit.latex.document import Document
from paperkit.latex.enclosing import Formulas
from paperkit.latex.frames import Range
from paperkit.latex.printed import Mode
from paperkit.latex.scan import scan
from paperkit.latex.writing import Writing
from paperkit.source import SourceFile
from tests.speed import inputs

HERE = Path(__file__).parent
PAPERS = sorted(HERE.rglob("*.tex"))


def seen(document: Document) -> list[object]:
    numerals = [(one.span.start, one.span.end, *one[1:-1]) for one in document.numerals]
    return [*numerals, document.text, [(one.span.start, one.printed_plain, one.before) for one in document.markers]]


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_numbers_are_the_same_however_few_wait_for_their_places(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = SourceFile("a.tex", path.read_text())
    at_last = seen(scan(source))
    monkeypatch.setattr(search, "MOST_FOUND", 4)
    monkeypatch.setattr(search, "REMEMBERED", 2)
    assert seen(scan(source)) == at_last


def test_words_stand_among_the_digits_where_the_text_has_them() -> None:
    numerals = scan(SourceFile("a.tex", "12 of two systems take 3.5 ms, twice as long as 7 nodes.")).numerals
    assert [one.text for one in numerals] == ["12", "two", "3.5", "twice", "7"]


@pytest.mark.parametrize("path", [None, *PAPERS], ids=lambda path: path.stem if path else "made")
def test_an_argument_without_tokens_prints_as_one_that_is_read_in_its_turn(
    path: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = SourceFile("a.tex", path.read_text() if path else inputs.paper(5_000))
    at_once = seen(scan(source))

    def in_turn(self: Writing, what: Range, mode: Mode | None = None, after: str = "") -> None:
        self.push(what, mode, after or None)

    monkeypatch.setattr(Writing, "show", in_turn)
    assert seen(scan(source)) == at_once


def test_a_script_in_a_group_of_a_macro_prints_once() -> None:
    document = scan(SourceFile("a.tex", r"\newcommand{\up}[1]{$x^{#1}_{7}$}It is \up{12} and \up{}, $10^4$ in all."))
    assert document.text.count("12") == 1
    assert document.text.count("7") == 2


RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 30)), max_size=12)


@given(RANGES, st.integers(0, 90))
def test_the_innermost_formula_around_a_place_is_the_last_that_holds_it(ranges: list[tuple[int, int]], at: int) -> None:
    ordered = tuple(sorted((start, start + length) for start, length in ranges))
    holding = [one for one in ordered if one[0] <= at < one[1]]
    found = Formulas(" " * 100, ordered).at(at)
    assert (found and (found.start, found.end)) == (holding[-1] if holding else None)
