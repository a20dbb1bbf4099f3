"""Tables as other projects write them: tabs, semicolons, spaces, comments, decimal commas, one object a line."""

from fractions import Fraction

import pytest

from paperkit.artifacts.problem import CellError
from paperkit.artifacts.read_table import read_table
from paperkit.artifacts.table import Table


def table(name: str, text: str | bytes) -> Table:
    raw = text.encode() if isinstance(text, str) else text
    return read_table(name.partition(".")[0], raw, name, None)


def rows(read: Table) -> list[list[str]]:
    return [read.records.fields(number) for number in read.rows]


def names(read: Table) -> list[str]:
    return [column.name for column in read.columns]


def facts(read: Table) -> list[str]:
    """What is wrong, with its place; not that nothing describes the file."""
    return [f"{each.span.place} {each.message}" for each in read.problems if each.span and not each.warning]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "n,x\n1,2.5\n2,3.5\n"),
        ("a.tsv", "n\tx\n1\t2.5\n2\t3.5\n"),
        ("a.csv", "n;x\n1;2.5\n2;3.5\n"),
        ("a.csv", '"n";"x"\r\n"1";"2.5"\r\n"2";"3.5"'),
        ("a.csv", b"\xef\xbb\xbfn,x\r\n1,2.5\r\n2,3.5\r\n"),
        ("a.csv", "# made by a script\nn,x\n1,2.5\n2,3.5\n"),
        ("a.csv", "# n,x\n1,2.5\n2,3.5\n"),
        ("a.dat", "# n x\n1 2.5\n2 3.5\n"),
        ("a.dat", "#n   x\n\n1\t 2.5\n# half of it\n  2 3.5  \n"),
        ("a.txt", "n x\n1 2.5\n2 3.5\n"),
        ("a.txt", "# two numbers a line\n\nn x\n1 2.5\n2 3.5\n"),
        ("a.jsonl", '{"n": 1, "x": 2.5}\n{"n": 2, "x": 3.5}\n'),
        ("a.ndjson", '\n{"n": 1, "x": 2.5}\r\n\r\n{"x": 3.5, "n": 2}'),
    ],
)
def test_the_same_table_in_many_ways(name: str, text: str | bytes) -> None:
    read = table(name, text)
    assert (names(read), rows(read), facts(read)) == (["n", "x"], [["1", "2.5"], ["2", "3.5"]], [])
    assert [read.value(number, 1).amount for number in read.rows] == [Fraction(5, 2), Fraction(7, 2)]
    for number in read.rows:
        for column in (0, 1):
            assert read.span(number, column).text == read.text(number, column)


def test_columns_without_a_header_are_numbered() -> None:
    read = table("a.dat", "# written by the logger\n1 2.5 7\n2 3.5 9\n")
    assert names(read) == ["c1", "c2", "c3"]
    assert read.span(2, 2).place == "a.dat:3:7"


def test_the_nearest_comment_of_the_right_width_is_the_header() -> None:
    assert names(table("a.dat", "# a b c\n# n x\n# all in ms\n1 2.5\n")) == ["n", "x"]


def test_quotes_hold_words_together_between_spaces() -> None:
    read = table("a.dat", 'name x\n"two words" 2.5\n')
    assert rows(read) == [["two words", "2.5"]]
    assert read.span(1, 0).text == "two words"


def test_a_row_between_spaces_with_too_many_cells_is_a_problem() -> None:
    read = table("a.dat", "n x\n1 2.5\n2 3.5 4.5\n")
    assert facts(read) == ["a.dat:3:1 the row has 3 cells, but the header has 2"]


@pytest.mark.parametrize(
    ("cells", "amounts"),
    [
        (("1,5", "2,25"), ("1.5", "2.25")),
        (("1.234,5", "2.000,25"), ("1234.5", "2000.25")),
        (("1,5", "-3"), ("1.5", "-3")),
        (("1.5", "2.25"), ("1.5", "2.25")),
    ],
)
def test_decimal_commas_are_read_where_semicolons_stand_between_cells(
    cells: tuple[str, ...], amounts: tuple[str, ...]
) -> None:
    read = table("a.csv", "n;x\n" + "".join(f"{n};{cell}\n" for n, cell in enumerate(cells)))
    found = [read.value(number, 1) for number in read.rows]
    assert [value.amount for value in found] == [Fraction(each) for each in amounts]
    assert [value.cells[0].text for value in found] == list(cells)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("n;x\n1;1,234\n2;2,345\n", "'1,234' has thousands marks"),
        ("n;x\n1;1,5\n2;2.345\n", "'2.345' has a point where others have a decimal comma"),
        ('n,x\n1,"1,234"\n', "'1,234' has thousands marks"),
        ("n,x\n1,12.5%\n", "'12.5%' has a percent sign"),
        ("n,x\n1,12 ms\n", "'12 ms' has the unit 'ms' behind it"),
        ("n,x\n1,nan\n", "'nan' is no number"),
        ("n,x\n1,-inf\n", "'-inf' is no number"),
        ("n,x\n1,\n", "the cell is empty"),
    ],
)
def test_what_may_be_meant_in_two_ways_is_no_number(text: str, fact: str) -> None:
    read = table("a.csv", text)
    with pytest.raises(CellError, match=r".") as caught:
        [read.value(number, 1) for number in read.rows]
    assert fact in str(caught.value)
    assert caught.value.span is not None


def test_spaces_behind_commas_are_no_part_of_a_number() -> None:
    read = table("a.csv", "n, x\n1, 2.5\n")
    assert read.value(1, 1).amount == Fraction(5, 2)


# one object a line


def test_inner_objects_have_names_with_points_and_missing_keys_are_empty() -> None:
    read = table("a.jsonl", '{"n": 1, "eval": {"acc": 2.50}}\n{"n": 2, "note": "late"}\n')
    assert names(read) == ["n", "eval.acc", "note"]
    assert rows(read) == [["1", "2.50", ""], ["2", "", "late"]]
    assert read.span(1, 1).place == "a.jsonl:1:26"


def test_numbers_keep_the_digits_that_stand_there() -> None:
    read = table("a.jsonl", '{"x": 0.10}\n{"x": 1e-7}\n{"x": 12345678901234567890.5}\n')
    assert rows(read) == [["0.10"], ["1e-7"], ["12345678901234567890.5"]]


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ('{"n": 2', "a.jsonl:2:8 no JSON: `,` or `}` is due"),
        ("[1, 2]", "a.jsonl:2:1 the line holds no JSON object"),
        ('{"n": 2, "n": 3}', "a.jsonl:2:10 no JSON: key 'n' stands twice"),
        ("n=2", "a.jsonl:2:1 no JSON: a value is due"),
    ],
)
def test_a_line_that_is_no_object_is_a_problem_at_its_place(line: str, fact: str) -> None:
    assert facts(table("a.jsonl", f'{{"n": 1}}\n{line}\n{{"n": 4}}\n')) == [fact]


def test_nan_in_a_line_is_said_where_the_number_is_asked_for() -> None:
    read = table("a.jsonl", '{"n": 1, "x": NaN}\n')
    assert facts(read) == []
    with pytest.raises(CellError, match="'NaN' is no number"):
        read.value(1, 1)
