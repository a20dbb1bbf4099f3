"""Outputs are held against their declaration, cell by cell."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from paperkit.bench.collect import MAX_PROBLEMS, collect, first_difference, judge, record_difference
from paperkit.bench.spec import Column, Output

from .conftest import Bench

TABLE = Output(
    "t.csv",
    "model",
    "a table",
    (
        Column("mode", "string", "", "", key=True),
        Column("m", "integer", "", "", key=True, minimum=Decimal(1)),
        Column("share", "number", "percent", "", maximum=Decimal(100)),
        Column("ok", "boolean", "", ""),
    ),
)


def facts(text: str | bytes, output: Output = TABLE) -> tuple[str, ...]:
    return judge(output, text.encode() if isinstance(text, str) else text)


def rows(*lines: str) -> str:
    return "mode,m,share,ok\n" + "".join(line + "\n" for line in lines)


def test_exact_decimals_and_exponents_fit() -> None:
    assert facts(rows("a,1,0.10,true", "a,2,-1.5e-7,false", '"b, c",1,100,true')) == ()


@pytest.mark.parametrize(
    ("row", "fact"),
    [
        ("a,1,nan,true", "t.csv:2: share is 'nan', no number"),
        ("a,1,inf,true", "share is 'inf', no number"),
        ('a,1,"1,200",true', "share is '1,200', no number"),
        ("a,1,np.float64(1.5),true", "share is 'np.float64(1.5)', no number"),
        ("a,1,1_000,true", "share is '1_000', no number"),
        ("a,1, 5,true", "share is ' 5', no number"),
        ("a,1,٣,true", "share is '٣', no number"),
        ("a,1,,true", "share is '', no number"),
        ("a,1.0,5,true", "m is '1.0', no integer"),
        ("a,007,5,true", "m is '007', no integer"),
        ("a,1,5,True", "ok is 'True', no boolean"),
        (",1,5,true", "mode is '', no string"),
        ("a,0,5,true", "m is 0, below the declared min 1"),
        ("a,1,100.01,true", "share is 100.01, above the declared max 100"),
        ("a,1,5", "3 cells, but 4 columns"),
        ("a,1,5,true,", "5 cells, but 4 columns"),
        ("", "0 cells, but 4 columns"),
    ],
)
def test_a_cell_that_does_not_fit_is_named(row: str, fact: str) -> None:
    assert fact in facts(rows(row))[0]


def test_a_key_that_stands_twice_is_named_with_both_lines() -> None:
    assert facts(rows("a,1,5,true", "b,1,5,true", "a,1,6,true")) == ("t.csv:4: key mode=a, m=1 stands in line 2 too",)


def test_numeric_keys_compare_as_numbers() -> None:
    number = replace(TABLE, columns=(Column("x", "number", "", "", key=True),))
    assert facts("x\n1\n1.0\n", number) == ("t.csv:3: key x=1.0 stands in line 2 too",)


@pytest.mark.parametrize(
    ("header", "fact"),
    [
        ("mode,m,share", "(missing: ok)"),
        ("mode,m,share,ok,extra", "(not declared: extra)"),
        ("m,mode,share,ok", "(in another order)"),
    ],
)
def test_another_header_is_refused(header: str, fact: str) -> None:
    assert fact in facts(header + "\n")[0]


def test_bytes_that_are_no_utf8_are_named_with_their_line() -> None:
    assert facts(b"mode,m,share,ok\n\xe9,1,2,true\n") == ("t.csv:2: not UTF-8 (byte 0xe9)",)


def test_line_ends_of_windows_are_refused() -> None:
    assert "CR LF" in facts("mode,m,share,ok\r\n")[0]


def test_a_file_that_ends_within_a_line_is_refused() -> None:
    assert "cut short" in facts("mode,m,share,ok\na,1,2,tru")[0]


def test_an_open_quote_is_refused() -> None:
    assert "no CSV" in facts(rows('"a,1,2,true'))[0]


def test_too_few_and_too_many_rows_are_refused() -> None:
    assert facts(rows(), replace(TABLE, rows_min=1)) == ("t.csv:1: 0 rows, but at least 1 are declared",)
    assert "at most 1" in facts(rows("a,1,2,true", "a,2,2,true"), replace(TABLE, rows_max=1))[0]


def test_a_mistake_in_every_row_is_shown_ten_times() -> None:
    found = facts(rows(*(f"a,{m},x,true" for m in range(1, 50))))
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1] == "t.csv: 39 more of the kind"


def test_missing_and_undeclared_files_are_named(bench: Bench, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "sub").mkdir(parents=True)
    (out / "notes.txt").write_text("x")
    _, problems = collect(bench.load(), out)
    assert problems == (
        "tiny.csv: declared under outputs, but not written",
        "notes.txt: written, but not declared under outputs",
        "sub: written, but not declared under outputs",
    )


def test_a_link_is_no_output(bench: Bench, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "elsewhere.csv").write_text("m,square\n1,1\n")
    (out / "tiny.csv").symlink_to(tmp_path / "elsewhere.csv")
    assert "not written" in collect(bench.load(), out)[1][0]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (b"a\nb\n", b"a\nb\n", ""),
        (b"a\nb\n", b"a\nc\n", "line 2: b became c"),
        (b"a\n", b"a\nb\n", "line 2: nothing became b"),
        (b"a\nb\n", b"a\n", "line 2: b became nothing"),
    ],
)
def test_the_first_line_that_differs_is_shown(old: bytes, new: bytes, text: str) -> None:
    assert first_difference(old, new) == text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'{"a": [{"bytes": 37}]}', b'{"a": [{"bytes": 38}]}', "a[0].bytes: 37 became 38"),
        (b'{"a": 1}', b'{"a": 1, "b": "x"}', 'b: nothing became "x"'),
        (b'{"a": 1}', b'{ "a": 1 }', "other spaces or another order"),
        (b'{"a": 1}', b'{"a": 1}', ""),
        (b"{", b"{}", "line 1: { became {}"),
    ],
)
def test_two_records_differ_at_a_key(old: bytes, new: bytes, said: str) -> None:
    assert record_difference(old, new) == said
