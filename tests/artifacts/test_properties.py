"""What holds of every file: reading it never fails, and what is read is what other readers read."""

import contextlib
import csv
import io
import json

from hypothesis import given
from hypothesis import strategies as st

from paperkit.artifacts.descriptor import Field, Resource
from paperkit.artifacts.problem import CellError
from paperkit.artifacts.read_table import read_table
from paperkit.artifacts.tree import read_json
from paperkit.source import SourceFile
from paperkit.sources import parse_document
from paperkit.values.quantity import Kind

CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\0\ufeff"), max_size=8)
GRIDS = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=6)
)


@given(GRIDS)
def test_cells_are_those_of_the_csv_module(grid: list[list[str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(grid)
    table = read_table("t", stream.getvalue().encode(), "t.csv", Resource("t.csv", (), (), Kind.MODEL))
    assert [table.records.fields(number) for number in range(len(grid))] == grid
    for record, row in enumerate(grid):
        for column, text in enumerate(row):
            assert table.span(record, column).text.replace('""', '"') == text.replace('""', '"')


@given(st.binary(max_size=200))
def test_any_bytes_are_a_table_or_problems(raw: bytes) -> None:
    fields = (Field("a", "number"), Field("b", "integer", required=True))
    for resource in (None, Resource("t.csv", fields, ("a",), Kind.MODEL)):
        table = read_table("t", raw, "t.csv", resource)
        assert all(problem.message and problem.hint for problem in table.problems)
        for record in range(1, len(table.records.texts)):
            for column in range(len(table.columns)):
                with contextlib.suppress(CellError):
                    table.value(record, column)


@given(st.text(alphabet='ab,"\n1.-', max_size=60))
def test_any_text_of_quotes_and_commas_is_a_table_or_problems(text: str) -> None:
    test_any_bytes_are_a_table_or_problems.hypothesis.inner_test(text.encode())


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
)


@given(JSON, st.sampled_from([None, 1, "\t"]))
def test_json_is_what_the_json_module_reads(data: object, indent: int | str | None) -> None:
    assert read_json(SourceFile("t.json", json.dumps(data, indent=indent))).plain() == data


@given(st.one_of(st.text(), st.text(alphabet='{}[],:"1a \\')))
def test_any_text_is_json_or_a_cell_error(text: str) -> None:
    with contextlib.suppress(CellError):
        assert read_json(SourceFile("t.json", text))
        json.loads(text)


@given(
    st.one_of(
        st.text(),
        st.lists(
            st.sampled_from(["# ", "---\n", "Status: ", "accepted", "\n", "```", "| ", "==", "7. ", "## Status\n"])
        ).map("".join),
    )
)
def test_any_text_is_a_document(text: str) -> None:
    document = parse_document(SourceFile("docs/x.md", text))
    assert all(section.body.end <= len(text) for section in document.sections)
