"""The ledger: the same evidence gives the same text."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.ledger import Entry, Source, exact, ledger_data, ledger_text, markers_of, read_markers, read_outputs
from paperkit.source import SourceFile
from paperkit.values.quantity import Cell, Kind, Value

TEX = SourceFile("tex/a.tex", "x \\pkval{e | .1f}{12.5} y\n\\pkval{e | .1f}{12.5}\n")
CSV = SourceFile("a.csv", "n,v\n8,12.46\n")
CELL = Cell("latency", "v", 2, "12.46", Kind.MEASURED, CSV.span(6, 11))
VALUE = Value(Fraction("12.46"), kinds=frozenset({Kind.MEASURED}), cells=(CELL,), literal="12.46")


def written(*parts: object) -> str:
    return ledger_text(ledger_data(*parts))  # type: ignore[arg-type]


def entry(start: int) -> Entry:
    end = TEX.text.index("}", TEX.text.index("}", start) + 1) + 1
    return Entry("pkval", "e", ".1f", "12.5", TEX.span(start, end), TEX.span(end - 5, end - 1), (VALUE,), None, (CELL,))


def test_a_marker_used_twice_is_one_entry_with_two_places() -> None:
    data = json.loads(written([entry(2), entry(26)], []))
    assert len(data["markers"]) == 1
    assert [(p["line"], p["column"]) for p in data["markers"][0]["places"]] == [(1, 3), (2, 1)]


def test_an_entry_holds_the_exact_value_and_its_cells() -> None:
    marker = json.loads(written([entry(2)], []))["markers"][0]
    assert marker["values"] == [{"exact": "12.46", "unit": ""}]
    assert marker["kinds"] == ["measured"]
    assert marker["cells"] == [
        {"artifact": "latency", "file": "a.csv", "column": "v", "kind": "measured", "lines": "2", "text": "12.46"}
    ]


def test_cells_under_each_other_are_one_item() -> None:
    cells = [Cell("a", "v", row, str(row), Kind.MODEL, CSV.span(6, 11)) for row in (9, 2, 3, 4)]
    one = replace(entry(2), cells=tuple(cells), values=(replace(VALUE, cells=tuple(cells)),))
    found = json.loads(written([one], []))["markers"][0]["cells"]
    assert [(item["lines"], item.get("text")) for item in found] == [("2-4", None), ("9", "9")]


def test_a_place_of_the_author_goes_before_the_rendered_one() -> None:
    template = SourceFile("sections/a.tex.j2", "\\pkval{e | .1f}{}\n")
    one = entry(2)
    data = json.loads(written([one], [], {one.span: template.span(0, 5)}))
    assert data["markers"][0]["places"] == [{"file": "sections/a.tex.j2", "line": 1, "column": 1}]


def test_artifacts_stand_in_the_order_of_their_names() -> None:
    sources = [
        Source("b", "b.csv", "sha256:1", "model", "committed"),
        Source("a", "a.csv", "sha256:2", "model", "committed"),
    ]
    text = written([], sources)
    assert [artifact["name"] for artifact in json.loads(text)["artifacts"]] == ["a", "b"]
    assert text == written([], reversed(sources))


@given(st.decimals(allow_nan=False, allow_infinity=False, places=12, min_value=-(10**9), max_value=10**9))
def test_an_amount_that_ends_is_written_in_full(amount: object) -> None:
    assert Fraction(exact(Fraction(str(amount)))) == Fraction(str(amount))


@given(st.fractions())
def test_every_amount_is_written_exactly(amount: Fraction) -> None:
    assert Fraction(exact(amount)) == amount


def test_digests_of_outputs_are_read_back() -> None:
    outputs = {"tex/b.tex": "sha256:2", "tex/a.tex": "sha256:1"}
    assert read_outputs(written([], [], None, outputs)) == outputs


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"outputs": 7}', "no json"])
def test_what_is_no_ledger_has_no_outputs(text: str) -> None:
    assert read_outputs(text) == {}


def test_markers_need_no_text_to_be_compared_with_those_of_a_ledger() -> None:
    entries = [entry(2), replace(entry(2), printed="13", predicate=True), entry(26)]
    assert markers_of(entries) == read_markers(written(entries, []))
