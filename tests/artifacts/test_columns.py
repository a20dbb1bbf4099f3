"""A column is read by a short way, which must give what the long one gives, cell for cell, and fail where it fails."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.artifacts.columns import values_of
from paperkit.artifacts.descriptor import Field, Resource
from paperkit.artifacts.problem import CellError
from paperkit.artifacts.read_table import read_table
from paperkit.artifacts.table import Table
from paperkit.values.quantity import Kind, Value
from paperkit.values.unit import parse_unit

FIELDS = (
    Field("name", "string"),
    Field("cycles", "number", parse_unit("cycles")),
    Field("spread", "number", parse_unit("cycles")),
    Field("sure", "number", parse_unit("ms"), uncertainty="spread"),
    Field("value", "number"),
    Field("whole", "integer", decimal_char=","),
)
HEADER = ",".join(field.name for field in FIELDS)
CELLS = st.one_of(
    st.sampled_from(["", "1", "-2.50", "1e3", " 7", "x", '"8"', "1.5", "nan"]), st.text("0123456789.-", max_size=4)
)


def table(rows: list[str]) -> Table:
    resource = Resource("t.csv", FIELDS, ("name",), Kind.MODEL)
    return read_table("t", "\n".join([HEADER, *rows]).encode(), "t.csv", resource)


def long_way(given: Table, records: tuple[int, ...], column: int) -> tuple[Value, ...]:
    return tuple(given.value(record, column) for record in records)


def outcome(way: Callable[..., tuple[Value, ...]], given: Table, column: int) -> str:
    """The values with all that they hold, or what is wrong with the first that is none, and where."""
    try:
        return repr(way(given, given.rows, column))
    except CellError as error:
        return f"{error} {error.span}"


@given(st.lists(st.lists(CELLS, min_size=1, max_size=7).map(",".join), min_size=1, max_size=5), st.integers(0, 5))
def test_both_ways_give_the_same_values_with_the_same_places(rows: list[str], column: int):
    assert outcome(values_of, table(rows), column) == outcome(long_way, table(rows), column)


def test_a_cell_that_was_read_already_is_the_same_value():
    given = table(["a,1,0,1,1,1", "b,2,0,1,1,1"])
    one = given.value(2, 1)
    assert values_of(given, (1, 2), 1)[1] is one
    assert values_of(given, (2, 1), 1)[0] is one


def test_only_the_rows_asked_for_are_read():
    given = table(["a,1,0,1,1,1", "b,x,0,1,1,1"])
    assert [value.amount for value in values_of(given, (1,), 1)] == [1]
    with pytest.raises(CellError, match="line 3"):
        values_of(given, (1, 2), 1)
